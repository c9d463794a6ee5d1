"""JFLEG as its dataset card shows it: a sentence and its corrections, one object per line.

    {"sentence": "So I think we can not live .", "corrections": ["So I think we cannot live ."]}

(Napoles, Sakaguchi & Tetreault 2017, *JFLEG: A fluency corpus and benchmark for grammatical error
correction*.) As in plain text, space around a sentence is not part of it. References are named by
their position, from 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from corrigenda.corpus import Correction, LeftOut, Segment, listed
from corrigenda.errors import InputError
from corrigenda.formats.strict_json import check_keys, dumped, items, located, records, text
from corrigenda.formats.text import corrected

FORMAT = "jfleg"
TITLE = "JFLEG JSON"
KEYS = ("sentence", "corrections")


def parse(lines: Iterable[str], file: str) -> Iterator[tuple[int, Segment]]:
    """Yield the sentences of a JFLEG file, each with its line number."""
    for count, (number, record) in enumerate(records(lines, file), 1):
        try:
            check_keys(record, ("sentence", "corrections"), ())
            source = text(record["sentence"], "'sentence'").strip()
            texts = [
                text(correction, "each of the 'corrections'").strip()
                for correction in items(record["corrections"], "'corrections'")
            ]
        except InputError as error:
            raise located(error, file, number) from None
        references = tuple([Correction(source, t, None, str(k)) for k, t in enumerate(texts)])
        yield number, Segment(source, references, str(count))


def dump(segments: Iterable[Segment], lost: Counter[str]) -> Iterator[str]:
    """Yield the lines of a JFLEG file; what it cannot say is counted in `lost`."""
    left_out: list[LeftOut] = []
    for number, segment in enumerate(segments, 1):
        lost["sentence ids"] += segment.id not in ("", str(number))
        lost["sentences' attributes"] += bool(segment.attributes)
        references = segment.references
        lost["annotators' names"] += sum(
            r.by not in ("", str(index)) for index, r in enumerate(references)
        )
        left_out += segment.without_text(number)
        usable = segment.with_texts().references
        texts = [corrected(reference, number, lost) for reference in usable]
        yield dumped({"sentence": segment.source, "corrections": texts})
    if left_out:
        lost[
            "references whose edits overlap, so that they have no text (sentence:annotator): "
            f"{listed(left_out)}"
        ] = len(left_out)
