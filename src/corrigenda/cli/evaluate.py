"""`corrigenda evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from corrigenda.cli import options, outputs
from corrigenda.cli.groups import (
    STRICTNESS,
    WORK,
    Additions,
    Bootstrap,
    CorpusFiles,
    Data,
    Graphs,
    Output,
    Strictness,
    Systems,
    Work,
)
from corrigenda.errors import InputError

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result
    from corrigenda.results.finding import Finding

COMMAND = "evaluate"


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
    only: Literal["types"] | None = None,
    worst: Annotated[int | None, typer.Option(min=1)] = None,
    marks: Literal["letters", "stars"] | None = None,
    baseline: str | None = None,
    types: options.Types = "errant",
    work: Work = WORK,
    strictness: Strictness = STRICTNESS,
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
      corrigenda evaluate -s dev.src -r 'dev.ref*' -H 'outputs/*.txt' -m GLEU
      corrigenda evaluate -t jfleg/test --data corpora -H mine=output.txt -m GLEU
      corrigenda evaluate --m2 conll14.m2 --m2 bea19.m2 -H mine=folder -H other=folder2
      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt --ceiling corpus --figure scores.pdf
      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt -f latex --percent --digits 1 \\
          --columns F0.5,P,R --marks letters --caption "Systems on CoNLL-2014."
      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt -m ERRANT --by type --top 10 -f latex

    Options:
        by: Also score each type of edit.
        side_by_side: With --by type: all systems in one table, the most frequent types first.
        top (N): With --by type: the N most frequent types, all systems in one table.
        only: With --by type: print the types, not the scores.
        worst (N): Also print the N sentences that take most off each system's score by the first
            measure that ranks, with their texts.
        marks: Mark scores in the table: letters of systems that cannot be told apart, or stars of
            systems that differ from the baseline.
        baseline (NAME): The system that stars compare with (default: the first).

    Output:
        resume (FOLDER): Write rows to this folder as they are computed, and skip rows that are
            there: an interrupted run continues.
        per_sentence (FILE.jsonl): Write scores and judged edits, one sentence per line.
        json (FILE.json[.gz]): Write everything that the report shows, for `corrigenda report`.
    """
    from corrigenda.evaluation import evaluate, evaluate_stream
    from corrigenda.evaluation.scores import headers
    from corrigenda.measures.registry import chosen
    from corrigenda.results.finding import save

    out.check([*data.files, *systems.files, *additions.files()], per_sentence, json)
    if per_sentence is not None and per_sentence.suffix in (".csv", ".tsv"):
        raise InputError(
            "sentences are written as JSON, one per line, not as a table",
            file=per_sentence,
            hint="name the file sentences.jsonl; for a data frame: result.sentences() in Python",
        )
    if resume is not None:
        outputs.check_folder(resume)
    wanted = chosen(measures)
    added = additions.prepared(wanted)
    data.check(wanted, several=True, both=not added)
    if worst is not None:
        from corrigenda.evaluation.worst import ranking_measure

        ranking_measure(wanted)
    if by:
        from corrigenda.evaluation.types import judging

        judging(wanted)
    elif out.columns and not added and worst is None and len(data.corpora) == 1:
        shown_columns = headers(wanted)
        if shown_columns is not None:
            out.check_columns([shown_columns])
    beside = side_by_side or top is not None
    _check_shown(by, beside or only is not None, marks, baseline, systems.names)
    on_each = systems.on(data.corpora)
    parsing = graphs.parsing(wanted)
    if parsing is not None and (json or out.report):  # these show graphs again
        parsing = context.with_resource(parsing.keeping())
    several = len(data.corpora) > 1
    shown = bool(by or worst or per_sentence or json or out.report)
    once = any(str(file) == "-" for file in (*data.files, *systems.files))
    settings = {
        **bootstrap.keywords(),
        "trials": trials,
        "types": types,
        "parser": parsing,
        "raw": graphs.raw,
    }

    def scored(given: CorpusFiles, systems: Systems) -> Result:
        folder = resume / given.stem if resume and several else resume
        with work.with_progress("Scoring", given.size):
            if not (added or (shown and once)):
                return evaluate_stream(
                    (lambda: systems.beside(given.stream(), graphs.raw)),
                    systems.names,
                    wanted,
                    origin=given.name,
                    resume=folder,
                    **settings,
                )
            corpus = given.corpus()  # standard input cannot be read again
            for one in added.values():
                one.check(corpus)
            texts = systems.read(corpus)
            return evaluate(corpus, texts, wanted, resume=folder, **settings)

    results: dict[str, Result] = {}
    for given, outputs_ in zip(data.corpora, on_each, strict=True):
        result = scored(given, outputs_)
        if marks is not None:
            with work.with_progress("Comparing"):
                result = result.with_marks(marks, baseline=baseline, trials=trials)
            if marks == "stars" and baseline is None:
                outputs.say(f"stars compare with {result.systems[0]}; --baseline names another")
        results[given.name] = result
    whole: Finding = result
    if several:
        from corrigenda.evaluation.corpora import Corpora

        whole = Corpora(results)
    strictness.remark(whole.remarks)
    with work.with_progress("Computing scores"):
        for result in results.values():
            _ = result.cells
    findings: list[Finding] = [whole]

    def of_corpus(name: str, finding: Finding) -> Finding:
        if not several:
            return finding
        from corrigenda.evaluation.corpora import Named

        return Named(name, finding)

    with outputs.independent() as part:
        for label, one in added.items():
            for name, result in results.items():
                with part(label), work.with_progress("Scoring"):
                    findings.append(of_corpus(name, one.finding(result)))
        drawn = whole if several else findings[-1]
        # Edits are judged once, as far as possible: what shows most sentences comes first.
        if per_sentence is not None:
            with part(per_sentence), work.with_progress("Judging"):
                records = (
                    {"corpus": name, **record} if several else record
                    for name, result in results.items()
                    for record in result.sentence_records(count=bool(by or json or out.report))
                )
                outputs.write_lines(records, per_sentence)
                outputs.say(f"sentences are in {per_sentence}")
        if json or out.report:
            with part(out.report or json), work.with_progress("Judging"):
                for result in results.values():
                    result.complete()
        if by:
            from corrigenda.evaluation.types import COUNTS

            counts = out.style().names(COUNTS)
            for name, result in results.items():
                with part("--by type"), work.with_progress("Judging"):
                    of_types = result.types()
                    shown_ = of_types.beside(top, counts=counts) if beside else of_types
                    findings.append(of_corpus(name, shown_))
        if worst is not None:
            for name, result in results.items():
                with part("--worst"):
                    findings.append(of_corpus(name, result.worst(worst)))
        out.write(part, *findings, drawn=drawn, only=only)
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
        raise InputError(
            "--top, --side-by-side and --only show types of edits", hint="add --by type"
        )
    if marks is not None and len(names) < 2:
        raise InputError(
            "--marks compares systems, and there is only one", hint="give another with -H NAME=FILE"
        )
    if baseline is not None and marks != "stars":
        raise InputError("--baseline is the system that stars compare with", hint="--marks stars")
    if baseline is not None and baseline not in names:
        raise InputError(f"no system is called {baseline!r}; there are {', '.join(names)}")
