"""Describe a measure: definition, parameters, source, a worked example."""

from __future__ import annotations

from textwrap import fill

from corrigenda import docstrings
from corrigenda.measures.contract import Measure, parameters
from corrigenda.measures.registry import find, measure, names


def describe(name: str | Measure | None = None) -> str:
    """Return the list of all measures, or what there is to know about one.

    >>> print(describe("Accuracy(case=false)").splitlines()[0])
    Accuracy(case=false)
    """
    if name is not None:
        return "\n\n".join(_explained(name if isinstance(name, Measure) else measure(name)))
    width = max(map(len, names()))
    return "\n".join(
        fill(
            find(known).definition(),
            96,
            initial_indent=f"{known:<{width}}  ",
            subsequent_indent=" " * (width + 2),
        )
        for known in names()
    )


def _explained(measure: Measure) -> list[str]:
    """Return the paragraphs that explain a measure, the example worked out as they are printed."""
    parts = [f"{measure}\n{'=' * len(str(measure))}"]
    for paragraph in measure.explanation().split("\n\n"):
        indented = any(line.startswith((" ", "-")) for line in paragraph.splitlines())
        parts.append(paragraph if indented else fill(paragraph, 96))
    lines = []
    for name, _, doc, choices, *_ in parameters(type(measure)):
        listed = f" ({', '.join(map(str, choices))})" if choices else ""
        text = f"{name} = {getattr(measure, name)}: {doc}{listed}"
        lines.append(fill(text, 96, initial_indent="  ", subsequent_indent="      "))
    parts.append("Parameters\n" + ("\n".join(lines) or "  none"))
    if measure.presets:
        parts.append("Presets\n" + "\n".join(_presets(type(measure))))
    parts.append("Source\n" + fill(measure.origin, 96, initial_indent="  ", subsequent_indent="  "))

    segment, correction = measure.worked_example()
    table = measure.choose([measure.candidates(segment, correction)])
    score = measure.score(measure.totals(table.rows))
    lines = [f"  source      {segment.source}"]
    lines += [f"  reference {n} {given.text}" for n, given in enumerate(segment.references)]
    lines.append(f"  hypothesis  {correction.text}")
    for judgement in measure.judge(segment, correction, table.chosen[0]) or []:
        edit, verdict = judgement
        words = " ".join(segment.tokens[edit.start : edit.end])
        change = f"{words!r} -> {' | '.join(map(repr, edit.texts)) or '?'}"
        lines.append(f"    {verdict:<9} {edit.start}:{edit.end} {change}")
    numbers = {**score.counts, **score.parts, "score": score.value}
    lines.append("  " + ", ".join(f"{key} {value:.6g}" for key, value in numbers.items()))
    parts.append("Example\n" + "\n".join(lines))
    return parts


def _presets(cls: type[Measure]) -> list[str]:
    """Return a line for each preset: whose scores it gives, and its values."""
    docs = docstrings.split(cls.__doc__, ["Parameters", "Presets"]).sections["Presets"]
    lines = []
    for name, values in cls.presets.items():
        spelled = str(cls(**values)).removeprefix(cls.name()).strip("()") or "the defaults"
        text = f"preset = {name}: {docs[name]} ({spelled})"
        lines.append(fill(text, 96, initial_indent="  ", subsequent_indent="      "))
    return lines
