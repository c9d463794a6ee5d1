"""corrigenda measures text correctors.

    import corrigenda as cg

    result = cg.evaluate(
        sources=["He go home ."],
        references=[["He goes home ."], ["He went home ."]],
        systems={"mine": ["He goes home ."]},
        measures=["M2", "GLEU"],
    )
    print(result)
    result["mine"]["M2"].value

What is listed here, and described on the page "Python" of the documentation, is public; the rest
may change. Names load when they are first used, so that importing the package costs next to
nothing. Measures are here by the names of their classes: `cg.M2(beta=1)`.
"""

from __future__ import annotations

from typing import Any

from corrigenda._version import __version__ as __version__
from corrigenda.lazy import exports

_get, _names, __all__ = exports(__name__)


def __getattr__(name: str) -> Any:
    if name not in __all__ and name[0].isupper():  # a class that is none of these: a measure
        from corrigenda.measures.registry import by_class

        classes = by_class()
        if name in classes:
            return classes[name]()
    return _get(name)


def __dir__() -> list[str]:
    from corrigenda.measures.registry import by_class

    return sorted([*_names(), *by_class()])
