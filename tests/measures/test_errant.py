"""ERRANT from plain text: what errant_parallel and errant_compare give."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.edits import Edit
from corrigenda.formats.edit_files import extract
from corrigenda.measures.bytype import by_type
from corrigenda.measures.errant import ERRANT
from tests.conftest import Shared
from tests.measures.test_edits_peer import errant, ours, printed

__all__ = ["errant"]

TEXTS = [examples.path(name) for name in ("source.txt", "ref0.txt", "ref1.txt")]


@pytest.mark.parametrize("mode", ["cs", "cse", "ds", "dt"])
def test_agrees_with_errant_compare(errant: Path, tmp_path: Path, mode: str) -> None:
    extract(TEXTS[0], TEXTS[1:], tmp_path / "ref.m2", types="errant")
    extract(TEXTS[0], [examples.path("good.txt")], tmp_path / "hyp.m2", types="errant")
    corpus = cg.read_parallel(TEXTS[0], TEXTS[1:])
    system = cg.read_system(examples.path("good.txt"), corpus)
    for level in (1, 2, 3):
        flags = [] if mode == "cs" else [f"-{mode}"]
        files = ("-hyp", tmp_path / "hyp.m2", "-ref", tmp_path / "ref.m2")
        expected = printed(errant, *files, "-cat", level, *flags)
        found = ours(ERRANT(mode=mode, level=level), corpus, system)
        assert expected[""][0] > 0
        assert {k: v for k, v in found.items() if any(v[:3]) or not k} == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SJTU", "CAMB"])
def test_agrees_on_conll_2014(errant: Path, shared: Shared, tmp_path: Path, name: str) -> None:
    for golden in ("refs", name):
        packed = shared.root / "golden" / "errant302" / f"conll14.{golden}.m2.gz"
        (tmp_path / golden).write_bytes(gzip.decompress(packed.read_bytes()))
    files = ("-hyp", tmp_path / name, "-ref", tmp_path / "refs")
    folder = shared.data("conll14")
    corpus = cg.read_parallel(folder / "source.txt", [folder / "ref0.txt", folder / "ref1.txt"])
    system = cg.read_system(folder / "systems" / name, corpus)
    measure = ERRANT(preset="errant_parallel")
    value = measure.score(measure.totals(measure.rows(corpus, system))).value
    assert round(value, 4) == printed(errant, *files)[""][-1]


@pytest.mark.slow
def test_the_table_of_conll_2014_in_the_docs(shared: Shared) -> None:
    page = Path(__file__).parents[2] / "docs" / "measures" / "errant.md"
    rows = re.findall(r"^\| ([A-Z]+) \| ((?:0\.\d{4} \|\s*){4})$", page.read_text("utf-8"), re.M)
    printed = {name: [float(value) for value in values.split("|")[:4]] for name, values in rows}
    folder = shared.data("conll14")
    texts = {name: folder / "systems" / name for name in printed}
    edits = {name: folder / "errant" / f"conll14-{name}.errant" for name in printed}
    gold, references = (
        folder / "errant" / "conll14.errant",
        [folder / f"ref{k}.txt" for k in (0, 1)],
    )
    given = "ERRANT(preset=errant_compare)"
    columns = [
        cg.evaluate(gold, edits, given, ci=None),
        cg.evaluate(gold, texts, "ERRANT", ci=None),
        cg.evaluate(folder / "source.txt", texts, "ERRANT", references=references, ci=None),
        cg.evaluate(folder / "official-2014.combined.m2", texts, "ERRANT", ci=None),
    ]
    assert len(printed) == 12
    for name, values in printed.items():
        assert [round(column[name, column.measures[0]].value, 4) for column in columns] == values


def corpus_of(kind: str, text: str = "He likes dogs .") -> tuple[Corpus, System]:
    source = "He like dogs ."
    reference = Correction(source, edits=(Edit(1, 2, ("likes",), kind),), by="0")
    corpus = Corpus((Segment(source, (reference,), "1"),))
    return corpus, System("system", (Correction(source, text),))


def types_of(measure: ERRANT, corpus: Corpus, system: System) -> list[str]:
    judged = measure.judge(corpus[0], system.corrections[0], 0)
    return sorted(by_type(judged, measure.type_of))


def test_given_edits_are_typed_anew() -> None:
    corpus, system = corpus_of("SVA")
    assert types_of(ERRANT(), corpus, system) == ["R:VERB:SVA"]
    assert types_of(ERRANT(types="given"), corpus, system) == ["SVA"]


def test_given_edits_keep_their_extents() -> None:
    source = "He like dogs ."
    given = Correction(source, edits=(Edit(0, 2, ("He likes",), "X"),))
    (edit,) = ERRANT().edits_of(given)
    assert edit == Edit(0, 2, ("He likes",), "R:VERB:SVA")


def test_text_has_types_in_tables() -> None:
    corpus, system = corpus_of("R:VERB:SVA", "He likes dog .")
    assert types_of(ERRANT(), corpus, system) == ["R:NOUN:NUM", "R:VERB:SVA"]
    assert ERRANT().has_types(system.corrections[0])


def test_the_signature_names_what_typed() -> None:
    result = cg.evaluate(
        examples.path("gold.m2"), {"good": examples.path("good.txt")}, ["ERRANT"], ci=None
    )
    assert "|types:errant-3.0.2/en_core_web_sm-3.8.0|" in str(result)
    assert not [remark for remark in result.remarks if remark.kind == "extraction"]


def test_a_sentence_that_is_too_long_is_named() -> None:
    source, text = " ".join(["a"] * 3000), " ".join(["b"] * 3000)
    corpus = Corpus((Segment(source, (Correction(source, source),), "seven"),))
    with pytest.raises(cg.InputError, match=r"seven.*too long to align"):
        ERRANT().rows(corpus, System("system", (Correction(source, text),)))


def test_raw_text_can_be_tokenised() -> None:
    source, text = "She do not, I think.", "She does not, I think."
    corpus = Corpus((Segment(source, (Correction(source, text),), "1"),))
    result = cg.evaluate(corpus, {"same": [text]}, ["ERRANT"], ci=None, raw=True)
    [[judged]] = result.judgements("same", "ERRANT")
    assert judged.edit == Edit(1, 2, ("does",), "R:VERB:SVA")
    assert "|tok:corrigenda-1|" in str(result)
    assert result.texts()[0][0].source == "She do not , I think ."


def test_edits_cannot_be_tokenised() -> None:
    corpus, system = corpus_of("SVA")
    with pytest.raises(cg.InputError, match="sentence 1 has edits"):
        cg.evaluate(corpus, system, ["ERRANT"], ci=None, raw=True)
