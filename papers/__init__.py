"""The papers' figures and tables, computed again and set beside what was published.

    python -m papers --shared ../shared     (what `make papers` runs)

One module an experiment or a few that belong together; each gives rows (see `rows.py`) and figures,
from the public data of the shared folder and the functions of the package, and has no logic of its
own beyond how the authors chose, paired and named things. `page.py` makes the page of it.
"""
