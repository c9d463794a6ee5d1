"""`corrigenda rerank`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.changes.commands.conservatism import Changes
from corrigenda.cli import inputs, options, outputs
from corrigenda.cli.groups import WORK, Bootstrap, Data, Graphs, Output, Work

COMMAND = "rerank"
PANEL = "Conservatism: is the system too timid?"

MEASURES, COUNTS, DRAWS = ["M2"], "1,2,4,8", 5


def run(
    kbest: list[Path],
    data: Data,
    graphs: Graphs,
    changes: Changes,
    bootstrap: Bootstrap,
    out: Output,
    kbest_format: Literal["moses", "tab", "jsonl"] | None = None,
    measures: Annotated[list[str], typer.Option(callback=options.check_measures)] = MEASURES,
    counts: str = COUNTS,
    draw: Literal["replacement", "distinct", "first"] = "replacement",
    draws: int = DRAWS,
    ties: Literal["first", "released"] = "first",
    work: Work = WORK,
    winners: Path | None = None,
    plot: Literal["words", "touched", "changes"] | None = None,
) -> None:
    """Let measures choose among candidate outputs: does a system get bolder with more references?

    For each sentence, a measure chooses the best candidate by 1, 2, 4, ... references (or by none,
    if it needs none); the table shows how much the winners change.

    [bold]Examples[/bold]

      corrigenda rerank -k nbest.txt --m2 gold.m2
      corrigenda rerank -k nbest.txt -s source.txt -r ref0.txt -r ref1.txt -m GLEU --counts 1,2
      corrigenda rerank -k h1.txt -k h2.txt -s normal.txt -r simple0.txt -r simple1.txt -m SARI,MAX-SARI --figure bold.pdf
      corrigenda rerank -k nbest.txt -s source.txt -m GatedGrammar --winners winners.txt
      corrigenda rerank -k nbest.jsonl --m2 gold.m2 --counts 1,10 --draw distinct --winners winners-{M}.txt

    Input:
        kbest (--kbest, -k FILE): The candidates of each sentence, best first: a Moses n-best list,
            lines of ID, tab and candidate, or JSONL. For plain texts, repeat it, one per rank.
        kbest_format: Format of the list (default: recognised by content).

    Options:
        measures (--measure, -m NAMES): Measures that choose, separated by commas: M2,GLEU or
            SARI,MAX-SARI.
        counts (A,B): Numbers of references; 1-8 is a range.
        draw: Sample references with or without replacement, or take the first.
        draws (N): Number of samples; results are means.
        ties: Of equal candidates, the first wins, or the last except the source (as in the authors'
            code).

    Output:
        winners (FILE): Also write the winners of the first sample, one per line; {M} in the name
            stands for the number of references.
        plot: What the figure shows: changed words per sentence (default), the share of sentences
            with a changed word, or sentences by number of changed words.
    """  # noqa: E501
    from corrigenda.changes.reranking import check, reference_counts, rerank, winner_files
    from corrigenda.measures.registry import chosen

    oracles, wanted, settings = chosen(measures), inputs.numbers(counts), bootstrap.settings()
    numbers = reference_counts(oracles, wanted)
    files = {} if winners is None else winner_files(winners, numbers, oracles)
    out.check([*data.files, *kbest], *files.values(), plot=plot)
    check(oracles, wanted, draws)
    data.check()
    how = {"settings": settings, **vars(changes), **graphs.keywords(oracles)}
    with work.with_progress("Reranking"):
        finding = rerank(
            data.stream(),
            kbest,
            oracles,
            counts=wanted,
            draw=draw,
            draws=draws,
            ties=ties,
            format=kbest_format,
            origin=data.name,
            **how,
        )
    outputs.remark(finding.remarks)
    with outputs.independent() as part:
        out.write(part, finding, plot=plot or "")
        for number, path in files.items():
            with part(path):
                for lost in finding.write_winners(number, path):
                    outputs.say(f"{path}: {lost}")
