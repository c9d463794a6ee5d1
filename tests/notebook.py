"""A notebook without a kernel: its cells are run here, and its outputs are what Jupyter's would be.

That is all that a tutorial needs, takes a fraction of the time, and asks for no packages. What a
cell displays is what its last expression shows of itself.
"""

from __future__ import annotations

import ast
import contextlib
import io
from typing import Any

Notebook = dict[str, Any]
Output = dict[str, Any]

SHOWN = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def executed(notebook: Notebook) -> Notebook:
    """The same notebook with the outputs of its cells as they are now; an error is raised."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = _run("".join(cell["source"]), names, count)
            cell = {**cell, "execution_count": count, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _run(source: str, names: dict[str, Any], count: int) -> list[Output]:
    where = f"<cell {count}>"
    body = ast.parse(source, where)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(body, where, "exec"), names)
        value = eval(compile(ast.Expression(last.value), where, "eval"), names) if last else None
    outputs: list[Output] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue()})
    if value is not None:
        outputs.append({"execution_count": count, "output_type": "execute_result", **_shown(value)})
    for output in outputs:
        for texts in (output, output.get("data", {})):
            for key in texts.keys() & {"text", "text/plain", *SHOWN}:
                texts[key] = texts[key].splitlines(keepends=True)
    return outputs


def _shown(value: object) -> Output:
    data, metadata = {"text/plain": repr(value)}, {}
    for kind, method in SHOWN.items():
        if hasattr(value, method):
            found = getattr(value, method)()
            data[kind], about = found if isinstance(found, tuple) else (found, None)
            if about:
                metadata[kind] = about
    return {"data": dict(sorted(data.items())), "metadata": metadata}


def drawings(notebook: Notebook) -> list[tuple[str, str]]:
    """Figures by matplotlib, whose bytes are those of its version: SVG and caption."""
    return [
        ("".join(data["image/svg+xml"]), "".join(data["text/plain"]))
        for data in _data(notebook)
        if _is_drawing(data)
    ]


def texts(notebook: Notebook) -> Notebook:
    """The notebook without the bytes of matplotlib's figures."""
    cells = [
        {**cell, "outputs": [_text(output) for output in cell["outputs"]]}
        if cell["cell_type"] == "code"
        else cell
        for cell in notebook["cells"]
    ]
    return {**notebook, "cells": cells}


def _text(output: Output) -> Output:
    if not _is_drawing(output.get("data", {})):
        return output
    return {**output, "data": {**output["data"], "image/svg+xml": "a figure"}}


def _data(notebook: Notebook) -> list[dict[str, Any]]:
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [output["data"] for cell in cells for output in cell["outputs"] if "data" in output]


def _is_drawing(data: dict[str, Any]) -> bool:
    return "".join(data["text/plain"]).startswith("<Figure ") if data else False


# --- as a page ------------------------------------------------------------------------------------


def markdown(notebook: Notebook, figures: str) -> str:
    """The notebook as a Markdown page; its n-th figure is `figures` with n in it."""
    blocks = []
    drawn = 0
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            blocks.append(source)
            continue
        blocks.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "text" in output:
                blocks.append(f"```text\n{''.join(output['text'])}```")
            elif _is_drawing(data):
                drawn += 1
                words = "".join(data["text/plain"]).partition(": ")[2].removesuffix(">")
                blocks.append(f"![{words}]({figures.format(drawn)})\n\n*{words}*")
            else:
                best = next(kind for kind in (*SHOWN, "text/plain") if kind in data)
                shown = "".join(data[best]).strip()
                blocks.append(f'<div class="shown">\n{shown}\n</div>')
    return "\n\n".join(blocks) + "\n"
