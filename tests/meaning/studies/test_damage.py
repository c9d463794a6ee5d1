"""The faithfulness study: who is paired with whom, means, shares, and what is printed."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest

from corrigenda import examples
from corrigenda.cli import main
from corrigenda.corpus import Correction, Segment, System
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.meaning.comparison.usim import usim
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.formats.graphs import words
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.studies.damage import Faithfulness, damage
from corrigenda.meaning.studies.mutations import KINDS, RATES, mutate, vocabulary
from corrigenda.results.finding import load
from corrigenda.results.plain_data import decode, encode
from corrigenda.results.sections import Section
from corrigenda.statistics.settings import Settings
from tests.conftest import Shared
from tests.small_parser import Small

EXACT = Settings(ci=None)

SOURCES = (
    "The boy want to buy a small house in the village .",
    "I am agree with you that they work too much .",
    "He explained me how works the machine in our new office .",
    "My friends was happy because of the weather in summer .",
)
REFERENCES = (
    "The boy wants to buy a small house in the village .",
    "I agree with you that they work too much .",
    "He explained to me how the machine in our new office works .",
    "My friends were happy because of the weather in summer .",
)
OTHERS = (REFERENCES[0], SOURCES[1], SOURCES[2], "My friends were happy because of the weather .")


def corpus(*texts: Sequence[str]) -> list[Segment]:
    return [
        Segment(
            source, tuple(Correction(source, text=of[n], by=str(k)) for k, of in enumerate(texts))
        )
        for n, source in enumerate(SOURCES)
    ]


def system(name: str, texts: Sequence[str]) -> System:
    corrections = (Correction(s, text=t) for s, t in zip(SOURCES, texts, strict=True))
    return System(name, tuple(corrections))


def scored(source: str, text: str) -> float:
    return usim(*(Small().parse(each.split()) for each in (source, text)))


@pytest.fixture(scope="module")
def study() -> Faithfulness:
    given = corpus(REFERENCES, OTHERS)
    return damage(given, [system("lazy", SOURCES)], settings=EXACT, parser=Small())[0]


def text(found: Faithfulness, role: str, name: str = "") -> float:
    [one] = [t for t in found.texts if (t.role, t.name) == (role, name)]
    return one.score.value


# --- pairs and means ------------------------------------------------------------------------------


def test_each_text_is_compared_with_its_own_source(study: Faithfulness) -> None:
    pairs = list(zip(SOURCES, REFERENCES, strict=True))
    assert text(study, "reference", "0") == pytest.approx(fmean(scored(*p) for p in pairs))
    others = zip(SOURCES, OTHERS, strict=True)
    assert text(study, "reference", "1") == pytest.approx(fmean(scored(*p) for p in others))
    assert text(study, "source") == text(study, "system", "lazy") == 1.0
    assert study.intact.value == pytest.approx(
        (text(study, "reference", "0") + text(study, "reference", "1")) / 2
    )


def test_unrelated_sentences_are_a_floor(study: Faithfulness) -> None:
    assert study.floor.value == text(study, "unrelated")
    best = fmean(max(scored(s, t) for t in SOURCES if t != s) for s in SOURCES)
    worst = fmean(min(scored(s, t) for t in SOURCES if t != s) for s in SOURCES)
    assert worst <= study.floor.value <= best < study.intact.value


def test_a_sentence_is_never_unrelated_to_itself() -> None:
    same = [Segment("a b c .")] * 5 + [Segment("d e f g h .")]
    [found] = damage(same, kinds=["drop"], rates=[0.2], settings=EXACT, parser=Small())
    assert found.floor.value < 1
    with pytest.raises(InputError, match="all sentences are the same"):
        damage(same[:5], parser=Small())


def test_damage_is_done_to_every_reference(study: Faithfulness) -> None:
    assert study.of == "references" and study.versions == 8
    words = vocabulary([*REFERENCES, *OTHERS])
    found = {(one.kind, one.rate): one for one in study.damaged}
    assert list(found) == [(kind, rate) for kind in KINDS for rate in RATES]
    for (kind, rate), one in found.items():
        scores, lower = [], []
        for source, *references in zip(SOURCES, REFERENCES, OTHERS, strict=True):
            for intact in references:
                damaged = " ".join(mutate(kind, intact.split(), EXACT.seed, words).at(rate))
                scores.append(scored(source, damaged))
                if damaged != intact:
                    lower.append(scored(source, damaged) < scored(source, intact))
        assert one.score.value == pytest.approx(fmean(scores))
        assert one.changed == len(lower)
        assert (one.below is None) == (not lower)
        if one.below is not None:
            assert one.below.value == pytest.approx(fmean(lower))


def test_without_references_sources_are_damaged() -> None:
    [found] = damage(corpus(), kinds=["drop"], settings=EXACT, parser=Small())
    assert found.of == "sources" and found.versions == 4 and found.intact.value == 1.0
    assert [t.role for t in found.texts] == ["source", "unrelated"]
    means = [one.score.value for one in found.damaged]
    assert means == sorted(means, reverse=True) and means[-1] < means[0] < 1
    assert all(one.below is None or one.below.value == 1 for one in found.damaged)


def test_references_whose_edits_overlap_are_left_out_and_named() -> None:
    given = corpus(REFERENCES)
    broken = Correction(SOURCES[1], edits=(Edit(0, 2, ("x",)), Edit(1, 3, ("y",))), by="7")
    given[1] = replace(given[1], references=(broken, *given[1].references))
    [found] = damage(given, settings=EXACT, parser=Small())
    [alone] = damage(corpus(REFERENCES), settings=EXACT, parser=Small())
    assert found.left_out == (("2", "7"),)
    assert replace(found, left_out=(), remarks=()) == alone
    [remark] = found.remarks
    assert remark.text.startswith("references: left out 1 reference whose edits overlap")
    assert remark.text.endswith("(sentence:annotator): 2:7")
    assert found.to_json()["left_out"] == [{"sentence": "2", "annotator": "7"}]
    assert found.to_json()["remarks"][0]["text"] == remark.text


def test_damage_does_not_depend_on_neighbours() -> None:
    """But for the words that a replacement can be, and for who is unrelated."""
    kinds = ["drop", "swap", "shuffle", "negate"]

    def means(given: list[Segment]) -> list[float]:
        [found] = damage(given, kinds=kinds, settings=EXACT, parser=Small())
        return [one.score.value for one in found.damaged]

    pairs = [corpus()[k : k + 2] for k in (0, 2)]
    halves = zip(*map(means, pairs), strict=True)
    assert means(corpus()) == pytest.approx([fmean(both) for both in halves])


def test_processes_do_not_matter() -> None:
    many = [Segment(f"{k} {segment.source}", ()) for k in range(20) for segment in corpus()]
    one, two = (damage(many, rates=[0.2], parser=Small(), jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert one[0].intact.low == 1.0 and one[0].damaged[0].score.low is not None


def test_each_distinct_sentence_is_parsed_once() -> None:
    small = Small()
    damage(corpus(REFERENCES), measures="USim,DistSim", settings=EXACT, parser=small, jobs=1)
    assert len(small.seen) == len(set(small.seen))


# --- mistakes -------------------------------------------------------------------------------------


def test_measures_that_need_references_are_refused() -> None:
    with pytest.raises(
        InputError, match=r"GLEU cannot be used in this study: it needs a reference"
    ) as e:
        damage(corpus(REFERENCES), measures="GLEU")
    assert e.value.hint is not None and "USim" in e.value.hint
    with pytest.raises(InputError, match="DAGF cannot be used"):
        damage(corpus(REFERENCES), measures="DAGF", parser=Small())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kinds": ["burn"]}, "not 'burn'"),
        ({"kinds": []}, "no damage is asked for"),
        ({"rates": [5]}, "above 0 and at most 1, not 5"),
        ({"rates": [0]}, "above 0 and at most 1, not 0"),
        ({"measures": []}, "no measure"),
        ({"systems": [System("short", ())]}, "expected 4 sentences, .* found 0"),
    ],
)
def test_what_makes_no_sense_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        damage(corpus(REFERENCES), **{"parser": Small(), **change})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="at least two sentences"):
        damage(corpus()[:1], parser=Small())


# --- on paper -------------------------------------------------------------------------------------


def test_tables_json_and_figure_say_the_same(study: Faithfulness, tmp_path: Path) -> None:
    texts, damage = study.tables()
    data = study.to_json()
    rows = texts.csv().splitlines()[1:]
    assert [row.split(",")[0] for row in rows] == [
        "source",
        "reference 0",
        "reference 1",
        "lazy",
        "unrelated",
    ]
    assert len(damage.csv().splitlines()) == 2 + len(data["damaged"]) == 27
    assert data["damaged"][4]["score"]["value"] == study.damaged[4].score.value
    assert data["intact"]["value"] == study.intact.value
    json.dumps(data, allow_nan=False)
    study.plot("damage").save(tmp_path / "f.pdf")
    caption = (tmp_path / "f.caption.txt").read_text()
    assert data["signature"] in caption and "parser:small-1" in caption


def test_a_saved_study_is_shown_again(study: Faithfulness, tmp_path: Path) -> None:
    study.save(tmp_path / "f.json.gz")
    saved = load(tmp_path / "f.json.gz")
    assert list(saved.sections()) == list(
        decode(tuple[Section, ...], encode(list(study.sections())))
    )
    assert str(saved) == str(study)
    assert saved.report() == study.report()


def test_how_far_scores_fall(study: Faithfulness) -> None:
    (section,) = study.sections()
    ends = [d for d in study.damaged if d.rate == 0.4]
    assert section.verdicts == [
        "With 40 % of the words damaged, USim of references goes from "
        + f"{study.intact.value:.4f} to "
        + ", ".join(f"{d.score.value:.4f} ({d.kind})" for d in ends[:-1])
        + f" or {ends[-1].score.value:.4f} ({ends[-1].kind})."
    ]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = {name: str(examples.path(name)) for name in ("source.txt", "ref0.txt", "timid.txt")}
    target = tmp_path / "f.png"
    arguments = ["damage", "-s", given["source.txt"], "--parser", "tests.small_parser:Small"]
    arguments += ["--rates", "20,40", "--resamples", "50"]
    more = ["-r", given["ref0.txt"], "-H", given["timid.txt"], "--kinds", "drop,negate"]
    assert main([*arguments, *more, "-f", "json", "--figure", str(target)]) == 0
    found = json.loads(capsys.readouterr().out)
    found = found["measures"]["USim"]
    assert [one["role"] for one in found["texts"]] == ["source", "reference", "system", "unrelated"]
    assert [one["kind"] for one in found["damaged"]] == ["drop", "drop", "negate", "negate"]
    assert target.exists() and (tmp_path / "f.caption.txt").exists()
    assert main([*arguments, "-m", "USim,DistSim", "--ci", "0"]) == 0
    printed = capsys.readouterr().out
    assert "USim: damaged sources" in printed and "DistSim: damaged sources" in printed
    assert main([*arguments, "--rates", "a"]) == 2
    assert "numbers separated by commas, found 'a'" in capsys.readouterr().err
    assert main(["damage"]) == 2


# --- public data ----------------------------------------------------------------------------------


class Stored:
    """Parses of TUPA's; of what is damaged there is none."""

    name = "TUPA, stored"

    def __init__(self, graphs: dict[str, Graph]) -> None:
        self.graphs = graphs

    def parse(self, tokens: Sequence[str]) -> Graph:
        return self.graphs.get(" ".join(tokens)) or Small().parse(tokens)


@pytest.mark.slow
def test_jfleg_paired_as_it_should_be(shared: Shared) -> None:
    names = [f"dev.ref{k}" for k in range(4)] + [f"mle_{k}.txt" for k in range(1, 6)]
    lines: dict[str, dict[int, str]] = {name: {} for name in ("dev.src", *names)}
    graphs: dict[str, Graph] = {}
    with tarfile.open(shared.data("jfleg-tupa", "jfleg-dev-tupa-xml.tar.xz")) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None:
                stem = member.name.rsplit("/", 1)[1].removesuffix(".xml")
                [name] = [name for name in lines if stem.startswith(name)]
                graph = ucca_xml.parse(file.read(), stem)
                lines[name][int(stem.removeprefix(name))] = words(graph)
                graphs.setdefault(words(graph), graph)
    given = [
        Segment(source, tuple(Correction(source, text=lines[of][n]) for of in names[:4]))
        for n, source in sorted(lines["dev.src"].items())
    ]
    systems = [
        System(of, tuple(Correction(s.source, text=lines[of][n]) for n, s in enumerate(given)))
        for of in names[4:]
    ]
    [found] = damage(
        given, systems, kinds=["drop"], rates=[0.05], settings=EXACT, parser=Stored(graphs), jobs=1
    )
    golden = shared.golden("usim")["jfleg_dev"]["systems"]
    means = [t.score.value for t in found.texts if t.role in ("reference", "system")]
    wanted = [golden[name]["correct"]["det"]["edge_f1_strict_avg"] for name in names]
    # The figures are means of others with four digits, and have four digits themselves.
    assert means == pytest.approx(wanted, abs=1.01e-4)
    assert text(found, "source") == 1.0
    assert found.floor.value < 0.25
