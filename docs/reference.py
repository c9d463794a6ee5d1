"""What the documentation gets when it is built: public names, papers to cite, pages not listed."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import corrigenda
from corrigenda import docstrings, plugins
from corrigenda.measures.contract import Measure, parameters

ROOT = Path(corrigenda.__file__).parent


def on_page_markdown(markdown: str, page: Any, **more: Any) -> str:
    """Complete the pages that follow from docstrings (called by MkDocs)."""
    if page.file.src_uri == "reference.md":
        return markdown + "\n".join(reference())
    return cited(markdown) if page.file.src_uri == "citing.md" else markdown


def on_config(config: Any, **more: Any) -> Any:
    """Add the pages that `mkdocs.yml` does not list to the navigation (called by MkDocs)."""
    config["nav"] = with_all_pages(config["nav"], Path(config["docs_dir"]))
    return config


def with_all_pages(nav: list[Any], folder: Path) -> list[Any]:
    """Return the navigation with pages that it does not list at the end of their sections.

    A page names its section in its front matter: `section: Is it too timid?`. Without one, a page
    of `measures/` goes to the end of "Measures", and others to that of "In practice".
    """
    sections: dict[str, list[Any]] = {}
    listed: set[str] = set()

    def walk(items: list[Any]) -> list[Any]:
        copied = []
        for item in items:
            for title, inside in item.items() if isinstance(item, dict) else [("", item)]:
                if isinstance(inside, list):
                    sections[title] = inside = walk(inside)
                else:
                    listed.add(inside)
                copied.append({title: inside} if title else inside)
        return copied

    nav = walk(nav)
    for page in sorted(folder.rglob("*.md")):
        path = page.relative_to(folder).as_posix()
        if path not in listed:
            said = re.match(
                r"---\n(?:.*\n)*?section: *(.+)\n(?:.*\n)*?---\n", page.read_text("utf-8")
            )
            default = "Measures" if path.startswith("measures/") else "In practice"
            section = said[1].strip() if said else default
            if section not in sections:
                raise ValueError(f"{path}: no section {section!r}; there are {', '.join(sections)}")
            sections[section].append(path)
    return nav


def cited(page: str) -> str:
    """Return the page on citing with a row for every measure that it does not name."""
    points = plugins.own("measure")
    rows = [
        f"| `{name}` | {points[name].load().origin} |\n" for name in points.keys() - named(page)
    ]
    table, end = page.split("\n\n| study", 1)
    return f"{table}\n{''.join(sorted(rows))}\n| study{end}"


def named(page: str) -> set[str]:
    """Return what a page shows as code."""
    return set(re.findall(r"`([^`]+)`", page))


def packages() -> list[str]:
    """Return the packages that export names: those with a stub."""
    folders = (stub.parent.relative_to(ROOT) for stub in ROOT.rglob("__init__.pyi"))
    return sorted(".".join(["corrigenda", *folder.parts]) for folder in folders)


def reference() -> Iterator[str]:
    """Yield the page in Markdown."""
    for package in packages():
        module = import_module(package)
        yield f"\n## {package}\n"
        for name in sorted({*module.__all__, *plugins.functions(package)}):
            value = getattr(module, name)
            if not inspect.ismodule(value) and name != "__version__":
                yield from entry(f"{package}.{name}".replace("corrigenda.", "cg.", 1), value)
    yield "\n## Measures\n"
    for point in plugins.own("measure").values():
        yield from measure(point.attr, point.load())


def entry(name: str, value: Any) -> Iterator[str]:
    """Yield what there is to know about a function or a class."""
    yield f"\n### {name} {{ #{name} }}\n"
    yield f"```python\n{name}{signature(value)}\n```\n"
    yield prose(value)
    if inspect.isclass(value):
        for member, one in sorted(vars(value).items()):
            if not member.startswith("_") and (inspect.isroutine(one) or isinstance(one, property)):
                yield from method(member, one)


def method(name: str, value: Any) -> Iterator[str]:
    """Yield a method or property as an entry of a definition list."""
    function = getattr(value, "__func__", getattr(value, "fget", value))
    doc = inspect.getdoc(value) or ""
    shown = "" if isinstance(value, property) else signature(function)
    yield f"\n`{name}{shown}`\n:   {escaped(doc.split(chr(10) * 2)[0].replace(chr(10), ' '))}\n"


def measure(name: str, cls: type[Measure]) -> Iterator[str]:
    """Yield a measure with its parameters."""
    yield f"\n### cg.{name} {{ #cg.{name} }}\n"
    yield escaped(cls.definition()) + "\n"
    for one in parameters(cls):
        choices = f" ({', '.join(map(str, one.choices))})" if one.choices else ""
        yield f"\n`{one.name} = {one.default!r}`\n:   {escaped(one.doc)}{choices}\n"


def signature(value: Any) -> str:
    """Return the signature, one parameter per line if it is long; without `self`."""
    try:
        given = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    own = [p for p in given.parameters.values() if p.name not in ("self", "cls")]
    text = plain(given.replace(parameters=own))
    if len(text) < 70:
        return text
    parts = [plain(given.replace(parameters=[p], return_annotation=given.empty)) for p in own]
    lines = "".join(f"    {part[1:-1].removeprefix('*, ')},\n" for part in parts)
    return f"(\n{lines}" + text[text.rindex(")") :]


def plain(given: inspect.Signature) -> str:
    """Return a signature whose annotations have no quotes."""
    return re.sub(r"(: |-> )'((?:[^'\\]|\\.)*)'", r"\1\2", str(given)).replace("\\'", "'")


def prose(value: Any) -> str:
    """Return a docstring in Markdown: sections of entries become definition lists."""
    text, sections = docstrings.split(inspect.getdoc(value))
    for heading, entries in sections.items():
        listed = "".join(f"\n`{name}`\n:   {escaped(doc)}\n" for name, doc in entries.items())
        text += f"\n\n{heading}\n{listed}"
    return "\n".join(
        line if line.startswith("    ") else escaped(line) for line in text.split("\n")
    )


def escaped(text: str) -> str:
    """Return text that Markdown does not take for HTML, outside of code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(p if p.startswith("`") else p.replace("<", "&lt;") for p in parts)
