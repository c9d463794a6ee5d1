"""Figures and tables of papers, computed again and set beside what was published.

    python -m papers --shared ../shared --markdown docs/papers.md     (what `make papers` runs)

Each module holds one experiment or a few that belong together. An experiment returns rows (see
`rows.py`) and figures, from the public data of the shared folder and the functions of the package;
its own logic is only how the authors chose, paired and named things. `page.py` makes the page.
"""
