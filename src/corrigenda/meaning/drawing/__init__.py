"""Draw semantic graphs as SVG: one graph, or two with what USim aligns."""
