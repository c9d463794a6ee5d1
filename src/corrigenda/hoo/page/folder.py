"""A folder of fragments as pages that lead to each other, and a page that lists them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from corrigenda._version import __version__
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, writing
from corrigenda.hoo.batches import Written
from corrigenda.hoo.formats.codes import Codes, as_codes
from corrigenda.hoo.formats.fragments import without_text
from corrigenda.hoo.formats.names import another_folder, gold_files, pair_folders
from corrigenda.hoo.formats.problems import failed
from corrigenda.hoo.page import HERE, fragment, view
from corrigenda.remarks import Remark
from corrigenda.results.html import render

INDEX = "index.html"


def batch_view(
    gold: PathLike,
    systems: PathLike | None,
    texts: PathLike | None,
    output: PathLike,
    *,
    codes: Codes | PathLike | None = None,
    **parameters: Any,
) -> Written:
    """Write a page for every gold file of a folder, with the edits of all runs in the folder
    `systems`, and `index.html`, which lists the fragments with their scores.

    An edit of a run that has no place in the text is left out, with a remark; a gold file without
    a page is on the list, with the reason. `texts` is the folder of `NNNN.txt`; by default that of
    the gold files. For `codes` and `parameters`, see `view`.
    """
    folder = another_folder(output, gold, "the pages must go to another folder than the gold files")
    golds, problems = gold_files(gold)
    runs: dict[str, list[Path]] = defaultdict(list)
    if systems is not None:
        pairing = pair_folders(gold, systems)
        problems = list(pairing.problems)
        for pair in pairing.pairs:
            runs[pair.fragment].append(pair.system)
    table = as_codes(codes)
    shown: dict[str, Mapping[str, Any]] = {}
    without: dict[str, str] = {}
    remarks: list[Remark] = []
    for number, path in sorted(golds.items()):
        try:
            text = _text(Path(gold if texts is None else texts), number, path)
            seen = view(path, runs[number], text, codes=table, **parameters)
        except InputError as error:
            problems.append(failed(error, path))
            without[number] = error.message
            continue
        shown[number] = seen.data
        remarks += seen.remarks
    if not shown:
        return Written("page", folder, (), tuple(problems))
    folder.mkdir(parents=True, exist_ok=True)
    pages = {folder / INDEX: _index(shown, without, Path(gold).name)}
    numbers = list(shown)
    for at, number in enumerate(numbers):
        near = {"before": numbers[:at][-1:], "after": numbers[at + 1 :][:1]}
        links = {way: [(n, _page(n)) for n in of] for way, of in near.items()}
        pages[folder / _page(number)] = fragment(shown[number], {"all": INDEX, **links})
    for path, page in pages.items():
        with writing(path) as file:
            file.write(page)
    return Written("page", folder, tuple(pages), tuple(problems), tuple(remarks))


def _page(number: str) -> str:
    return f"{number}.html"


def _text(folder: Path, number: str, gold: Path) -> Path:
    """Return the text of a fragment."""
    for path in (folder / f"{number}.txt", folder / f"{number}.xml"):
        if path.exists():
            return path
    raise without_text(str(gold))


def _index(shown: Mapping[str, Mapping[str, Any]], without: Mapping[str, str], folder: str) -> str:
    """Return the page that lists the fragments, with F of correction by run, and those without a
    page, with the reason."""
    scores = {
        number: {
            run["name"].removeprefix(number): run["scores"]["correction"][2] for run in data["runs"]
        }
        for number, data in shown.items()
    }
    rows = [
        {"number": n, "page": _page(n), "gold": len(data["gold"]), "scores": scores[n]}
        for n, data in shown.items()
    ]
    runs = sorted({run for of in scores.values() for run in of})
    data = {"title": f"{len(shown)} fragments of {folder}", "version": __version__}
    return render(HERE, "fragments", data=data, rows=rows, runs=runs, without=without)
