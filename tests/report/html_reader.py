"""Reads HTML as strictly as a test should: every element that is opened is closed, in order."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "input", "br", "wbr", "img", "link"}


class Reader(HTMLParser):
    """Elements in order, each with its attributes, its text, and the elements around it."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[dict[str, Any]] = []
        self.open: list[dict[str, Any]] = []
        self.feed(html)
        self.close()
        assert not self.open, [e["tag"] for e in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        around = list(self.open)
        element = {"tag": tag, "at": dict(attrs), "text": "", "around": around}
        self.found.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()["tag"] == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element["text"] += data

    def all(self, tag: str, **at: str) -> list[dict[str, Any]]:
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in at.items()}
        return [e for e in self.found if e["tag"] == tag and wanted.items() <= e["at"].items()]

    def ids(self) -> list[str]:
        return [e["at"]["id"] for e in self.found if "id" in e["at"]]
