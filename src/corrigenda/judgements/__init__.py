"""People's judgements of corrections, and which measure agrees with them.

- `rankings`, `ratings`, `score_files`: what people said of outputs and systems, read from files;
- `trueskill`: scores of systems from rankings (Expected Wins, TrueSkill);
- `correlation`, `system_level`: how well scores agree, and whether two measures differ in it;
- `meta_study`: `meta`, the whole study; `ranking_study` and `rating_study` are its parts;
- `command`: `corrigenda meta`.
"""

from __future__ import annotations

from corrigenda.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
