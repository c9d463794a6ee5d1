"""USim, DAG F and DistSim against published figures and against the authors' own code.

The figures are those of the released annotations and parses (see the notes with them). `det` are
values of an independent implementation with our tie-break: they must agree exactly. The authors'
code breaks ties in the word alignment as it happens, and differs by the version of its solver: up
to 3 units an essay, and .002 in means over JFLEG.
"""

from __future__ import annotations

import tarfile
from functools import partial
from typing import Any

import pytest

import corrigenda.meaning.comparison.word_alignment
from corrigenda.meaning.comparison.usim import Definition, Matching, match
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.dagf import DAGCounts, dag_counts
from corrigenda.meaning.measures.distsim import distance, distsim, label_counts
from tests.conftest import Shared

CODE = {
    "code_units_multi": Definition(units="multi", labels="code", scoring="code"),
    "code_units_all": Definition(units="all", labels="code", scoring="code"),
}
EDGES = {
    f"edge_{name}_{labels}": Definition(labels=labels, weight=weight)
    for name, weight in (("f1", "harmonic"), ("target", "printed"))
    for labels in ("strict", "weak")
}
ROUNDED = 1.01e-4  # means of figures with four digits, with four digits themselves


class Essays:
    """The annotated essays, read when asked for."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.golden = shared.golden("usim")
        self._graphs: dict[str, Graph] = {}

    def graph(self, name: str) -> Graph:
        if name not in self._graphs:
            self._graphs[name] = ucca_xml.read(self.shared.data("usim-annotations", name))
        return self._graphs[name]

    def pair(self, figures: dict[str, Any]) -> tuple[Graph, Graph]:
        return self.graph(figures["source"]), self.graph(figures["reference"])

    def pairs(self, kind: str) -> list[dict[str, Any]]:
        return list(self.golden["pairs"][kind])


@pytest.fixture(scope="module")
def essays(shared: Shared) -> Essays:
    return Essays(shared)


KINDS = ["Same", "Different", "IAA_learner", "IAA_corrected"]


def ratios(matching: Matching) -> tuple[list[list[int]], float]:
    """As the authors' code has them: source forward, target backward, and F."""
    a, _, _, d, source, target = matching.counts
    return [[a, source], [d, target]], matching.usim


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


# --- essays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_essays_by_the_code(essays: Essays, kind: str) -> None:
    found: dict[str, list[tuple[float, float, float]]] = {}
    for figures in essays.pairs(kind):
        for name, definition in CODE.items():
            matching = match(*essays.pair(figures), definition)
            counts, f = ratios(matching)
            expected = figures[name]["det"]
            assert counts == [expected["s2r"], expected["r2s"]], figures
            assert f == pytest.approx(expected["F"], abs=5.1e-5)
            for solver in figures[name].keys() - {"det"}:
                theirs = figures[name][solver]
                for ours, other in zip(counts, [theirs["s2r"], theirs["r2s"]], strict=True):
                    assert ours[1] == other[1] and abs(ours[0] - other[0]) <= 3
            scores = matching.scores[0]
            found.setdefault(name, []).append((scores.recall, scores.precision, f))
    for name, values in found.items():
        whole = essays.golden["aggregate_macro_over_essays"][kind][f"{name}/det"]
        for column, key in zip(zip(*values, strict=True), ("s2r", "r2s", "F"), strict=True):
            assert mean(list(column)) == pytest.approx(whole[key], abs=ROUNDED), (name, key)


@pytest.mark.parametrize("kind", KINDS)
def test_essays_by_the_paper(essays: Essays, kind: str) -> None:
    for name, definition in EDGES.items():
        directions: tuple[list[float], list[float]] = ([], [])
        for figures in essays.pairs(kind):
            matching = match(*essays.pair(figures), definition)
            a, b, c, d, source, target = matching.counts
            expected = figures[name]
            assert [[a, source], [b, target]] == [expected["s2r"]["src"], expected["s2r"]["ref"]]
            assert [[c, source], [d, target]] == [expected["r2s"]["src"], expected["r2s"]["ref"]]
            for key, scores, values in zip(
                ("s2r", "r2s"), matching.scores, directions, strict=True
            ):
                printed = [expected[key][part] for part in "PRF"]
                assert list(scores) == pytest.approx(printed, abs=5.1e-5)
                values.append(scores.f)
        whole = essays.golden["aggregate_macro_over_essays"][kind][name]
        assert mean(directions[0]) == pytest.approx(whole["s2r_F"], abs=ROUNDED)
        assert mean(directions[1]) == pytest.approx(whole["r2s_F"], abs=ROUNDED)


def test_table_1_as_far_as_it_goes(essays: Essays) -> None:
    """The paper's rows for USim follow from its data by no reading of its definitions that is
    known; ours stand beside them, and are lower. (Tables of DistSim and DAG F do follow.)"""
    ours = {
        "Same": (0.8526, 0.8587),
        "Different": (0.7732, 0.7784),
        "IAA": (0.8644, 0.8521),
    }
    for row, kind in (("Same", "Same"), ("Different", "Different"), ("IAA", "IAA_learner")):
        values = [match(*essays.pair(figures)).scores for figures in essays.pairs(kind)]
        forward, backward = (mean([scores[k].f for scores in values]) for k in (0, 1))
        assert (forward, backward) == pytest.approx(ours[row], abs=ROUNDED)
        printed = essays.golden["paper"]["table1"][row]
        assert abs((forward + backward) / 2 - printed["avg"]) > 0.025, "reached after all"
    assert ours["Same"] > ours["Different"], "what the table is there to show holds"


@pytest.mark.parametrize("kind", KINDS)
def test_distsim(essays: Essays, kind: str) -> None:
    values: dict[str, list[float]] = {}
    for figures in essays.pairs(kind):
        source, target = essays.pair(figures)
        found = distsim(source, target)
        c, d = label_counts(source), label_counts(target)
        for name, label in (("A", "A"), ("D", "D"), ("A+D", "A+D"), ("Scene(H)", "H")):
            assert found[label] == pytest.approx(figures["distsim_code"][name], abs=5.1e-5)
            values.setdefault(name, []).append(found[label])
        printed = figures["distsim_printed_formula_absdiff"]
        assert distance(c, d, "AD") == printed["A+D"]
        assert distance(c, d, "H") == printed["Scene(H)"]
    whole = essays.golden["aggregate_macro_over_essays"][kind]["distsim_code"]
    for name, of_pairs in values.items():
        assert mean(of_pairs) == pytest.approx(whole[name], abs=ROUNDED)
    if kind in essays.golden["paper"]["table1"]:
        row = essays.golden["paper"]["table1"][kind]
        assert round(mean(values["A+D"]), 2) == row["distsim_AD"]
        assert round(mean(values["Scene(H)"]), 2) == row["distsim_scene"]


def test_label_counts(essays: Essays) -> None:
    for figures in essays.golden["files"].values():
        graph = essays.graph(figures["file"])
        assert len(graph.units) - 1 == figures["units_all"]
        assert label_counts(graph) == figures["count_multi"]
        implicit = sum(unit.implicit for unit in graph.units)
        assert implicit == figures["implicit"]
        everything = label_counts(graph, units="all")
        assert sum(everything.values()) == figures["units_all"]


@pytest.mark.parametrize("kind", ["IAA_learner", "IAA_corrected"])
def test_agreement_by_dag_f(essays: Essays, kind: str) -> None:
    names = {"labeled": "strict", "weak": "weak", "unlabeled": "none"}
    for name, labels in names.items():
        pooled = {}
        for edges in ("primary", "remote", "both"):
            sums = [0, 0, 0]
            for figures in essays.pairs(kind):
                counts = dag_counts(*essays.pair(figures), edges=edges, labels=labels)
                if edges != "both":
                    assert list(counts) == figures["dag"][f"{name}_{edges}"]
                sums = [a + b for a, b in zip(sums, counts, strict=True)]
            pooled[edges] = DAGCounts(*sums)
        for edges, suffix in (("both", "primary+remote"), ("primary", "primary")):
            expected = essays.golden["aggregate_macro_over_essays"][kind][f"dag_{name}_{suffix}"]
            counts = pooled[edges]
            assert list(counts) == [expected[k] for k in ("matched", "n_first", "n_second")]
            assert [counts.precision, counts.recall, counts.f] == pytest.approx(
                [expected[k] for k in "PRF"], abs=5.1e-5
            )
        if (kind, name) == ("IAA_learner", "weak"):
            both = pooled["both"]
            found = [round(value, 4) for value in (both.precision, both.recall, both.f)]
            assert found == [0.8340, 0.8567, 0.8452]


def test_figure_1(essays: Essays) -> None:
    toy = essays.golden["toy"]
    source, target = essays.pair(toy)
    assert [list(pair) for pair in match(source, target).words] == toy["token_alignment_0based"]
    for name in ("edge_f1_strict", "edge_target_strict"):
        a, b, c, d, n, m = match(source, target, EDGES[name]).counts
        s2r, r2s = toy[name]["s2r"], toy[name]["r2s"]
        assert [[a, n], [b, m], [c, n], [d, m]] == [s2r["src"], s2r["ref"], r2s["src"], r2s["ref"]]
    for name, definition in CODE.items():
        counts, _ = ratios(match(source, target, definition))
        assert counts == [toy[name]["s2r"], toy[name]["r2s"]]


# --- JFLEG, parsed by TUPA ------------------------------------------------------------------------


class Parses(dict[str, Graph]):
    def __init__(self, shared: Shared, wanted: list[str] | None = None) -> None:
        path = shared.data("jfleg-tupa", "jfleg-dev-tupa-xml.tar.xz")
        left = None if wanted is None else {f"xmls/{name}.xml" for name in wanted}
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile() and (left is None or member.name.lstrip("./") in left):
                    file = archive.extractfile(member)
                    assert file is not None
                    name = member.name.rsplit("/", 1)[1].removesuffix(".xml")
                    self[name] = ucca_xml.parse(file.read(), name)
        if wanted is not None:
            assert self.keys() == set(wanted)


PER_SENTENCE = "jfleg_dev_per_sentence_code_units_multi_det"


def check_sentences(golden: dict[str, Any], parses: Parses, system: str, lines: range) -> None:
    counts = golden[PER_SENTENCE].get(
        f"{system} counts [src matched, src units, out matched, out units]"
    )
    for n in lines:
        source, target = parses[f"dev.src{n}"], parses[f"{system}{n}"]
        matching = match(source, target, CODE["code_units_multi"])
        (own, other), f = ratios(matching)
        assert f == pytest.approx(golden[PER_SENTENCE][system][n], abs=5.1e-5), (system, n)
        if counts:
            assert [*own, *other] == counts[n]


def test_sentences_of_jfleg(shared: Shared) -> None:
    lines = range(0, 754, 12)
    systems = ["dev.src", "dev.ref0", "mle_1.txt"]
    parses = Parses(shared, [f"{system}{n}" for system in systems for n in lines])
    golden = shared.golden("usim")
    for system in systems[1:]:
        check_sentences(golden, parses, system, lines)
    for n in lines:
        assert match(parses[f"dev.src{n}"], parses[f"dev.src{n}"]).usim == 1


@pytest.fixture(scope="module")
def parses(shared: Shared) -> Parses:
    """The source, four references and five systems: 7540 parses."""
    return Parses(shared)


def test_the_example_of_section_4_5(shared: Shared) -> None:
    """Published .71 and .33; what the released parses give is on the page about faithfulness."""
    names = ["dev.src196", "dev.ref3196", "mle_1.txt196"]
    parses = Parses(shared, names)
    source, reference, corrector = (parses[name] for name in names)
    for definition, expected in (
        (CODE["code_units_multi"], (0.866, 0.800)),
        (Definition(weight="printed", words="edits"), (0.706, 0.878)),
        (Definition(), (0.882, 0.878)),
    ):
        scores = [match(source, other, definition).usim for other in (reference, corrector)]
        assert scores == pytest.approx(expected, abs=5.1e-4)


@pytest.mark.slow
def test_jfleg_paired_line_by_line(shared: Shared, parses: Parses) -> None:
    golden = shared.golden("usim")
    found = {}
    for system, figures in golden["jfleg_dev"]["systems"].items():
        if system != "dev.src":
            check_sentences(golden, parses, system, range(754))
        pairs = [(parses[f"dev.src{n}"], parses[f"{system}{n}"]) for n in range(754)]
        means = check_means(pairs, figures["correct"], ties=0.0022)
        found[system] = means["code_units_multi"]
    # The authors' own code, to the third digit where ties allow. Systems score above
    # references, which leave more of the source's words as they are; the worst system is the
    # one that changes most.
    authors = [0.781, 0.778, 0.797, 0.820, 0.809, 0.865, 0.855, 0.867, 0.873]
    assert list(found.values())[1:] == pytest.approx(authors, abs=0.002)
    systems = [found[f"mle_{k}.txt"] for k in range(1, 6)]
    assert min(systems) == systems[0]


@pytest.mark.slow
def test_jfleg_paired_as_in_the_authors_script(shared: Shared, parses: Parses) -> None:
    """It takes the first digits of a file's name for its line: of these 7540 pairs most are of
    unrelated sentences. So arise the paper's .19 for the worst system, .32 to .39 for others
    and .72 to .78 for references."""
    golden = shared.golden("usim")
    for system, figures in golden["jfleg_dev"]["systems"].items():
        if "as_in_authors_script" not in figures:
            continue
        pairs = []
        for n in range(754):
            if system.startswith("mle_"):
                line = int(system[4])
            else:
                line = int(f"{system[-1]}{n}")
                # Reference 0 is in step, and so are lines with numbers beyond the source.
                line = line if line < 754 else n
            pairs.append((parses[f"dev.src{line}"], parses[f"{system}{n}"]))
        # Solvers of the assignment differ by up to .0035 here. Four of 45 figures are more than
        # rounding away from ours, at most .00036.
        check_means(pairs, figures["as_in_authors_script"], ties=0.0039, rounded=3.6e-4)


@pytest.mark.slow
def test_an_example_of_the_paper(shared: Shared, parses: Parses) -> None:
    """Printed: .71 for the reference, .33 for the corrector. Not reached."""
    for figures in shared.golden("usim")["example_triple"]["values"].values():
        source, target = (parses[name.removesuffix(".xml")] for name in figures["files"])
        for name in ("edge_f1_strict", "edge_target_strict"):
            a, b, c, d, n, m = match(source, target, EDGES[name]).counts
            s2r, r2s = figures[name]["s2r"], figures[name]["r2s"]
            expected = [s2r["src"], s2r["ref"], r2s["src"], r2s["ref"]]
            assert [[a, n], [b, m], [c, n], [d, m]] == expected
        for name, definition in CODE.items():
            (own, other), f = ratios(match(source, target, definition))
            assert [*own, *other, f] == pytest.approx(figures[name], abs=5.1e-5)


def check_means(
    pairs: list[tuple[Graph, Graph]],
    figures: dict[str, Any],
    ties: float,
    rounded: float = ROUNDED,
) -> dict[str, float]:
    names = ["edge_f1_strict", "edge_f1_weak", "edge_target_strict"]
    definitions = {**CODE, **{f"{name}_avg": EDGES[name] for name in names}}
    found = {}
    for name, definition in definitions.items():
        found[name] = mean([match(*pair, definition).usim for pair in pairs])
        assert found[name] == pytest.approx(figures["det"][name], abs=rounded), name
    for solver in figures.keys() - {"det"}:
        assert found["code_units_multi"] == pytest.approx(figures[solver], abs=ties), solver
    return found


# --- essays, parsed by TUPA -----------------------------------------------------------------------


def test_parsed_essays(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentence n against sentence n, as the authors' driver does, though numbers drift apart where
    a sentence was split: the paper's .70. These figures were taken without the tie-break."""
    golden = shared.golden("usim")["essays_tupa"]["index_pairing"]
    path = shared.data("usim-annotations", "essay-tupa-sentences.tar.xz")
    parses = dict(ucca_xml.read_passages(path))

    def scores(units: str = "code_units_multi") -> tuple[float, dict[str, float]]:
        found: dict[str, list[float]] = {}
        for name, graph in parses.items():
            essay, sentence = name[:-3], name[-3:]
            corrected = parses.get(f"{essay}_corrected{sentence}")
            if corrected is not None:
                found.setdefault(essay, []).append(match(graph, corrected, CODE[units]).usim)
        every = [value for values in found.values() for value in values]
        assert len(every) == golden["n"]
        return mean(every), {essay: mean(values) for essay, values in found.items()}

    whole, by_essay = scores()
    assert whole == pytest.approx(golden["code_units_multi"], abs=0.001)
    assert by_essay == pytest.approx(golden["per_essay_multi"], abs=0.006)
    assert scores("code_units_all")[0] == pytest.approx(golden["code_units_all"], abs=0.001)
    untied = partial(corrigenda.meaning.comparison.word_alignment.align, tie=0)
    monkeypatch.setattr("corrigenda.meaning.comparison.word_alignment.align", untied)
    whole, by_essay = scores()
    assert whole == pytest.approx(golden["code_units_multi"], abs=5.1e-5)
    assert by_essay == pytest.approx(golden["per_essay_multi"], abs=5.1e-4)


def test_parsed_essays_paired_by_their_texts(shared: Shared) -> None:
    """In order, one to one, so that the words agree best: what numbers that drift apart spoil."""
    from rapidfuzz.distance import Indel

    golden = shared.golden("usim")["essays_tupa"]["monotone_text_pairing"]
    path = shared.data("usim-annotations", "essay-tupa-sentences.tar.xz")
    parses = dict(sorted(ucca_xml.read_passages(path)))
    found: dict[str, list[tuple[Graph, Graph]]] = {}
    for essay in golden["per_essay_multi"]:
        learner = [g for name, g in parses.items() if name[:-3] == essay]
        corrected = [g for name, g in parses.items() if name[:-3] == f"{essay}_corrected"]
        # best[j]: the pairs among the learner's sentences so far and the first j corrected ones.
        best: list[tuple[float, list[tuple[Graph, Graph]]]] = [(0.0, [])] * (len(corrected) + 1)
        for one in learner:
            row = [best[0]]
            for j, other in enumerate(corrected):
                words = ([t.text for t in graph.tokens] for graph in (one, other))
                similar = Indel.normalized_similarity(*words)
                paired = (best[j][0] + similar, [*best[j][1], (one, other)])
                row.append(max(row[-1], best[j + 1], paired, key=lambda way: way[0]))
            best = row
        found[essay] = best[-1][1]
    assert sum(map(len, found.values())) == golden["n"]
    for units in ("code_units_multi", "code_units_all"):
        values = {e: [match(*p, CODE[units]).usim for p in pairs] for e, pairs in found.items()}
        every = [value for of_essay in values.values() for value in of_essay]
        assert mean(every) == pytest.approx(golden[units], abs=0.002)
        if units == "code_units_multi":
            by_essay = {essay: mean(of_essay) for essay, of_essay in values.items()}
            assert by_essay == pytest.approx(golden["per_essay_multi"], abs=0.006)
