"""The share of corrections judged valid, by how often they were proposed."""

from __future__ import annotations

from math import isnan

import pytest

from corrigenda.errors import InputError
from corrigenda.references.crowd import Crowd, Selection, collect
from corrigenda.references.mturk import Answer, ValidityJudgement, read_answers, read_judgements
from corrigenda.references.validation import JudgedCorrection, judged, validity
from corrigenda.statistics.settings import Settings

SOURCE = "he go"


def crowd(**times: int) -> Crowd:
    answers = [Answer(SOURCE, word, "") for word, n in times.items() for _ in range(n)]
    return collect([*answers, Answer(SOURCE, "He go.", "")], Selection(rules=None))


def verdicts(**said: str) -> list[ValidityJudgement]:
    return [ValidityJudgement(SOURCE, word, c == "y") for word, all_ in said.items() for c in all_]


SIX = crowd(goes=3, went=1, gone=1, going=1)
SAID = verdicts(goes="yyn", went="yyyyyn", gone="nnn")


def test_judged() -> None:
    found = judged(SAID, SIX)
    assert found == [
        JudgedCorrection("he go", "goes", 3, 2, 3),
        JudgedCorrection("he go", "went", 1, 5, 6),
        JudgedCorrection("he go", "gone", 1, 0, 3),
    ]
    assert [item.valid for item in found] == [2 / 3, 5 / 6, 0]


def test_validity() -> None:
    found = validity(SAID, SIX)
    once, twice, thrice = found.bins[:3]
    assert (once.name, once.corrections, once.judgements) == ("1", 2, 9)
    assert once.valid.value == pytest.approx(5 / 12) and once.majority == 0.5
    assert once.valid.interval == pytest.approx((0, 5 / 6))
    assert twice.corrections == 0 and isnan(twice.valid.value) and twice.valid.interval is None
    assert (thrice.name, thrice.valid.value, thrice.majority) == ("3", 2 / 3, 1)
    assert found.overall.corrections == 3
    assert found.overall.valid.value == pytest.approx((2 / 3 + 5 / 6) / 3)
    assert found.of_answers == pytest.approx((3 * 2 / 3 + 5 / 6) / 5)
    assert (found.unchanged, found.unknown, found.not_judged) == (0, 0, 1)


def test_half_of_the_judges_are_no_majority() -> None:
    assert validity(verdicts(goes="yn"), SIX).overall.majority == 0


def test_what_is_not_counted_is_told() -> None:
    more = [
        *SAID,
        *verdicts(**{"He go": "y", "walks": "yyy"}),
        ValidityJudgement("other", "other x", True),
    ]
    found = validity(more, SIX)
    assert (found.unchanged, found.unknown, found.not_judged) == (1, 2, 1)
    assert found.overall == validity(SAID, SIX).overall
    notes = str(found)
    assert "leave the sentence unchanged: 1" in notes and "among the crowd's: 2" in notes
    assert "not judged: 1" in notes


def test_bins() -> None:
    found = validity(SAID, SIX, bins=(1, 2, 5))
    assert [part.name for part in found.bins] == ["1", "2-4", ">4"]
    assert [part.corrections for part in found.bins] == [2, 1, 0]
    assert [part.name for part in validity(SAID, SIX).bins][-3:] == ["9", "10", ">10"]
    [all_] = validity(SAID, SIX, bins=[1]).bins
    assert all_ == found.overall
    ten = crowd(goes=10, went=11)
    found = validity(verdicts(goes="yyy", went="nnn"), ten)
    assert [part.valid.value for part in found.bins[-2:]] == [1, 0]
    for wrong in ((), (2, 3), (0, 1), (1, 3, 2), (1, 1)):
        with pytest.raises(InputError, match="bins"):
            validity(SAID, SIX, bins=wrong)


def test_sentences_are_resampled_with_all_their_corrections() -> None:
    answers = [Answer(s, f"{s} {x}", "") for s in ("one", "two") for x in ("a", "b", "c", "d")]
    said = [ValidityJudgement(a.source, a.text, a.source == "one") for a in answers]
    both = collect(answers, Selection(rules=None))
    corrections = validity(said, both).bins[0]
    sentences = validity(said, both, resample="sentences").bins[0]
    assert sentences.valid == (0.5, 0, 1)
    assert corrections.valid.value == 0.5 and corrections.valid.interval is not None
    low, high = corrections.valid.interval
    assert 0 < low < high < 1
    with pytest.raises(InputError, match="resampled"):
        validity(said, both, resample="judges")  # type: ignore[arg-type]


def test_files_that_do_not_belong_together() -> None:
    with pytest.raises(InputError, match="none of the judged corrections"):
        validity([ValidityJudgement("other", "others", True)], SIX)


def test_views(tmp_path) -> None:
    found = validity(SAID, SIX, settings=Settings(90))
    (table,) = found.tables()
    assert len(table.rows) == 12 and table.rows[0][:3] == ["1", 2, 9]
    data = found.to_json()
    assert data["bins"][1]["valid"]["value"] is None and data["overall"]["corrections"] == 3
    figure = found.plot()
    assert "90 %" in figure.caption
    figure.save(tmp_path / "validity.svg")
    drawn = (tmp_path / "validity.svg").read_text()
    assert drawn.startswith("<?xml")


# --- the published judgements ---------------------------------------------------------------------


def test_published_validity(shared) -> None:
    golden = shared.golden("reference_bias")
    names = golden["crowdsourcing"]["files_used"]
    crowd = collect(read_answers([shared.data("ibgec", f"{n}.csv") for n in names]), "judged")
    found = validity(read_judgements([shared.data("ibgec", "confirmation_batch.csv")]), crowd)
    wanted = golden["validity"]
    assert {part.name: part.corrections for part in found.bins} == wanted["n_by_frequency"]
    means = wanted["by_frequency_mean_validity"]
    assert {part.name: part.valid.value for part in found.bins} == pytest.approx(means, abs=5e-5)
    assert found.bins[0].corrections == 873 and round(found.bins[0].valid.value, 3) == 0.780
    majority = found.bins[0].majority
    assert majority == pytest.approx(wanted["majority_valid_frequency_1"], abs=5e-5)
    assert found.overall.corrections == wanted["distinct_corrections_judged"]
    assert found.overall.valid.value == pytest.approx(wanted["overall_type_mean"], abs=5e-5)
    assert found.of_answers == pytest.approx(wanted["overall_token_weighted"], abs=5e-5)
    # One of those judged is the sentence itself; nothing else is missing.
    assert (found.unchanged, found.unknown, found.not_judged) == (1, 0, 0)
    for part in found.bins:
        assert part.valid.interval is not None
        assert part.valid.interval[0] <= part.valid.value <= part.valid.interval[1]
    low, high = found.bins[0].valid.interval  # type: ignore[misc]
    assert 0.755 < low < 0.765 and 0.795 < high < 0.805
