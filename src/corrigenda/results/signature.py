"""The signature of a number: everything needed to compute it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from corrigenda._version import __version__


@dataclass(frozen=True, init=False)
class Signature:
    """A measure or study, and the settings of its computation.

    >>> signature = Signature("M2(beta=0.5)", {"refs": "2", "seed": "1"}, version="0.2.0")
    >>> str(signature)
    'M2(beta=0.5)|refs:2|seed:1|v:0.2.0'
    >>> str(signature.with_settings({"trials": "10000"}))
    'M2(beta=0.5)|refs:2|seed:1|trials:10000|v:0.2.0'

    Settings with an empty value are left out.
    """

    subject: str
    settings: tuple[tuple[str, str], ...]
    version: str

    def __init__(
        self, subject: str, settings: Mapping[str, object] | None = None, version: str = __version__
    ) -> None:
        given = tuple((k, str(v)) for k, v in (settings or {}).items() if str(v))
        object.__setattr__(self, "subject", subject)
        object.__setattr__(self, "settings", given)
        object.__setattr__(self, "version", version)

    def __str__(self) -> str:
        settings = (f"{name}:{value}" for name, value in self.settings)
        return "|".join([self.subject, *settings, f"v:{self.version}"])

    def with_settings(self, more: Mapping[str, object]) -> Signature:
        """Return the signature with further settings, or other values for those it has."""
        return Signature(self.subject, {**dict(self.settings), **more}, self.version)

    def about(self, subject: str) -> Signature:
        """Return the signature of something else that was computed with the same settings."""
        return Signature(subject, dict(self.settings), self.version)


def is_signature(text: str) -> bool:
    """Return whether this note of a table is a signature.

    >>> is_signature("M2(beta=0.5)|refs:2|v:0.2.0"), is_signature("p: two-sided")
    (True, False)
    """
    return "|v:" in text and " " not in text
