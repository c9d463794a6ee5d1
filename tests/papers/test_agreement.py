"""The tables of docs/agreement.md: what goes into them, and how they get there."""

from __future__ import annotations

import pytest

from corrigenda.errors import InputError
from papers.agreement import MARKS, PAGE, measures, replaced


def test_what_is_between_the_marks_is_replaced_and_nothing_else() -> None:
    mark = MARKS.format("ratings", "agreement")
    page = f"before\n{mark}\nold\n{mark}\nafter\n"
    once = replaced(page, "ratings", "new")
    assert once == f"before\n{mark}\n\nnew\n{mark}\nafter\n"
    assert replaced(once, "ratings", "new") == once
    with pytest.raises(InputError, match="the page has no marks"):
        replaced(page, "rankings", "new")


def test_the_page_has_the_tables_and_every_measure_that_is_ranked() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, references in (("rankings", True), ("ratings", False)):
        _, table, _ = page.split(MARKS.format(name, "agreement"))
        rows = [line.split("|")[1].strip() for line in table.splitlines() if line[:1] == "|"]
        known = {str(measure) for measure in measures(None, references=references)}
        assert {"Characters (difflib)", "perfect measure"} <= set(rows)
        assert len(set(rows) - {"measure", ":--"} - known) == 2


def test_measures_without_a_best_score_are_left_out() -> None:
    names = [str(measure) for measure in measures(None, references=True)]
    assert {"M2", "GLEU", "USim"} <= set(names)
    assert not {"WordChange", "DAGF", "HOO.detection"} & set(names)
    assert "M2" not in [str(measure) for measure in measures(None, references=False)]
