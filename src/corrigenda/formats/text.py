"""Plain text, one sentence per line; parallel files hold the references.

Space around a sentence is not part of it. A blank line is an empty sentence: in a reference or a
system's output, a sentence that was deleted. So line `n` of every file speaks of sentence `n`.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path
from typing import TextIO

from corrigenda.corpus import Correction, LeftOut, Segment, listed
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, writing

FORMAT = "text"
TITLE = "plain text"
SUFFIXES = (".txt", ".src", ".source")


def parse(lines: Iterable[str], file: str) -> Iterator[tuple[int, Segment]]:
    """Yield the sentences of a text file, each with its line number; there are no references in
    it."""
    for number, line in enumerate(lines, 1):
        yield number, Segment(line.strip(), (), str(number))


def parallel(
    sources: Iterable[str], references: Sequence[Iterable[str]], names: Sequence[str]
) -> Iterator[Segment]:
    """Yield the sentences of parallel texts; `names` are those of the source's and references'
    files."""
    columns = [iter(lines) for lines in (sources, *references)]
    annotators = [str(k) for k in range(len(references))]
    for number, row in enumerate(zip_longest(*columns), 1):
        if None in row:
            counts = [
                number - 1 if line is None else number + sum(1 for _ in column)
                for line, column in zip(row, columns, strict=True)
            ]
            raise _unequal(names, counts)
        source, *texts = map(str.strip, row)
        given = zip(texts, annotators, strict=True)
        corrections = tuple([Correction(source, text, None, by) for text, by in given])
        yield Segment(source, corrections, str(number))


def _unequal(names: Sequence[str], counts: Sequence[int]) -> InputError:
    other = next(k for k, count in enumerate(counts) if count != counts[0])
    short, long = sorted((0, other), key=lambda k: counts[k])
    return InputError(
        f"expected as many lines as in {names[0]}, {counts[0]}, found {counts[other]}: "
        f"line {counts[short] + 1} is in {names[long]}, but {names[short]} ends before it",
        file=names[other],
        hint="line n of a reference corrects line n of the source; "
        "a deleted sentence is a blank line",
    )


# --- writing ----------------------------------------------------------------------------------


def one_line(text: str, lost: Counter[str]) -> str:
    """Return a text without line breaks, which are counted as lost."""
    if "\n" in text or "\r" in text:
        lost["line breaks within sentences: now spaces"] += 1
        text = text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")
    return text


def corrected(correction: Correction, number: int, lost: Counter[str]) -> str:
    """Return the text of a correction, of which text alone is kept."""
    edits = correction.given_edits or ()
    lost["edits: only the text they make is kept"] += len(edits)
    lost["alternatives after an edit's first"] += sum(
        max(len(e.alternatives) - 1, 0) for e in edits
    )
    lost["edits that only mark an error"] += sum(not e.alternatives for e in edits)
    try:
        return one_line(correction.text, lost)
    except InputError as error:
        raise InputError(f"sentence {number}: {error.message}", hint=error.hint) from None


def reference_path(path: PathLike, index: int) -> Path:
    """Return the path of the references of `path`: `dev.src` or `dev.txt` has `dev.ref0`,
    `dev.ref1`, ..."""
    target = Path(path)
    if target.suffix == ".gz":
        target = target.with_suffix("")
    stem = target.stem if target.suffix in SUFFIXES else target.name
    return target.with_name(f"{stem}.ref{index}")


def write(segments: Iterable[Segment], path: PathLike, lost: Counter[str]) -> None:
    """Write the sources to `path`, and the k-th reference of each sentence to the k-th reference
    file.

    A sentence with fewer references than others repeats its first: combined M2 files leave an
    annotator out who agrees with the first. So does one with a reference that has no text, since
    its edits overlap. Memory stays bounded.
    """
    left_out: list[LeftOut] = []
    with ExitStack() as stack:
        sources = stack.enter_context(writing(path))
        files: list[TextIO] = []
        for number, segment in enumerate(segments, 1):
            lost["sentence ids"] += segment.id not in ("", str(number))
            lost["sentences' attributes"] += bool(segment.attributes)
            sources.write(one_line(segment.source, lost) + "\n")
            if bool(segment.references) != bool(files) and number > 1:
                raise InputError(
                    f"sentence {number} has {len(segment.references)} references, but those "
                    f"before it have {len(files)}: plain text cannot say that",
                    hint="write JSONL instead",
                )
            if segment.references and os.fspath(path) == "-":
                raise InputError(
                    "plain text with references goes to several files, not to standard output",
                    hint="name a file, such as dev.src: references go to dev.ref0, dev.ref1, ...",
                )
            for index in range(len(files), len(segment.references)):
                file = stack.enter_context(writing(reference_path(path, index)))
                if index and number > 1:
                    files[0].flush()
                    with Path(files[0].name).open(encoding="utf-8", newline="") as first:
                        shutil.copyfileobj(first, file)
                    lost["missing references: the first is repeated"] += number - 1
                files.append(file)
            left_out += segment.without_text(number)
            known = segment.with_texts().references or segment.references[:1]
            texts = {id(reference): corrected(reference, number, lost) for reference in known}
            repeated = next(iter(texts.values()), "")
            lines = [texts.get(id(reference), repeated) for reference in segment.references]
            lost["missing references: the first is repeated"] += len(files) - len(lines)
            for index, file in enumerate(files):
                file.write((lines[index] if index < len(lines) else repeated) + "\n")
    if left_out:
        lost[
            "references whose edits overlap, which have no text; another of the sentence is "
            f"repeated (sentence:annotator): {listed(left_out)}"
        ] = len(left_out)
