"""`corrigenda report`."""

from __future__ import annotations

from pathlib import Path

from corrigenda.cli import options, outputs

COMMAND = "report"


def run(
    results: list[Path],
    title: str = "",
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Make an HTML page from saved results.

    [bold]Examples[/bold]

      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt --json result.json.gz
      corrigenda report result.json.gz -o report.html
      corrigenda report result.json conservatism.json damage.json --title "All of it" -o report.html

    Arguments:
        results (RESULT.json...): Output of `corrigenda evaluate --json`, or of any command with -f
            json.

    Options:
        title (TEXT): The heading of the page.
    """
    from corrigenda.results.page import report

    outputs.check([output], results)
    outputs.write_text(report(results, title), output)
