"""Drawing lots, reproducibly: the same for the same key on any machine and any version of Python."""

from __future__ import annotations

import hashlib


def drawn(count: int, *key: int | str) -> tuple[int, ...]:
    """0..count-1 in an order drawn by lot for `key` (a seed and what is being drawn)."""
    text = ":".join(str(part) for part in key)

    def lot(item: int) -> tuple[bytes, int]:
        return hashlib.blake2b(f"{text}:{item}".encode(), digest_size=8).digest(), item

    return tuple(sorted(range(count), key=lot))
