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

from corrigenda.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
