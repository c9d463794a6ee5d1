"""A gate for continuous integration: rules that a system must not break, checked and tested.

checked = gate("baseline.json", "gold.m2", {"new": "out.txt"}, "M2 drops 0.5 significantly")
checked.passed
print(checked)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from os import PathLike
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from corrigenda.errors import InputError
from corrigenda.evaluation import Computing, Result, evaluate
from corrigenda.evaluation.scores import whole
from corrigenda.gates.baseline import Baseline, Given_
from corrigenda.gates.numbers import Number, number, number_of_type
from corrigenda.gates.rules import Rule, read_rules, rule, rules
from corrigenda.inputs import Sentences, Systems
from corrigenda.linguistics.errant.corrections import Types
from corrigenda.remarks import Remark
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Cell, Column, Table, TableRow, escaped, one_line
from corrigenda.results.words import counted, listed, p_value, percent, plain_number
from corrigenda.statistics import LEVEL
from corrigenda.statistics.intervals import Estimate, cautions
from corrigenda.statistics.paired import Paired, holm, trials_for

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Check", "Gate", "Rule", "gate", "judge", "read_rules", "rule", "rules"]

ALPHA = 0.05
WORST = 5
"""Sentences that are named with a broken rule."""


@dataclass(frozen=True)
class Check:
    """One rule and one system: the numbers, and whether the rule is broken."""

    rule: Rule
    system: str
    value: float
    broken: bool
    baseline: float | None = None
    difference: Estimate | None = None
    """What the system has more than the baseline, with its confidence interval."""

    p: float | None = None
    """One-sided, by approximate randomisation; two-sided for changes."""

    p_holm: float | None = None
    """Corrected for all tests of the gate."""

    insignificant: bool = False
    """Would it be broken if the change were significant?"""

    sentences: tuple[int, ...] = ()
    """Sentences, counted from 1, that contribute most to what breaks the rule."""

    def __str__(self) -> str:
        said = f"{self.system}: {self.rule}: {self._numbers()}"
        return f"{said}; most in {self._places()}" if self.broken and self.sentences else said

    @property
    def verdict(self) -> str:
        """Return what became of the rule."""
        return "broken" if self.broken else "not significant" if self.insignificant else "kept"

    def where(self) -> str:
        """Return where to look: the rule, and the sentences that contribute most."""
        return f"{self.system}: {self.rule}: most in {self._places()}"

    def _places(self) -> str:
        named = listed([str(k) for k in self.sentences])
        return f"sentence {named}" if len(self.sentences) == 1 else f"sentences {named}"

    def _numbers(self) -> str:
        now = self._number(self.value)
        if not isfinite(self.value):
            return "it is undefined, so nothing can be said for it"
        if self.baseline is None or self.difference is None:
            return f"it is {now}"
        change = self.difference.value
        said = f"{self._number(self.baseline)} -> {now}"
        amounts = (
            [f"{self._amount(change)} {'lower' if change < 0 else 'higher'}"] if change else []
        )
        if self.rule.amount:
            amounts.append(f"limit {self._amount(self.rule.limit(self.baseline))}")
        if self.p_holm is not None:
            amounts.append(p_value(self.p_holm))
        return f"{said} ({', '.join(amounts)})" if amounts else said

    def _number(self, value: float) -> str:
        return f"{value:g}" if self.rule.is_count else plain_number(value)

    def _amount(self, change: float) -> str:
        if self.rule.is_share:
            points = f"{abs(100 * change):.4g}"
            return f"{points} {'point' if points == '1' else 'points'}"
        return f"{abs(change):.4g}"

    def record(self) -> dict[str, Any]:
        """Return it as plain data."""
        difference = self.difference
        return {
            "rule": str(self.rule),
            "system": self.system,
            "verdict": self.verdict,
            "baseline": self.baseline,
            "value": self.value,
            "difference": None if difference is None else difference._asdict(),
            "limit": self.rule.limit(self.baseline or 0.0),
            "p": self.p,
            "p_holm": self.p_holm,
            "sentences": list(self.sentences),
            "said": str(self),
        }


@dataclass(frozen=True, repr=False)
class Gate(Finding, title="Gate"):
    """Rules, checked: `passed` says whether all are kept, printing it tells which are not."""

    checks: tuple[Check, ...]
    alpha: float
    trials: int
    result: Result = field(metadata={"private": True})
    baseline: str = ""
    """What the baseline is called; empty if there is none."""

    idle: tuple[str, ...] = ()
    """Systems that change nothing."""

    @property
    def passed(self) -> bool:
        """Are all rules kept?"""
        return not self.broken

    @property
    def broken(self) -> list[Check]:
        """The rules that are broken, each with the system that breaks it."""
        return [check for check in self.checks if check.broken]

    @property
    def tests(self) -> int:
        """How many tests were made."""
        return sum(check.p is not None for check in self.checks)

    @property
    def remarks(self) -> Sequence[Remark]:
        """What to know of the input. (That scores are not those of papers matters to no rule.)"""
        return (
            *(_idle(name, self.result.size) for name in self.idle),
            *(remark for remark in self.result.remarks if remark.kind != "extraction"),
        )

    @property
    def signature(self) -> Signature:
        """Everything needed to compute the same numbers again."""
        measures = dict.fromkeys(check.rule.measure for check in self.checks)
        tested = {"ar": self.trials, "alpha": f"{self.alpha:g}"} if self.tests else {}
        return self.result.signed(*measures).with_settings(tested)

    def verdict(self) -> str:
        """Return one line: passed or failed, and how many rules are broken."""
        of = f"{len(self.broken)} of {counted(len(self.checks), 'check')}"
        return "gate passed" if self.passed else f"gate failed: {of} broken"

    def lines(self) -> list[str]:
        """Return a line for each broken rule."""
        return [f"broken: {check}" for check in self.broken]

    def record(self) -> dict[str, Any]:
        return {
            "signature": str(self.signature),
            "passed": self.passed,
            "baseline": self.baseline,
            "alpha": self.alpha,
            "trials": self.trials,
            "checks": [encode(check.record()) for check in self.checks],
        }

    def __repr__(self) -> str:
        return f"<Gate: {self.verdict()}>"

    # --- sections --------------------------------------------------------------------------------

    def sections(self) -> Iterator[Section]:
        yield Section(
            self.title,
            verdicts=[*self.lines(), self.verdict()],
            tables=[self._table()],
            notes=self._notes(),
            signatures=[str(self.signature)],
        )

    def _table(self) -> Table:
        compared = any(check.baseline is not None for check in self.checks)
        columns = [Column("system", align="left"), Column("rule", align="left")]
        columns += [Column("baseline")] if compared else []
        columns += [Column("now")]
        columns += [Column("now - baseline", signed=True)] if compared else []
        columns += [Column("p (Holm)", unit="p")] if self.tests else []
        columns += [Column("verdict", align="left")]
        rows: list[TableRow] = []
        for check in self.checks:
            rows.append(
                [
                    check.system,
                    str(check.rule),
                    *([_cell(check, check.baseline)] if compared else []),
                    _cell(check, check.value),
                    *([_difference(check)] if compared else []),
                    *([check.p_holm] if self.tests else []),
                    check.verdict,
                ]
            )
        return Table(columns, rows, self.title)

    def _notes(self) -> list[str]:
        notes = []
        if self.baseline:
            notes.append(f"baseline: {self.baseline}")
        if any(check.rule.compares and check.rule.is_share for check in self.checks):
            notes.append("points: hundredths of a score")
        if self.tests:
            notes += [
                f"significantly: p < {self.alpha:g} by approximate randomisation, {self.trials} "
                "trials, one-sided (changes: two-sided)",
                f"p (Holm): corrected for {counted(self.tests, 'test')}: if nothing has changed, "
                f"the chance that any of them breaks a rule is at most {percent(self.alpha)}",
            ]
        compared = [check.rule for check in self.checks if check.rule.compares]
        if any(one.new for one in compared):
            notes.append("new: sentences in which the count is higher than in the baseline")
        untested = [one for one in compared if not (one.significantly or one.new)]
        if untested:
            notes.append("rules without 'significantly' may break by chance")
        if any(check.difference is not None for check in self.checks):
            notes.append(f"[low, high]: {LEVEL:g} % confidence interval of the difference")
            notes += cautions(self.result.size, self.result.unit)
        return notes

    # --- for machines and pull requests ----------------------------------------------------------

    def to_junit(self) -> str:
        """Return JUnit XML, as CI servers read it: a test case for each rule and system."""
        cases = []
        for check in self.checks:
            named = f"name={_attribute(check.rule)} classname={_attribute(check.system)}"
            if check.broken:
                message = one_line(str(check))
                inner = f"<failure message={_attribute(message)}>{escape(message)}</failure>"
                cases.append(f"    <testcase {named}>{inner}</testcase>")
            else:
                out = f"<system-out>{escape(one_line(str(check)))}</system-out>"
                cases.append(f"    <testcase {named}>{out}</testcase>")
        count = f'tests="{len(self.checks)}" failures="{len(self.broken)}" errors="0"'
        return "\n".join(
            [
                '<?xml version="1.0" encoding="UTF-8"?>',
                f'<testsuites name="corrigenda" {count}>',
                f'  <testsuite name="corrigenda gate" {count}>',
                *cases,
                "  </testsuite>",
                "</testsuites>\n",
            ]
        )

    def to_summary(self) -> str:
        """Return Markdown for a pull request: the verdict, broken rules, and the table folded."""
        heading = f"### {'✅' if self.passed else '❌'} corrigenda: {self.verdict()}\n"
        bare = replace(self._table(), title="")
        broken = [bare.rows[k] for k, check in enumerate(self.checks) if check.broken]
        shown = replace(bare, rows=broken).markdown() if broken else ""
        texts = self._texts()
        named = [
            line
            for check in self.broken
            if check.sentences
            for line in (
                f"- {escaped(check.where())}",
                *(f"    - {texts[check.system, k]}" for k in check.sentences if texts),
            )
        ]
        everything = replace(bare, notes=[*self._notes(), str(self.signature)]).markdown()
        folded = f"<details><summary>All {counted(len(self.checks), 'check')}</summary>\n\n"
        parts = [heading, shown, "\n".join([*named, ""]) if named else "", folded + everything]
        return "\n".join(filter(None, parts)) + "\n</details>\n"

    def _texts(self) -> dict[tuple[str, int], str]:
        """Return the sentences that broken rules name, by system and number, if they are known."""
        wanted = {(check.system, k) for check in self.broken for k in check.sentences}
        texts: dict[tuple[str, int], str] = {}
        if not wanted or not self.result.has_sentences:
            return texts
        for k, (segment, corrections) in enumerate(self.result.pairs(), 1):
            for system, correction in zip(self.result.systems, corrections, strict=True):
                if (system, k) in wanted:
                    said = f"{segment.source} → {correction.text}"
                    texts[system, k] = f"{k}: {escaped(one_line(said))}"
        return texts


def _cell(check: Check, value: float | None) -> float | None:
    return int(value) if value is not None and check.rule.is_count and isfinite(value) else value


def _difference(check: Check) -> Cell:
    """Return the difference; that of counts has no decimals."""
    if check.difference is None:
        return Cell()
    value, low, high = check.difference
    if check.rule.is_count:
        value = whole(value)
        low, high = (None if bound is None else whole(bound) for bound in (low, high))
    return Cell(value, low, high)


def _attribute(text: object) -> str:
    return quoteattr(one_line(str(text)))


# --- checking -------------------------------------------------------------------------------------


def gate(
    baseline: Given_ | None,
    corpus: Sentences | Result | None = None,
    systems: Systems | None = None,
    rules: str | PathLike[str] | Rule | Iterable[str | Rule] = "M2 worsens significantly",
    *,
    baseline_system: str | None = None,
    alpha: float = ALPHA,
    trials: int | None = None,
    sources: Any = None,
    references: Any = None,
    types: Types = "errant",
    **scoring: Unpack[Computing],
) -> Gate:
    """Check rules: limits of scores, and changes from a baseline.

    `baseline` is a saved result of the same sentences (a file, or what `load` or `evaluate`
    returned), or None if all rules are limits. If it has several systems, `baseline_system` is the
    one to compare with. `corpus`, `systems` and other keywords are what `evaluate` takes; or give a
    `Result` as the corpus. `rules` are texts such as 'M2 drops 0.5 points significantly', or the
    `Path` of a file with one in each line; the measures are those that they name.

    Rules with 'significantly' are tested together at the level `alpha`, by approximate
    randomisation with Holm's correction: if nothing has changed, the chance that any of them is
    broken is at most `alpha`. The result is `passed` if no system breaks a rule.

    A baseline of other sentences, references, settings or version is refused, with the difference,
    before anything is scored.
    """
    wanted = _rules(rules)
    measures = list(dict.fromkeys(one.measure for one in wanted))
    known = None if baseline is None else Baseline.of(baseline)
    check_alpha(alpha)
    _check(wanted, known)
    if known is not None and baseline_system is not None:
        known.at(baseline_system, [])
    if isinstance(corpus, Result):
        if known is not None:
            known.check(corpus.given, measures)
        return judge(corpus, wanted, known, system=baseline_system, alpha=alpha, trials=trials)
    checked = None if known is None else (lambda given: known.check(given, measures))
    columns = {"sources": sources, "references": references}
    result = evaluate(
        corpus, systems, measures, ci=None, types=types, check=checked, **columns, **scoring
    )
    return judge(result, wanted, known, system=baseline_system, alpha=alpha, trials=trials)


_rules = rules


def check_alpha(alpha: float) -> None:
    """Refuse what is no level of significance."""
    if not 0 < alpha < 1:
        raise InputError(f"a level of significance is between 0 and 1, not {alpha:g}")


def _check(rules: tuple[Rule, ...], baseline: Baseline | None) -> None:
    """Refuse what cannot be checked, before any work."""
    if baseline is not None:
        baseline.check_rules(rules)
        return
    for one in rules:
        if one.compares:
            raise InputError(
                f"rule {str(one)!r} compares with a baseline, and none is given",
                hint="give a saved result, or use limits alone, such as 'USim < 0.9'",
            )


def judge(
    result: Result,
    rules: tuple[Rule, ...],
    baseline: Baseline | None,
    *,
    systems: Sequence[str] | None = None,
    system: str | None = None,
    alpha: float = ALPHA,
    trials: int | None = None,
) -> Gate:
    """Check rules on a result (by default on all of its systems)."""
    new = list(result.systems if systems is None else systems)
    if baseline is not None:
        baseline = baseline.at(system, new)
    tests = sum(one.significantly for one in rules) * len(new)
    trials = trials or trials_for(max(tests, 1), result.size)
    checks = [_checked(one, name, result, baseline, trials) for one in rules for name in new]
    tested = [k for k, check in enumerate(checks) if check.p is not None]
    for k, p in zip(tested, holm([checks[k].p or 0.0 for k in tested]), strict=True):
        reached = checks[k].broken
        kept = reached and p >= alpha
        checks[k] = replace(checks[k], p_holm=p, broken=reached and not kept, insignificant=kept)
    name = "" if baseline is None else baseline.whole_name
    return Gate(tuple(checks), alpha, trials, result, name, _changing_nothing(result, new))


def _changing_nothing(result: Result, systems: Sequence[str]) -> tuple[str, ...]:
    """Return the systems whose output is the source, all of it."""
    idle = {result.systems.index(name): name for name in systems}
    for segment, corrections in result.pairs() if result.has_sentences else ():
        for s in [s for s in idle if corrections[s].text.split() != segment.tokens]:
            del idle[s]
        if not idle:
            break
    return tuple(idle.values())


def _idle(system: str, size: int) -> Remark:
    return Remark(
        "source",
        f"{system} changes nothing: its output equals the source in all of {counted(size, 'line')}."
        " Rules on measures that compare with the source alone are then kept, whatever the system "
        "is worth. Check the file; a rule such as 'WordChange < 0.001' refuses such outputs.",
        system,
        size,
    )


def first_against_others(
    result: Result, rules: tuple[Rule, ...], *, alpha: float = ALPHA, trials: int | None = None
) -> Gate:
    """Check rules on all systems of a result but the first one, which is their baseline."""
    first, *others = result.systems
    baseline = Baseline.of(result)
    return judge(result, rules, baseline, systems=others, system=first, alpha=alpha, trials=trials)


def _checked(
    rule: Rule, system: str, result: Result, baseline: Baseline | None, trials: int
) -> Check:
    """Return the check of one rule on one system; that of a test is broken until p says not."""
    now = _number(rule, system, result)
    if not rule.compares:
        broken = not isfinite(now.value) or _beyond(rule, now.value)
        counting = broken and rule.is_count and rule.relation.startswith(">")
        worst = _worst(now.alone(), lowest=False) if counting else ()
        return Check(rule, system, now.value, broken, sentences=worst)
    assert baseline is not None
    before = _before(rule, result, baseline)
    if rule.new:
        more = now.alone() - before.alone()
        value = float((more > 0).sum())
        broken = _beyond(rule, value)
        return Check(rule, system, value, broken, sentences=_worst(more, False) if broken else ())
    paired = now.against(before, trials=trials, seed=result.settings.seed)
    change = now.value - before.value
    if abs(paired.difference) == 0:
        change = 0.0
    limit, worse = rule.limit(before.value), rule.worse
    moved = abs(change) if worse == 0 else worse * change
    tolerance = 1e-12 * max(1.0, abs(now.value), abs(before.value))
    reached = moved > tolerance and moved >= limit - tolerance
    broken = reached or not isfinite(now.value)
    low, high, _ = paired.interval
    bounds = (low, high) if isfinite(low) and isfinite(high) else (None, None)
    p = _p(paired, worse, change) if rule.significantly and isfinite(now.value) else None
    worst = ()
    if broken:
        worst = _worst(now.alone() - before.alone(), (worse or np.sign(change)) < 0)
    return Check(
        rule,
        system,
        now.value,
        broken,
        before.value,
        Estimate(change, *bounds),
        p,
        sentences=worst,
    )


def _number(rule: Rule, system: str, result: Result) -> Number:
    m = result.measure_number(rule.measure)
    if not rule.type:
        return number(rule, result.rows[m][result.systems.index(system)].rows)
    rows = result.type_rows(rule.measure)
    return _of_type(rule, rows[system], result)


def _before(rule: Rule, result: Result, baseline: Baseline) -> Number:
    if not rule.type:
        return number(rule, baseline.rows(rule.measure))
    return _of_type(rule, baseline.types(rule.measure), result)


def _of_type(rule: Rule, of_system: dict[str, Any], result: Result) -> Number:
    known = {kind for rows in result.type_rows(rule.measure).values() for kind in rows}
    if rule.type not in known | set(of_system):
        raise InputError(
            f"rule {str(rule)!r}: no edit has the type {rule.type!r}",
            hint=f"there are {', '.join(sorted(known | set(of_system)))}",
        )
    return number_of_type(rule, of_system.get(rule.type, np.zeros((0, 4))), result.size)


def _beyond(rule: Rule, value: float) -> bool:
    limit = rule.limit()
    return {
        "<": value < limit,
        "<=": value <= limit,
        ">": value > limit,
        ">=": value >= limit,
    }[rule.relation]


def _p(paired: Paired, worse: int, change: float) -> float:
    """Return p of the test: one-sided, unless either direction counts.

    Swapping all sentences turns a difference round, so that both tails are alike.
    """
    if worse == 0:
        return paired.p
    if paired.exact:
        half = paired.p / 2
    else:
        half = (1 + (paired.p * (1 + paired.trials) - 1) / 2) / (1 + paired.trials)
    return half if change * worse > 0 else 1.0


def _worst(values: Any, lowest: bool) -> tuple[int, ...]:
    """Return the numbers of the sentences with the lowest values below 0 (or the highest above)."""
    signed = values if lowest else -values
    order = np.argsort(signed, kind="stable")[:WORST]
    return tuple(int(k) + 1 for k in order if signed[k] < 0)
