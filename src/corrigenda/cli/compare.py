"""`corrigenda compare`."""

from __future__ import annotations

from typing import Literal

from corrigenda.cli import options
from corrigenda.cli.groups import (
    STRICTNESS,
    WORK,
    Bootstrap,
    Data,
    GateRules,
    Graphs,
    Output,
    Strictness,
    Systems,
    Work,
)

COMMAND = "compare"


def run(
    data: Data,
    systems: Systems,
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    limits: GateRules,
    measures: options.Measures = ["M2"],  # noqa: B006 - typer copies it
    test: Literal["randomisation", "bootstrap"] = "randomisation",
    trials: options.Trials = None,
    matrix: bool = False,
    work: Work = WORK,
    strictness: Strictness = STRICTNESS,
) -> None:
    """Is one system better than another? Print differences with intervals and p-values.

    Every pair of systems is compared by every measure; p-values are corrected for all pairs. With
    --fail-if, the first system is the baseline of the others, and the status is 1 if one of them
    breaks a rule (see `corrigenda gate`).

    [bold]Examples[/bold]

      corrigenda compare --m2 gold.m2 -H old=old.txt -H new=new.txt
      corrigenda compare --m2 gold.m2 -H a.txt -H b.txt -H c.txt -m M2,GLEU --test bootstrap
      corrigenda compare --m2 gold.m2 -H a.txt -H b.txt -H c.txt --matrix -f latex
      corrigenda compare --m2 gold.m2 -H a.txt -H b.txt -m M2,GLEU --figure differences.pdf
      corrigenda compare --m2 gold.m2 -H old=a.txt -H new=b.txt --fail-if 'M2 drops significantly'

    Options:
        test: The paired test.

    Output:
        matrix: Show systems against systems, one row and one column each.
    """
    from corrigenda.cli import outputs
    from corrigenda.evaluation import evaluate, evaluate_stream
    from corrigenda.gates import first_against_others
    from corrigenda.measures.registry import chosen

    systems.check(least=2)
    out.check([*data.files, *systems.files, *(limits.rules or [])], limits.junit, limits.summary)
    rules = limits.read() if limits.given() else ()
    wanted = chosen([*measures, *(one.measure for one in rules)])
    data.check(wanted, both=True)
    parsing = graphs.parsing(wanted)
    settings = {**bootstrap.keywords(), "parser": parsing, "raw": graphs.raw}
    with work.with_progress("Scoring", data.count):
        if any(one.type for one in rules):  # which take sentences, not just rows
            corpus = data.corpus()
            result = evaluate(corpus, systems.read(corpus), wanted, **settings)
        else:
            pairs = systems.beside(data.stream(), graphs.raw)
            result = evaluate_stream(pairs, systems.names, wanted, **settings)
    with work.with_progress("Comparing"):
        comparison = result.compare(trials=trials, test=test)
    shown = comparison.matrix() if matrix else comparison
    strictness.remark(shown.remarks)
    if not rules:
        with outputs.independent() as part:
            out.write(part, shown)
        return
    checked = first_against_others(result, rules, alpha=limits.alpha, trials=trials)
    with outputs.independent() as part:
        out.write(part, shown, checked)
        limits.write(part, checked)
    limits.end(checked, out.output)
