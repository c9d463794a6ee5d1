"""`corrigenda meta`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from corrigenda.cli import inputs, options
from corrigenda.cli.groups import WORK, Bootstrap, Graphs, Output, Work
from corrigenda.errors import InputError

COMMAND = "meta"
PANEL = "Measures: which one agrees with people?"


def _check_measures(texts: Any) -> Any:
    return options.check_measures(texts) if texts else texts


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in inputs.listed(text)]
    except ValueError:
        raise InputError(f"expected numbers that are no rating, found {text!r}") from None


def run(
    judgements: Path,
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    gold: options.Gold = None,
    source: options.Source = None,
    references: options.References = None,
    hypotheses: options.Hypotheses = [],  # noqa: B006 - typer copies it
    scores: list[str] = [],  # noqa: B006
    unchanged: str | None = None,
    aspects: str = "",
    no_answer: str = "",
    measures: Annotated[list[str], typer.Option(callback=_check_measures)] = [],  # noqa: B006
    ties: Literal["count", "skip", "discordant"] = "count",
    decimals: int | None = None,
    baseline: bool = True,
    work: Work = WORK,
) -> None:
    """Which measure should I believe? Compare measures with people's judgements.

    Rankings and people's scores of systems need the corpus and the judged outputs; files of
    ratings contain their sources and outputs.

    [bold]Examples[/bold]

      corrigenda meta judgments.xml --m2 gold.m2 -H A=a.txt -H B=b.txt -H C=c.txt -m M2,GLEU
      corrigenda meta judgments.xml --scores scores.m2 --scores scores.bleu --decimals 3
      corrigenda meta ratings.csv -m USim --raw --aspects meaning

    Arguments:
        judgements (JUDGEMENTS): Rankings (Appraise XML, CSV), ratings (CSV), or people's scores of
            systems.

    Input:
        scores ([NAME=]FILE): Scores of systems by another measure: a system and its score per line,
            or CSV with a column 'system'. Repeat for more.
        unchanged (NAME): The judged system that is the unchanged source (default: INPUT or SOURCE).
        aspects (A,B): Columns of ratings, separated by commas (default: all that hold ratings).
        no_answer (NUMBERS): Numbers that are no rating, such as 0 for "cannot say", separated by
            commas.

    Options:
        measures (--measure, -m NAMES): Measures, separated by commas. `corrigenda measures` lists
            them.
        ties: Kendall's tau: outputs that a measure scores alike count in the denominator (WMT
            2014), are left out (2013), or are discordant (2012).
        decimals (N): Round people's scores of systems to N decimals first, as some papers do.
        baseline (--baseline/--no-baseline): Include the similarity of characters between output and
            source.
    """
    from corrigenda.judgements.meta_study import check, meta
    from corrigenda.judgements.score_files import named, read_scores
    from corrigenda.measures.registry import chosen

    wanted, settings = chosen(measures) if measures else (), bootstrap.settings()
    check(ties, decimals)
    nothing = _numbers(no_answer)
    files, other = inputs.named_files(hypotheses), [named(text) for text in scores]
    held = [file for file in (gold, source, *(references or [])) if file]
    out.check([judgements, *held, *files.values(), *(path for _, path in other)])
    if held:
        inputs.check(source, references or [], gold, wanted)
    parsing = graphs.parsing(wanted)
    tables = [read_scores(path, name) for name, path in other]
    with work.with_progress("Scoring"):
        study = meta(
            judgements,
            inputs.corpus(source, references or [], gold) if held else None,
            dict(files),
            wanted,
            scores={name: of for table in tables for name, of in table.items()},
            unchanged=unchanged,
            baseline=baseline,
            ties=ties,
            decimals=decimals,
            aspects=inputs.listed(aspects),
            no_answer=nothing,
            raw=graphs.raw,
            settings=settings,
            parser=parsing,
        )
    out.show(study)
