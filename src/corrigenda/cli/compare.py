"""`corrigenda compare`."""

from __future__ import annotations

from typing import Literal

from corrigenda.cli import options
from corrigenda.cli.groups import Bootstrap, Data, Graphs, Output, Systems


def run(
    data: Data,
    systems: Systems,
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    measures: options.Measures = ["M2"],  # noqa: B006 - typer copies it
    test: Literal["randomisation", "bootstrap"] = "randomisation",
    trials: options.Trials = None,
    matrix: bool = False,
    jobs: options.Jobs = None,
) -> None:
    """Is one system better than another? Print differences with intervals and p-values.

    Every pair of systems is compared by every measure; p-values are corrected for all pairs.

    [bold]Examples[/bold]

      corrigenda compare --m2 gold.m2 -H old=old.txt -H new=new.txt
      corrigenda compare --m2 gold.m2 -H a.txt -H b.txt -H c.txt -m M2,GLEU --test bootstrap
      corrigenda compare --m2 gold.m2 -H a.txt -H b.txt -H c.txt --matrix -f latex
      corrigenda compare --m2 gold.m2 -H a.txt -H b.txt -m M2,GLEU --figure differences.pdf

    Options:
        test: The paired test.

    Output:
        matrix: Show systems against systems, one row and one column each.
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation import evaluate_stream
    from corrigenda.measures.registry import chosen

    systems.check(least=2)
    out.check([*data.files, *systems.files])
    wanted = chosen(measures)
    data.check(wanted)
    parsing = graphs.parsing(wanted)
    with Bar("Scoring", data.count) as bar:
        result = evaluate_stream(
            systems.beside(data.stream(), graphs.raw),
            systems.names,
            wanted,
            raw=graphs.raw,
            **bootstrap.keywords(),
            parser=parsing,
            jobs=jobs,
            progress=bar,
        )
    comparison = result.compare(trials=trials, test=test)
    out.show(comparison.matrix() if matrix else comparison)
