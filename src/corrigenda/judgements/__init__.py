"""People's judgements of corrections, and which measure agrees with them.

- `rankings`, `ratings`, `scores`: reading what people said, and scores of systems;
- `skill`: scores of systems from rankings (Expected Wins, TrueSkill);
- `correlation`: how well two lists of numbers agree, and whether two measures differ in it;
- `raters`: how well people agree with each other;
- `study`: `meta`, the whole study; `ranked` and `rated` are its two halves;
- `command`: `corrigenda meta`.
"""

from __future__ import annotations

from corrigenda.lazy import exports

__getattr__, __all__ = exports(__name__)


def __dir__() -> list[str]:
    return __all__
