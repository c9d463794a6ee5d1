"""`corrigenda evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from corrigenda.cli import options, outputs
from corrigenda.cli.groups import Additions, Bootstrap, Data, Graphs, Output, Systems
from corrigenda.errors import InputError

if TYPE_CHECKING:
    from corrigenda.results.finding import Finding


def run(
    context: typer.Context,
    data: Data,
    systems: Systems,
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    additions: Additions,
    measures: options.Measures = ["M2"],  # noqa: B006 - typer copies it
    trials: options.Trials = None,
    by: Literal["type"] | None = None,
    side_by_side: bool = False,
    top: Annotated[int | None, typer.Option(min=1)] = None,
    marks: Literal["letters", "stars"] | None = None,
    baseline: str | None = None,
    types: options.Types = "errant",
    jobs: options.Jobs = None,
    resume: Path | None = None,
    per_sentence: Path | None = None,
    json: Path | None = None,
) -> None:
    """Score systems, with confidence intervals.

    [bold]Examples[/bold]

      corrigenda evaluate --m2 gold.m2 -H mine=output.txt
      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt -m M2,GLEU,Accuracy --report out.html
      corrigenda evaluate -s source.txt -r ref0.txt -r ref1.txt -H output.txt -m GLEU -f latex
      corrigenda evaluate --m2 gold.m2 -H edits.m2 -m 'Edits(mode=ds)' --by type
      corrigenda evaluate -s source.txt -H output.txt -m USim
      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt --ceiling corpus --figure scores.pdf
      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt -f latex --percent --digits 1 \\
          --columns F0.5,P,R --marks letters --caption "Systems on CoNLL-2014."
      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt -m ERRANT --by type --top 10 -f latex

    Options:
        by: Also score each type of edit.
        side_by_side: With --by type: all systems in one table, the most frequent types first.
        top (N): With --by type: the N most frequent types, all systems in one table.
        marks: Mark scores in the table: letters of systems that cannot be told apart, or stars of
            systems that differ from the baseline.
        baseline (NAME): The system that stars compare with (default: the first).

    Output:
        resume (FOLDER): Write rows to this folder as they are computed, and skip rows that are
            there: an interrupted run continues.
        per_sentence (FILE.jsonl): Write scores and judged edits, one sentence per line.
        json (FILE.json[.gz]): Write everything that the report shows, for `corrigenda report`.
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation import evaluate, evaluate_stream
    from corrigenda.evaluation.types import judging
    from corrigenda.measures.registry import chosen
    from corrigenda.results.finding import save

    out.check([*data.files, *systems.files, *additions.files()], per_sentence, json)
    if resume is not None:
        outputs.check_folder(resume)
    wanted = chosen(measures)
    added = additions.prepared(wanted)
    data.check(wanted)
    if by:
        judging(wanted)
    _check_shown(by, side_by_side or top is not None, marks, baseline, systems.names)
    parsing = graphs.parsing(wanted)
    if parsing is not None and (json or out.report):  # these show graphs again
        parsing = context.with_resource(parsing.keeping())
    settings = {
        **bootstrap.keywords(),
        "trials": trials,
        "types": types,
        "parser": parsing,
        "jobs": jobs,
        "raw": graphs.raw,
        "resume": resume,
    }
    shown = bool(by or per_sentence or json or out.report)
    once = any(str(file) == "-" for file in (*data.files, *systems.files))
    with Bar("Scoring", data.count) as bar:
        if added or (shown and once):  # standard input cannot be read again
            corpus = data.corpus()
            for one in added.values():
                one.check(corpus)
            texts = systems.read(corpus)
            result = evaluate(corpus, texts, wanted, progress=bar, **settings)
        else:
            result = evaluate_stream(
                (lambda: systems.beside(data.stream(), graphs.raw)),
                systems.names,
                wanted,
                origin=data.name,
                progress=bar,
                **settings,
            )
    outputs.remark(result.remarks)
    if marks is not None:
        result = result.with_marks(marks, baseline=baseline, trials=trials)
    findings: list[Finding] = [result]
    with outputs.independent() as part:
        for label, one in added.items():
            with part(label), Bar("Scoring") as bar:
                findings.append(one.finding(result, jobs, bar))
        drawn = findings[-1]
        if by:
            with part("--by type"):
                found = result.types()
                beside = side_by_side or top is not None
                findings.append(found.beside(top) if beside else found)
        out.write(part, *findings, drawn=drawn)
        if per_sentence is not None:
            with part(per_sentence):
                outputs.write_lines(result.sentence_records(), per_sentence)
                outputs.say(f"sentences are in {per_sentence}")
        if json is not None:
            with part(json):
                save(findings, json, ".json")
                outputs.say(f"the result is in {json}")


def _check_shown(
    by: str | None,
    beside: bool,
    marks: str | None,
    baseline: str | None,
    names: list[str],
) -> None:
    """Refuse options of tables that have no effect, or cannot have any."""
    if beside and by is None:
        raise InputError("--top and --side-by-side show types of edits", hint="add --by type")
    if marks is not None and len(names) < 2:
        raise InputError(
            "--marks compares systems, and there is only one", hint="give another with -H NAME=FILE"
        )
    if baseline is not None and marks != "stars":
        raise InputError("--baseline is the system that stars compare with", hint="--marks stars")
    if baseline is not None and baseline not in names:
        raise InputError(f"no system is called {baseline!r}; there are {', '.join(names)}")
