"""The pictures in the documentation: the report, section by section, and the gallery.

    make screenshots

makes the report of the bundled examples with every section that there can be, opens it in Chromium
and writes `docs/assets/report-*.png`, light and dark; pages of `view` and of a HOO text; and what
the commands of `docs/gallery.md` draw. With the public data of CoNLL-2014 (`--shared FOLDER`), it
also writes the first screen of the report of its twelve systems, on a desktop and on a phone:
`report-12-*.png`. That evaluation takes minutes; `--page FILE.html` is a report of it that was made
before. Look at the pictures before you commit them.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from corrigenda import examples, formats, hoo
from corrigenda.cli import main
from corrigenda.corpus import Corpus, Correction, Segment
from corrigenda.results.page import page as page_of
from corrigenda.results.view import findings
from tests.browser.conftest import ARGUMENTS, PATIENCE
from tests.browser.tabs import settle, to_sentences
from tests.test_docs import copy_examples, played

ASSETS = Path(__file__).resolve().parents[2] / "docs" / "assets"
WIDTH, HIGHEST, EDGE = 1000, 1600, 10  # pixels: of a picture, of a long one, around what is shown
SYSTEMS = {"tagger-v1": "timid", "seq2seq-v2": "good", "llm-rewrite": "reckless"}
"""Names that a page may show, and the bundled outputs."""
SENTENCE = 6
SECTIONS = {
    "ceilings": "Systems beside a perfect corrector",
    "references": "A perfect corrector",
    "conservatism": "Conservatism",
    "reranking": "Oracle reranking",
    "faithfulness": "USim: faithfulness",
}

CROWD = {
    "He go to school since last summer .": {
        "He has gone to school since last summer .": 8,
        "He has been going to school since last summer .": 6,
        "He has been at school since last summer .": 3,
        "He started going to school last summer .": 3,
    },
    "I am agree with you .": {"I agree with you .": 18, "I am in agreement with you .": 2},
    "It depends of the people mind .": {
        "It depends on people 's minds .": 8,
        "It depends on the person 's mind .": 6,
        "It depends on people .": 4,
        "That depends on the person .": 2,
    },
    "The informations was very useful .": {
        "The information was very useful .": 17,
        "That information was very useful .": 3,
    },
}
"""What people proposed for a sentence, and how many of them: a pilot."""


# --- the report -------------------------------------------------------------------------------


def report(folder: Path) -> Path:
    """The report of the bundled examples with all its sections, written to a folder."""
    pilot = [
        Segment(
            source, tuple(Correction(source, text) for text in texts for _ in range(texts[text]))
        )
        for source, texts in CROWD.items()
    ]
    crowd = str(folder / "crowd.jsonl")
    formats.write(Corpus(tuple(pilot)), crowd)
    gold = ["--m2", str(examples.path("gold.m2"))]
    outputs = {name: str(examples.path(f"{file}.txt")) for name, file in SYSTEMS.items()}
    systems = [word for name in SYSTEMS for word in ("-H", f"{name}={outputs[name]}")]
    ranks = [word for name in SYSTEMS for word in ("-k", outputs[name])]
    result = str(folder / "result.json.gz")
    run("evaluate", *gold, *systems, "-m", "M2,Accuracy,USim", "--ceiling", crowd, "--json", result)
    drawn = ["-M", "1,2,5,10", "--sentences", "200", "--correct", "20"]
    studies = {
        "conservatism": ("conservatism", *gold, *systems),
        "reranking": ("rerank", *ranks, *gold, "-m", "M2,GLEU", "--counts", "1,2,4"),
        "references": ("references", "ceiling", crowd, "-m", "M2,Accuracy", *drawn),
        "damage": ("damage", *gold, *systems),
    }
    for name, command in studies.items():
        (folder / name).write_text(run(*command, "-f", "json"), encoding="utf-8")
    page = folder / "report.html"
    files = [str(folder / name) for name in studies]
    run("report", result, *files, "--title", "Three systems", "-o", str(page))
    return page


def run(*command: str) -> str:
    """What a command of ours prints."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        status = main(list(command))
    if status:
        sys.exit(f"corrigenda {' '.join(command)}: exit status {status}")
    return printed.getvalue()


# --- the pictures -----------------------------------------------------------------------------


def pictures(tab: Any) -> Iterator[tuple[str, bytes]]:
    """A name and a picture of each section of the page in a tab."""
    yield "summary", taken(tab, "header", "#at-overview")
    yield "scores", taken(tab, "#at-scores", "#at-scores .measure")
    yield "comparisons", taken(tab, "#at-comparisons")
    yield "types", taken(tab, "#at-types", "#at-types tbody tr:nth-child(14)")
    for name, title in SECTIONS.items():
        yield name, taken(tab, section(tab, title))
    to_sentences(tab)
    yield "sentences", taken(tab, "#at-sentences-h", "#list > article:nth-of-type(2)")
    tab.goto(f"{tab.url.partition('#')[0]}#s={SENTENCE}")
    card = f"[id='s={SENTENCE}']"
    tab.wait_for_selector(f"{card} dl")
    settle(tab)
    tab.click(f"{card} .mark.missed .sign button >> nth=0")
    settle(tab)
    yield "popup", taken(tab, card, card, "#more")
    tab.keyboard.press("Escape")
    tab.click(f"{card} button.graphs >> nth=1")
    tab.wait_for_selector(f"{card} dd.graphs svg")
    settle(tab)
    yield "graphs", taken(tab, card, f"{card} dd.graphs")


def section(tab: Any, title: str) -> str:
    """The address of the first section whose title starts so."""
    found: dict[str, str] = tab.evaluate(
        "Object.fromEntries(all('nav a').map((link) => [link.textContent, link.hash]))"
    )
    addresses = [address for text, address in found.items() if text.startswith(title)]
    if not addresses:
        sys.exit(f"expected a section {title!r}, found {', '.join(found)}")
    return addresses[0]


LAST_WHOLE = """([first, highest]) => {
  const parts = all("figure, .tabled", one(first));
  return parts.findLast((part) => part.getBoundingClientRect().bottom < highest) ?? one(first);
}"""
"""The last table or figure of a section that a picture has room for."""


def taken(tab: Any, first: str, *ends: Any) -> bytes:
    """A picture from the top of an element to the end of others, or of its own."""
    tab.mouse.move(0, 0)
    tab.evaluate("document.activeElement?.matches('article') && document.activeElement.blur()")
    tab.evaluate(f"scrollTo(0, scrollY - {EDGE} + one({first!r}).getBoundingClientRect().top)")
    settle(tab)
    top = max(0, tab.query_selector(first).bounding_box()["y"] - EDGE)
    if not ends and tab.query_selector(first).bounding_box()["height"] > HIGHEST - 2 * EDGE:
        ends = (tab.evaluate_handle(LAST_WHOLE, [first, HIGHEST - EDGE]).as_element(),)
    boxes = [
        (tab.query_selector(end) if isinstance(end, str) else end).bounding_box()
        for end in ends or (first,)
    ]
    end = max(box["y"] + box["height"] for box in boxes) + EDGE
    width = tab.viewport_size["width"]
    clip = {"x": 0, "y": top, "width": width, "height": min(end - top, HIGHEST)}
    shot: bytes = tab.screenshot(clip=clip, animations="disabled")
    return shot


def small(shot: bytes) -> bytes:
    """The same in 256 colours: the most frequent ones, of each kind one, so that rare ones stay."""
    pixels = np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"))
    colours, which, counts = np.unique(
        pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    kinds: dict[tuple[int, ...], int] = {}
    for n in np.argsort(-counts, kind="stable"):
        kinds.setdefault(tuple(colours[n] // 12), n)
    palette = colours[list(kinds.values())[:256]].astype(int)
    nearest = ((colours[:, None].astype(int) - palette) ** 2).sum(axis=2).argmin(axis=1)
    drawn = nearest[which.ravel()].astype(np.uint8).reshape(pixels.shape[:2])
    image = Image.fromarray(drawn, "P")
    image.putpalette(palette.astype(np.uint8).tobytes())
    out = io.BytesIO()
    image.save(out, "png", optimize=True)
    return out.getvalue()


@contextmanager
def chromium() -> Iterator[Any]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=list(ARGUMENTS), timeout=PATIENCE
        )
        yield browser
        browser.close()


def opened(browser: Any, page: Path, width: int, height: int) -> Iterator[tuple[str, Any]]:
    """A page in a window of that size: light, then dark."""
    for theme in ("light", "dark"):
        size = {"width": width, "height": height}
        tab = browser.new_page(viewport=size, color_scheme=theme)
        tab.set_default_timeout(PATIENCE)
        tab.goto(page.as_uri())
        if tab.query_selector("#list"):
            tab.wait_for_selector("#list[aria-busy=false]", state="attached")
        settle(tab)
        yield theme, tab
        tab.close()


def sections(page: Path, into: Path) -> None:
    """Write a picture of each section of a report."""
    with chromium() as browser:
        for theme, tab in opened(browser, page, WIDTH, HIGHEST):
            tab.evaluate("one('header').style.position = 'static'")  # not in front of what is shown
            for name, shot in pictures(tab):
                (into / f"report-{name}-{theme}.png").write_bytes(small(shot))


def first_screen(page: Path, name: str, into: Path, width: int = WIDTH, height: int = 640) -> None:
    """Write what one sees first of a page."""
    with chromium() as browser:
        for theme, tab in opened(browser, page, width, height):
            shot = tab.screenshot(animations="disabled")
            (into / f"{name}-{theme}.png").write_bytes(small(shot))


# --- other pages, and the gallery --------------------------------------------------------------


def two_results(folder: Path) -> Path:
    """The page of `view` for two results of the bundled examples, written to a folder."""
    files = [folder / "before.json", folder / "after.json"]
    for file, name in zip(files, ("timid", "good"), strict=True):
        output = examples.path(f"{name}.txt")
        run("evaluate", "--m2", str(examples.path("gold.m2")), "-H", f"tagger={output}",
            "-m", "M2,GLEU", "--json", str(file), "-o", str(folder / "scores.txt"))  # fmt: skip
    page = folder / "view.html"
    page.write_text(page_of(findings(files), "tagger, before and after"), encoding="utf-8")
    return page


def hoo_text(folder: Path) -> Path:
    """The page of a HOO text with the edits of two systems, written to a folder."""
    hoo.batch_extract(examples.path("hoo/Orig"), examples.path("hoo/Systems"), folder)
    systems = [folder / "0002AB1.xml", folder / "0002CD0.xml"]
    gold, text = examples.path("hoo/Gold/0002GE.xml"), examples.path("hoo/Orig/0002.txt")
    page = folder / "hoo.html"
    page.write_text(hoo.view(gold, systems, text).report(), encoding="utf-8")
    return page


def gallery(folder: Path, into: Path) -> None:
    """Run the commands of the gallery in a folder, and write what they draw."""
    copy_examples(folder)
    text = (ASSETS.parent / "gallery.md").read_text(encoding="utf-8")
    before = Path.cwd()
    os.chdir(folder)
    played(text, folder)
    os.chdir(before)
    for name in re.findall(r"assets/gallery-([\w.-]+)", text):
        shutil.copy(folder / name, into / f"gallery-{name}")


# --- twelve systems ---------------------------------------------------------------------------

TWELVE = ["AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC"]
SCREENS = {"1440": (1440, 900), "390": (390, 844)}


def twelve_report(shared: Path, folder: Path) -> Path:
    """The report of the systems of CoNLL-2014, written to a folder.

    M2 takes the gold edits, the other measures the texts: the numbers that papers print.
    """
    data = shared / "data" / "conll14"
    systems = [w for name in TWELVE for w in ("-H", f"{name}={data / 'systems' / name}")]
    page = folder / "twelve.html"
    texts = [w for name in ("ref0.txt", "ref1.txt") for w in ("-r", str(data / name))]
    run("evaluate", "--m2", str(data / "official-2014.combined.m2"), *texts, *systems,
        "-m", "M2,ERRANT,GLEU,USim,Meaning", "--report", str(page))  # fmt: skip
    return page


def make() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, help="folder of public data")
    parser.add_argument("--page", type=Path, help="the report of the twelve systems, if it is made")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        page = given.page
        if page is None and given.shared is not None and (given.shared / "data/conll14").exists():
            page = twelve_report(given.shared.resolve(), folder)
        if page is not None:
            for name, size in SCREENS.items():
                first_screen(page.resolve(), f"report-12-{name}", ASSETS, *size)
        sections(report(folder), ASSETS)
        first_screen(two_results(folder), "view", ASSETS)
        first_screen(hoo_text(folder), "hoo", ASSETS)
        gallery(folder, ASSETS)


if __name__ == "__main__":
    make()
