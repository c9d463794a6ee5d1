"""Compare every pair of systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from math import ceil, isfinite
from typing import TYPE_CHECKING, Any, Literal, get_args

from corrigenda.engine.parallel import stepwise
from corrigenda.errors import InputError
from corrigenda.evaluation import ranking
from corrigenda.measures.contract import Measure
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Dot, Dots, Figure, Mark
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Cell, Column, Table, TableRow, Tone
from corrigenda.results.words import counted, listed, p_value
from corrigenda.statistics import LEVEL, alpha
from corrigenda.statistics.intervals import Estimate, cautions
from corrigenda.statistics.paired import Paired, compare, holm, randomisation, trials_for

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result

Test = Literal["randomisation", "bootstrap"]
STARS = "* p < 0.05, ** p < 0.01, *** p < 0.001 after"


@dataclass(frozen=True)
class ComparedPair:
    """System `a` against system `b` by one measure.

    Differences are the score of `a` minus that of `b`, whatever the measure; `wins` and `losses`
    know whether a high score is good. `p_holm` and `p_bootstrap_holm` are corrected for all the
    pairs compared by that measure; each may be `at_floor`, the least that so many trials or
    resamples can give.
    """

    measure: Measure
    a: str
    b: str
    paired: Paired
    p_holm: float
    p_bootstrap_holm: float
    holm_at_floor: bool = False
    bootstrap_holm_at_floor: bool = False

    @property
    def wins(self) -> int | None:
        """Sentences on which `a` is better (None: by this measure nothing is)."""
        of = {"max": self.paired.higher, "min": self.paired.lower, None: None}
        return of[self.measure.best]

    @property
    def losses(self) -> int | None:
        """Sentences on which `b` is better (None: by this measure nothing is)."""
        of = {"max": self.paired.lower, "min": self.paired.higher, None: None}
        return of[self.measure.best]

    @property
    def difference(self) -> Estimate:
        """The score of `a` minus that of `b`."""
        low, high, _ = self.paired.interval
        bounds = (low, high) if isfinite(low) and isfinite(high) else (None, None)
        return Estimate(self.paired.difference, *bounds)

    def p_values(self, test: Test) -> tuple[Cell, Cell]:
        """Return p by that test, and p corrected for all pairs, each as a bound if it is one."""
        paired = self.paired
        shown = {
            "randomisation": ((paired.p, paired.at_floor), (self.p_holm, self.holm_at_floor)),
            "bootstrap": (
                (paired.p_bootstrap, paired.bootstrap_at_floor),
                (self.p_bootstrap_holm, self.bootstrap_holm_at_floor),
            ),
        }[test]
        p, corrected = (Cell(value, bound="<" if floor else "") for value, floor in shown)
        return p, corrected

    def corrected(self, test: Test) -> float:
        """Return p by that test, corrected for all pairs."""
        return self.p_holm if test == "randomisation" else self.p_bootstrap_holm

    def record(self) -> dict[str, Any]:
        """Return the pair as plain data."""
        paired, difference = self.paired, self.difference
        return {
            "a": self.a,
            "b": self.b,
            "difference": difference.value,
            "low": difference.low,
            "high": difference.high,
            "p": paired.p,
            "p_at_floor": paired.at_floor,
            "p_holm": self.p_holm,
            "p_holm_at_floor": self.holm_at_floor,
            "p_bootstrap": paired.p_bootstrap,
            "p_bootstrap_at_floor": paired.bootstrap_at_floor,
            "p_bootstrap_holm": self.p_bootstrap_holm,
            "p_bootstrap_holm_at_floor": self.bootstrap_holm_at_floor,
            "higher": paired.higher,
            "lower": paired.lower,
            "wins": self.wins,
            "ties": paired.ties,
            "losses": self.losses,
            "dominance": paired.dominance,
            "effect": paired.effect,
        }


@dataclass(frozen=True, repr=False)
class Comparison(Finding, title="Comparisons"):
    """All pairs, measure by measure. Printing it prints a table, or, `as_matrix`, matrices."""

    pairs: tuple[ComparedPair, ...]
    level: float
    trials: int
    resamples: int
    result: Result
    test: Test = "randomisation"
    as_matrix: bool = False
    percent: bool = False
    """Whether verdicts give shares in percent, as tables may."""

    def __post_init__(self) -> None:
        if self.test not in get_args(Test):
            raise InputError(f"a test is 'randomisation' or 'bootstrap', not {self.test!r}")

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What to know before reading it (see `Result.remarks`), and whether any difference can be
        significant at all."""
        return (*(Remark("trials", text) for text in self.powerless()), *self.result.remarks)

    @property
    def signature(self) -> Signature:
        """Everything needed to compute the same numbers again."""
        settings = replace(self.result.settings, ci=self.level)
        return (
            replace(self.result, settings=settings)
            .signed(*self.by_measure)
            .with_settings(self.signed_test())
        )

    def signed_test(self) -> dict[str, object]:
        """Return what signatures say of the test."""
        seed = self.result.settings.seed
        return {"seed": seed, "ar": self.trials, "test": self.test}

    @cached_property
    def by_measure(self) -> dict[Measure, list[ComparedPair]]:
        """The pairs that were compared by each measure."""
        grouped: dict[Measure, list[ComparedPair]] = {}
        for pair in self.pairs:
            grouped.setdefault(pair.measure, []).append(pair)
        return grouped

    def with_test(self, test: Test) -> Comparison:
        """Return the comparison by another test."""
        return replace(self, test=test)

    def matrix(self) -> Comparison:
        """Return the comparison as matrices: one row and one column for each system."""
        return replace(self, as_matrix=True)

    def least(self) -> float:
        """Return the least p there can be after Holm's correction, by a test of so many trials."""
        pairs = Counter(pair.measure for pair in self.pairs)
        return min(1.0, max(pairs.values()) / (1 + self._tries()))

    def _tries(self) -> int:
        return self.trials if self.test == "randomisation" else self.resamples

    def too_few(self) -> list[str]:
        """Return a remark, if there are more pairs than trials can tell apart on all levels."""
        least = self.least()
        if least < 0.001:
            return []
        return [f"no p can be below {least:.4f} with so many pairs: ask for more {self._repeats()}"]

    def _repeats(self) -> str:
        return "trials" if self.test == "randomisation" else "resamples"

    def ranking(self) -> dict[str, list[dict[str, Any]]]:
        """Return the systems by each measure, best first, with letters: systems that share one
        cannot be told apart."""
        return ranking.rankings(self.plain, self.test)

    def verdicts(self) -> list[str]:
        """Return one sentence or two for each measure: who is ahead, and of whom."""
        record: ranking.Record = self.plain
        if self.percent:
            record = ranking.in_percent(record, self.by_measure)
        return ranking.verdicts(record, self.test)

    def in_percent(self) -> Comparison:
        return replace(self, percent=True)

    def powerless(self) -> list[str]:
        """Return a warning if no difference can be significant with so few trials."""
        least, level = self.least(), alpha(self.level)
        if least < level:
            return []
        enough = ceil(least * (1 + self._tries()) / level)
        return [
            f"No difference can be significant: with {self._tries():,} {self._repeats()} no p can "
            f"be below {least:.4f} after Holm's correction. Use at least {enough:,}; until then "
            "the groups say nothing."
        ]

    @cached_property
    def plain(self) -> dict[str, Any]:
        """The scores and the pairs, as plain data."""
        data = self.result.summary()
        about = {str(measure): data["measures"][str(measure)] for measure in self.by_measure}
        return {**data, "measures": about, "level": self.level, "pairs": self._pairs()}

    def _pairs(self) -> dict[str, list[dict[str, Any]]]:
        return {
            str(measure): [encode(pair.record()) for pair in pairs]
            for measure, pairs in self.by_measure.items()
        }

    def record(self) -> dict[str, Any]:
        """Return a comparison for machines. Differences are A minus B; `wins` and `losses` are null
        by measures that have no best; `made_of` has, by system, the parts without which its score
        is not to be read; `..._at_floor` says that p is the least there can be."""
        return {
            "signature": str(self.signature),
            "level": self.level,
            "test": self.test,
            "trials": self.trials,
            "measures": {
                str(measure): {"best": measure.best, "made_of": self._parts(measure)}
                for measure in self.by_measure
            },
            "ranking": self.ranking(),
            "verdicts": self.verdicts(),
            "pairs": self._pairs(),
        }

    def __repr__(self) -> str:
        systems = dict.fromkeys(name for pair in self.pairs for name in (pair.a, pair.b))
        return f"<Comparison: {', '.join(map(str, self.by_measure))} of {', '.join(systems)}>"

    # --- sections --------------------------------------------------------------------------------

    def sections(self) -> Iterator[Section]:
        described = f"{self.test_name()}, two-sided"
        about = (
            "Each cell is the score of the row's system less that of the column's, with its "
            f"p-value ({described}) after Holm's correction; below {alpha(self.level):g} it counts "
            "as significant. Systems are ranked, and each pair appears once."
        )
        details = [
            Section(str(measure), tables=[self._matrix(measure), self._list(measure)])
            for measure in self.by_measure
        ]
        if self.as_matrix:
            yield Section(
                self.title,
                about,
                in_text=self.matrices(),
                details=details,
                alternatives="Measure",
            )
            return
        notes = [
            *(f"{measure}: {text}" for measure in self.by_measure for text in _direction(measure)),
            *(text for measure in self.by_measure for text in self._made_of(measure)),
            f"p: {described}; Holm: corrected for all pairs of a measure",
            f"{STARS} correction",
            *self.too_few(),
            *self.result.noted,
        ]
        size = self.result.size
        if size > 1:
            notes.append(f"[low, high]: {self.level:g} % confidence interval of the difference")
        yield Section(
            self.title,
            about,
            verdicts=self.verdicts(),
            in_text=[self.table()],
            notes=[*notes, *cautions(size, self.result.unit)],
            signatures=[str(self.signature)],
            details=details,
            alternatives="Measure",
        )

    def _parts(self, measure: Measure) -> dict[str, dict[str, float]]:
        """Return the parts without which a score is not to be read, by system."""
        if not measure.made_of:
            return {}
        systems = dict.fromkeys(name for p in self.by_measure[measure] for name in (p.a, p.b))
        scores = {name: self.result[name][measure].score.parts for name in systems}
        return {name: {part: of[part] for part in measure.made_of} for name, of in scores.items()}

    def _made_of(self, measure: Measure) -> Iterator[str]:
        """Yield these parts as a note, if there are any."""
        of_each = [
            f"{name} {', '.join(f'{part} {value:.4f}' for part, value in parts.items())}"
            for name, parts in self._parts(measure).items()
        ]
        if of_each:
            yield f"{measure} is made of: {'; '.join(of_each)}"

    def table(self) -> Table:
        """Return pairs of systems in rows, measure by measure."""
        rows: list[TableRow] = [
            [str(pair.measure), *self._row(pair)]
            for pairs in self.by_measure.values()
            for pair in pairs
        ]
        return Table([Column("measure", align="left"), *_PAIR], rows)

    def _row(self, pair: ComparedPair) -> TableRow:
        p, corrected = pair.p_values(self.test)
        ties = None if pair.wins is None else pair.paired.ties
        outcomes = [pair.wins, ties, pair.losses, pair.paired.effect]
        marks = stars(pair.corrected(self.test))
        share = pair.measure.unit_of() == "share"
        difference = Cell(*pair.difference, marks, share=share)
        return [pair.a, pair.b, difference, p, corrected, *outcomes]

    def _list(self, measure: Measure) -> Table:
        """Return the pairs of one measure, for pages."""
        rows = [self._row(pair) for pair in self.by_measure[measure]]
        return Table(_PAIR, rows, f"{measure}: the same as a list, with intervals", folded=True)

    def _matrix(self, measure: Measure) -> Table:
        """Return the differences of one measure, for pages: coloured, with p-values."""
        pairs = self.by_measure[measure]
        level = alpha(self.level)
        significant = sum(pair.corrected(self.test) < level for pair in pairs)
        direction = {"max": "", "min": " (lower is better)"}.get(
            measure.best or "", " (no direction is better)"
        )
        verb = "is" if significant == 1 else "are"
        title = (
            f"{measure}{direction}: {significant} of {len(pairs)} differences {verb} significant"
        )

        def cell(pair: ComparedPair, sign: int) -> Cell:
            p, difference = pair.corrected(self.test), sign * pair.paired.difference
            at_floor = pair.p_values(self.test)[1].bound == "<"
            tone = _tone(difference, p < level, measure)
            detail = p_value(p, at_floor=at_floor)
            return Cell(difference, tone=tone, detail=detail, share=measure.unit_of() == "share")

        order = [place.system for place in ranking.ranking(self.plain, str(measure), self.test)]
        return self._square(pairs, cell, title, signed=True, ranked=order)

    def matrices(self) -> list[Table]:
        """Return, for each measure, a matrix of differences, with marks, and one of corrected
        p-values."""
        tables = []
        for measure, pairs in self.by_measure.items():
            differences = self._square(
                pairs, self._starred, f"{measure}: row less column", signed=True
            )
            p_values = self._square(
                pairs,
                lambda pair, _: pair.p_values(self.test)[1],
                f"{measure}: p after Holm's correction",
            )
            number = counted(len(pairs), "pair")
            corrected = f"{self.test_name()}, two-sided; corrected for {number}"
            notes = [corrected, *self.too_few(), str(self.signature)]
            marks = [*_direction(measure), f"{STARS} Holm's correction"]
            tables.append(replace(differences, notes=[*self._made_of(measure), *marks]))
            tables.append(replace(p_values, notes=notes))
        return tables

    def one_table(self) -> Table:
        if not self.as_matrix:
            return super().one_table()
        squares = {
            str(measure): self._square(pairs, self._starred)
            for measure, pairs in self.by_measure.items()
        }
        rows: list[TableRow] = [[name, *row] for name, of in squares.items() for row in of.rows]
        names = next(iter(squares.values())).columns[1:]
        heads = [Column("measure", align="left"), Column("system", align="left")]
        return Table([*heads, *names], rows)

    def _starred(self, pair: ComparedPair, sign: int) -> Cell:
        marks = stars(pair.corrected(self.test))
        share = pair.measure.unit_of() == "share"
        return Cell(sign * pair.paired.difference, marks=marks, share=share)

    def _square(
        self,
        pairs: Sequence[ComparedPair],
        cell: Callable[[ComparedPair, int], Cell],
        title: str = "",
        *,
        signed: bool = False,
        ranked: Sequence[str] = (),
    ) -> Table:
        """Return a table of systems against systems; `cell` makes the cell of a pair, or of the
        reversed pair.

        Of `ranked` systems, each stands against those after it only: half of the square.
        """
        names = list(dict.fromkeys([*ranked, pairs[0].a, *(pair.b for pair in pairs)]))
        cells = {(pair.a, pair.b): cell(pair, 1) for pair in pairs}
        cells |= {(pair.b, pair.a): cell(pair, -1) for pair in pairs}
        if ranked:
            order = {name: n for n, name in enumerate(names)}
            cells = {(a, b): one for (a, b), one in cells.items() if order[a] < order[b]}
        above, across = (names[:-1], names[1:]) if ranked else (names, names)
        rows: list[TableRow] = [
            [a, *(cells.get((a, b)) or Cell("") for b in across)] for a in above
        ]
        columns = [Column("", align="left"), *(Column(name, signed=signed) for name in across)]
        return Table(columns, rows, title, matrix=True)

    def figures(self) -> list[Figure]:
        """Return the difference of every two systems with its interval, a panel per measure."""
        panels = [
            Dots(
                [Dot(f"{pair.a} - {pair.b}", pair.difference) for pair in pairs],
                Axis.of(measure, "difference in {}"),
                str(measure),
                Mark(0.0, "no difference"),
            )
            for measure, pairs in self.by_measure.items()
        ]
        caption = (
            f"Differences in {listed([str(m) for m in self.by_measure])} between systems (first "
            f"less second), with {self.level:g} % confidence intervals. The line is no difference."
        )
        return [Figure(caption, panels, "differences", str(self.signature))]

    def test_name(self) -> str:
        """Return what notes call the test."""
        if self.test == "bootstrap":
            return f"paired bootstrap, {self.resamples} resamples"
        return f"approximate randomisation, {self.trials} trials"


_PAIR = [
    Column("A", align="left"),
    Column("B", align="left"),
    Column("A - B", signed=True),
    Column("p", unit="p"),
    Column("p (Holm)", unit="p"),
    Column("A wins"),
    Column("ties"),
    Column("B wins"),
    Column("effect", signed=True, decimals=2),
]


def stars(p: float) -> str:
    """Return the marks of a corrected p."""
    return "***" if p < 0.001 else "**" if p < 0.01 else "*" if p < 0.05 else ""


def _tone(difference: float, is_significant: bool, measure: Measure) -> Tone:
    """Return the colour of a difference, if the measure tells better from worse."""
    if not is_significant:
        return "level"
    if measure.best is None:
        return "differs"
    return "better" if (difference > 0) == (measure.best == "max") else "worse"


def _direction(measure: Measure) -> list[str]:
    """Return a note on the direction, unless the higher score is better."""
    if measure.best == "min":
        return ["lower is better, so a difference below 0 is in favour of A"]
    if measure.best is None:
        return [f"compared by {measure.label()}; no direction is better, so wins are not counted"]
    return []


def compare_all(
    result: Result, measures: Sequence[int], trials: int | None, test: Test = "randomisation"
) -> Comparison:
    """Compare every two systems of a result by each of the measures (given by number).

    Without a number of trials, there are as many as the number of pairs asks for.
    """
    names = list(combinations(range(len(result.systems)), 2))
    if trials is None:
        trials = trials_for(len(names), result.size)
    settings = result.settings
    level = LEVEL if settings.ci is None else settings.ci
    with stepwise(result.steps(resampled=True) + trials * len(measures)):
        pairs = [pair for m in measures for pair in _compared(result, m, names, trials, level)]
    return Comparison(tuple(pairs), level, trials, settings.resamples, result, test)


def _compared(
    result: Result, m: int, names: Sequence[tuple[int, int]], trials: int, level: float
) -> list[ComparedPair]:
    """Compare pairs of systems by one measure (all given by number)."""
    settings = result.settings
    measure = result.measures[m]
    tables = [table.rows for table in result.rows[m]]
    rows = [measure.resampled_rows(table) for table in tables]
    tested = randomisation(rows, names, measure.values, trials=trials, seed=settings.seed)
    scores = [measure.sentence_scores(table) for table in tables]
    offsets = [
        measure.offset(table, cell.score.value)
        for table, cell in zip(tables, result.cells[m], strict=True)
    ]
    outcomes = [
        compare(
            rows[a],
            rows[b],
            measure.values,
            sums=(result.resampled[m][a], result.resampled[m][b]),
            randomised=randomised,
            scores=(scores[a], scores[b]),
            offset=offsets[a] - offsets[b],
            level=level,
            method=settings.method,
            trials=trials,
            seed=settings.seed,
        )
        for (a, b), randomised in zip(names, tested, strict=True)
    ]
    corrected = holm([o.p for o in outcomes])
    corrected_bootstrap = holm([o.p_bootstrap for o in outcomes])
    return [
        ComparedPair(measure, result.systems[a], result.systems[b], *rest)
        for (a, b), *rest in zip(
            names,
            outcomes,
            corrected,
            corrected_bootstrap,
            _bounds(corrected, [o.at_floor for o in outcomes]),
            _bounds(corrected_bootstrap, [o.bootstrap_at_floor for o in outcomes]),
            strict=True,
        )
    ]


def _bounds(corrected: Sequence[float], at_floor: Sequence[bool]) -> list[bool]:
    """Return which of the corrected p-values are bounds: those that come from the smallest p there
    can be."""
    least = {p for p, floor in zip(corrected, at_floor, strict=True) if floor and p < 1}
    return [p in least for p in corrected]


# --- marks beside scores -------------------------------------------------------------------------


MarkKind = Literal["letters", "stars"]


@dataclass(frozen=True)
class Marks:
    """Marks beside scores, `of[measure][system]`, and the note that explains them."""

    of: Mapping[str, Mapping[str, str]]
    note: str
    signed: Mapping[str, object] = field(default_factory=dict)
    """What signatures say of the test."""

    def mark(self, measure: str, system: str) -> str:
        """Return the mark of a system by a measure."""
        return self.of.get(measure, {}).get(system, "")


def marks(comparison: Comparison, kind: MarkKind, baseline: str | None = None) -> Marks:
    """Return the marks that a comparison gives."""
    pairs = len(next(iter(comparison.by_measure.values())))
    family = f"all {pairs} pairs of systems by a measure" if pairs > 1 else ""
    test = comparison.test_name() + (f"; Holm's correction over {family}" if family else "")
    signed = comparison.signed_test()
    if kind == "letters":
        placed = ranking.rankings(comparison.plain, comparison.test)
        of = {
            measure: {place["system"]: place["group"] for place in places}
            for measure, places in placed.items()
        }
        note = (
            f"letters: systems that share one do not differ significantly ({test}); bold: the best "
            "score, whether or not its lead is significant"
        )
        return Marks(of, note, signed)
    first = baseline or comparison.result.systems[0]
    starred: dict[str, dict[str, str]] = {}
    for pair in comparison.pairs:
        if first in (pair.a, pair.b):
            other = pair.b if pair.a == first else pair.a
            p = pair.corrected(comparison.test)
            starred.setdefault(str(pair.measure), {})[other] = stars(p)
    note = f"stars: differs from {first}, * p < 0.05, ** p < 0.01, *** p < 0.001 ({test})"
    return Marks(starred, note, signed)
