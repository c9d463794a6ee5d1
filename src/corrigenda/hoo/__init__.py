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

from typing import TYPE_CHECKING

from corrigenda.lazy import exports

if TYPE_CHECKING:
    from corrigenda.hoo.batches import Validation as Validation
    from corrigenda.hoo.batches import Written as Written
    from corrigenda.hoo.batches import batch_extract as batch_extract
    from corrigenda.hoo.batches import segment as segment
    from corrigenda.hoo.batches import validate as validate
    from corrigenda.hoo.extraction import extract as extract
    from corrigenda.hoo.formats.codes import Codes as Codes
    from corrigenda.hoo.formats.codes import read_codes as read_codes
    from corrigenda.hoo.formats.conversion import convert as convert
    from corrigenda.hoo.formats.fragments import apply as apply
    from corrigenda.hoo.formats.fragments import read_hoo as read_hoo
    from corrigenda.hoo.formats.problems import Problem as Problem
    from corrigenda.hoo.formats.standoff import read_edits as read_edits
    from corrigenda.hoo.formats.standoff import write_edits as write_edits
    from corrigenda.hoo.inventory import Inventory as Inventory
    from corrigenda.hoo.inventory import stats as stats
    from corrigenda.hoo.page import View as View
    from corrigenda.hoo.page import view as view
    from corrigenda.hoo.scoring import Batch as Batch
    from corrigenda.hoo.scoring import Fragment as Fragment
    from corrigenda.hoo.scoring import aspects as aspects
    from corrigenda.hoo.scoring import batch_evaluate as batch_evaluate
    from corrigenda.hoo.scoring import evaluate as evaluate
    from corrigenda.hoo.scoring import text_scores as text_scores

_exported, __getattr__ = exports(
    __name__,
    {
        "batches": "Validation Written batch_extract segment validate",
        "extraction": "extract",
        "formats.codes": "Codes read_codes",
        "formats.conversion": "convert",
        "formats.fragments": "apply read_hoo",
        "formats.problems": "Problem",
        "formats.standoff": "read_edits write_edits",
        "inventory": "Inventory stats",
        "page": "View view",
        "scoring": "Batch Fragment aspects batch_evaluate evaluate text_scores",
    },
)
__all__ = sorted(_exported)


def __dir__() -> list[str]:
    return __all__
