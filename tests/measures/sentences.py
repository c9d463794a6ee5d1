"""Corpora for tests of measures: made up on the spot, or from public data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hypothesis import strategies as st

from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.formats import read_parallel, read_system
from tests.conftest import Shared

CONLL14 = [
    "AMU",
    "CAMB",
    "CUUI",
    "IITB",
    "INPUT",
    "IPN",
    "NTHU",
    "PKU",
    "POST",
    "RAC",
    "SJTU",
    "UFC",
    "UMC",
]


def made(*sentences: tuple[str, Sequence[str], str]) -> tuple[Corpus, System]:
    """A corpus and a system from (source, references, hypothesis)."""
    corpus = Corpus(
        tuple(
            Segment(source, tuple(Correction(source, text=r) for r in references), str(k))
            for k, (source, references, _) in enumerate(sentences, 1)
        )
    )
    outputs = tuple(Correction(source, text=output) for source, _, output in sentences)
    return corpus, System("made", outputs)


# Few words, so that n-grams repeat.
text = st.lists(st.sampled_from("abcd"), max_size=9).map(" ".join)


def sentence(references: int | None = None) -> st.SearchStrategy[tuple[str, list[str], str]]:
    """A source, its references (as many as given, or from one to four) and a hypothesis."""
    low, high = (1, 4) if references is None else (references, references)
    return st.tuples(text, st.lists(text, min_size=low, max_size=high), text)


def sentences(
    references: int | None = None, most: int = 5
) -> st.SearchStrategy[list[tuple[str, list[str], str]]]:
    return st.lists(sentence(references), min_size=1, max_size=most)


# --- public data -------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _parallel(shared: Shared, source: str, references: tuple[str, ...]) -> Corpus:
    paths = [shared.data(*name.split("/")) for name in (source, *references)]
    return read_parallel(paths[0], paths[1:])


def jfleg(shared: Shared, references: Sequence[int] = (0, 1, 2, 3)) -> Corpus:
    return _parallel(shared, "jfleg/dev.src", tuple(f"jfleg/dev.ref{k}" for k in references))


def conll14(shared: Shared, references: Sequence[int] = (0, 1)) -> Corpus:
    names = tuple(f"conll14/ref{k}.txt" for k in references)
    return _parallel(shared, "conll14/source.txt", names)


def output(shared: Shared, corpus: Corpus, path: str) -> System:
    return read_system(shared.data(*path.split("/")), corpus)
