"""A saved result as the baseline of a gate: its rows, and what they can be compared with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from corrigenda._version import __version__
from corrigenda.errors import InputError
from corrigenda.evaluation.given import DIGEST, Given
from corrigenda.evaluation.result import Result
from corrigenda.gates.rules import Rule
from corrigenda.measures.contract import Array, Measure
from corrigenda.results.finding import Saved, load
from corrigenda.results.plain_data import from_text
from corrigenda.results.signature import Signature
from corrigenda.results.words import counted, listed

AGAIN = "make it again from these data, with this version: `.save('result.json')`"
SAVE = "a baseline is a result that was saved: `.save('result.json')`"
TOKENISED = "its texts were raw and tokenised, these are taken as they are"
NOT_TOKENISED = "its texts were taken as they are, these are raw and tokenised"
APART = ("ci", "bs", "seed")
"""What signatures say of intervals, on which no score depends."""

_DIFFER = (("differs", "differ"), ("has other references", "have other references"))
"""What is said of one sentence and of several: first if they differ, then if references do."""

Given_ = str | os.PathLike[str] | Saved | Result | Mapping[str, Any]


@dataclass(frozen=True)
class Baseline:
    """A system of a saved result."""

    name: str
    """What messages call it: its file."""

    data: Mapping[str, Any]
    system: str = ""
    result: Result | None = None
    """The result itself, if it was not saved."""

    @classmethod
    def of(cls, given: Given_) -> Baseline:
        """Take a result, or read one; raise InputError if it has no rows to compare with."""
        if isinstance(given, Result):
            paired = {"digests": given.given.digests.hex()}
            about = {**given.summary(), "version": __version__, "paired": paired}
            return cls("the baseline", about, result=given)
        data: Mapping[str, Any]
        if isinstance(given, (str, os.PathLike)):
            data, name = _loaded(given).data, Path(given).name
        else:
            data, name = given.data if isinstance(given, Saved) else given, "the baseline"
        if not isinstance(data.get("paired"), dict) or not isinstance(data.get("systems"), dict):
            raise InputError(
                f"expected the result of an evaluation with its rows, found a result of kind "
                f"{data.get('kind', '?')!r}, version {data.get('version', '?')}",
                file=given if isinstance(given, (str, os.PathLike)) else None,
                hint=AGAIN,
            )
        return cls(name, data)

    @property
    def whole_name(self) -> str:
        """The name of the system, and of its file if there is one."""
        return self.system if self.result is not None else f"{self.system} of {self.name}"

    @property
    def systems(self) -> list[str]:
        """The systems that it has."""
        return list(self.data["systems"])

    def at(self, system: str | None, new: list[str]) -> Baseline:
        """Return the baseline with one of its systems: the one that is asked for, its only one, or
        the one that is called as the only new system is."""
        known = self.systems
        if system is None:
            same = [name for name in new if name in known]
            choice = known if len(known) == 1 else same if len(new) == 1 else []
            if not choice:
                raise InputError(
                    f"{self.name} has {counted(len(known), 'system')}, and it is not said which "
                    "one to compare with",
                    hint=f"name it: baseline_system='{known[0]}' (there are {', '.join(known)})",
                )
            system = choice[0]
        elif system not in known:
            raise InputError(
                f"{self.name} has no system {system!r}", hint=f"there are {', '.join(known)}"
            )
        return replace(self, system=system)

    # --- can it be compared with? --------------------------------------------------------------

    def check_rules(self, rules: tuple[Rule, ...]) -> None:
        """Raise InputError if it lacks what a rule compares with."""
        for rule in rules:
            measure = str(rule.measure)
            if rule.compares and measure not in self.data["measures"]:
                has = ",".join(self.data["measures"])
                raise InputError(
                    f"rule {str(rule)!r}: {self.name} has no {measure}",
                    hint=f"it has {has}; make it again with measures='{has},{measure}', and "
                    "save it: `.save('result.json')`",
                )
            typed = self.result is not None or measure in self.data.get("types", {})
            if rule.compares and rule.type and not typed:
                raise InputError(
                    f"rule {str(rule)!r}: {self.name} has no scores by type",
                    hint=f"save it with types of edits; {AGAIN}",
                )

    def check(self, given: Given, measures: list[Measure]) -> None:
        """Raise InputError, with the difference, if scores of what is given cannot be compared with
        it: other settings, version, sentences or references."""
        said, hint = self._settings(given, measures), AGAIN
        if TOKENISED in said:
            said, hint = [TOKENISED], "raw=True"
        elif NOT_TOKENISED in said:
            said, hint = [NOT_TOKENISED], f"leave out raw=True, or {AGAIN}"
        else:
            said += self._sentences(given.digests)
        if said:
            raise InputError(
                f"{self.name} cannot be compared with these data: {'; '.join(said)}", hint=hint
            )

    def _settings(self, given: Given, measures: list[Measure]) -> list[str]:
        there = str(self.data.get("version", "?"))
        said: dict[str, None] = {}
        if there != __version__:
            said[f"it was made by corrigenda {there}, and this is {__version__}"] = None
        for measure in measures:
            signed = self.data["measures"].get(str(measure), {}).get("signature")
            if signed is None:  # no rule compares it
                continue
            old, new = _settings(signed), _settings(str(_signature(given, measure)))
            for name in dict.fromkeys((*old, *new)):
                before, now = old.get(name, "none"), new.get(name, "none")
                if before != now and name == "tok" and "none" in (before, now):
                    said[TOKENISED if now == "none" else NOT_TOKENISED] = None
                elif before != now:
                    said[f"{name} is {before} there and {now} here"] = None
        return list(said)

    def _sentences(self, digests: bytes) -> list[str]:
        there = bytes.fromhex(self.data["paired"]["digests"])
        if len(there) != len(digests):
            old, new = (len(of) // DIGEST for of in (there, digests))
            return [f"it has {counted(old, 'sentence')}, and there are {new:,} here"]
        pairs = np.frombuffer(there, np.uint8) != np.frombuffer(digests, np.uint8)
        parts = pairs.reshape(-1, 2, DIGEST // 2).any(axis=2)
        for column, (one, several) in enumerate(_DIFFER):
            numbers = [str(k + 1) for k in np.flatnonzero(parts[:, column])]
            if len(numbers) == 1:
                return [f"sentence {numbers[0]} {one}"]
            if numbers:
                more = f" (and {len(numbers) - 3:,} more)" if len(numbers) > 3 else ""
                return [f"sentences {listed(numbers[:3])}{more} {several}"]
        return []

    # --- what it has -----------------------------------------------------------------------------

    def rows(self, measure: Measure) -> Array:
        """Return its rows by a measure."""
        if self.result is not None:
            tables = self.result.rows[self.result.measure_number(measure)]
            return tables[self.result.systems.index(self.system)].rows
        sentences = len(self.data["paired"]["digests"]) // (2 * DIGEST)
        text = self.data["paired"]["rows"][str(measure)][self.system]
        try:
            return from_text(text, sentences)
        except ValueError:
            raise InputError(
                f"{self.name}: the rows of {self.system} by {measure} are damaged", hint=AGAIN
            ) from None

    def types(self, measure: Measure) -> dict[str, Array]:
        """Return its rows by type of edit: number of the sentence, hits, spurious, missed."""
        if self.result is not None:
            rows = self.result.type_rows(measure)[self.system]
            return {kind: of.astype(np.float64) for kind, of in rows.items()}
        of_system = self.data["types"][str(measure)][self.system]
        return {
            kind: from_text(typed["sentences"], typed["sentences"].count(";") + 1)
            for kind, typed in of_system.items()
        }


def _loaded(file: str | os.PathLike[str]) -> Saved:
    try:
        return load(file)
    except InputError as error:
        if error.hint is None:
            error.hint = SAVE
        raise


def _signature(given: Given, measure: Measure) -> Signature:
    return Signature(measure.full(), given.signed([measure]))


def _settings(signature: str) -> dict[str, str]:
    """Return what a signature says, apart from what no score depends on."""
    subject, *settings = signature.split("|")
    said = dict(setting.split(":", 1) for setting in settings)
    named = {"measure": subject, **said}
    return {name: value for name, value in named.items() if name not in (*APART, "v")}
