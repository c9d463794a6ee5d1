"""Systems beside annotators: how much they change, and what is said of it."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda import examples
from corrigenda.changes.conservatism import Conservatism, conservatism
from corrigenda.changes.types import TypeRatio
from corrigenda.changes.wordchange import WordChange
from corrigenda.results.finding import load
from corrigenda.results.html import prose
from corrigenda.statistics.settings import Settings
from tests.report.html_reader import Reader

PLAIN = Settings(ci=None)


def segment(source: str, *references: str, by: Sequence[str] = ()) -> cg.Segment:
    names = by or [str(k) for k in range(len(references))]
    return cg.Segment(
        source,
        tuple(cg.Correction(source, text=r, by=b) for r, b in zip(references, names, strict=True)),
    )


def study(corpus: list[cg.Segment], outputs: dict[str, list[str]], **options) -> Conservatism:
    options = {"settings": PLAIN, **options}
    return conservatism(corpus, outputs, **options)


CORPUS = [
    segment("he like dog .", "he likes dogs .", "he loves dogs a lot ."),
    segment("it rain .", "it rains .", "it rain ."),
    segment("all is well .", "all is well .", "all is well ."),
    segment("yes .", "no ."),
]
OUTPUT = ["he likes dog .", "it rain .", "all is very well .", "yes ."]


def test_what_a_verdict_is_made_of() -> None:
    found = study(CORPUS, {"mine": OUTPUT})
    verdict = found.verdicts["mine"]
    # Annotators change 2 and 4 words, 1 and 0, 0 and 0, 1; the system 1, 0, 1 and 0.
    assert verdict.words.value == pytest.approx((1 + 0 + 1 + 0) / (3 + 0.5 + 0 + 1))
    # They touch the first sentence, half of them the second, and the last.
    assert verdict.alone.value == pytest.approx((0 + 0.5 + 0 + 1) / (1 + 0.5 + 0 + 1))
    assert verdict.words.low is None and verdict.stance == ""
    assert found.verdict("mine") == (
        "mine changes 0.44 words for each one that annotators change; 60 % of the sentences "
        "that annotators change are unchanged."
    )


def test_annotators_are_judged_on_what_they_corrected() -> None:
    found = study(CORPUS, {"mine": OUTPUT})
    assert [(one.name, one.sentences) for one in found.annotators] == [("0", 4), ("1", 3)]
    first, second = found.annotators
    assert first.by_changes[:4] == (1, 2, 1, 0) and second.by_changes[:5] == (2, 0, 0, 0, 1)
    assert found.systems[0].by_changes == (2, 2, *[0] * 10)
    assert second.order.score.counts["undefined"] == 0
    assert first.order.score.counts["undefined"] == 1


def test_annotators_by_name_or_by_number() -> None:
    corpus = [
        segment("a", "b", "c", by=["10", "2"]),
        segment("a", "b", "c", by=["2", "Ann"]),
        segment("a", "b", "c", by=["Ann", "Ann"]),  # no name of its own: by number
    ]
    found = study(corpus, {"x": ["a"] * 3})
    assert [(one.name, one.sentences) for one in found.annotators] == [
        ("0", 1), ("1", 1), ("2", 2), ("10", 1), ("Ann", 1),
    ]  # fmt: skip


def test_joins_across_lines_are_seen_in_running_text() -> None:
    corpus = [
        segment("It rains .", "It rains ,"),
        segment("We stay here .", "so we stay here ."),
        segment("Yes , we do .", "Yes . We do .", "Yes we do ."),
    ]
    output = ["It rains", "and we stay here .", "Yes , we do ."]
    by_line = study(corpus, {"mine": output})
    by_text = study(corpus, {"mine": output}, pairing="text")

    def counts(found: Conservatism) -> list[list[float]]:
        return [list(one.breaks.score.counts.values()) for one in found.correctors]

    assert counts(by_line) == [[0, 0, 0, 3], [1, 0, 0, 3], [0, 0, 0, 1]]
    assert counts(by_text) == [[0, 1, 0, 3], [1, 1, 0, 3], [0, 0, 0, 1]]
    # All else stays as it is.
    for one, other in zip(by_line.correctors, by_text.correctors, strict=True):
        assert one.changes == other.changes and one.order == other.order
    assert by_line.verdicts == by_text.verdicts
    assert "SentenceBreaks(pairing=text,stops=text,reach=8)" in str(by_text.signature)
    assert "SentenceBreaks(stops=text)" in str(by_line.signature)
    assert by_text.record()["pairing"] == "text"
    caption = by_text.plot("breaks").caption
    assert caption.startswith("Sentences of the running text, 3 in the source, that are split")
    assert by_line.plot("breaks").caption.startswith("Lines in which")
    ended = study(corpus, {"mine": ["It rains ; still .", *output[1:]]}, stops="semicolons")
    assert counts(ended)[0] == [1, 0, 0, 3]
    assert "SentenceBreaks(stops=semicolons)" in str(ended.signature)
    with pytest.raises(cg.InputError, match="'line' or 'text', found 'word'"):
        study(corpus, {"mine": output}, pairing="word")


def test_an_annotator_without_a_correction_leaves_the_text_as_it_is() -> None:
    corpus = [
        segment("It rains .", "It rains .", "It rains ,"),
        segment("We stay .", "We stay ."),
        segment("Yes .", "Yes .", "Yes ."),
    ]
    found = study(corpus, {"mine": [one.source for one in corpus]}, pairing="text")
    counts = found.annotators[1].breaks.score.counts
    # Joined with the source's next sentence; of that line the annotator has no row.
    assert counts == {"split": 0, "joined": 1, "emptied": 0, "sentences": 2}


def test_without_references_there_is_no_verdict() -> None:
    found = study(
        [segment("he like dog ."), segment("yes .")], {"mine": ["he likes dog .", "yes ."]}
    )
    assert not found.annotators and not found.verdicts
    assert found.verdict("mine") == (
        "mine changes 0.50 words per sentence, and leaves 50 % of the sentences alone; there are "
        "no references to compare with."
    )
    assert len(found.tables()[0].columns) == 8
    assert found.record()["systems"]["mine"]["against_annotators"] is None


def test_annotators_who_change_nothing() -> None:
    found = study([segment("all is well .", "all is well .")], {"mine": ["all is good ."]})
    assert math.isnan(found.verdicts["mine"].words.value)
    assert found.verdict("mine").endswith("alone; annotators change nothing.")
    data = found.record()
    assert data["systems"]["mine"]["against_annotators"]["words"]["value"] is None
    json.dumps(data, allow_nan=False)
    assert "–" in str(found.tables()[0])


def test_an_annotator_is_neither_timid_nor_bold() -> None:
    corpus = [segment(f"a{k} b{k} c{k}", f"a{k} x{k} c{k}") for k in range(20)]
    outputs = {
        "same": [f"a{k} y{k} c{k}" for k in range(20)],
        "timid": [f"a{k} {'y' if k % 4 else 'b'}{k} c{k}" for k in range(20)],
        "bold": [f"x{k} y{k} c{k}" for k in range(20)],
    }
    found = study(corpus, outputs, settings=Settings())
    assert [v.stance for v in found.verdicts.values()] == ["", "timid", "bold"]
    assert found.verdicts["same"].words == (1, 1, 1)
    low, high = found.verdicts["timid"].words[1:]
    assert low is not None and high is not None and 0.3 < low < 0.75 < high < 1
    assert found.verdict("timid").startswith("timid is timid: it changes 0.75 words [0.")


def test_rows_are_those_of_the_measures() -> None:
    corpus = cg.read(examples.path("gold.m2"))
    files = {name: examples.path(f"{name}.txt") for name in ("timid", "good", "reckless")}
    found = conservatism(corpus, files, settings=Settings(resamples=50))
    names = ["WordChange", "WordOrder", "SentenceBreaks"]
    result = cg.evaluate(corpus, files, names, resamples=50)
    for one in found.systems:
        for name, cell in zip(names, (one.changes, one.order, one.breaks), strict=True):
            assert cell == result[one.name, name]
        assert sum(one.by_changes) == one.sentences == len(corpus)
        counts = list(one.by_order.values())
        assert all(a <= b for a, b in pairwise(counts))
        assert counts[-1] <= one.order.score.counts["moved"]
    words = [found.verdicts[name].words.value for name in files]
    assert words == sorted(words)


@pytest.mark.parametrize("pairing", ["line", "text"])
def test_it_does_not_depend_on_processes(pairing: str) -> None:
    corpus = cg.read(examples.path("gold.m2")).segments * 5
    files = {"good": examples.path("good.m2")}
    output = [c.text for c in cg.read_system(files["good"], corpus[:32]).corrections] * 5
    one, two = (
        study(
            list(corpus),
            {"good": output},
            pairing=pairing,
            jobs=jobs,
            settings=Settings(resamples=20),
        )
        for jobs in (1, 2)
    )
    assert one.record() == two.record()


@given(
    st.lists(st.lists(st.sampled_from("abcd"), max_size=5).map(" ".join), min_size=1, max_size=4)
)
def test_a_system_that_is_the_annotator(texts: list[str]) -> None:
    corpus = [segment("a b c d", text) for text in texts]
    found = study(corpus, {"x": texts}, change="approx", tokens="released")
    verdict = found.verdicts["x"]
    changed = sum(
        WordChange(change="approx", tokens="released").count("a b c d", t)[0] for t in texts
    )
    if changed:
        assert verdict.words.value == 1 and verdict.alone.value == 0
    else:
        assert math.isnan(verdict.words.value) and math.isnan(verdict.alone.value)


def test_no_sentences() -> None:
    with pytest.raises(cg.InputError, match="no sentences"):
        conservatism([], {"x": []})
    with pytest.raises(cg.InputError, match="no system is given"):
        conservatism(CORPUS, {})


# --- by type --------------------------------------------------------------------------------------


def typed(source: str, *types: str) -> cg.Correction:
    edits = [cg.Edit(k, k + 1, ("x",), kind) for k, kind in enumerate(types)]
    return cg.Correction(source, edits=edits, by=str(len(types)))


def by_type(rows: list[tuple[list[cg.Correction], list[cg.Correction]]], **options):
    corpus = [cg.Segment("a b c d", tuple(gold)) for gold, _ in rows]
    systems = {f"s{k}": own for k, own in enumerate(zip(*(own for _, own in rows), strict=True))}
    return study(corpus, systems, by_type=True, types="given", **options)


def test_ratios_by_type() -> None:
    source = "a b c d"
    found = by_type(
        [
            # Two annotators: one noun each, two verbs and none.
            (
                [typed(source, "R:NOUN", "M:VERB", "R:VERB"), typed(source, "U:NOUN")],
                [typed(source, "R:NOUN", "R:NOUN"), typed(source, "R:NOUN", "R:DET")],
            ),
            ([typed(source, "R:VERB")], [typed(source), typed(source, "U:VERB")]),
        ]
    )
    assert [(t.type, t.edits, t.gold, t.ratio and t.ratio.value) for t in found.types] == [
        ("NOUN", {"s0": 2, "s1": 1}, 1.0, 1.5),
        ("VERB", {"s0": 0, "s1": 1}, 2.0, 0.25),
        ("DET", {"s0": 0, "s1": 1}, 0.0, None),
    ]
    assert found.types[0].ratio_of("s0") == 2.0
    assert [row[0] for row in found.tables()[-1].rows] == ["NOUN", "VERB", "DET"]
    data = found.record()["types"]
    assert data[1]["systems"] == {
        "s0": {"edits": 0, "ratio": 0.0},
        "s1": {"edits": 1, "ratio": 0.5},
    }
    assert data[2]["ratio"] is None


def test_intervals_by_type() -> None:
    source = "a b c d"
    rows = [([typed(source, "R:NOUN")], [typed(source, *["R:NOUN"] * (k % 3))]) for k in range(30)]
    rows[0] = ([typed(source, "R:NOUN", "R:RARE")], [typed(source)])
    found = by_type(rows, settings=Settings())
    noun, rare = found.types
    assert noun.type == "NOUN" and noun.ratio.value == 1.0
    assert 0.5 < noun.ratio.low < 1 < noun.ratio.high < 1.5
    assert rare.ratio.interval is None  # a third of the resamples have none
    assert "no interval" in str(found.tables()[-1])


@pytest.mark.parametrize(
    ("gold", "own", "message"),
    [
        (typed("a b c d", "N"), cg.Correction("a b c d", text="a"), "system 's0' gives text"),
        (cg.Correction("a b c d", text="a"), typed("a b c d", "N"), "a reference is given as text"),
        (typed("a b c d", "Nn"), typed("a b c d", "R:NOUN"), "no type in common: NOUN; Nn"),
    ],
)
def test_types_that_cannot_be_compared(
    gold: cg.Correction, own: cg.Correction, message: str
) -> None:
    with pytest.raises(cg.InputError, match=message):
        by_type([([gold], [own])])


def test_types_of_plain_text_are_those_of_errant() -> None:
    texts = [examples.path(name) for name in ("source.txt", "ref0.txt", "good.txt")]
    corpus = cg.read_parallel(texts[0], [texts[1]])
    found = conservatism(corpus, texts[2], by_type=True, settings=PLAIN)
    edits = [
        edit.type.partition(":")[2]
        for segment, line in zip(corpus, texts[2].read_text().splitlines(), strict=True)
        for edit in cg.annotate(segment.source, line)
    ]
    assert {one.type: one.edits["good"] for one in found.types if one.mean} == Counter(edits)
    assert "|types:errant-3.0.2/en_core_web_sm-3.8.0|" in str(found)
    assert found.disagreement == (0, 0)


def test_given_types_that_differ_are_counted() -> None:
    files = examples.path("gold.m2"), examples.path("good.m2")
    found = conservatism(*files, by_type=True, settings=PLAIN)
    assert "52 of 231 differ" in str(found)
    given = conservatism(*files, by_type=True, types="given", settings=PLAIN)
    assert "|types:given|" in str(given) and "differ (" not in str(given)


def test_a_type_by_itself() -> None:
    one = TypeRatio("NOUN", {"a": 3, "b": 1}, 4.0)
    assert (one.mean, one.ratio, one.ratio_of("a")) == (2.0, (0.5, None, None), 0.75)


# --- figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("plot", ["changes", "breaks", "order", "types"])
def test_figures(plot: str) -> None:
    found = conservatism(
        examples.path("gold.m2"), examples.path("good.m2"), by_type=True, settings=PLAIN
    )
    figure = found.plot(plot)
    drawn = figure.render(".svg").decode()
    assert "refs:1-3" in figure.signature
    assert ("annotator 2" in drawn or plot == "types") and "</svg>" in drawn


def test_no_types_to_draw() -> None:
    with pytest.raises(
        cg.InputError, match="no figure is called 'types'; there are 'rate', 'changes'"
    ):
        study(CORPUS, {"x": OUTPUT}).plot("types")


# --- the page -------------------------------------------------------------------------------------


def test_the_page_shows_all_of_it() -> None:
    files = examples.path("gold.m2"), examples.path("good.m2")
    found = conservatism(*files, by_type=True, settings=PLAIN)
    page = Reader(found.report())
    (section,) = page.all("section", id="at-conservatism")
    assert prose(found.verdict("good"))[1:] in section["text"]
    assert str(found.signature) in section["text"].replace("\u200b", "")
    rate, heat, breaks, *order = [
        e["at"]["aria-label"] for e in page.all("svg") if section in e["around"]
    ]
    assert "good 0." in rate and rate.endswith("annotators 1")
    distribution = ", ".join(str(count) for count in found.systems[0].by_changes)
    assert f"good: {distribution}; annotator 0: " in heat
    assert "annotator 2: split 0, joined 0, emptied 0" in breaks
    assert len(order) == 1 and "annotator 0: " in order[0]  # the system before the annotators
    (types,) = page.all("section", id="at-edits-by-type")
    assert "edits by type|refs:1-3" in types["text"].replace("\u200b", "")


def test_saved_and_loaded(tmp_path: Path) -> None:
    found = study(CORPUS, {"mine": OUTPUT}, settings=Settings(resamples=20))
    found.save(tmp_path / "study.json")
    again = load(tmp_path / "study.json")
    assert str(again) == str(found)
    assert again.record() == found.record()


def test_a_system_with_an_annotators_name() -> None:
    found = study(CORPUS, {"annotator 0": OUTPUT})
    assert [row[0] for row in found.tables()[0].rows] == [
        "annotator 0", "reference annotator 0", "annotator 1",
    ]  # fmt: skip
    assert "</svg>" in found.plot("order").render(".svg").decode()


def test_systems_of_all_kinds() -> None:
    corpus = cg.read(examples.path("gold.m2"))
    file = examples.path("good.txt")
    system = cg.read_system(file, corpus)
    expected = conservatism(corpus, {"good": file}, settings=PLAIN)
    for systems in (file, [file], str(file), system, [system], {"good": system}):
        assert conservatism(examples.path("gold.m2"), systems, settings=PLAIN) == expected
    with pytest.raises(cg.InputError, match="two systems are called 'good'"):
        conservatism(corpus, [file, system])
