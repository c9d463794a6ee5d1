"""Replace names of systems by keys, so that judges do not see them."""

from __future__ import annotations

import re
from hashlib import sha256

_KEY = re.compile(r"key-([0-9]+)-([0-9a-f]+)")


def blinded(name: str, number: int) -> str:
    """Return a key that stands for a name, another one for each number.

    >>> revealed(blinded("mine", 7))
    'mine'
    """
    return f"key-{number}-{_mixed(name.encode(), number).hex()}"


def revealed(key: str) -> str:
    """Return the name that a key stands for; a name that is no key as it is."""
    match = _KEY.fullmatch(key.strip())
    if match is None:
        return key
    try:
        return _mixed(bytes.fromhex(match[2]), int(match[1])).decode()
    except ValueError:
        return key


def _mixed(data: bytes, number: int) -> bytes:
    """Mix bytes with others that depend on the number; doing it again undoes it."""
    blocks = (sha256(f"{number} {at}".encode()).digest() for at in range(len(data) // 32 + 1))
    return bytes(a ^ b for a, b in zip(data, b"".join(blocks), strict=False))
