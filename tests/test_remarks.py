"""Input that cannot be right gets a remark, and input that can be right gets none."""

from __future__ import annotations

import csv
import json
import re
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda import examples
from corrigenda.cli import main
from corrigenda.cli.wording import as_options
from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.edits import Edit
from corrigenda.evaluation import evaluate, evaluate_stream
from corrigenda.formats import paired, read, read_parallel
from corrigenda.remarks import Checks, Remark

Lines = Sequence[str]


def lines(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return [line.strip() for line in text.removesuffix("\n").split("\n")]


def detokenised(line: str) -> str:
    line = re.sub(r" ([.,;:!?%)\]}])", r"\1", line)
    line = re.sub(r"([(\[{$]) ", r"\1", line)
    return re.sub(r" ('s|n't|'re|'ve|'ll|'d|'m)\b", r"\1", line)


def pairs(source: Lines, outputs: Sequence[Lines], references: Sequence[Lines]) -> Iterator[Pair]:
    for i, sentence in enumerate(source):
        texts = tuple(Correction(sentence, text=own[i]) for own in references)
        yield Segment(sentence, texts), [Correction(sentence, text=own[i]) for own in outputs]


def remarks(
    source: Lines,
    systems: Mapping[str, Lines],
    references: Sequence[Lines] = (),
    *,
    tokens: bool = True,
) -> tuple[Remark, ...]:
    checks = Checks(list(systems))
    for _ in checks.watched(pairs(source, list(systems.values()), references)):
        pass
    return checks.remarks(tokens=tokens)


def kinds(*arguments: Any, **options: Any) -> list[str]:
    return [remark.kind for remark in remarks(*arguments, **options)]


SOURCE = lines(examples.path("source.txt"))
REFERENCES = [lines(examples.path(f"ref{k}.txt")) for k in (0, 1)]
SYSTEMS = {name: lines(examples.path(f"{name}.txt")) for name in ("good", "timid", "reckless")}


# --- the bundled examples, whole and damaged ------------------------------------------------------


@pytest.mark.parametrize("references", [[], REFERENCES[:1], REFERENCES])
def test_the_bundled_examples_get_no_remark(references: list[Lines]) -> None:
    assert remarks(SOURCE, SYSTEMS, references) == ()


def test_the_bundled_gold_file_gets_no_remark() -> None:
    result = evaluate(examples.path("gold.m2"), dict(SYSTEMS), ci=None)
    assert result.remarks == ()


@given(st.sampled_from(sorted(SYSTEMS)), st.integers(1, len(SOURCE) - 1))
def test_lines_shifted_by_any_number_are_found(name: str, shift: int) -> None:
    shifted = SYSTEMS[name][shift:] + SYSTEMS[name][:shift]
    [remark] = remarks(SOURCE, {name: shifted}, REFERENCES)
    assert (remark.kind, remark.system) == ("unrelated", name)
    assert ("shifted" in remark.text) == (shift <= 3 or shift >= len(SOURCE) - 3)


@given(st.sampled_from(sorted(SYSTEMS)), st.integers(0, 100))
def test_lines_in_another_order_are_found(name: str, seed: int) -> None:
    shuffled = Random(seed).sample(SYSTEMS[name], len(SOURCE))
    assert kinds(SOURCE, {name: shuffled}, REFERENCES) == ["unrelated"]


@given(st.sampled_from(sorted(SYSTEMS)), st.integers(0, len(SOURCE) - 11))
def test_a_line_that_is_missing_is_found_where_it_is(name: str, at: int) -> None:
    """One line left out, and one added at the end to make up for it."""
    output = [*SYSTEMS[name][:at], *SYSTEMS[name][at + 1 :], "The end ."]
    [remark] = remarks(SOURCE, {name: output}, REFERENCES)
    assert remark.kind == "unrelated" and "shifted by 1. Look for a line too few" in remark.text
    assert remark.lines[0] >= at + 1


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_another_tokenisation_is_found(name: str) -> None:
    raw = [detokenised(line) for line in SYSTEMS[name]]
    [remark] = remarks(SOURCE, {name: raw, "as it is": SYSTEMS[name]}, REFERENCES)
    assert (remark.kind, remark.system) == ("tokenisation", name)
    assert remark.count >= 19 and "raw text: tokenise it" in remark.text


def test_a_raw_source_beside_tokenised_texts_is_found() -> None:
    raw = [detokenised(line) for line in SOURCE]
    found = remarks(raw, {"good": SYSTEMS["good"]}, REFERENCES)
    assert [(one.kind, one.system) for one in found] == [
        ("raw", ""),
        ("tokenisation", ""),
        ("tokenisation", ""),
        ("tokenisation", "good"),
    ]
    assert found[1].text.startswith("reference 1: ")
    assert "The source looks like raw text" in found[3].text


def test_raw_text_is_found_where_tokens_matter() -> None:
    raw, output = ([detokenised(line) for line in own] for own in (SOURCE, SYSTEMS["good"]))
    assert remarks(raw, {"good": output}, tokens=False) == ()
    [remark] = remarks(raw, {"good": output})
    assert remark.kind == "raw" and "raw=True" in remark.text and remark.count == 32


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_tokens_of_long_files_are_sampled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 32 sentences the first eight, and one of eight after them: 16, 24 and 32."""
    monkeypatch.setattr("corrigenda.remarks.CLOSELY", 8)
    raw = [detokenised(line) for line in SYSTEMS[name]]
    [remark] = remarks(SOURCE, {name: raw}, REFERENCES)
    assert remark.kind == "tokenisation" and " of 11 lines looked at (" in remark.text
    assert 5 <= remark.count <= 11 and set(remark.lines) <= {*range(1, 9), 16, 24, 32}
    [remark] = remarks([detokenised(line) for line in SOURCE], {name: raw})
    assert "in 11 of 11 sentences looked at, the final stop" in remark.text


@given(st.sampled_from(sorted(SYSTEMS)), st.integers(0, 20))
def test_a_line_is_missed_wherever_it_is_in_a_long_file(name: str, at: int) -> None:
    output = [*SYSTEMS[name][:at], *SYSTEMS[name][at + 1 :], "The end ."]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("corrigenda.remarks.CLOSELY", 0)
        [remark] = remarks(SOURCE, {name: output}, REFERENCES)
    assert remark.kind == "unrelated" and "shifted by 1. Look for a line too few" in remark.text


def test_lines_that_differ_by_spaces_alone_are_the_source_in_long_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("corrigenda.remarks.CLOSELY", 0)
    spaced = [line.replace(" ", "  ", 1) for line in SOURCE]
    assert kinds(SOURCE, {"a": SYSTEMS["good"]}, [spaced]) == ["source"]
    emptied = [line if k % 4 else "" for k, line in enumerate(SYSTEMS["good"])]
    [remark] = remarks(SOURCE, {"a": emptied})
    assert (remark.kind, remark.count) == ("empty", 8)


def test_a_script_without_spaces_is_not_raw_text() -> None:
    source = ["我们昨天去学校看书!", "你在家里写字吗?", "他今天不吃饭.", "她明天唱歌!"]
    assert remarks(source, {"mine": source}) == ()


def test_an_output_that_is_a_reference_is_found() -> None:
    [remark] = remarks(SOURCE, {"mine": REFERENCES[1]}, REFERENCES)
    assert (remark.kind, remark.system, remark.count) == ("reference", "mine", 29)
    assert kinds(SOURCE, {"mine": REFERENCES[0]}, REFERENCES[1:]) == []


def test_an_output_that_is_a_reference_is_found_among_edits() -> None:
    corpus = read(examples.path("gold.m2"))
    first = [segment.references[0].text for segment in corpus]
    result = evaluate(corpus, {"mine": first, "good": SYSTEMS["good"]}, ci=None)
    assert [(one.kind, one.system) for one in result.remarks] == [("reference", "mine")]


def test_many_empty_lines_are_found() -> None:
    output = ["" if i in (3, 4, 20) else line for i, line in enumerate(SYSTEMS["good"])]
    [remark] = remarks(SOURCE, {"good": output}, REFERENCES)
    assert (remark.kind, remark.count, remark.lines) == ("empty", 3, (4, 5, 21))
    output[20] = SOURCE[20]
    assert kinds(SOURCE, {"good": output}, REFERENCES) == []


def test_an_unchanged_output_is_no_error() -> None:
    assert remarks(SOURCE, {"nothing": SOURCE}, REFERENCES) == ()


def test_text_without_spaces_is_compared_by_characters() -> None:
    characters = "我们你他她在昨今明天学校家里看书写字吃饭喝水跑步唱歌跳舞画打球"
    draw = Random(1)
    source = ["".join(draw.sample(characters, 15)) + "。" for _ in range(40)]
    output = [line[:3] + "了" + line[4:] for line in source]
    assert kinds(source, {"mine": output}) == []
    assert kinds(source, {"mine": output[7:] + output[:7]}) == ["unrelated"]


# --- swapped --------------------------------------------------------------------------------------

SLIPS = {
    "environment": "enviroment",
    "because": "becouse",
    "government": "goverment",
    "different": "diferent",
    "important": "importent",
    "believe": "beleive",
    "receive": "recieve",
    "necessary": "neccessary",
    "beginning": "begining",
    "separate": "seperate",
    "definitely": "definately",
    "tomorrow": "tommorow",
}


def misspelt(line: str, words: Sequence[str]) -> str:
    for word in words:
        line = line.replace(word, SLIPS[word])
    return line


def test_source_and_output_swapped_are_found() -> None:
    right = [
        f"This sentence has the word {word} in its {k} place ." for k, word in enumerate(SLIPS)
    ]
    learner = [misspelt(line, list(SLIPS)) for line in right]
    system = [misspelt(line, list(SLIPS)[8:]) for line in right]
    assert kinds(learner, {"mine": system}, [[*right[:-1], learner[-1]]]) == []
    [remark] = remarks(system, {"mine": learner}, [right])
    assert (remark.kind, remark.system, remark.count) == ("swapped", "mine", 8)
    assert "'enviroment' for 'environment'" in remark.text
    # Python names parameters, the command line its options.
    assert "as sources=, the corrected one as systems=." in remark.text
    assert as_options(remark.text).endswith("as -s, the corrected one as -H.")


def test_swapped_files_are_found_by_the_words_of_english() -> None:
    """Without references, and if source and reference are swapped."""
    right = [f"The word in place {k} is {word} , I think ." for k, word in enumerate(SLIPS)]
    learner = [misspelt(line, list(SLIPS)) for line in right]
    assert kinds(learner, {"mine": right}) == []
    [remark] = remarks(right, {"mine": learner})
    assert (remark.kind, remark.system, remark.count) == ("swapped", "mine", 11)
    half = [*right[:6], *learner[6:]]
    [remark] = remarks(right, {"mine": half}, [learner])
    assert (remark.kind, remark.system, remark.count) == ("swapped", "", 11)
    assert remark.text.startswith("reference 1: it misspells 11 words")
    assert as_options(remark.text).endswith("as -s, the corrected one as -r.")


def test_american_spelling_is_no_misspelling() -> None:
    words = {
        "behaviour": "behavior", "centre": "center", "analyse": "analyze", "catalogue": "catalog",
        "favourite": "favorite", "labour": "labor", "defence": "defense", "traveller": "traveler",
        "colour": "color", "jewellery": "jewelry",
    }  # fmt: skip
    british = [f"The word in place {k} is {word} ." for k, word in enumerate(words)]
    american = [f"The word in place {k} is {word} ." for k, word in enumerate(words.values())]
    assert kinds(british, {"mine": american}) == kinds(american, {"mine": british}) == []


def test_a_system_that_is_called_source_is_the_source() -> None:
    assert kinds(SOURCE, {"source": SOURCE}) == []
    [remark] = remarks(SYSTEMS["good"], {"Source": SOURCE})
    assert (remark.kind, remark.system) == ("swapped", "Source")
    assert "called like a source" in remark.text


# --- edits and text -------------------------------------------------------------------------------


def test_edits_that_contradict_the_text_are_found(tmp_path: Path) -> None:
    source = "He like dog ."
    right = {"start": 1, "end": 2, "alternatives": ["likes", "loves"]}
    records = [
        {"source": source, "correction": {"text": "He loves dog .", "edits": [right]}},
        {"source": source, "correction": {"text": "He likes dogs .", "edits": [right]}},
        {"source": source, "correction": {"text": "He likes dogs ."}},
    ]
    file = tmp_path / "mine.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    corpus = [Segment(source, (Correction(source, edits=[Edit(1, 2, ("likes",))]),))] * 3
    result = evaluate_stream(paired(corpus, {"mine": file}), ["mine"], ci=None)
    [remark] = result.remarks
    assert (remark.kind, remark.count, remark.lines) == ("contradiction", 1, (2,))
    gold = Segment(source, (Correction(source, "He likes dogs .", [Edit(1, 2, ("likes",))]),))
    result = evaluate([gold], {"mine": ["He likes dogs ."]}, ci=None)
    assert [one.text[:12] for one in result.remarks] == ["reference 1:"]


# --- where remarks are shown ----------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "sorted.txt").write_text("\n".join(sorted(SYSTEMS["good"])) + "\n")
    (tmp_path / "good.txt").write_text("\n".join(SYSTEMS["good"]) + "\n")
    given = {name: str(examples.path(f"{name}.txt")) for name in ("source", "ref0", "ref1")}
    return {
        **given,
        "gold": str(examples.path("gold.m2")),
        "sorted": str(tmp_path / "sorted.txt"),
        "good": str(tmp_path / "good.txt"),
    }


COMMANDS: dict[str, Callable[[dict[str, str]], list[str]]] = {
    "evaluate": lambda f: ["--m2", f["gold"], "-H", f["sorted"], "-H", f["good"]],
    "compare": lambda f: ["--m2", f["gold"], "-H", f["sorted"], "-H", f["good"]],
    "conservatism": lambda f: ["--m2", f["gold"], "-H", f["sorted"]],
    "rerank": lambda f: [
        "-k",
        f["sorted"],
        "-k",
        f["good"],
        "--m2",
        f["gold"],
        "--counts",
        "1",
    ],
    "usim": lambda f: [f["source"], f["sorted"], "-m", "WordOrder"],
    "damage": lambda f: ["-s", f["source"], "-H", f["sorted"], "-m", "WordOrder"],
}


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_commands_remark_before_the_scores(
    command: str, files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *COMMANDS[command](files), "-f", "json"]) == 0
    printed = capsys.readouterr()
    [said] = [line for line in printed.err.splitlines() if "remark: " in line]
    assert "31 of 32 lines hardly share words with their source" in said
    [remark] = json.loads(printed.out)["remarks"]
    assert remark["kind"] == "unrelated" and remark["count"] == 31
    assert remark["lines"] and remark["text"] in said


def test_explanations_of_usim_come_with_remarks(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    short = tmp_path / "short.txt", tmp_path / "other.txt"
    for path, own in zip(short, (SOURCE[:4], SOURCE[4:8]), strict=True):
        path.write_text("\n".join(own) + "\n")
    assert main(["usim", *map(str, short), "--explain"]) == 0
    assert "other: 4 of 4 lines hardly share words" in capsys.readouterr().err


@pytest.mark.parametrize("measure", ["USim", "Meaning", "WordChange", "WordOrder"])
def test_raw_text_without_raw_is_remarked_on(measure: str) -> None:
    raw = [detokenised(line) for line in SOURCE[:4]]
    corpus = [Segment(line) for line in raw]
    result = evaluate(corpus, {"mine": raw}, measure, ci=None)
    assert [one.kind for one in result.remarks] == ["raw"]
    result = evaluate(corpus, {"mine": raw}, measure, ci=None, raw=True)
    assert result.remarks == ()


@pytest.mark.parametrize(
    ("measure", "tokens"),
    [
        ("ERRANT", True),
        ("GLEU", True),
        ("BLEU", True),
        ("BLEU(tokenize=13a)", False),
        ("chrF", False),
        ("chrF(words=2)", True),
    ],
)
def test_measures_say_whether_raw_text_matters_to_them(measure: str, tokens: bool) -> None:
    raw = [detokenised(line) for line in SOURCE[:4]]
    references = [[detokenised(line)] for line in REFERENCES[0][:4]]
    result = evaluate(sources=raw, references=references, systems={"m": raw}, measures=measure)
    assert [one.kind for one in result.remarks] == ["raw"] * tokens


def test_parse_remarks_on_raw_text(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text, out = tmp_path / "raw.txt", tmp_path / "graphs.mrp"
    text.write_text("\n".join(detokenised(line) for line in SOURCE[:4]) + "\n")
    assert main(["parse", str(text), "-o", str(out)]) == 0
    said = capsys.readouterr().err
    assert "looks like raw text: in 4 of 4 sentences" in said and "Tokenise it: --raw" in said
    assert main(["parse", str(text), "--raw", "-o", str(out)]) == 0
    text.write_text("\n".join(SOURCE[:4]) + "\n")
    assert main(["parse", str(text), "-o", str(out)]) == 0
    assert capsys.readouterr().err == ""


def test_python_and_the_page_show_remarks(files: dict[str, str]) -> None:
    result = cg.evaluate(files["gold"], [files["sorted"], files["good"]], ci=None)
    [remark] = result.remarks
    assert str(result).startswith(f"Remark: {remark}\n\n")
    assert str(result.compare()).startswith(f"Remark: {remark}\n\n")
    assert "hardly share words" in result._repr_html_()
    page = result.report()
    assert page.index("hardly share words") < page.index('id="at-scores"')
    quiet = cg.evaluate(files["gold"], files["good"], ci=None)
    assert 'class="remarks"' not in quiet.report() and "Remark" not in str(quiet)


def test_remarks_do_not_depend_on_processes(files: dict[str, str]) -> None:
    found = [
        cg.evaluate(files["gold"], files["sorted"], ci=None, jobs=jobs).remarks for jobs in (1, 2)
    ]
    assert found[0] == found[1] != ()


# --- extracted edits ------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", ["Edits", "CLEME"])
def test_edits_extracted_from_text_are_never_taken_for_errants(measure: str) -> None:
    gold = examples.path("gold.m2")
    text = cg.evaluate(gold, examples.path("good.txt"), measure, ci=None)
    [remark] = text.remarks
    assert remark.kind == "extraction" and "not by ERRANT" in remark.text
    assert "the edits of the systems" in remark.text
    assert "or use the measure ERRANT" in remark.text
    assert "|edits:corrigenda-extract|" in text.signature()
    assert remark.note in str(text) and remark.text in text.report()
    assert [one["kind"] for one in text.to_json()["remarks"]] == ["extraction"]
    edits = cg.evaluate(gold, examples.path("good.m2"), measure, ci=None)
    assert edits.remarks == () and "|edits:given|" in edits.signature()
    both = {"a": examples.path("good.txt"), "b": examples.path("good.m2")}
    mixed = cg.evaluate(gold, both, [measure, "M2"], ci=None)
    assert "the edits of some systems" in mixed.remarks[0].text
    assert "edits:corrigenda-extract" in mixed.signature(measure)
    assert "|edits:" not in mixed.signature("M2")
    assert remark.note not in str(mixed) and mixed.remarks[0].note in str(mixed.compare())


def test_gold_edits_that_errant_did_not_cut_are_remarked_on() -> None:
    """ERRANT's score from text against gold edits of another scheme is not what papers print."""
    source, text = "He like dogs .", "He likes dogs ."
    for kind, said in {"Vform": 1, "R:VERB:SVA": 0, "": 0}.items():
        gold = Correction(source, edits=[Edit(1, 2, ("likes",), kind)])
        corpus = [Segment(source, (gold,))]
        result = evaluate(corpus, {"mine": [text]}, "ERRANT", ci=None)
        assert [one.kind for one in result.remarks] == ["extraction"] * said
        as_edits = {"mine": [Correction(source, edits=gold.edits)]}
        assert not evaluate(corpus, as_edits, "ERRANT", ci=None).remarks
    result = evaluate(corpus, {"mine": [text]}, "M2", ci=None)
    assert not result.remarks


def test_a_reference_that_is_the_source_is_found() -> None:
    source = [f"Sentence {n} are wrong ." for n in range(20)]
    right = [line.replace("are", "is") for line in source]
    assert [one.kind for one in remarks(source, {"mine": source}, [right, source])] == ["source"]
    assert not remarks(source, {"mine": source}, [right, [right[0], *source[1:]]])
    assert not remarks(source[:19], {"mine": source[:19]}, [right[:19], source[:19]])


def test_a_gate_shows_remarks() -> None:
    source = [f"the {a} dog number {n} go home ." for n, a in enumerate("abcdefghij")]
    other = [f"my {a}{a} cats sleeps in bed {n} !" for n, a in enumerate("abcdefghij")]
    given = {"sources": source, "references": source, "systems": {"mine": other}}
    assert "Remark: mine: 10 of 10 lines" in str(cg.gate(None, rules="M2 > 2 points", **given))
    with pytest.warns(UserWarning, match="mine: 10 of 10 lines"):
        cg.testing.assert_not_worse(None, rules="M2 > 2 points", **given)
    with pytest.raises(AssertionError, match="Remark: mine: 10 of 10 lines"):
        cg.testing.assert_not_worse(None, rules="M2 < 100 points", **given)


def test_references_given_as_text_are_extracted_too() -> None:
    corpus = read_parallel(examples.path("source.txt"), [examples.path("ref0.txt")])
    result = cg.evaluate(corpus, examples.path("good.m2"), "Edits", ci=None)
    assert "the edits of the references were extracted" in result.remarks[0].text


def test_tables_by_type_say_that_edits_were_extracted(capsys: pytest.CaptureFixture[str]) -> None:
    gold, good = str(examples.path("gold.m2")), str(examples.path("good.txt"))
    assert main(["evaluate", "--m2", gold, "-H", good, "-m", "Edits", "--by", "type"]) == 0
    printed = capsys.readouterr()
    _, by_type = printed.out.split("good: Edits by type")
    assert "not by ERRANT" in by_type and "edits:corrigenda-extract" in by_type
    assert "remark: Edits: the edits of the systems" in printed.err


def test_extracted_edits_score_lower_than_errants(shared: Any) -> None:
    """What the remark warns of: the same output, as edits by ERRANT and as text."""
    folder = shared.data("conll14")
    given = {
        "edits": folder / "errant" / "conll14-CAMB.errant",
        "text": folder / "systems" / "CAMB",
    }
    result = cg.evaluate(folder / "errant" / "conll14.errant", given, ["Edits", "CLEME"], ci=None)
    scores = {(s, m): round(float(result[s, m]), 4) for s in given for m in ("Edits", "CLEME")}
    assert scores["edits", "Edits"] == 0.3348 and scores["text", "Edits"] == 0.3040
    assert abs(scores["edits", "CLEME"] - scores["text", "CLEME"]) < 0.002


# --- public corpora -------------------------------------------------------------------------------


def conll14(shared: Any) -> tuple[list[str], list[list[str]], dict[str, list[str]]]:
    folder = shared.data("conll14")
    systems = {path.name: lines(path) for path in sorted((folder / "systems").iterdir())}
    with tarfile.open(shared.data("ibgec", "extra_outputs.tar.gz")) as archive:
        for name in ("RoRo", "JMGR", "Char"):
            file = archive.extractfile(f"extra_outputs/{name}.txt")
            assert file is not None
            text = file.read().decode("utf-8")
            systems[name] = [line.strip() for line in text.removesuffix("\n").split("\n")]
    references = [lines(folder / f"ref{k}.txt") for k in (0, 1)]
    return lines(folder / "source.txt"), references, systems


def quiet(source: Lines, systems: Mapping[str, Lines], references: Sequence[Lines]) -> None:
    """No remark with all references, with each of them, without any, nor on one by the others."""
    for chosen in ([*references], *([one] for one in references), []):
        assert remarks(source, systems, chosen) == ()
    for k, reference in enumerate(references):
        others = [*references[:k], *references[k + 1 :]]
        assert remarks(source, {f"reference {k}": reference}, others) == ()


def test_conll14_gets_no_remark(shared: Any) -> None:
    source, references, systems = conll14(shared)
    assert len(systems) == 16
    quiet(source, systems, references)


@pytest.mark.parametrize("length", [60, 150, 300])
def test_scrambled_lines_of_a_system_are_no_shift(shared: Any, length: int) -> None:
    """NTHU mixed up some neighbours (lines 38, 40 and 41), but its lines are where they belong."""
    source, _, systems = conll14(shared)
    assert remarks(source[:length], {"NTHU": systems["NTHU"][:length]}) == ()


@pytest.mark.parametrize("length", [700, 1312])
def test_a_shift_of_a_few_lines_is_found_in_a_long_file(shared: Any, length: int) -> None:
    source, _, systems = conll14(shared)
    output = systems["CAMB"]
    shifted = [*output[:600], *output[601:616], output[615], *output[616:]]
    [remark] = remarks(source[:length], {"CAMB": shifted[:length]})
    assert "Look for a line too few at or before line 601" in remark.text
    assert "From line 601 to line 61" in remark.text


@pytest.mark.parametrize(
    "gold", ["official-2014.combined.m2", "official-2014.combined-withalt.m2", "bn10.m2"]
)
def test_conll14_gets_no_remark_by_edits(shared: Any, gold: str) -> None:
    _, _, systems = conll14(shared)
    corpus = read(shared.data("conll14", gold))
    checks = Checks(list(systems))
    for segment, *texts in zip(corpus, *systems.values(), strict=True):
        checks.see(segment, [Correction(segment.source, text=text) for text in texts])
    assert checks.remarks() == ()


def test_jfleg_gets_no_remark(shared: Any) -> None:
    folder = shared.data("jfleg")
    systems = {f"mle_{k}": lines(folder / f"mle_{k}.txt") for k in range(1, 6)}
    systems["spelling"] = lines(folder / "dev.spellchecked.src")
    references = [lines(folder / f"dev.ref{k}") for k in range(4)]
    quiet(lines(folder / "dev.src"), systems, references)


def test_turk_gets_no_remark(shared: Any) -> None:
    """Simplifications: shorter, lower-cased, some in another tokenisation, some of poor quality."""
    folder = shared.data("turk")
    outputs = [*(folder / "easse_tok_low").iterdir(), *(folder / "systemoutputs").iterdir()]
    systems = {path.name: lines(path) for path in sorted(outputs)}
    with tarfile.open(shared.data("ibgec", "nts_kbest.tar.gz")) as archive:
        for k in range(1, 13):
            file = archive.extractfile(f"nts_kbest/h{k}.txt")
            assert file is not None
            text = file.read().decode("utf-8")
            systems[f"h{k}"] = [line.strip() for line in text.removesuffix("\n").split("\n")]
    systems["simple"] = lines(folder / "test.8turkers.tok.simp")
    assert len(systems) == 37
    references = [lines(folder / f"test.8turkers.tok.turk.{k}") for k in range(8)]
    quiet(lines(folder / "test.8turkers.tok.norm"), systems, references)


def tmu_gfm(shared: Any) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each system, and all of them together, with its sources and outputs."""
    with shared.data("tmu-gfm-dev", "dev.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for name in ("lstm", "smt", "cnn", "copy-net", "transformer", ""):
        own = [row for row in rows if not name or name in row["system"].split(",")]
        yield name or "all", [row["source"] for row in own], [row["output"] for row in own]


def hoo(shared: Any) -> Iterator[tuple[str, dict[str, list[str]], dict[str, list[str]]]]:
    """Yield each system with the paragraphs of its sources and outputs, by fragment."""
    raw = {p.stem: lines(p) for p in sorted(shared.data("hoo2011", "dev", "Raw").iterdir())}
    folder = shared.data("hoo2011", "dev", "systems_txt")
    names = sorted({path.stem[4:] for path in folder.iterdir()})
    assert len(names) == 8
    for name in names:
        yield name, raw, {number: lines(folder / f"{number}{name}.txt") for number in raw}


def test_tmu_gfm_gets_no_remark(shared: Any) -> None:
    """Raw text on both sides; where it is taken for tokens, the remark says just that."""
    for name, source, output in tmu_gfm(shared):
        assert remarks(source, {name: output}, tokens=False) == ()
        assert kinds(source, {name: output}) == ["raw"]


def test_hoo_gets_no_remark(shared: Any) -> None:
    """Raw text: by paragraphs, and each fragment as one long line."""
    for name, raw, texts in hoo(shared):
        assert all(len(texts[number]) == len(raw[number]) for number in raw)
        source, output = ([line for number in raw for line in own[number]] for own in (raw, texts))
        assert remarks(source, {name: output}, tokens=False) == ()
        assert kinds(source, {name: output}) == ["raw"]
        source, output = ([" ".join(own[number]) for number in raw] for own in (raw, texts))
        assert remarks(source, {name: output}, tokens=False) == ()


def test_raw_corpora_get_no_remark_if_they_are_said_to_be_raw(shared: Any) -> None:
    """What `--raw` makes of them is tokens on both sides."""
    corpora = [*tmu_gfm(shared)]
    for name, raw, texts in hoo(shared):
        source, output = ([line for number in raw for line in own[number]] for own in (raw, texts))
        corpora.append((name, source, output))
    for name, source, output in corpora:
        found = cg.evaluate(source, {name: output}, "SentenceBreaks", raw=True, ci=None, jobs=1)
        assert found.remarks == ()
        assert [one.kind for one in cg.evaluate(
            source[:50], {name: output[:50]}, "WordChange", ci=None, jobs=1
        ).remarks] == ["raw"]  # fmt: skip


CAMB: dict[str, tuple[str, Callable[[list[str]], list[str]]]] = {
    "sorted": ("in another order", sorted),
    "shifted by one line": ("shifted by 1. Look for a line too few", lambda x: x[1:] + x[:1]),
    "shifted back": ("shifted by 1. Look for a line too many", lambda x: x[-1:] + x[:-1]),
    "shifted by two lines": ("shifted by 2", lambda x: x[2:] + x[:2]),
    "shifted from line 1251": ("line 1251", lambda x: x[:1250] + x[1251:] + x[:1]),
    "detokenised": ("raw text: tokenise it", lambda x: [detokenised(line) for line in x]),
    "empty lines": ("44 of 1,312 lines are empty", lambda x: [
        "" if i % 30 == 0 else line for i, line in enumerate(x)
    ]),
}  # fmt: skip


@pytest.mark.parametrize("damage", sorted(CAMB))
def test_each_damage_is_found_on_camb(shared: Any, damage: str) -> None:
    source, references, systems = conll14(shared)
    expected, damaged = CAMB[damage]
    [remark] = remarks(source, {"CAMB": damaged(systems["CAMB"])}, references)
    assert remark.system == "CAMB" and expected in remark.text


def test_swapped_and_copied_files_are_found_on_camb(shared: Any) -> None:
    source, references, systems = conll14(shared)
    for chosen in (references, references[:1]):
        [remark] = remarks(systems["CAMB"], {"CAMB": source}, chosen)
        assert remark.kind == "swapped"
    [remark] = remarks(source, {"CAMB": references[0]}, references)
    assert (remark.kind, remark.count) == ("reference", 901)


def test_raw_files_taken_for_tokens_are_found_on_camb(shared: Any) -> None:
    source, _, systems = conll14(shared)
    raw = [[detokenised(line) for line in text] for text in (source, systems["CAMB"])]
    [remark] = remarks(raw[0], {"CAMB": raw[1]})
    assert remark.kind == "raw" and remark.count > 1000


def test_edits_that_contradict_the_text_are_found_on_camb(shared: Any) -> None:
    """Edits that were extracted from the text agree with it; beside another text they do not."""
    source, _, systems = conll14(shared)
    own = [
        Correction(line, text, Correction(line, text=text).edits)
        for line, text in zip(source, systems["CAMB"], strict=True)
    ]
    for wrong in ((), (10, 700)):
        checks = Checks(["CAMB"])
        for number, correction in enumerate(own):
            if number in wrong:
                line = correction.source
                correction = Correction(line, f"{line} indeed", correction.edits)
            checks.see(Segment(correction.source), [correction])
        assert [(one.kind, one.lines) for one in checks.remarks()] == [
            ("contradiction", tuple(number + 1 for number in wrong))
        ] * bool(wrong)


def test_raw_answers_against_tokenised_sources_are_found(shared: Any) -> None:
    """The samples of perfect correctors are answers of a crowd, most of them not tokenised."""
    with tarfile.open(shared.data("ibgec", "perfect_corrector_samples.tar.gz")) as archive:
        texts = []
        for name in ("1_sgss.m2", "perfect_output_for_1_sgss.m2"):
            file = archive.extractfile(f"perfect_corrector_samples/{name}")
            assert file is not None
            texts.append(file.read().decode("utf-8"))
    source = re.findall(r"(?m)^S (.*)$", texts[0])
    output = texts[1].removesuffix("\n").split("\n")
    [remark] = remarks(source, {"sample": output})
    assert remark.kind == "tokenisation" and remark.count == 759
