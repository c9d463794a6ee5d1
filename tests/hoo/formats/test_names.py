from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda.errors import InputError
from corrigenda.hoo.formats.names import Name, content_of, gold_files, pair_folders, parse_name

NAMED = (
    "expected a name such as NNNN.txt, NNNNS.txt, NNNNG.xml, NNNNGE.xml, NNNNTTR.txt or NNNNTTR.xml"
)
EDITS = "<edits/>"
INLINE = "<HOO><p>a</p></HOO>"


def made(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name.removeprefix("_").replace("__", ".")).write_text(content, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("0001.txt", Name("0001", "text")),
        ("0001.xml", Name("0001", "text")),
        ("0001S.txt", Name("0001", "segmented")),
        ("0001G.xml", Name("0001", "gold")),
        ("a/b/0001GE.xml", Name("0001", "gold")),
        ("0001GE1.xml", Name("0001", "system", "GE1")),
        ("0441MQ1.txt", Name("0441", "system", "MQ1")),
        ("0441MQ1.xml", Name("0441", "system", "MQ1")),
    ],
)
def test_names(name: str, expected: Name) -> None:
    assert parse_name(name) == expected


@pytest.mark.parametrize(
    "name",
    [
        "001.txt",
        "00001.txt",
        "0001GE.txt",
        "0001S.xml",
        "0001MQ.xml",
        "0001MQ12.xml",
        "0001M1.xml",
        "0001MQx.xml",
        "0001GE.xml.bak",
        "٠٠٠١.txt",
        "README",
        "0001GE.XML",
    ],
)
def test_bad_names(name: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_name(name)
    assert str(caught.value) == f"{name}: {NAMED}"


def test_content_tells_gold_files_apart(tmp_path: Path) -> None:
    parts = "<HOO><BODY/></HOO>"
    made(tmp_path, _0001G__xml=EDITS, _0002G__xml=INLINE, _0003__xml=parts, _4__xml="<a/>")
    assert content_of(tmp_path / "0001G.xml") == "stand-off"
    assert content_of(tmp_path / "0002G.xml") == "in-line"
    assert content_of(tmp_path / "0003.xml") == "parts"
    with pytest.raises(InputError, match="expected HOO, with <edits> or <HOO>, found <a>"):
        content_of(tmp_path / "4.xml")


def test_gold_files(tmp_path: Path) -> None:
    made(
        tmp_path,
        _0001GE__xml=EDITS,
        _0001G__xml=INLINE,
        _0002G__xml=EDITS,
        _0003G__xml=EDITS,
        _0003GE__xml=EDITS,
        _0004G__xml=INLINE,
        _0005GE__xml="<edits>",
        _0006__txt="a",
        notes="",
    )
    golds, problems = gold_files(tmp_path)
    assert {k: v.name for k, v in golds.items()} == {
        "0001": "0001GE.xml",
        "0002": "0002G.xml",
        "0003": "0003G.xml",
    }
    assert [(Path(p.file).name, p.kind, p.reason) for p in problems] == [
        ("notes", "bad-name", NAMED),
        (
            "0003GE.xml",
            "two-golds",
            "expected one stand-off gold file of fragment 0003, found 0003G.xml, too",
        ),
        (
            "0005GE.xml",
            "unreadable",
            "line 1: this is not XML: it ends before it is complete (column 8)",
        ),
        (
            "0004G.xml",
            "unpaired",
            "fragment 0004 has its gold in line only: convert it to stand-off edits",
        ),
    ]


def test_pairing(tmp_path: Path) -> None:
    gold = made(tmp_path / "gold", _0001GE__xml=EDITS, _0002G__xml=EDITS, _0001__txt="a")
    system = made(
        tmp_path / "system",
        _0001AA0__xml=EDITS,
        _0002AA0__xml=EDITS,
        _0002BB1__xml=EDITS,
        _0003BB1__xml=EDITS,
        _0001BB1__txt="a",
        README="",
    )
    pairs, problems = pair_folders(gold, system)
    assert [(p.fragment, p.run, p.gold.name, p.system.name) for p in pairs] == [
        ("0001", "AA0", "0001GE.xml", "0001AA0.xml"),
        ("0002", "AA0", "0002G.xml", "0002AA0.xml"),
        ("0002", "BB1", "0002G.xml", "0002BB1.xml"),
    ]
    assert [(Path(p.file).name, p.kind, p.reason) for p in problems] == [
        ("README", "bad-name", NAMED),
        ("0001GE.xml", "unpaired", "run BB1 has no file for fragment 0001"),
        ("0003BB1.xml", "unpaired", "there is no stand-off gold file for fragment 0003"),
    ]
    assert list(pair_folders(gold, system).runs()) == ["AA0", "BB1"]
    texts = pair_folders(gold, system, suffix=".txt")
    assert [(p.fragment, p.run) for p in texts.pairs] == [("0001", "BB1")]


def test_pairing_within_one_folder(tmp_path: Path) -> None:
    made(tmp_path, _0001GE__xml=EDITS, _0001AA0__xml=EDITS, x="")
    pairs, problems = pair_folders(tmp_path, tmp_path)
    assert len(pairs) == 1
    assert [p.kind for p in problems] == ["bad-name"]  # said once


def test_no_system_at_all(tmp_path: Path) -> None:
    gold = made(tmp_path / "gold", _0001GE__xml=EDITS)
    (problem,) = pair_folders(gold, made(tmp_path / "system")).problems
    assert problem.reason == "there is no system's file, NNNNTTR.xml"


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such folder"):
        pair_folders(tmp_path / "no", tmp_path)
    made(tmp_path, x="")
    with pytest.raises(InputError, match="expected a folder, found a file"):
        pair_folders(tmp_path / "x", tmp_path)
