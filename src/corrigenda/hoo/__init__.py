"""Helping Our Own: the data, the scores and the tools of the HOO shared tasks of 2011 and 2012.

    from corrigenda import hoo

    hoo.batch_extract("Orig", "Systems", "Edits")
    print(hoo.batch_evaluate("Gold", "Edits"))

| module | what it is about |
| --- | --- |
| `formats` | the files of the tasks: edits, annotated and segmented text, names, tables of codes |
| `extraction`, `worddiff` | from two texts to edits |
| `alignment`, `measures`, `status` | which edits meet, the three measures, the status of edits |
| `scoring` | scores of a fragment, and of folders of fragments |
| `batches`, `inventory` | folders: extract, segment, validate, count |
| `page` | the page of a fragment |
| `plugin`, `commands` | the format `hoo`, and `corrigenda hoo` |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corrigenda.hoo.batches import Validation, Written, batch_extract, segment, validate
    from corrigenda.hoo.extraction import extract
    from corrigenda.hoo.formats.codes import Codes, read_codes
    from corrigenda.hoo.formats.conversion import convert
    from corrigenda.hoo.formats.fragments import apply, read_hoo
    from corrigenda.hoo.formats.problems import Problem
    from corrigenda.hoo.formats.standoff import read_edits, write_edits
    from corrigenda.hoo.inventory import Inventory, stats
    from corrigenda.hoo.page import View, view
    from corrigenda.hoo.scoring import (
        Batch,
        Fragment,
        aspects,
        batch_evaluate,
        evaluate,
        text_scores,
    )

_HOMES = {
    "Batch": "scoring",
    "Codes": "formats.codes",
    "Fragment": "scoring",
    "Inventory": "inventory",
    "Problem": "formats.problems",
    "Validation": "batches",
    "View": "page",
    "Written": "batches",
    "apply": "formats.fragments",
    "aspects": "scoring",
    "batch_evaluate": "scoring",
    "batch_extract": "batches",
    "convert": "formats.conversion",
    "evaluate": "scoring",
    "extract": "extraction",
    "read_codes": "formats.codes",
    "read_edits": "formats.standoff",
    "read_hoo": "formats.fragments",
    "segment": "batches",
    "stats": "inventory",
    "text_scores": "scoring",
    "validate": "batches",
    "view": "page",
    "write_edits": "formats.standoff",
}

__all__ = [
    "Batch",
    "Codes",
    "Fragment",
    "Inventory",
    "Problem",
    "Validation",
    "View",
    "Written",
    "apply",
    "aspects",
    "batch_evaluate",
    "batch_extract",
    "convert",
    "evaluate",
    "extract",
    "read_codes",
    "read_edits",
    "read_hoo",
    "segment",
    "stats",
    "text_scores",
    "validate",
    "view",
    "write_edits",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'corrigenda.hoo' has no attribute {name!r}")
    value = getattr(import_module(f"corrigenda.hoo.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
