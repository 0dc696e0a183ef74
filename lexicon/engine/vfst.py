"""The headwords in Voikko's description of a language: a finite-state transducer in the form VFST.

A path through it spells a word on one side and says on the other what the word is: its class, and its base form between two marks
(``[Ln][Xp]koira[X]…``). Only the base forms of simple entries are read; what endings and compounds may follow is left alone.
Format: https://github.com/voikko/corevoikko/blob/master/libvoikko/doc/vfst-format.txt.
"""

import struct
from collections.abc import Iterator
from typing import Final

from lexicon.engine.package import BadPackageError

_MAGIC: Final = struct.pack("<II", 0x00013A6E, 0x000351FA)
_HEADER: Final = 16
_CELL: Final = struct.Struct("<HHI")
#: The input symbol of the transition that only says that a word may end here.
_END: Final = 0xFFFF
#: So many further transitions mean that the next cell says how many.
_MORE: Final = 255
#: Nouns, nouns that are adjectives too, adjectives, verbs, adverbs, interjections, conjunctions, pronouns. Names are others.
_CLASSES: Final = frozenset({"[Ln]", "[Lnl]", "[Ll]", "[Lt]", "[Ls]", "[Lh]", "[Lc]", "[Lr]"})
_BASE, _BASE_END = "[Xp]", "[X]"
#: Longer than any word with its marks, and more steps than any dictionary takes: a damaged file has no end.
_DEEPEST: Final = 120
_MOST: Final = 5_000_000


class Transducer:
    """The states of a file. Raises BadPackageError for bytes that are none."""

    def __init__(self, data: bytes) -> None:
        """Read the symbols; transitions are read as they are asked for."""
        if data[: len(_MAGIC)] != _MAGIC:
            raise BadPackageError("the dictionary is not a Voikko transducer")
        self.data = data
        try:
            (count,) = struct.unpack_from("<H", data, _HEADER)
            at = _HEADER + 2
            self.symbols = []
            for _number in range(count):
                end = data.index(0, at)
                self.symbols.append(data[at:end].decode("utf-8"))
                at = end + 1
        except (struct.error, ValueError) as error:
            raise BadPackageError(f"the dictionary is damaged ({error})") from error
        self._first = -(-at // _CELL.size) * _CELL.size

    def onward(self, state: int) -> Iterator[tuple[str, int]]:
        """What each transition of a state says, and the state that it leads to."""
        at = self._first + state * _CELL.size
        try:
            source, said, info = _CELL.unpack_from(self.data, at)
            left, at = info >> 24, at + _CELL.size
            if left == _MORE:
                (left,) = struct.unpack_from("<I", self.data, at)
                at += _CELL.size
            while True:
                if source != _END:
                    yield self.symbols[said], info & 0xFFFFFF
                if left <= 0:
                    return
                source, said, info = _CELL.unpack_from(self.data, at)
                left, at = left - 1, at + _CELL.size
        except (struct.error, IndexError) as error:
            raise BadPackageError(f"the dictionary is damaged ({error})") from error

    def headwords(self) -> Iterator[str]:
        """The base forms of common words; ``=`` stands where the parts of a compound meet. A word may come twice."""
        # A state, the base form so far (None before it begins), and how deep we are.
        waiting: list[tuple[int, str | None, int]] = [(to, None, 0) for said, to in self.onward(0) if said in _CLASSES]
        for _step in range(_MOST):
            if not waiting:
                return
            state, word, depth = waiting.pop()
            if depth > _DEEPEST:
                break
            for said, to in self.onward(state):
                if said == _BASE_END and word is not None:
                    yield word
                elif said.startswith("["):
                    if word is None:
                        waiting.append((to, "" if said == _BASE else None, depth + 1))
                elif said.startswith("@") or word is None:
                    waiting.append((to, word, depth + 1))
                else:
                    waiting.append((to, word + said, depth + 1))
        raise BadPackageError("the dictionary is damaged (it has no end)")
