"""`corrigenda usim`."""

from __future__ import annotations

from pathlib import Path

from corrigenda.cli import inputs, options, outputs
from corrigenda.cli.groups import WORK, Bootstrap, Graphs, Output, Work

COMMAND = "usim"
PANEL = "Meaning: is it kept?"


def run(
    source: Path,
    systems: list[str],
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    measures: options.Measures = ["USim", "DistSim"],  # noqa: B006 - typer copies it
    explain: bool = False,
    work: Work = WORK,
) -> None:
    """Is the meaning kept? Compare the semantic graphs of sources and corrections.

    Each argument is a file, or a folder or archive of UCCA XML; the n-th sentences are paired.
    Text is parsed.

    [bold]Examples[/bold]

      corrigenda usim source.txt mine=output.txt
      corrigenda usim source-xml/ mine=system-xml/
      corrigenda usim source.mrp a.mrp b.mrp -m 'USim(labels=weak)'
      corrigenda usim source.xml corrected.xml --explain

    Arguments:
        source (SOURCE): The sources: text, one sentence per line, or their graphs: UCCA XML, MRP,
            UCCA-App JSON or AMR.
        systems ([NAME=]SYSTEM...): The systems' outputs: text, or graphs.

    Options:
        explain: Show which edges match, for each pair.
    """
    from corrigenda.meaning.studies.similarity import explain as explained
    from corrigenda.meaning.studies.similarity import usim, without_references

    files = inputs.named_files(systems)
    out.check([source, *files.values()])
    wanted = without_references(measures)
    parsing = graphs.parsing(wanted)
    if explain:
        with work.with_progress("Comparing"):
            explanations = explained(source, files, wanted, raw=graphs.raw, parser=parsing)
        outputs.remark(explanations.remarks)
        if out.format == "json":
            outputs.write([], [one.data() for one in explanations], out.format, out.output)
        else:
            outputs.write_text(str(explanations), out.output)
        return
    with work.with_progress("Comparing"):
        result = usim(
            source,
            files,
            wanted,
            raw=graphs.raw,
            **bootstrap.keywords(),
            parser=parsing,
        )
    out.show(result)
