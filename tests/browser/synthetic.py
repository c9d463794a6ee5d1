"""A result as large as a shared task's, made up."""

from __future__ import annotations

import random
from typing import Any
from zlib import crc32

from corrigenda.results.figures import Axis, Dot, Dots, Figure
from corrigenda.results.finding import Saved
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.sentences import Sentences
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.statistics.intervals import Estimate

SYSTEMS = [f"System{k:02d}" for k in range(1, 13)]
MEASURES = ("M2", "GLEU", "Accuracy")
TYPES = [f"{op}:{kind}" for op in "MRU" for kind in ("DET", "NOUN", "VERB", "PREP", "PUNCT")]

_SYLLABLES = [c + v for c in "bdfghklmnprstvz" for v in ("a", "e", "i", "o", "u")]


def twelve(sentences: int = 1312) -> dict[str, Any]:
    chance = random.Random(8)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(4000)]
    rows = [_sentence(str(number + 1), words, chance) for number in range(sentences)]

    measures = [{"name": name, "graphs": False} for name in MEASURES]
    return {"systems": SYSTEMS, "measures": measures, "sentences": rows}


def page_of(found: dict[str, Any]) -> str:
    """The page of such a result: with as many tables and drawings as a real one."""
    systems, measures = found["systems"], [about["name"] for about in found["measures"]]
    scores = {system: 0.2 + at / 50 for at, system in enumerate(systems)}
    table = Table(
        [Column("system", "left"), *map(Column, ("score", "TP", "FP", "FN"))],
        [[s, Cell(v, v - 0.02, v + 0.02), 100 + at, 80, 400]
         for at, (s, v) in enumerate(scores.items())],
        "Scores",
    )  # fmt: skip
    dots = Dots([Dot(s, Estimate(v, v - 0.02, v + 0.02)) for s, v in scores.items()], Axis("score"))
    matrix = Table(
        [Column("", "left"), *(Column(s, signed=True) for s in systems)],
        [[a, *(Cell("") if a == b else Cell(v - w, tone="level", detail="p = 0.400")
               for b, w in scores.items())] for a, v in scores.items()],
        "Differences",
        matrix=True,
    )  # fmt: skip
    types = Table([Column("type", "left"), *map(Column, systems)],
                  [[kind, *(0.4 for _ in systems)] for kind in TYPES], "Types")  # fmt: skip
    sections = [
        Section("Scores", details=[
            Section(name, "Made up.", tables=[table], figures=[Figure("Scores.", [dots])])
            for name in measures
        ]),
        Section("Comparisons", alternatives="Measure",
                details=[Section(name, tables=[matrix]) for name in measures]),
        Section("Types", tables=[types]),
        Section("Sentences", sentences=Sentences(**found)),
    ]  # fmt: skip
    data = {"title": "Made up", "sections": [encode(section) for section in sections]}
    return Saved(data).report()


def _sentence(number: str, words: list[str], chance: random.Random) -> dict[str, Any]:
    source = chance.choices(words, k=max(3, round(chance.gauss(23, 9))))
    gold = sorted(chance.sample(range(len(source)), min(len(source), chance.randint(0, 5))))
    fixed = {at: chance.choice(words) for at in gold}

    def edited(made: dict[int, str]) -> str:
        return " ".join(made.get(at, word) for at, word in enumerate(source))

    def output() -> dict[str, Any]:
        hits = {at: text for at, text in fixed.items() if chance.random() < 0.3}
        wrong = {chance.randrange(len(source)): chance.choice(words) for _ in range(2)}
        made = {**(wrong if chance.random() < 0.5 else {}), **hits}
        marks = [
            [at, at + 1, text, chance.choice(TYPES), "hit" if at in hits else "spurious"]
            for at, text in sorted(made.items())
        ]
        marks += [[at, at + 1, fixed[at], chance.choice(TYPES), "missed"] for at in gold
                  if at not in hits]  # fmt: skip
        edits: dict[str, Any] = {"reference": "0", "marks": marks}
        if marks:
            edits["alternatives"] = {"0": [marks[0][2], "another", None]}
        scores = {m: chance.random() for m in MEASURES}
        return {"text": edited(made), "scores": scores, "edits": {"M2": edits}}

    return {
        "id": number,
        "source": " ".join(source),
        "references": [{"by": "0", "text": edited(fixed)}, {"by": "1", "text": " ".join(source)}],
        "systems": {system: output() for system in SYSTEMS},
    }


def with_graphs(found: dict[str, Any]) -> dict[str, Any]:
    """The same, with graphs by a parser that looks at words, so that edits change them nearby; what
    is under a changed word mostly does not match."""
    chance = random.Random(9)
    rows = []
    for sentence in found["sentences"]:
        source = sentence["source"].split()
        texts = list(dict.fromkeys([sentence["source"], *(
            output["text"] for output in sentence["systems"].values())]))  # fmt: skip
        graphs = [_graph(text.split()) for text in texts]
        matched = {
            str(n): _matched(source, graphs[0], graph, chance) for n, graph in enumerate(graphs)
        }
        systems = {
            name: {**output, "graph": texts.index(output["text"])}
            for name, output in sentence["systems"].items()
        }
        rows.append(
            {**sentence, "systems": systems, "graphs": graphs, "matched": {"USim": matched}}
        )
    measures = [*found["measures"], {"name": "USim", "graphs": True}]
    return {**found, "measures": measures, "sentences": rows}


def _graph(words: list[str]) -> dict[str, Any]:
    """Scenes, phrases in them and words in these, which end and have labels by what they are."""
    edges: list[list[Any]] = []
    leaves: list[list[Any]] = []
    path = [0]
    for n, word in enumerate(words):
        code = crc32(word.encode())
        for depth, label in ((1, "H"), (2, "PADS"[code % 4])):
            if len(path) == depth:
                edges.append([path[-1], len(edges) + 1, [label], 0])
                path.append(len(edges))
        edges.append([path[-1], len(edges) + 1, ["CENRFT"[code // 4 % 6]], 0])
        leaves.append([len(edges), n, "Terminal"])
        path = path[:1] if code % 7 == 0 else path[:2] if code % 3 == 0 else path
    return {"tokens": words, "edges": edges, "leaves": leaves}


def _matched(
    source: list[str], one: dict[str, Any], other: dict[str, Any], chance: random.Random
) -> dict[str, Any]:
    """Words stay where they are in what is made up here."""
    changed = {n for n, (a, b) in enumerate(zip(source, other["tokens"], strict=True)) if a != b}

    def worths(graph: dict[str, Any]) -> list[int]:
        above = {child: parent for parent, child, *_ in graph["edges"]}
        touched = set()
        for unit, word, _ in graph["leaves"]:
            while word in changed and unit:
                touched.add(unit)
                unit = above[unit]
        return [int(edge[1] not in touched or chance.random() < 0.5) for edge in graph["edges"]]

    directions = []
    for name in ("source to correction", "correction to source"):
        ours, theirs = worths(one), worths(other)
        counts = [sum(ours), len(ours), sum(theirs), len(theirs)]
        directions.append({"name": name, "source": ours, "target": theirs, "counts": counts})
    pairs = [[n, n] for n in range(len(source))]
    return {"words": pairs, "counted": "edges", "directions": directions}
