"""Rules that a system must not break, in a few words each.

    M2 drops 0.5 points significantly
    USim < 0.9
    WordChange > 2.5
    M2.recall drops 2 points
    ERRANT[R:VERB].recall < 30 %
    alarms rise
    new alarms > 0

A rule names a number (a score, a part of it, a count, or the score of one type of edit) and what it
must not do: be below or above a limit, or change from what the baseline has.

- `<`, `<=`, `>`, `>=` compare with a number as tables print it: `USim < 0.9`. `90 %` and
  `90 points` are 0.9.
- `drops`, `rises`, `worsens` (whichever is worse) and `changes` compare with the baseline. Without
  an amount, any change of that kind breaks the rule; with one, a change of at least so much.
  `points` are hundredths of a score, `%` is a share of the baseline's number.
- `significantly`: only if it is unlikely to be chance.
- `new` before a count: the sentences in which it is higher than in the baseline, even if the sum is
  not: `new alarms > 0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from typing import Literal, cast

import numpy as np

from corrigenda import plugins
from corrigenda.errors import InputError
from corrigenda.formats.lines import read_lines
from corrigenda.formats.strict_json import located
from corrigenda.measures.contract import Measure
from corrigenda.measures.fscore import edit_counts, f_values
from corrigenda.measures.registry import measure as measure_of

Relation = Literal["<", "<=", ">", ">=", "drops", "rises", "worsens", "changes"]
Unit = Literal["", "points", "%"]

EXAMPLES = "'M2 drops 0.5 points significantly', 'USim < 0.9' or 'alarms > 3'"
SURE = 0.1
"""From this amount on, a bare number that a score of at most 1 drops by can only be points."""

_PARTS = {"f": "score", "p": "precision", "r": "recall"}
_VERBS: dict[str, Relation] = {
    **dict.fromkeys(("drop", "drops", "fall", "falls"), "drops"),
    **dict.fromkeys(("rise", "rises"), "rises"),
    **dict.fromkeys(("worsen", "worsens"), "worsens"),
    **dict.fromkeys(("change", "changes"), "changes"),
}
_RULE = re.compile(
    r"""\s* (?: (?P<new>new)\s+ )? (?P<what> [A-Za-z_][\w.-]* (?:\([^()]*\))? )
        (?: \[ (?P<type>[^\[\]]*) \] )?
        (?: \. (?P<part>\w+) )?
        \s* (?: (?P<sign><=|>=|<|>) | \s(?P<verb>[a-z]+)\b (?:\s+by)? )
        (?: \s* (?P<amount>[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)
            \s* (?P<unit>%|points?\b|per\s?cent\b|(?!significantly)[A-Za-z]+)? )?
        (?: \s+ (?P<test>significantly) )? \s*""",
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Rule:
    """A rule about a number. `str(rule)` is its text."""

    text: str
    measure: Measure
    relation: Relation
    amount: float
    unit: Unit = ""
    part: str = "score"
    """The score, a part of it, or a count."""

    type: str = ""
    """The type of edit that is scored; empty: all edits."""

    significantly: bool = False
    new: bool = False
    """Is the number that of sentences in which a count is higher than in the baseline?"""

    def __str__(self) -> str:
        return self.text

    @property
    def compares(self) -> bool:
        """Does it compare with a baseline?"""
        return self.new or self.relation in _VERBS

    @property
    def is_count(self) -> bool:
        """Is the number a count?"""
        return self.part in names(self.measure, bool(self.type))[1]

    @property
    def is_share(self) -> bool:
        """Is the number a score that is 1 at most, and so told in points?"""
        return not self.is_count and self.measure.best == "max"

    @property
    def worse(self) -> int:
        """Return the direction that breaks it: -1 down, 1 up, 0 either."""
        down = {"drops": True, "rises": False, "worsens": self.measure.best == "max"}
        if self.relation == "changes":
            return 0
        return -1 if down[self.relation] else 1

    def limit(self, baseline: float = 1.0) -> float:
        """Return the amount on the scale of the number; a share is one of the baseline's."""
        if self.unit == "%" and self.compares:
            return self.amount / 100 * abs(baseline)
        return self.amount / 100 if self.unit else self.amount


def rule(text: str) -> Rule:
    """Return the rule that a text says; raise InputError if it says none.

    >>> rule("M2.recall drops 0.5 points significantly").limit()
    0.005
    """
    match = _RULE.fullmatch(text)
    if match is None or (match["sign"] and match["amount"] is None):
        raise _unclear(text, "cannot read it", f"write, for example, {EXAMPLES}")
    verb = (match["verb"] or "").lower()
    if verb and verb not in _VERBS:
        verbs = ", ".join(dict.fromkeys(_VERBS.values()))
        like = plugins.closest(verb, _VERBS.values())
        guess = f"did you mean {like!r}? " if like else ""
        raise _unclear(
            text, f"unknown comparison {verb!r}", f"{guess}there are <, <=, >, >=, {verbs}"
        )
    relation: Relation = _VERBS[verb] if verb else cast(Relation, match["sign"])
    try:
        measure, part = named(match["what"], match["part"])
    except InputError as error:
        raise _unclear(text, error.message, error.hint) from None
    amount = float(match["amount"] or 0)
    made = Rule(
        " ".join(text.split()),
        measure,
        relation,
        amount,
        _unit(text, match["unit"]),
        part,
        (match["type"] or "").strip(),
        match["test"] is not None,
        match["new"] is not None,
    )
    _check(made, bare=match["amount"] is not None and not match["unit"])
    shares = bool(verb) and made.is_share and bool(match["amount"])
    return _in_points(made) if shares and not made.unit else made


def rules(given: str | PathLike[str] | Rule | Iterable[str | Rule]) -> tuple[Rule, ...]:
    """Return rules, each once: texts (a rule in each line), rules, or the path of a file of them
    (a `Path`, not text)."""
    if isinstance(given, PathLike):
        return read_rules(given)
    several = [given] if isinstance(given, (str, Rule)) else list(given)
    made: list[Rule] = []
    for one in several:
        if isinstance(one, Rule):
            made.append(one)
        else:
            made += [rule(line) for line in one.splitlines() if _said(line)] or [rule(one)]
    if not made:
        raise InputError("no rule is given", hint=f"for example rules=[{EXAMPLES}]")
    return tuple(dict.fromkeys(made))


def read_rules(path: str | PathLike[str]) -> tuple[Rule, ...]:
    """Read a file with a rule in each line; `#` begins a comment."""
    made: list[Rule] = []
    for number, line in enumerate(read_lines(path), 1):
        try:
            if said := _said(line):
                made.append(rule(said))
        except InputError as error:
            raise located(error, str(path), number) from None
    if not made:
        raise InputError("expected a rule in each line, found none", file=path, hint=EXAMPLES)
    return tuple(dict.fromkeys(made))


@lru_cache(maxsize=256)
def names(measure: Measure, of_type: bool = False) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the scores and of the counts that a measure gives, or those of a type of
    edit."""
    if of_type:
        sums = np.zeros(3)
        return tuple(f_values(sums, 1.0)), tuple(edit_counts(sums))
    if "graphs" in measure.needs:  # its example can be scored only once there is a parser
        rows = np.zeros((1, len(measure.columns)))
    else:
        segment, correction = measure.worked_example()
        rows = measure.choose([measure.candidates(segment, correction)]).rows
    with np.errstate(all="ignore"):
        score = measure.score(measure.totals(rows))
    return ("score", *score.parts), tuple(score.counts)


# --- reading a rule -------------------------------------------------------------------------------


def _said(line: str) -> str:
    return re.sub(r"(^|\s)#.*", "", line).strip()


def named(what: str, part: str | None = None) -> tuple[Measure, str]:
    """Return the measure and the part that a name means: `M2`, `M2.recall`, `alarms`.

    >>> named("M2.r")[1]
    'recall'
    """
    measures, others = plugins.declared("measure"), plugins.declared("number")
    name = what.partition("(")[0]
    if name not in measures and part is None and name in others:
        what, _, part = str(plugins.load("number", name)).rpartition(".")
    dotted = re.fullmatch(r"(.+\)|[^()]+)\.(\w+)", what)
    if part is None and dotted and what not in measures:
        what, part = dotted.groups()
    try:
        measure = measure_of(what)
    except InputError as error:
        more = f"a rule may also name {', '.join(others)}" if others else ""
        hint = "; ".join(filter(None, (error.hint, more)))
        raise InputError(error.message, hint=hint) from None
    measure.check()
    wanted = part or "score"
    known = {one for of in names(measure) for one in of}
    return measure, wanted if wanted in known else _PARTS.get(wanted.lower(), wanted)


def _unit(text: str, written: str | None) -> Unit:
    if written is None:
        return ""
    word = written.lower()
    if word in ("point", "points"):
        return "points"
    if re.fullmatch(r"%|per\s?cent", word):
        return "%"
    raise _unclear(text, f"{written!r} is no unit", "there are points (hundredths) and %")


def _check(made: Rule, *, bare: bool) -> None:
    """Refuse a rule that means nothing, or could mean two things."""
    text, measure = made.text, made.measure
    if made.type and not measure.judges:
        raise _unclear(text, f"{measure} does not judge edits, so it has no types", "ERRANT does")
    scores, counts = names(measure, bool(made.type))
    if made.part not in (*scores, *counts):
        known = ", ".join((*scores, *counts))
        raise _unclear(text, f"{measure} has no {made.part!r}", f"it has {known}")
    if made.significantly and not made.compares:
        raise _unclear(
            text,
            "a limit is not tested for significance",
            "'significantly' goes with drops, rises, worsens and changes",
        )
    if made.is_count and made.unit == "points":
        raise _unclear(text, f"{made.part} is a count, which has no points", "leave out the unit")
    if made.is_count and made.unit == "%" and not made.compares:
        raise _unclear(text, f"{made.part} is a count, not a share", "leave out the unit")
    if made.new:
        _check_new(made)
    elif made.compares:
        _check_change(made, bare)
    elif bare and made.is_share and made.amount > 1:
        raise _unclear(
            text,
            f"{measure} is at most 1",
            f"did you mean {made.amount:g} points? They are {made.amount / 100:g}",
        )


def _check_new(made: Rule) -> None:
    if not made.is_count or made.type:
        raise _unclear(
            made.text,
            "'new' goes with what is counted in sentences",
            "for example 'new alarms > 0'",
        )
    if made.relation not in (">", ">=") or made.unit:
        raise _unclear(
            made.text, "'new' goes with a limit of sentences", "for example 'new alarms > 0'"
        )


def _check_change(made: Rule, bare: bool) -> None:
    text, measure = made.text, made.measure
    if made.amount < 0:
        raise _unclear(text, "an amount must not be negative", "say drops or rises")
    better = {"max": "rises", "min": "drops"}.get(measure.best or "")
    if made.relation == better and not made.is_count:
        other = "drops" if better == "rises" else "rises"
        raise _unclear(
            text,
            f"it would fail a better system: {'higher' if better == 'rises' else 'lower'} "
            f"{measure} is better",
            f"say {other}, worsens, or changes",
        )
    if made.relation == "worsens" and (made.is_count or measure.best is None):
        what = made.part if made.is_count else measure
        raise _unclear(
            text, f"more {what} is neither better nor worse", "say drops, rises or changes"
        )
    if bare and made.is_share and made.amount < SURE:
        points, share = f"{made.amount:g} points", f"{100 * made.amount:g} points"
        raise _unclear(
            text,
            f"{made.amount:g} could be {points} or {share}",
            f"write {share!r} (0.3700 to {0.37 - made.amount:.6g}) or {points!r} (0.3700 to "
            f"{0.37 - made.amount / 100:.6g})",
        )


def _in_points(made: Rule) -> Rule:
    return Rule(**{**vars(made), "unit": "points"})


def _unclear(text: str, problem: str, hint: str | None) -> InputError:
    return InputError(f"rule {' '.join(text.split())!r}: {problem}", hint=hint)
