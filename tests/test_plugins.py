"""A package that adds a measure, a format and a command, and one whose parts are broken."""

from __future__ import annotations

import importlib
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import get_args

import pytest

import corrigenda as cg
from corrigenda import examples, plugins
from corrigenda.errors import InputError

PACKAGE = '''
"""Parts for corrigenda."""
from dataclasses import dataclass
from typing import Annotated

import typer

import corrigenda as cg


@dataclass(frozen=True)
class Length(cg.Measure):
    """The length of the output as a share of the source's, in tokens, for this test."""

    columns = ("source", "output")
    needs = ()
    origin = "made for this test"

    def candidates(self, segment, correction):
        return [(len(segment.tokens), len(correction.tokens))]

    def values(self, sums):
        return {"score": sums[..., 1] / sums[..., 0]}


TITLE = "slashed text"
SUFFIXES = (".slashed",)


def matches(content, gaps, file):
    return all(" // " in line for line in content)


def parse(lines, file):
    for number, line in enumerate(lines, 1):
        source, _, corrected = line.partition(" // ")
        yield number, cg.Segment(source, (cg.Correction(source, text=corrected),), str(number))


def dump(segments, lost):
    for segment in segments:
        yield f"{segment.source} // {segment.references[0].text}"


PANEL = "Tiny"


def count(file: Annotated[str, typer.Argument()]) -> None:
    """Count the sentences of a file."""
    typer.echo(len(cg.read(file)))
'''

POINTS = """\
[corrigenda.measures]
Length = tiny_parts:Length
[corrigenda.formats]
slashed = tiny_parts
[corrigenda.commands]
count = tiny_parts:count
broken = tiny_parts:missing
"""


@pytest.fixture
def tiny_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    info = folder / "tiny_parts-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "tiny_parts.py").write_text(PACKAGE, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-parts\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(str(folder))
    return folder


def command(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "corrigenda", *map(str, arguments)],
        env={"PYTHONPATH": str(folder), "PATH": "", "COLUMNS": "100"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def test_a_format_is_recognised_read_and_written(tiny_parts: Path, tmp_path: Path) -> None:
    file = tmp_path / "gold"
    file.write_text("He like dogs . // He likes dogs .\nYes . // Yes .\n", encoding="utf-8")
    corpus = cg.read(file)
    assert corpus.origin == "gold: slashed text, 2 sentences, 1 reference"
    assert [segment.references[0].text for segment in corpus] == ["He likes dogs .", "Yes ."]
    cg.write(corpus, tmp_path / "copy.slashed")
    assert (tmp_path / "copy.slashed").read_text(encoding="utf-8") == file.read_text()


def test_a_file_of_two_formats_is_an_error(tiny_parts: Path, tmp_path: Path) -> None:
    file = tmp_path / "gold"
    file.write_text("S a // b\nA 0 1|||T||| // |||REQUIRED|||-NONE-|||0\n", encoding="utf-8")
    with pytest.raises(InputError, match="cannot tell whether this is M2 or slashed text"):
        cg.read(file)
    assert len(cg.read(file, format="m2")) == 1


def declare(folder: Path, points: str) -> None:
    (next(folder.glob("*.dist-info")) / "entry_points.txt").write_text(points)
    importlib.invalidate_caches()
    plugins._parts.cache_clear()
    plugins._declared.cache_clear()


def test_a_broken_format_keeps_no_file_from_being_read(tiny_parts: Path) -> None:
    declare(tiny_parts, "[corrigenda.formats]\nlost = tiny_parts.missing\n")
    with pytest.warns(UserWarning, match="files are read without format 'lost'"):
        assert len(cg.read(examples.path("gold.m2"))) == 32


def test_built_in_names_cannot_be_taken(tiny_parts: Path) -> None:
    declare(tiny_parts, "[corrigenda.measures]\nM2 = tiny_parts:Length\n")
    ignored = "measure 'M2' of tiny_parts:Length is ignored: corrigenda.measures.m2:M2 has that"
    with pytest.warns(UserWarning, match=ignored):
        assert plugins.declared("measure")["M2"].value == "corrigenda.measures.m2:M2"


def test_commands_are_listed_and_run(tiny_parts: Path) -> None:
    listed = command(tiny_parts, "--help").stdout
    assert "Tiny" in listed
    assert "Count the sentences of a file." in listed
    assert "Not available: command 'broken' (tiny_parts:missing)" in listed
    ran = command(tiny_parts, "count", examples.path("gold.m2"))
    assert (ran.returncode, ran.stdout) == (0, "32\n")
    broken = command(tiny_parts, "broken")
    assert broken.returncode == 2
    assert "the package that provides it is broken" in broken.stderr
    assert "Traceback" not in broken.stderr


def test_a_measure_is_scored_from_the_format(tiny_parts: Path, tmp_path: Path) -> None:
    file, output = tmp_path / "gold", tmp_path / "out.txt"
    file.write_text("He like dogs . // He likes dogs .\n" * 3, encoding="utf-8")
    output.write_text("He likes big dogs .\n" * 3, encoding="utf-8")
    ran = command(tiny_parts, "evaluate", "--m2", file, "-H", output, "-m", "Length", "-f", "csv")
    assert ran.returncode == 0, ran.stderr
    assert "1.25" in ran.stdout


def test_every_declared_part_exists() -> None:
    for kind in get_args(plugins.Kind):
        for name in plugins.own(kind):
            plugins.load(kind, name)


def test_an_unknown_name_is_refused_with_a_guess() -> None:
    with pytest.raises(InputError, match="no format is called 'm3'") as error:
        cg.read("x", format="m3")
    assert "did you mean m2?" in str(error.value)


def test_a_package_of_parts_that_is_missing_keeps_nothing_from_working(tiny_parts: Path) -> None:
    declare(tiny_parts, "[corrigenda.parts]\nlost = lost_parts.inside\n")
    with pytest.warns(UserWarning, match="parts of lost_parts.inside are not available"):
        assert "M2" in plugins.declared("measure")


def test_a_package_of_parts_is_not_imported_to_be_looked_at(tiny_parts: Path) -> None:
    package = tiny_parts / "some_parts"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('imported')\n")
    (package / "words.py").write_text(
        'COMMAND = "references count-words"\n\n\ndef count_words(): ...\n\n\ndef run(): ...\n'
    )
    (package / "several.py").write_text(
        "class _Base(Measure):\n    pass\n\n\n"
        "class One(_Base, name='One-1'):\n    pass\n\n\n"
        'class Two(\n    _Base, name="Two"\n):\n    pass\n'
    )
    declare(tiny_parts, "# parts\n[corrigenda.parts]\n# none = nothing\nsome = some_parts\n")
    measures = plugins.declared("measure")
    assert measures["One-1"].value == "some_parts.several:One"
    assert measures["Two"].value == "some_parts.several:Two"
    assert "_Base" not in str(measures)
    command = plugins.declared("command")["references count-words"]
    assert (command.module, command.attr) == ("some_parts.words", "run")
    assert list(plugins.functions("corrigenda.references")) == ["count_words"]
    assert "count_words" in dir(cg.references) and "count_words" not in dir(cg)
    with pytest.raises(InputError, match=r"measure 'Two' .* could not be loaded: imported"):
        plugins.load("measure", "Two")


def test_packages_in_archives_declare_single_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(tmp_path / "parts.zip", "w") as archive:
        archive.writestr("zipped_parts.py", PACKAGE)
        archive.writestr(
            "zipped_parts-1.0.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: zipped-parts\nVersion: 1.0\n",
        )
        archive.writestr(
            "zipped_parts-1.0.dist-info/entry_points.txt",
            "[corrigenda.measures]\nLength = zipped_parts:Length\n",
        )
    monkeypatch.syspath_prepend(str(tmp_path / "parts.zip"))
    assert str(cg.measure("Length")) == "Length"
