"""Measures by name: text forms, mistakes in them, and measures of other packages."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda import examples
from corrigenda.errors import InputError
from corrigenda.measures.contract import Measure, Unsigned, Within, parameters
from corrigenda.measures.edits import Edits
from corrigenda.measures.gleu import GLEU
from corrigenda.measures.m2 import M2
from corrigenda.measures.registry import chosen, find, names, parse_list


def test_text_forms() -> None:
    assert str(M2()) == "M2"
    assert cg.measure("M2(beta=0.5)") == M2(beta=0.5) == M2()
    assert str(M2(beta=1)) == "M2(beta=1.0)"
    assert cg.measure(" M2 ( beta = 1 , case = no ) ") == M2(beta=1.0, case=False)
    assert cg.measure("Edits(filter=R:OTHER+R:SPELL)") == Edits(filter=("R:OTHER", "R:SPELL"))
    assert cg.measure("Edits(filter='R:OTHER')") == Edits(filter=("R:OTHER",))
    assert M2().full() == "M2(max_unchanged=2,beta=0.5,case=true)"


@given(st.sampled_from(names()), st.data())
def test_every_measure_round_trips(name: str, data: st.DataObject) -> None:
    cls = find(name)
    given_values = {}
    for one in parameters(cls):
        low, high = one.within
        if one.choices:
            strategy = st.sampled_from(list(one.choices))
        elif isinstance(one.default, bool):
            strategy = st.booleans()
        elif isinstance(one.default, int):
            strategy = st.integers(int(low), int(high) if high < math.inf else 50)
        elif isinstance(one.default, float):
            strategy = st.floats(low, min(high, 10))
        else:
            types = st.text("ABC:", min_size=1)
            strategy = st.lists(types, max_size=3).map(tuple)
        if data.draw(st.booleans()):
            given_values[one.name] = data.draw(strategy)
    measure = cls(**given_values)
    assert cg.measure(str(measure)) == measure
    assert cg.measure(measure.full()) == measure
    assert hash(cg.measure(str(measure))) == hash(measure)


@pytest.mark.parametrize("name", names())
def test_every_measure_is_documented(name: str) -> None:
    cls = find(name)
    assert cls.name() == name
    assert len(cls.definition()) > 40
    assert cls.origin
    assert all(one.doc for one in parameters(cls))


def test_lists() -> None:
    assert parse_list("M2, GLEU(n=2,draws=0),M2") == [M2(), GLEU(n=2, draws=0)]
    assert parse_list(["M2", "GLEU"]) == [M2(), GLEU()]


@pytest.mark.parametrize(
    "text, message",
    [
        ("M3", "no measure is called 'M3'\n  hint: did you mean M2? `corrigenda measures` lists "
         "them all"),
        ("gleuu", "no measure is called 'gleuu'\n  hint: did you mean GLEU? `corrigenda measures` "
         "lists them all"),
        ("qqqqqq", "no measure is called 'qqqqqq'\n  hint: `corrigenda measures` lists them all"),
        ("M2(beta", "cannot read 'M2(beta' as a measure\n  hint: write a name, or a name with "
         "parameters, such as M2(beta=1.0)"),
        ("M2(0.5)", "M2: expected NAME=VALUE, found '0.5'"),
        ("SARI(EASSE)", "SARI: expected NAME=VALUE, found 'EASSE'\n  hint: did you mean "
         "preset=easse?"),
        ("M2(gamma=1)", "M2 has no parameter 'gamma'; it has max_unchanged, beta, case, preset"),
        ("M2(beta=1,beta=2)", "M2: parameter 'beta' is given twice"),
        ("M2(beta=big)", "M2: beta must be a number, not 'big'"),
        ("M2(beta=-1)", "M2: beta must be at least 0, not -1.0"),
        ("M2(beta=1e9)", "M2: beta must be at most 1000, not 1000000000.0"),
        ("M2(beta=nan)", "M2: beta must be a number, not 'nan'"),
        ("M2(max_unchanged=1.5)", "M2: max_unchanged must be a whole number, not '1.5'"),
        ("M2(case=perhaps)", "M2: case must be true or false, not 'perhaps'"),
        ("Edits(mode=xx)", "Edits: mode must be one of cs, cse, ds, dt, not xx"),
    ],
)  # fmt: skip
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        cg.measure(text)
    assert str(error.value) == message


# --- measures of other packages ------------------------------------------------------------------

PACKAGE = '''
from dataclasses import dataclass
from corrigenda.measures.contract import Measure


@dataclass(frozen=True)
class LengthRatio(Measure):
    """How long the corrections are, compared with the sources.

    Parameters:
        power: the power to which to raise the ratio
    """

    power: float = 1.0
    columns = ("source", "hypothesis")
    needs = ()
    origin = "made for this test"

    def candidates(self, segment, correction):
        return [(len(segment.tokens), len(correction.tokens))]

    def values(self, sums):
        return {"score": (sums[..., 1] / sums[..., 0]) ** self.power}
'''


@pytest.fixture
def tiny_package(tmp_path: Path) -> Path:
    """An installed package that adds a measure, and another that is broken."""
    (tmp_path / "tiny_measures.py").write_text(PACKAGE, encoding="utf-8")
    info = tmp_path / "tiny_measures-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-measures\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[corrigenda.measures]\nLengthRatio = tiny_measures:LengthRatio\n"
        "Broken = tiny_measures:Missing\nNoMeasure = tiny_measures:dataclass\n"
    )
    return tmp_path


def test_other_packages_add_measures(tiny_package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tiny_package))
    assert names()[-3:] == ["Broken", "LengthRatio", "NoMeasure"]
    measure = cg.measure("LengthRatio(power=2)")
    assert isinstance(measure, Measure)
    assert str(measure) == "LengthRatio(power=2.0)"
    with pytest.raises(InputError, match=r"'Broken' \(tiny_measures:Missing\) could not be loaded"):
        cg.measure("Broken")
    with pytest.raises(InputError, match="measure 'NoMeasure' is not a corrigenda Measure"):
        cg.measure("NoMeasure")


def test_the_command_line_finds_them(tiny_package: Path) -> None:
    """Intervals and all: a new measure gets everything for its few lines."""
    command = [sys.executable, "-m", "corrigenda", "evaluate", "-m", "LengthRatio"]
    command += ["-s", str(examples.path("source.txt")), "-H", str(examples.path("good.txt"))]
    done = subprocess.run(
        command,
        env={"PYTHONPATH": str(tiny_package), "PATH": ""},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert "LengthRatio(power=1.0)|refs:0|hyp:text|tok:none|ci:bca95" in done.stdout


def test_a_parameter_is_a_field_with_a_type_and_a_line_in_the_docstring() -> None:
    @dataclass(frozen=True)
    class Odd(Measure):
        """Odd.

        Parameters:
            scale: a factor, described
                on two lines
        """

        scale: Literal[1, 3] = 3
        power: Annotated[int, Within(0, 2), Unsigned()] = 1

    @dataclass(frozen=True)
    class Odder(Odd):
        """Odder.

        Parameters:
            power: of the factor
        """

    assert [(one.name, one.doc) for one in parameters(Odder)] == [
        ("scale", "a factor, described on two lines"),
        ("power", "of the factor"),
    ]
    assert Odder.definition() == Odder.explanation() == "Odder."
    assert str(Odd(scale=1)) == Odd(scale=1).full() == "Odd(scale=1)"
    assert Odd(power=2).full() == "Odd(scale=3,power=2)"
    with pytest.raises(InputError, match="Odd: scale must be one of 1, 3, not 2"):
        Odd(scale=2)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="Odd: power must be at most 2, not 3"):
        Odd(power=3)


@pytest.mark.parametrize("name", names())
def test_every_measure_keeps_to_the_contract(name: str) -> None:
    cls = find(name)
    cls().verify()
    assert cls.judges == (cls.judge is not Measure.judge)
    assert (cls.against == "references") == ("references" in cls.needs)


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"best": "low"}, "expected best to be one of 'max', 'min', None, found 'low'"),
        ({"against": "gold"}, "expected against to be one of 'references', 'source'"),
        ({"needs": "texts"}, "expected needs to be a tuple of"),
        ({"needs": ("gold",)}, "expected needs to be a tuple of"),
        ({"needs": ("texts",)}, "expected needs to be 'references' beside 'texts'"),
    ],
)
def test_what_a_measure_declares_is_checked(declared: dict[str, Any], message: str) -> None:
    wrong = type("Wrong", (find("Accuracy"),), declared)
    with pytest.raises(InputError, match=f"measure Wrong: {re.escape(message)}"):
        wrong().verify()


@pytest.mark.parametrize(
    ("candidates", "values", "message"),
    [
        ("(1, 2)", '{"score": sums[..., 0]}', "rows, each a sequence of numbers, got 1"),
        ("[]", '{"score": sums[..., 0]}', "a list of rows"),
        ("[(1, 2, 3)]", '{"score": sums[..., 0]}', "rows of 2 (right, all), got (1, 2, 3)"),
        ("[(1, 2)]", "sums[..., 0]", "a dictionary whose first key is 'score'"),
        ("[(1, 2)]", '{"precision": sums[..., 0]}', "a dictionary whose first key is 'score'"),
    ],
)
def test_a_measure_of_another_package_is_checked_once(
    candidates: str, values: str, message: str
) -> None:
    class Wrong(Measure):
        """Wrong."""

        columns = ("right", "all")

        def candidates(self, segment: object, correction: object) -> object:  # type: ignore[override]
            return eval(candidates)

        def values(self, sums: object) -> object:  # type: ignore[override]
            return eval(values, {"sums": sums})

    with pytest.raises(InputError) as error:
        chosen([Wrong()])
    assert "measure Wrong: expected" in str(error.value)
    assert message in str(error.value)


def test_the_best_reference_by_itself_is_chosen_by_default() -> None:
    class Errors(Measure):
        """Errors."""

        columns = ("errors",)
        best = "min"

        def values(self, sums):  # type: ignore[no-untyped-def]
            return {"score": sums[..., 0]}

    assert Errors().select([(3.0,), (1.0,), (1.0,)], ()) == 1
