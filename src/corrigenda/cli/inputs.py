"""Turn file names on the command line into corpora and systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from corrigenda.corpus import Corpus, Segment
from corrigenda.errors import InputError, quoted

if TYPE_CHECKING:
    from corrigenda.measures.contract import Measure


def named_files(hypotheses: Sequence[str], least: int = 0) -> dict[str, Path]:
    """Return files by system: `NAME=FILE`, or a file whose name without its suffix is the system's,
    or a pattern of such files (`NAME=PATTERN` is one system, in parts).

    At least so many systems are needed.
    """
    from corrigenda.formats.pairing import stem, systems_of

    files: dict[str, Path] = {}
    for own, text in [
        (own, str(one))
        for named, some in groupby(hypotheses, key=lambda given: "=" in given)
        for own, one in ([(stem(one), one) for one in some] if named else systems_of(list(some)))
    ]:
        name, equals, file = text.partition("=")
        if not equals or "/" in name or _exists(text):
            name, file = own, text
        if "=" in file and not _exists(file):
            raise InputError(
                f"{text}: it has more than one '=', and there is no file {file!r}",
                hint="a name has no '='; a file whose name has one is written with its folder: "
                "-H NAME=./a=b.txt, or -H ./a=b.txt",
            )
        if not name or not file:
            raise InputError(f"expected NAME=FILE or FILE after -H, found {text!r}")
        if name in files:
            raise InputError(f"two systems are called {name!r}", hint="name them: NAME=FILE")
        files[name] = Path(file)
    if len(files) < least:
        raise InputError(
            f"expected at least {least} systems to compare, found {len(files)}",
            hint="give another system with -H NAME=FILE",
        )
    return files


def tell_matches(references: Sequence[Path]) -> None:
    """Say which files a pattern after -r stands for: one too many would change all scores."""
    from corrigenda.cli import outputs
    from corrigenda.formats.lines import files, is_pattern

    for path in references:
        if is_pattern(path):
            names = [Path(one).name for one in files(path)]
            outputs.say(f"-r {path}: {len(names)} files: {', '.join(names)}")


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def output_on(path: Path, corpus: str, corpora: int) -> Path:
    """Return a system's output on a corpus: a file, or in a folder the file that is called like the
    corpus. If there are several corpora, a system is a folder."""
    from corrigenda.formats.pairing import stem

    if not path.is_dir():
        if corpora > 1:
            raise InputError(
                f"expected a folder with an output for each of {corpora} corpora, found a file",
                file=path,
                hint="give a folder: -H NAME=FOLDER, with files called like the corpora",
            )
        return path
    files = sorted(file for file in path.iterdir() if file.is_file())
    own = [file for file in files if corpus in (stem(file), file.name)]
    own = own or [file for file in files if file.name.startswith(f"{corpus}.")]
    if len(own) != 1:
        named = ", ".join(file.name for file in own) or "none"
        raise InputError(
            f"expected one file called {corpus} (with any suffix), found {named}", file=path
        )
    return own[0]


def corpus(
    source: Path | None, references: Sequence[Path], gold: Path | None, *, both: bool = False
) -> Corpus:
    """Return the corpus that -s, -r and --m2 describe, in memory (see `check`)."""
    from corrigenda.formats import read, read_parallel, title

    _check(source, references, gold, both)
    if gold is None:
        assert source is not None
        return read_parallel(source, references)
    if source is None and not references:
        return read(gold, plain=False)
    held = stream(source, references, gold, both=both)
    return Corpus(tuple(held), named(source, references, Path(title(gold))))


def corpora(source: Path | None, references: Sequence[Path], gold: Sequence[Path]) -> list[Corpus]:
    """Return the corpora that -s, -r and --m2, given any number of times, describe."""
    return [corpus(source, references, file) for file in gold] or [corpus(source, references, None)]


def stream(
    source: Path | None, references: Sequence[Path], gold: Path | None, *, both: bool = False
) -> Iterator[Segment]:
    """Return the same, as a stream of segments."""
    from corrigenda import formats

    _check(source, references, gold, both)
    if gold is None:
        assert source is not None
        return formats.stream_parallel(source, references)
    if references:
        segments = formats.stream_both(gold, references)
    else:
        segments = formats.stream(gold, plain=False)
    return segments if source is None else _with_source(segments, source, gold)


def check(
    source: Path | None,
    references: Sequence[Path],
    gold: Path | None,
    measures: Sequence[Measure] = (),
    *,
    both: bool = False,
) -> None:
    """Refuse what is no corpus, and measures that need references if there are none.

    References may be given as edits and as texts if `both` are wanted: each measure takes those
    that its published scores come from.
    """
    _check(source, references, gold, both)
    if gold is None and not references:
        from corrigenda.measures.contract import check_reference_free

        check_reference_free(measures, "give references with -r or --m2")


def _check(source: Path | None, references: Sequence[Path], gold: Path | None, both: bool) -> None:
    if gold is not None and references and not both:
        raise InputError(
            "references are given twice: with --m2 and with -r",
            hint="give one of the two; run the command twice to use both",
        )
    if gold is None and source is None:
        raise InputError(
            "there is nothing to judge against: neither --m2 nor -s is given",
            hint="give --m2 GOLD.m2, or -s SOURCE.txt, with -r REFERENCE.txt where references are "
            "needed",
        )


def _with_source(segments: Iterator[Segment], source: Path, gold: Path) -> Iterator[Segment]:
    """Yield the gold segments, after checking that their sentences are those of the source file."""
    from corrigenda.formats import stream_parallel

    lines = stream_parallel(source)
    number = 0
    for number, segment in enumerate(segments, 1):
        line = next(lines, None)
        if line is None:
            raise InputError(
                f"{source} ends after {number - 1} sentences, but {gold} has more",
                hint="-s may be left out: the gold file has the sentences",
            )
        if line.tokens != segment.tokens:
            raise InputError(
                f"sentence {number} differs from that of {gold}: {quoted(line.source)} "
                f"is not {quoted(segment.source)}",
                file=source,
                line=number,
                hint="-s may be left out: the gold file has the sentences",
            )
        yield segment
    if next(lines, None) is not None:
        raise InputError(
            f"{gold} ends after {number} sentences, but {source} has more",
            hint="-s may be left out: the gold file has the sentences",
        )


def named(source: Path | None, references: Sequence[Path], gold: Path | None) -> str:
    """Return the name of the corpus in results: the names of its files."""
    files = [gold, *references] if gold is not None else [source, *references]
    return " + ".join(path.name for path in files if path is not None)


def listed(text: str) -> list[str]:
    """Return the parts of a text between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def bounds(text: str | None) -> tuple[int, int] | None:
    """Return a range of whole numbers, such as 6-15; one number alone is both ends."""
    if text is None:
        return None
    low, dash, high = text.partition("-")
    try:
        return int(low), int(high if dash else low)
    except ValueError:
        raise InputError(f"expected a range such as 6-15, found {text!r}") from None


def numbers(text: str | None, otherwise: Sequence[int] = ()) -> list[int]:
    """Return numbers and ranges between commas: 1,2,5-10."""
    if text is None:
        return list(otherwise)
    counts: list[int] = []
    for part in listed(text):
        first, dash, last = part.partition("-")
        try:
            low = int(first)
            high = int(last) if dash else low
        except ValueError:
            low, high = 1, 0
        if high < low or high - low > 100_000:
            raise InputError(f"expected numbers such as 1,2,5-10, found {part!r}")
        counts += range(low, high + 1)
    if not counts:
        raise InputError("expected numbers such as 1,2,5-10, found none")
    return sorted(set(counts))


def percentages(text: str) -> list[float]:
    """Return numbers between commas, in percent, as shares."""
    return [number / 100 for number in decimals(text)]


def decimals(text: str) -> list[float]:
    """Return numbers between commas."""
    try:
        return [float(part) for part in listed(text)]
    except ValueError:
        raise InputError(f"expected numbers separated by commas, found {text!r}") from None
