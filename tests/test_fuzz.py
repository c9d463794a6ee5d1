"""Damaged files of every format: each is read, or refused with an InputError; nothing else happens.

A good file is damaged by a few random changes: bytes flipped, removed or repeated, lines moved, a
piece of another file in the middle, an odd value instead of a number or a text. `make test` tries
some files of each kind, `make test-slow` as many as fit into a minute.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from corrigenda import examples
from corrigenda.errors import InputError
from corrigenda.formats import read, read_parallel, read_system
from corrigenda.hoo.formats.codes import read_codes
from corrigenda.hoo.formats.inline import read_inline
from corrigenda.hoo.formats.parts import read_parts
from corrigenda.hoo.formats.standoff import read_edits
from corrigenda.judgements.rankings import read_csv, read_xml
from corrigenda.judgements.ratings import read_ratings
from corrigenda.judgements.score_files import read_scores
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.formats.graphs import read_graphs, write_graphs
from corrigenda.references.mturk import read_answers, read_judgements
from corrigenda.references.populations import read as read_populations
from corrigenda.results.page import report

GRAPH = from_brackets("[H [A He] [P gave] [A John] [A [E an] [C apple]]]")


def example(name: str) -> bytes:
    return examples.path(name).read_bytes()


def graphs(suffix: str, folder: Path) -> bytes:
    path = folder / f"graphs{suffix}"
    write_graphs([("1", GRAPH), ("2", GRAPH)], path)
    return path.read_bytes()


def saved(folder: Path) -> bytes:
    import corrigenda as cg

    result = cg.evaluate(
        examples.path("gold.m2"),
        {"good": examples.path("good.txt"), "timid": examples.path("timid.txt")},
        resamples=20,
        trials=20,
        jobs=1,
    )
    result.complete().save(folder / "saved.json")
    return (folder / "saved.json").read_bytes()


def zipped(content: bytes, method: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("1.xml", content)
        archive.writestr("2.xml", content)
    return out.getvalue()


def tarred(content: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        about = tarfile.TarInfo("1.xml")
        about.size = len(content)
        archive.addfile(about, io.BytesIO(content))
    return out.getvalue()


def whole(items: Iterable[Any]) -> None:
    for _ in items:
        pass


XML = "meaning/source/1.xml"
JFLEG = b'{"sentence": "a b", "corrections": ["a c", "b"]}\n'
BEA = b'{"text": "He go .", "id": "1", "edits": [[0, [[3, 5, "goes", "R:VERB"]]]]}\n'
RANKED = b"sentence,judge,system,rank\n3,ann,A B,1\n3,ann,C,3\n4,bob,A,1\n4,bob,C,1\n"
RATED = b'source,output,meaning,system\nHe go,He goes,"4,3",A\nShe have,She has,"3,2","A,B"\n'
SCORES = b"A 0.5\nB 0.25\nC 1\n"
CODES = b"code,meaning,group\nRT,wrong preposition,Prep\nMD,missing determiner,Det\n"
CROWD = (
    b"Input.sentence,Answer.WritingTexts,WorkerId,AssignmentId,AssignmentStatus,RequesterFeedback\n"
    b"He go,He goes,w,1,Approved,\n"
)
JUDGED = (
    b"Input.Original,Input.Correction,Answer.Q1Answer,WorkerId,AssignmentId,AssignmentStatus,RequesterFeedback\n"
    b"He go,He goes,Yes,w,1,Approved,\n"
)
POPULATION = (
    b'{"sentence": "He go .", "probabilities": [0.5, 0.25], "variants": [1.0, 2.0], '
    b'"fingerprint": {"1": 2, "2": 1}}\n'
)

Reader = Callable[[Path], object]
READERS: dict[str, tuple[Callable[[Path], bytes], str, Reader]] = {
    "m2": (lambda _: example("gold.m2"), "f.m2", read),
    "text": (lambda _: example("source.txt"), "f.txt", lambda p: read_parallel(p, [p])),
    "jsonl": (lambda _: example("examples.jsonl"), "f.jsonl", read),
    "jfleg": (lambda _: JFLEG * 3, "f.json", read),
    "bea": (lambda _: BEA * 3, "f.json", read),
    "hoo": (lambda _: example("hoo/Gold/0002GE.xml"), "0002GE.xml", read_edits),
    "inline": (lambda _: INLINE, "f.xml", read_inline),
    "parts": (lambda _: PARTS, "0001.xml", read_parts),
    "gzip": (lambda _: gzip.compress(example("gold.m2")), "f.m2.gz", read),
    "system text": (lambda _: example("good.txt"), "f.txt", lambda p: read_system(p, SOURCES)),
    "system m2": (lambda _: example("good.m2"), "f.m2", lambda p: read_system(p, SOURCES)),
    "codes": (lambda _: CODES, "f.csv", read_codes),
    "rankings csv": (lambda _: RANKED, "f.csv", read_csv),
    "rankings xml": (lambda _: APPRAISE, "f.xml", read_xml),
    "ratings": (lambda _: RATED, "f.csv", read_ratings),
    "scores": (lambda _: SCORES, "f.txt", read_scores),
    "answers": (lambda _: CROWD, "f.csv", lambda p: read_answers([p])),
    "judgements": (lambda _: JUDGED, "f.csv", lambda p: read_judgements([p])),
    "populations": (lambda _: POPULATION, "f.jsonl", read_populations),
    "ucca xml": (lambda _: example(XML), "f.xml", lambda p: whole(read_graphs(p))),
    "mrp": (lambda folder: graphs(".mrp", folder), "f.mrp", lambda p: whole(read_graphs(p))),
    "zip": (
        lambda _: zipped(example(XML), zipfile.ZIP_DEFLATED),
        "f.zip",
        lambda p: whole(read_graphs(p)),
    ),
    "lzma": (
        lambda _: zipped(example(XML), zipfile.ZIP_LZMA),
        "f.zip",
        lambda p: whole(read_graphs(p)),
    ),
    "tar": (lambda _: tarred(example(XML)), "f.tar.gz", lambda p: whole(read_graphs(p))),
    "result": (saved, "f.json", lambda p: report([p])),
}
SOURCES = example("source.txt").decode().splitlines()
INLINE = (
    b'<HOO><p><s>The cat <edit index="1-1" type="X1" cset="3">sit<corrections><correction>sits'
    b"</correction><correction/></corrections></edit> here .</s></p><p>End .</p></HOO>"
)
PARTS = (
    b"<HOO><HEAD/><BODY><PART id='1'><P>He go home.</P></PART>"
    b"<PART id='2'><P>She have it.</P></PART></BODY></HOO>"
)
APPRAISE = (
    b'<appraise-results><ranking-result duration="1"><ranking-item id="1" user="u" src-id="1">'
    b'<translation system="A" rank="1"/><translation system="B" rank="2"/>'
    b"</ranking-item></ranking-result></appraise-results>"
)

ODD = [
    *(b"", b"\0", b"\xff", b"\xe2\x80\xa8", b"\r", b"\n", b"\n\n", b"|||", b"{}", b"[", b"null"),
    *(b"-1", b"1e999", b"9" * 30, b"NaN", b"\xed\xa0\x80", b"&b;", b"]]>", b'"', b"\\ud800"),
    *(b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"A -1 -1|||noop|||", b"S ", b" " * 50, b"<", b">", b"="),
]


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return the data after one to four changes."""
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(7)
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((1, 1, 2, 8, 40)))
        if kind == 0 and at < len(data):
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif kind == 1:
            data = data[:at] + data[end:]
        elif kind == 2:
            data = data[:end] + data[at:end] + data[end:]
        elif kind == 3:
            data = data[:at]
        elif kind == 4:
            lines = data.splitlines(keepends=True)
            rng.shuffle(lines)
            data = b"".join(lines[: rng.randint(0, len(lines))] if rng.random() < 0.3 else lines)
        elif kind == 5:
            data = data[:at] + rng.choice(ODD) + data[end:]
        else:
            places = list(re.finditer(rb"\d+|\"[^\"\n]*\"", data))
            if places:
                place = rng.choice(places)
                data = data[: place.start()] + rng.choice(ODD) + data[place.end() :]
    return data


def tried(name: str, folder: Path, seconds: float, files: int) -> int:
    """Read damaged files until time or their number is up; return how many were refused."""
    make, file, reader = READERS[name]
    good = make(folder)
    path = folder / file
    path.write_bytes(good)
    reader(path)  # the file as it was is fine
    rng = random.Random(name)
    refused = 0
    until = time.monotonic() + seconds
    for number in range(files):
        if time.monotonic() > until:
            break
        content = damaged(good, rng)
        path.write_bytes(content)
        try:
            reader(path)
        except InputError:
            refused += 1
        except Exception as error:
            kept = folder / f"failed-{number}"
            kept.write_bytes(content)
            pytest.fail(f"{name}: {type(error).__name__}: {error} on {content[:300]!r} ({kept})")
    return refused


@pytest.mark.parametrize("name", READERS)
def test_damaged_files(name: str, tmp_path: Path) -> None:
    assert tried(name, tmp_path, 20, 12 if name == "result" else 40) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_damaged_files_for_a_minute(name: str, tmp_path: Path) -> None:
    assert tried(name, tmp_path, 60, 10**9) > 0


def test_damage_is_the_same_every_time() -> None:
    data = json.dumps({"a": [1, 2]}).encode()
    assert damaged(data, random.Random(5)) == damaged(data, random.Random(5))
