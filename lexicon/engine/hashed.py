"""A word list that answers "is this word in it?" and does not hand out its words: for a tablet that has lost the network.

The first 8 bytes of SHA-256 of ``checksum:word`` for each encoded word, sorted, nothing else. Among 300,000 words a word that
is not in the list is taken for one of them once in 6e13 look-ups. Who holds the file can test words one by one, as at
the judging table, but cannot read the list out of it.
"""

import hashlib
from collections.abc import Iterable

BYTES = 8


def digest(word: str, checksum: str) -> bytes:
    """The 8 bytes that stand for an encoded word of the list with this checksum."""
    return hashlib.sha256(f"{checksum}:{word}".encode()).digest()[:BYTES]


def build(words: Iterable[str], checksum: str) -> bytes:
    """The whole list: sorted digests, one after the other."""
    return b"".join(sorted(digest(word, checksum) for word in words))


def holds(data: bytes, word: str, checksum: str) -> bool:
    """Whether the encoded word is in the list: the same binary search that the tablet does."""
    target, low, high = digest(word, checksum), 0, len(data) // BYTES
    while low < high:
        middle = (low + high) // 2
        if data[middle * BYTES : (middle + 1) * BYTES] < target:
            low = middle + 1
        else:
            high = middle
    return data[low * BYTES : (low + 1) * BYTES] == target
