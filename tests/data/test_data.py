"""Test sets by name: fetched from a server on this machine, verified, resumed, read offline."""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import corrigenda as cg
from corrigenda.data import catalogue, fetching
from corrigenda.data.sets import SETS, File, TestSet, named, one_named
from corrigenda.errors import InputError
from tests.conftest import Run, Shared

SOURCE, REFERENCE = b"He like dogs .\nShe go .\n" * 40, b"He likes dogs .\nShe goes .\n" * 40
GOLD = b"S He like dogs .\nA 1 2|||R:VERB|||likes|||REQUIRED|||-NONE-|||0\n\n"


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def packed(member: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        entry = tarfile.TarInfo(member)
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


@dataclass
class Server:
    """What the server has, how it behaves, and what it was asked for."""

    files: dict[str, bytes] = field(default_factory=dict)
    ranges: bool = True
    break_after: int | None = None
    asked: list[tuple[str, str]] = field(default_factory=list)
    address: str = ""


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            state.asked.append((self.path, wanted))
            content = state.files.get(self.path)
            if content is None:
                self.send_error(404)
                return
            start = 0
            if wanted and state.ranges:
                start = int(wanted.removeprefix("bytes=").rstrip("-"))
                if start >= len(content):
                    self.send_error(416)
                    return
                self.send_response(206)
            else:
                self.send_response(200)
            self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            self.wfile.write(content[start : state.break_after])

        def log_message(self, *_: object) -> None: ...

    web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=web.serve_forever, daemon=True).start()
    state.address = f"http://127.0.0.1:{web.server_address[1]}"
    yield state
    web.shutdown()
    web.server_close()


@pytest.fixture
def toy(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Two test sets on the server: parallel texts, one of them without a digest, and an archive."""
    server.files = {
        "/s": SOURCE,
        "/r": REFERENCE,
        "/a.tar.gz": packed("in/gold.m2", GOLD),
    }
    sets = (
        TestSet(
            "toy/text",
            "Toy",
            "CC0",
            "home",
            80,
            1,
            (
                File("dev.src", f"{server.address}/s", sha(SOURCE)),
                File("dev.ref0", f"{server.address}/r"),
            ),
        ),
        TestSet(
            "toy/gold",
            "Toy",
            "CC0",
            "home",
            1,
            1,
            (File("gold.m2", f"{server.address}/a.tar.gz", sha(GOLD), "in/gold.m2"),),
        ),
    )
    for module in ("corrigenda.data", "corrigenda.data.sets"):
        monkeypatch.setattr(f"{module}.SETS", sets)
    return server


def test_get_verifies_and_reads(toy: Server, tmp_path: Path) -> None:
    said: list[str] = []
    text, gold = cg.data.get("toy", tmp_path, say=said.append)
    assert len(text.corpus()) == 80 and len(gold.corpus()) == 1
    assert text.source == tmp_path / "toy/text/dev.src"
    assert any("licence: CC0" in line for line in said)
    assert any(f"downloading {toy.address}/s" in line for line in said)
    assert any("dev.src: verified" in line for line in said)
    assert any(f"no digest is known to verify it; sha256 {sha(REFERENCE)}" in line for line in said)
    assert not list(tmp_path.rglob("*.part")) and not list(tmp_path.rglob("*.tar.gz"))
    asked = len(toy.asked)
    cg.data.get("toy", tmp_path, say=said.append)  # nothing is fetched twice
    assert len(toy.asked) == asked


def test_a_broken_download_goes_on(toy: Server, tmp_path: Path) -> None:
    toy.break_after = 100
    with pytest.raises(InputError, match="100 of 960 bytes came") as caught:
        cg.data.get("toy/text", tmp_path, say=lambda _: None)
    assert "call again to go on" in str(caught.value)
    part = tmp_path / "toy/text/dev.src.part"
    assert part.read_bytes() == SOURCE[:100]
    assert not part.with_suffix("").exists()
    toy.break_after = None
    cg.data.get("toy/text", tmp_path, say=lambda _: None)
    assert ("/s", "bytes=100-") in toy.asked
    assert (tmp_path / "toy/text/dev.src").read_bytes() == SOURCE


def test_a_server_without_ranges_sends_all(toy: Server, tmp_path: Path) -> None:
    part = tmp_path / "toy/text/dev.src.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"something else")
    toy.ranges = False
    cg.data.get("toy/text", tmp_path, say=lambda _: None)
    assert (tmp_path / "toy/text/dev.src").read_bytes() == SOURCE


def test_a_part_that_is_too_long_is_fetched_anew(toy: Server, tmp_path: Path) -> None:
    part = tmp_path / "toy/text/dev.src.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(SOURCE * 2)
    cg.data.get("toy/text", tmp_path, say=lambda _: None)
    assert (tmp_path / "toy/text/dev.src").read_bytes() == SOURCE


def test_a_wrong_digest_leaves_nothing(toy: Server, tmp_path: Path) -> None:
    toy.files["/s"] = b"<html>moved</html>"
    with pytest.raises(InputError, match="gave another file than expected: sha256"):
        cg.data.get("toy/text", tmp_path, say=lambda _: None)
    assert not list(tmp_path.iterdir())


def test_not_found(toy: Server, tmp_path: Path) -> None:
    del toy.files["/s"]
    with pytest.raises(InputError, match="404 Not Found") as caught:
        cg.data.get("toy/text", tmp_path, say=lambda _: None)
    assert "get it by hand" in str(caught.value)


def test_no_network(toy: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"127\.0\.0\.1:9/") as caught:
        cg.data.get("toy/text", tmp_path, mirror="http://127.0.0.1:9", say=lambda _: None)
    assert "get the file by hand" in str(caught.value)


def test_an_archive_without_the_member(toy: Server, tmp_path: Path) -> None:
    toy.files["/a.tar.gz"] = packed("other.m2", GOLD)
    with pytest.raises(InputError, match=r"expected an archive with in/gold\.m2"):
        cg.data.get("toy/gold", tmp_path, say=lambda _: None)
    toy.files["/a.tar.gz"] = b"no archive"
    with pytest.raises(InputError, match=r"expected an archive with in/gold\.m2"):
        cg.data.get("toy/gold", tmp_path, say=lambda _: None)


def test_too_long(toy: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "LIMIT", 10)
    with pytest.raises(InputError, match="is longer than 10 bytes"):
        cg.data.get("toy/text", tmp_path, say=lambda _: None)


def test_a_mirror(toy: Server, tmp_path: Path) -> None:
    toy.files = {
        f"/m/toy/text/{name}": toy.files[key]
        for name, key in (("dev.src", "/s"), ("dev.ref0", "/r"))
    }
    cg.data.get("toy/text", tmp_path, mirror=f"{toy.address}/m", say=lambda _: None)
    assert cg.data.corpus("toy/text", tmp_path)[0].source == "He like dogs ."


def test_reading_never_downloads(toy: Server, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"needs dev\.src, which is not in") as caught:
        cg.data.corpus("toy/text", tmp_path)
    assert "corrigenda data get toy/text -o" in str(caught.value)
    assert not toy.asked


@pytest.mark.parametrize("place", [".", "toy", "toy/text"])
def test_any_folder_with_the_files_will_do(toy: Server, tmp_path: Path, place: str) -> None:
    folder = tmp_path / place
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dev.src").write_bytes(SOURCE)
    (folder / "dev.ref0").write_bytes(REFERENCE)
    assert len(cg.data.corpus("toy/text", tmp_path)) == 80
    assert not toy.asked


def test_a_file_that_was_changed(toy: Server, tmp_path: Path) -> None:
    (local,) = cg.data.get("toy/text", tmp_path, say=lambda _: None)
    local.references[0].write_bytes(b"changed\n")
    with pytest.raises(InputError, match="not the one that was downloaded"):
        cg.data.corpus("toy/text", tmp_path)
    (tmp_path / "toy/text/dev.src").write_bytes(b"changed\n")
    with pytest.raises(InputError, match="not the published one"):
        cg.data.corpus("toy/text", tmp_path)


def test_no_folder(monkeypatch: pytest.MonkeyPatch, toy: Server, tmp_path: Path) -> None:
    monkeypatch.delenv("CORRIGENDA_DATA", raising=False)
    with pytest.raises(InputError, match="no folder of test sets is given"):
        cg.data.corpus("toy/text")
    monkeypatch.setenv("CORRIGENDA_DATA", str(tmp_path))
    cg.data.get("toy/text", say=lambda _: None)
    assert len(cg.data.corpus("toy/text")) == 80


# --- the catalogue --------------------------------------------------------------------------------


def test_the_catalogue_is_well_formed() -> None:
    assert len({one.name for one in SETS}) == len(SETS)
    for one in SETS:
        assert one.licence and one.home.startswith("https://")
        assert one.gold or len(one.files) == 1 + one.references
        for file in one.files:
            assert file.address.startswith("https://")
            assert file.sha256 == "" or len(file.sha256) == 64
            assert bool(file.member) == file.address.endswith((".gz", ".zip"))
    with pytest.raises(InputError, match="no test set is called 'x'"):
        named("x")
    with pytest.raises(InputError, match="'jfleg' has several parts"):
        one_named("jfleg")
    assert len(catalogue("jfleg").sets) == 2


@pytest.mark.parametrize("name", [one.name for one in SETS if one.verified])
def test_digests_are_those_of_public_copies(shared: Shared, name: str) -> None:
    folder = shared.data(name.partition("/")[0])
    corpus = cg.data.corpus(name, folder)
    known = one_named(name)
    assert len(corpus) == known.sentences
    assert max(len(segment.references) for segment in corpus) == known.references
    assert corpus.origin == name


# --- the command line -----------------------------------------------------------------------------


def test_commands(ok: Run, bad: Run, toy: Server, tmp_path: Path) -> None:
    assert "toy/text" in ok("data", "list")
    folder = str(tmp_path / "corpora")
    assert "which is not in" in bad(
        "evaluate", "-t", "toy/text", "--data", folder, "-H", "x", "-m", "GLEU"
    )
    ok("data", "get", "toy", "-o", folder)
    out = tmp_path / "mine.txt"
    out.write_bytes(REFERENCE)
    printed = ok(
        "evaluate", "-t", "toy/text", "--data", folder, "-H", str(out), "-m", "GLEU", "--ci", "0"
    )
    assert "mine              1.0000" in printed
    assert "given twice" in bad(
        "evaluate", "-t", "toy/text", "--data", folder, "-s", str(out), "-H", str(out)
    )
    assert "no test set is called 'y'" in bad("evaluate", "-t", "y", "-H", str(out))


def test_jfleg_by_name(ok: Run, shared: Shared) -> None:
    golden = shared.golden("gleu_jfleg_dev")["results"]["python3"]["mle_2.txt"]["mean"]
    printed = ok(
        "evaluate",
        "-t",
        "jfleg/dev",
        "--data",
        str(shared.data()),
        "-H",
        str(shared.data("jfleg", "mle_2.txt")),
        "-m",
        "GLEU(preset=jfleg)",
        "--ci",
        "0",
    )
    assert f"{golden:.4f}" in printed


def test_replaced_sets_are_values() -> None:
    assert replace(SETS[0], name="x").gold
