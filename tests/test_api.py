"""The public API: what is exported is documented, and does what one would guess."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import corrigenda as cg
from corrigenda import examples, plugins
from corrigenda.cli.wording import OPTIONS, as_options
from docs import reference

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = reference.packages()
SOURCES = ["He go home .", "They is here ."]
REFERENCES = [["He goes home .", "They are here ."], ["He went home .", "They are here ."]]
OUTPUT = ["He goes home .", "They is here ."]


# --- the public line ------------------------------------------------------------------------------


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_exported_is_there_and_explained(package: str) -> None:
    module = import_module(package)
    for name in module.__all__:
        exported = getattr(module, name)
        assert name == "__version__" or inspect.getdoc(exported), name
    assert set(module.__all__) <= set(dir(module))


def test_the_reference_has_every_public_name() -> None:
    page = "\n".join(reference.reference())
    headings = re.findall(r"(?m)^### (\S+)", page)
    for package in PACKAGES:
        module = import_module(package)
        for name in set(module.__all__) - {"__version__"}:
            dotted = f"{package}.{name}".replace("corrigenda.", "cg.", 1)
            assert dotted in headings or inspect.ismodule(getattr(module, name))
    assert len(headings) == len(set(headings))
    assert {f"cg.{point.attr}" for point in plugins.own("measure").values()} <= set(headings)


def test_what_the_page_calls_is_exported() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for dotted in re.findall(r"\bcg\.((?:\w+\.)*\w+)", page):
        value: Any = cg
        for name in dotted.split("."):
            value = getattr(value, name)


def test_every_measure_is_a_class_of_the_package() -> None:
    assert cg.M2(beta=1) == cg.measure("M2(beta=1)")
    for point in plugins.own("measure").values():
        assert getattr(cg, point.attr) is point.load() and point.attr in dir(cg)
    with pytest.raises(AttributeError, match="has no attribute 'M3'"):
        cg.M3  # noqa: B018


def test_importing_costs_nothing() -> None:
    code = "import sys, corrigenda; print(*sorted(m for m in sys.modules if 'corrigenda.' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["corrigenda._version", "corrigenda.lazy"]


def test_m2_loads_neither_parser_nor_tagger() -> None:
    code = (
        "import sys, corrigenda as cg\n"
        "cg.evaluate(['a b'], {'A': ['a c']}, 'M2', references=[['a c']], ci=None)\n"
        "names = ('corrigenda.meaning', 'corrigenda.linguistics.analysis', 'scipy', 'matplotlib',"
        "'corrigenda.evaluation.comparison', 'importlib.metadata')\n"
        "print([name for name in names if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_command_has_a_function() -> None:
    for command in plugins.own("command"):
        if command not in ("edits", "measures"):  # which are modules: extract, describe
            assert callable(getattr(cg, command)) or inspect.ismodule(getattr(cg, command))
    assert callable(cg.extract) and callable(cg.describe)


# --- columns --------------------------------------------------------------------------------------


def _dataset_column(texts: list[str]) -> Any:
    return pytest.importorskip("datasets").Dataset.from_dict({"text": texts})["text"]


COLUMNS = {
    "list": list,
    "tuple": tuple,
    "pandas": lambda texts: pytest.importorskip("pandas").Series(texts),
    "polars": lambda texts: pytest.importorskip("polars").Series(texts),
    "arrow": lambda texts: pytest.importorskip("pyarrow").array(texts),
    "dataset": _dataset_column,
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_columns_of_any_kind(kind: str) -> None:
    column: Any = COLUMNS[kind]
    result = cg.evaluate(
        sources=column(SOURCES),
        references=[column(one) for one in REFERENCES],
        systems={"A": column(OUTPUT)},
        measures="GLEU",
        ci=None,
    )
    expected = cg.score("GLEU", SOURCES[0], OUTPUT[0], [r[0] for r in REFERENCES])
    assert result.sentence_scores("A", "GLEU")[0] == pytest.approx(expected.value)
    assert result["A"]["GLEU"].value == result["A", "GLEU"].value


def test_the_lines_that_a_user_would_type(tmp_path: Path) -> None:
    result = cg.evaluate(
        sources=SOURCES, references=REFERENCES, systems={"A": OUTPUT}, measures="GLEU,M2"
    )
    assert result["A"]["M2"].value == result["A", "M2"].value
    assert result["A", "M2"].low <= result["A", "M2"].value <= result["A", "M2"].high
    for wrong in (lambda: result["M2"]["A"], lambda: result["M2", "A"]):
        with pytest.raises(KeyError, match="'M2' is a measure: the system comes first"):
            wrong()
    with pytest.raises(KeyError, match="no system 'B'; there are A"):
        result["B"]
    with pytest.raises(KeyError, match="SARI was not evaluated; there are GLEU, M2"):
        result["A"]["SARI"]
    assert list(result.to_pandas()) == ["system", "measure", "value", "low", "high"]
    sentences = result.sentences()
    assert list(sentences)[:4] == ["id", "system", "source", "text"]
    assert {"reference 1", "reference 2", "GLEU", "M2"} <= set(sentences)
    assert len(sentences) == len(SOURCES)
    assert result.plot().panels
    result.save(tmp_path / "r.json")
    assert cg.load(tmp_path / "r.json")["A"]["M2"].value == result["A"]["M2"].value
    assert cg.measure("GLEU(n=2)") == cg.GLEU(n=2) and cg.M2(beta=1) != cg.M2()
    [graph] = cg.parse("He goes home .")
    assert len(graph.tokens) == 4


def test_a_data_frame_has_a_system_per_column() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"A": OUTPUT, "B": SOURCES})
    result = cg.evaluate(SOURCES, frame, references=REFERENCES, ci=None)
    assert result.systems == ("A", "B")


def test_files_and_texts_give_the_same(tmp_path: Path) -> None:
    files = []
    for name, lines in {"source": SOURCES, "r0": REFERENCES[0], "r1": REFERENCES[1]}.items():
        files.append(tmp_path / name)
        files[-1].write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    in_memory = cg.evaluate(SOURCES, {"A": OUTPUT}, references=REFERENCES, ci=None)
    on_disk = cg.evaluate(sources=files[0], references=files[1:], systems={"A": OUTPUT}, ci=None)
    assert in_memory["A"]["M2"].score == on_disk["A"]["M2"].score
    assert on_disk.origin == "source + r0 + r1"


def test_references_may_be_ragged_and_texts_raw() -> None:
    ragged = [["He goes home.", "He went home."], ["They are here."]]
    raw = cg.evaluate(
        sources=["He go home.", "They is here."],
        references=ragged,
        systems={"A": ["He goes home.", "They is here."]},
        raw=True,
        ci=None,
    )
    assert raw["A"]["M2"].score.counts["tp"] == 1 and raw["A"]["M2"].score.counts["fn"] == 1
    assert "|refs:1-2|" in raw.signature("M2") and "|tok:corrigenda-1|" in raw.signature("M2")
    assert raw.texts()[0][0].source == "He go home ."


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "no system is given"),
        (
            {"systems": {"A": OUTPUT}},
            "expected a corpus, or sources with references, found neither",
        ),
        ({"corpus": SOURCES, "sources": SOURCES, "systems": {"A": OUTPUT}}, "found both"),
        ({"sources": SOURCES, "systems": {"A": OUTPUT[:1]}}, "A: expected 2 sentences"),
        ({"sources": SOURCES, "systems": {"A": [1, 2]}}, "system 'A', row 1: expected text"),
        ({"sources": SOURCES, "systems": [OUTPUT]}, "expected systems by name, found a list"),
        ({"corpus": 3, "systems": {"A": OUTPUT}}, "expected a corpus, found int"),
        ({"sources": "x", "references": [REFERENCES[0]], "systems": {"A": OUTPUT}}, "files"),
    ],
)
def test_mistakes_are_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(cg.InputError, match=message):
        cg.evaluate(**given)


def test_studies_take_columns() -> None:
    given: dict[str, Any] = {"sources": SOURCES, "references": REFERENCES}
    none = cg.Settings(ci=None)
    assert cg.conservatism(systems={"A": OUTPUT}, settings=none, **given).systems[0].name == "A"
    lists = [[text, source] for text, source in zip(OUTPUT, SOURCES, strict=True)]
    assert cg.rerank(candidates=lists, counts=[1], settings=none, **given).sentences == 2
    assert len(cg.compare(systems={"A": OUTPUT, "B": SOURCES}, trials=10, **given).pairs) == 1


# --- one sentence, one call -----------------------------------------------------------------------


def test_one_sentence() -> None:
    scored = cg.score("M2", SOURCES[0], "He go a home .", "He goes home .")
    assert (scored.counts["tp"], scored.counts["fp"], scored.counts["fn"]) == (0, 1, 1)
    assert cg.score("Accuracy", "He go.", "He goes.", ["He goes ."], raw=True).value == 1
    with pytest.raises(cg.InputError, match="expected one measure, found 2"):
        cg.score("M2,GLEU", "a", "a", "a")
    with pytest.raises(cg.InputError, match="needs one"):
        cg.score("M2", "a", "a")


def test_a_result_is_saved_and_reported(tmp_path: Path) -> None:
    result = cg.evaluate(SOURCES, {"A": OUTPUT}, references=REFERENCES, ci=None)
    result.save(tmp_path / "r.json")
    again = cg.load(tmp_path / "r.json")
    assert [str(t) for t in again.tables()] == [str(t) for t in result.complete().tables()]
    page = cg.report(tmp_path / "r.json", "Ours")
    assert "<title>Ours" in page
    result.plot().save(tmp_path / "r.svg")
    assert (tmp_path / "r.svg").exists()


def test_objects_show_themselves() -> None:
    corpus = cg.read(examples.path("gold.m2"))
    system = cg.read_system(examples.path("good.txt"), corpus)
    assert repr(corpus) == "<Corpus: gold.m2: M2, 32 sentences, 1-3 references>"
    assert repr(corpus[:3]).startswith("<Corpus: 3 of gold.m2: ")
    assert "… 22 more" in corpus._repr_html_() and "more" not in corpus[:3]._repr_html_()
    assert repr(cg.Corpus(corpus[:2])) == "<Corpus: 2 sentences, 2 references each>"
    assert repr(cg.Segment("a <b", (cg.Correction("a <b", text="a"),))) == (
        "<Segment: 'a <b', 1 reference>"
    )
    assert repr(cg.Correction("a b", text="a", by="x")) == "<Correction by x: 'a'>"
    assert repr(system) == "<System good: 32 sentences>"
    [judgement, *_] = cg.evaluate(corpus, system, ci=None).judgements("good", "M2")[0]
    assert repr(judgement) == "<hit: Edit(2:3 -> 'lives', R:VERB:SVA)>"
    assert repr(cg.Corpus([cg.Segment("a", (cg.Correction("a", text="b"),))])) == (
        "<Corpus: 1 sentence, 1 reference each>"
    )
    for one in (corpus, system, corpus[0], corpus[0].references[0], judgement):
        assert "<ins>" in one._repr_html_()
    assert "&lt;b" in cg.Segment("a <b")._repr_html_()


def test_results_have_a_short_representation() -> None:
    corpus = cg.read(examples.path("gold.m2"))
    result = cg.evaluate(corpus, {"good": examples.path("good.txt")}, "M2", ci=None)
    assert repr(result) == "<Result: M2 of good, 32 sentences>"
    assert repr(result.table()) == "<Table: system, F0.5, P, R, TP, FP, FN; 2 rows>"
    assert repr(result.types()) == "<TypeScores: Types of edits>"
    assert repr(result.plot()) == "<Figure scores: M2 on 32 sentences.>"
    assert repr(cg.references.ceiling(corpus, measures="M2")) == "<Ceilings by references: M2>"
    assert repr(cg.data.catalogue()).startswith("<Catalogue: ")


# --- the library does not speak of options --------------------------------------------------------


def test_messages_name_parameters_and_the_command_line_translates() -> None:
    library = [
        path
        for path in (ROOT / "src" / "corrigenda").rglob("*.py")
        if "cli" not in path.parts
        and not path.stem.startswith("commands")
        and "commands" not in path.parts
    ]
    option = re.compile(r"(?<![\w`'-])(-[HmsrjkM]\b(?! *FILE`)|--(?!mrp|head|option)[a-z])")
    for path in library:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            raised = isinstance(node, ast.Call) and ast.unparse(node.func) == "InputError"
            if raised or (isinstance(node, ast.keyword) and node.arg == "hint"):
                texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
                for text in texts:
                    assert not (isinstance(text, str) and option.search(text)), (path, text)


def test_options_exist() -> None:
    from typer.main import get_command

    from corrigenda.cli.app import application

    def options(command: Any) -> set[str]:
        own = {name for parameter in command.params for name in parameter.opts}
        return own.union(*map(options, getattr(command, "commands", {}).values()))

    assert set(OPTIONS.values()) <= options(get_command(application()))
    assert as_options("annotator='0', NAME=VALUE") == "--annotator 0, NAME=VALUE"


# --- what people get wrong, and notebooks ---------------------------------------------------------


def test_one_text_is_no_list_of_texts() -> None:
    with pytest.raises(cg.InputError, match="sources is one text; give a list of texts, or a file"):
        cg.evaluate(sources="He go home .", references=REFERENCES, systems={"A": OUTPUT})
    with pytest.raises(cg.InputError, match=r"systems\['A'\] is one text; give a list"):
        cg.evaluate(sources=SOURCES, references=REFERENCES, systems={"A": "He goes home ."})
    with pytest.raises(cg.InputError, match="no such file"):
        cg.evaluate(sources=SOURCES, references=REFERENCES, systems={"A": "no folder/out.txt"})


def test_lists_go_by_name() -> None:
    with pytest.raises(cg.InputError, match="lists go by name: sources=") as error:
        cg.evaluate(SOURCES, REFERENCES, {"A": OUTPUT})
    assert "expected measures, found systems" in str(error.value)


def test_a_parameter_that_a_measure_does_not_have() -> None:
    with pytest.raises(cg.InputError) as typed:
        cg.measure("M2(betta=1)")
    with pytest.raises(cg.InputError) as called:
        cg.M2(betta=1)
    assert str(typed.value) == str(called.value)
    assert str(called.value).startswith("M2 has no parameter 'betta'; it has ")


def test_a_misspelled_name() -> None:
    with pytest.raises(AttributeError, match="did you mean 'evaluate'"):
        cg.evalute  # noqa: B018


def test_one_sentence_without_references_has_no_number() -> None:
    with pytest.raises(cg.InputError, match=r"^the sentence has no reference"):
        cg.score("M2", SOURCES[0], OUTPUT[0])


def test_systems_are_candidates_of_a_reranking() -> None:
    given = {"sources": SOURCES, "references": REFERENCES, "settings": cg.Settings(ci=None)}
    by_name = cg.rerank(candidates={"A": OUTPUT, "B": SOURCES}, **given)
    by_sentence = cg.rerank(candidates=[*zip(OUTPUT, SOURCES, strict=True)], **given)
    assert str(by_name) == str(by_sentence)
    with pytest.raises(cg.InputError, match="as many texts of each system, found A 2, B 1"):
        cg.rerank(candidates={"A": OUTPUT, "B": SOURCES[:1]}, **given)


def test_lists_are_no_crowd() -> None:
    with pytest.raises(cg.InputError, match="expected what a crowd wrote, a corpus"):
        cg.references.coverage(REFERENCES)


def test_alarms_of_lists() -> None:
    found = cg.alarms(
        sources=["It is good ."], references=[["It is good ."]], systems={"A": ["It is not good ."]}
    )
    frame = found.to_pandas()
    assert list(frame.columns) == [
        "sentence", "system", "alarm", "source", "correction", "Meaning",
    ]  # fmt: skip
    assert list(frame["system"]) == ["A"] * len(found.raised) != []


def test_notebooks_show_numbers_and_words() -> None:
    shown = cg.score("Accuracy", SOURCES[0], OUTPUT[0], OUTPUT[0])._repr_html_()
    assert "<th>score</th>" in shown and "<td>1.0000</td>" in shown
    words = cg.Analysis(("a<",), ("DT",), ("DET",), ("a",), ("ROOT",), (0,))._repr_html_()
    assert "<td>a&lt;</td><td>DT</td>" in words


def test_bounds_of_a_share_are_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    def bounds(offset: float) -> tuple[float | None, float | None]:
        monkeypatch.setattr(cg.GLEU, "offset", lambda self, rows, score: offset)
        texts = {"sources": SOURCES, "references": REFERENCES, "systems": {"A": OUTPUT}}
        cell = cg.evaluate(**texts, measures="GLEU")["A"]["GLEU"]
        return cell.low, cell.high

    low, high = bounds(0)
    assert 0 <= low < high <= 1
    assert bounds(-0.01 - low) == (0, high - 0.01 - low)
    assert bounds(1.5 - high)[1] == 1


def test_mistakes_of_input_say_what_to_write() -> None:
    import polars as pl

    sources, outputs = ["He go home ."], ["He goes home ."]
    with pytest.raises(cg.InputError, match=r"systems=\{'mine': texts\}"):
        cg.evaluate(sources=sources, systems=outputs, references=[outputs])
    with pytest.raises(cg.InputError, match=r"collect it: \.collect\(\)"):
        cg.evaluate(pl.DataFrame({"source": sources, "mine": outputs}).lazy())
    with pytest.raises(cg.InputError, match="such as Meaning, Grammar or WordChange"):
        cg.evaluate(sources=sources, systems={"mine": outputs})


def test_a_result_is_a_mapping_of_systems() -> None:
    result = cg.evaluate(sources=["a b ."], systems={"x": ["a ."]}, measures="WordChange", ci=None)
    assert list(result) == ["x"]
    assert dict(result)["x"]["WordChange"].value == result["x", "WordChange"].value


def test_a_measure_is_looked_up_by_its_name_alone() -> None:
    given = {"sources": ["a b ."], "references": [["a ."]], "systems": {"x": ["a ."]}}
    result = cg.evaluate(**given, measures="GLEU(n=2)", ci=None)  # type: ignore[arg-type]
    assert result["x"]["GLEU"].value == result["x"]["GLEU(n=2)"].value
    assert result.signature("GLEU") == result.signature("GLEU(n=2)")
    two = cg.evaluate(**given, measures="GLEU(n=2),GLEU(n=3)", ci=None)  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="was not evaluated"):
        two["x"]["GLEU"]


def test_a_title_that_is_a_file_is_refused() -> None:
    result = cg.evaluate(sources=["a b ."], systems={"x": ["a ."]}, measures="WordChange", ci=None)
    with pytest.raises(cg.InputError, match=r"\.save\('page.html'\)"):
        result.report("page.html")


def test_worst_sentences_are_by_a_measure_that_ranks() -> None:
    sources, outputs = ["I have two cats .", "He came ."], ["I have three cats .", "He came ."]
    result = cg.evaluate(
        sources=sources, systems={"x": outputs}, measures="WordChange,Meaning", ci=None
    )
    assert [one.id for one in result.worst(2).systems["x"]] == ["1"]
