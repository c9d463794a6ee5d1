"""`corrigenda gate`."""

from __future__ import annotations

from pathlib import Path

from corrigenda.cli import options
from corrigenda.cli.groups import (
    STRICTNESS,
    WORK,
    Data,
    GateRules,
    Graphs,
    Strictness,
    Systems,
    Tables,
    Work,
)

COMMAND = "gate"


def run(
    data: Data,
    systems: Systems,
    graphs: Graphs,
    out: Tables,
    limits: GateRules,
    baseline: Path | None = None,
    baseline_system: str | None = None,
    trials: options.Trials = None,
    types: options.Types = "errant",
    work: Work = WORK,
    strictness: Strictness = STRICTNESS,
) -> None:
    """Fail if a system breaks a rule: a gate for continuous integration.

    Rules are limits ('USim < 0.9'), or changes from a baseline ('M2 drops 0.5 points
    significantly'). The exit status is 0 if all are kept, 1 if one is broken (with a line for
    each), and 2 for mistakes. A baseline of other data or settings is refused before anything is
    scored. Measures are those that rules name.

    [bold]Examples[/bold]

      corrigenda evaluate --m2 gold.m2 -H old=old.txt -m M2,USim,Meaning -o baseline.json
      corrigenda gate baseline.json --m2 gold.m2 -H new=out.txt --fail-if 'M2 worsens significantly'
      corrigenda gate baseline.json --m2 gold.m2 -H new=out.txt --fail-if 'M2 drops 0.5 points' \\
          --fail-if 'USim < 0.9' --fail-if 'alarms rise' --junit gate.xml --summary gate.md
      corrigenda gate --m2 gold.m2 -H new=out.txt --rules gate.txt

    Arguments:
        baseline (BASELINE.json): A saved result of the same sentences: `evaluate -o
            BASELINE.json`. Not needed if all rules are limits.

    Input:
        baseline_system (NAME): The baseline's system to compare with, if it has several.
    """
    from corrigenda.cli import outputs
    from corrigenda.gates import gate

    files = [baseline, *data.files, *systems.files, *(limits.rules or [])]
    outputs.all_checked(
        lambda: out.check(files, limits.junit, limits.summary),
        lambda: limits.read(),
    )
    rules = limits.read()
    data.check([one.measure for one in rules], both=True)
    corpus = data.corpus()
    with work.with_progress("Scoring", len(corpus)):
        checked = gate(
            baseline,
            corpus,
            systems.read(corpus),
            rules,
            raw=graphs.raw,
            baseline_system=baseline_system,
            alpha=limits.alpha,
            trials=trials,
            parser=graphs.parsing([one.measure for one in rules]),
            types=types,
        )
    strictness.remark(checked.remarks)
    with outputs.independent() as part:
        out.write(part, checked)
        limits.write(part, checked)
    limits.end(checked, out.output)
