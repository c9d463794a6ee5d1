"""Test sets that are known by name: their files, addresses, digests and licences.

Digests are those of copies that were available; where none was, `sha256` is empty, and what was
downloaded is recorded beside it instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corrigenda.errors import InputError
from corrigenda.plugins import closest

_GITHUB = "https://raw.githubusercontent.com"
_NUS = "https://www.comp.nus.edu.sg/~nlp/conll14st/conll14st-test-data.tar.gz"
_BEA = "https://www.cl.cam.ac.uk/research/nl/bea2019st/data"
_BEA_TERMS = "non-commercial research and education; the archive has the licence"


@dataclass(frozen=True)
class File:
    """A file of a test set: its name, its address, and its digest, if it is known.

    If it is in an archive, the address is that of the archive, and `member` its path there.
    """

    name: str
    address: str
    sha256: str = ""
    member: str = ""


@dataclass(frozen=True)
class TestSet:
    """A test set: either one file with references (`gold`), or a source and references."""

    __test__ = False  # it is no test of pytest

    name: str
    title: str
    licence: str
    home: str
    sentences: int
    references: int
    files: tuple[File, ...]

    @property
    def gold(self) -> bool:
        """Does one file hold sentences and references?"""
        return len(self.files) == 1

    @property
    def verified(self) -> bool:
        """Are the digests of all files known?"""
        return all(file.sha256 for file in self.files)


def _texts(folder: str, names: Sequence[str], digests: Sequence[str] = ()) -> tuple[File, ...]:
    known = [*digests, *[""] * (len(names) - len(digests))]
    return tuple(
        File(name, f"{_GITHUB}/{folder}/{name}", digest)
        for name, digest in zip(names, known, strict=True)
    )


_JFLEG = (
    "Fluency corrections of learners' sentences",
    "CC BY-NC-SA 4.0",
    "https://github.com/keisks/jfleg",
)
_TURK = (
    "TurkCorpus: simplifications by crowd workers",
    "GPL-3.0",
    "https://github.com/cocoxu/simplification",
)
_ASSET = (
    "Simplifications with several operations",
    "CC BY-NC 4.0",
    "https://github.com/facebookresearch/asset",
)

SETS = (
    TestSet(
        "conll14/test",
        "CoNLL-2014 shared task, both annotators",
        "distributed freely, copyright Ng et al. 2014",
        "https://www.comp.nus.edu.sg/~nlp/conll14st.html",
        1312,
        2,
        (
            File(
                "official-2014.combined.m2",
                _NUS,
                "07771f4653844f2732e1d93a5711181995ff2ae0828016a276ad1e7335c96085",
                "conll14st-test-data/noalt/official-2014.combined.m2",
            ),
        ),
    ),
    TestSet(
        "conll14/alternatives",
        "CoNLL-2014 shared task with the participants' alternatives",
        "distributed freely, copyright Ng et al. 2014",
        "https://www.comp.nus.edu.sg/~nlp/conll14st.html",
        1312,
        5,
        (
            File(
                "official-2014.combined-withalt.m2",
                _NUS,
                "319a9d0212800d0492c50bf248da497c594b52cab315e6a704daec6ea32071ed",
                "conll14st-test-data/alt/official-2014.combined-withalt.m2",
            ),
        ),
    ),
    TestSet(
        "conll14/bn10",
        "CoNLL-2014 test set with ten annotators (Bryant and Ng 2015)",
        "none stated; asks for citation",
        "https://github.com/borgr/assess_learner_language",
        1312,
        10,
        (
            File(
                "bn10.m2",
                f"{_GITHUB}/borgr/assess_learner_language/master/data/references/BN.m2",
                "32418a11782ffcf9a122055ba151cbb57ca8388ac34d79a2b0d252edd2f1eac2",
            ),
        ),
    ),
    TestSet(
        "jfleg/dev",
        *_JFLEG,
        754,
        4,
        _texts(
            "keisks/jfleg/master/dev",
            ["dev.src", "dev.ref0", "dev.ref1", "dev.ref2", "dev.ref3"],
            [
                "4a0e8b86d18a1058460ff0a592dac1ba68986d135256efbd27e997ac43f295f8",
                "adea6287c6e2240b7777e63cd56f8e228e742bbfb42c5152bc0bd2bc91f4e53e",
                "d40d56ec7468ddab03fdcca97065ab3f9d391d749dbc7097b7c777a19ce4242e",
                "b070691d633e0c4143d96ba21299ae71cb126086517d2970df47420842067793",
                "9187fd834693fa77d07957991282d32d61ff84a207c25cbfab318c871bacdbc4",
            ],
        ),
    ),
    TestSet(
        "jfleg/test",
        *_JFLEG,
        747,
        4,
        _texts(
            "keisks/jfleg/master/test",
            ["test.src", "test.ref0", "test.ref1", "test.ref2", "test.ref3"],
        ),
    ),
    TestSet(
        "bea19/dev",
        "BEA-2019 development set (Write & Improve and LOCNESS)",
        _BEA_TERMS,
        "https://www.cl.cam.ac.uk/research/nl/bea2019st/",
        4384,
        1,
        (
            File(
                "ABCN.dev.gold.bea19.m2",
                f"{_BEA}/wi+locness_v2.1.bea19.tar.gz",
                member="wi+locness/m2/ABCN.dev.gold.bea19.m2",
            ),
        ),
    ),
    TestSet(
        "fce/test",
        "First Certificate in English, test part, as in BEA-2019",
        _BEA_TERMS,
        "https://www.cl.cam.ac.uk/research/nl/bea2019st/",
        2695,
        1,
        (
            File(
                "fce.test.gold.bea19.m2",
                f"{_BEA}/fce_v2.1.bea19.tar.gz",
                member="fce/m2/fce.test.gold.bea19.m2",
            ),
        ),
    ),
    TestSet(
        "turk/test",
        *_TURK,
        359,
        8,
        _texts(
            "cocoxu/simplification/master/data/turkcorpus",
            ["test.8turkers.tok.norm", *(f"test.8turkers.tok.turk.{k}" for k in range(8))],
            [
                "5a45e4deb23524dbd06fae0bbaf4a547df8c5d982bf4c9867c0f1462ed99ac46",
                "33399612ddb7ec4f0cd798508ea2928a3ab9b2ec3a9e524a4d5a0da44bf1425a",
                "6ea0d23083ce25c7cceb19f4e454ddde7d8b4010243d7af2ab0a96884587e79b",
                "abe871f586783f6e2273557fbc1ed203b06e5a5c2a52da260113c939ce1e79e3",
                "b4387233b14c123c7cef8d15c2ee7c68244fedb10e6e37008c0eed782b98897e",
                "1abf53f4dc075660322be772b40cdd26545902d5a7fa8746a460ea55301dd847",
                "3bbb08c71bbf692a2b7f2b6421a833397f96574fb9d7ff1dfd2c0f52ea0c52d6",
                "d100c0a63c9a01cde27694f18275e760d3f77bcd8b46ab9f6f832e8bc37c4857",
                "e1956804ef69855a83a6c214acd07373533dad31615de0254ec60e3d0dbbedac",
            ],
        ),
    ),
    TestSet(
        "turk/tune",
        *_TURK,
        2000,
        8,
        _texts(
            "cocoxu/simplification/master/data/turkcorpus",
            ["tune.8turkers.tok.norm", *(f"tune.8turkers.tok.turk.{k}" for k in range(8))],
        ),
    ),
    *(
        TestSet(
            f"asset/{part}",
            *_ASSET,
            sentences,
            10,
            _texts(
                "facebookresearch/asset/main/dataset",
                [f"asset.{part}.orig", *(f"asset.{part}.simp.{k}" for k in range(10))],
            ),
        )
        for part, sentences in (("test", 359), ("valid", 2000))
    ),
)


def named(name: str) -> list[TestSet]:
    """Return the test set of that name, or all parts of it: `jfleg` is dev and test."""
    sets = [one for one in SETS if name in (one.name, one.name.partition("/")[0])]
    if not sets:
        known = ", ".join(one.name for one in SETS)
        guess = closest(name, {part for one in SETS for part in (one.name, one.name.split("/")[0])})
        raise InputError(
            f"no test set is called {name!r}",
            hint=(f"did you mean {guess}? " if guess else "") + f"there are {known}",
        )
    return sets


def one_named(name: str) -> TestSet:
    """Return the one test set of that name; a name with several parts is refused."""
    sets = named(name)
    if len(sets) > 1:
        parts = ", ".join(one.name for one in sets)
        raise InputError(f"{name!r} has several parts", hint=f"choose one of {parts}")
    return sets[0]
