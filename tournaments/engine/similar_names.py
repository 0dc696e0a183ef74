"""Which players of a club a name may mean that nobody is called by exactly.

Names are compared without accents, capitals and punctuation, kana as they are read. What counts as similar: a letter or
two typed wrongly (none in short names), the parts in another order, a part left out. Numbers must be the same.

>>> known = SimilarNames([(1, "Bartosz Vane"), (2, "Ren Tanaka"), (3, "Zoë Ng")])
>>> known.find("Vane, Bartsoz"), known.find("たなか れん"), known.find("Zoe Ng"), known.find("Ann Lee")
([1], [2], [3], [])
"""

import re
import unicodedata
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from lexicon.engine.kana import BadKanaError
from lexicon.engine.kana import fold as fold_kana
from lexicon.engine.kana_romaji import to_romaji

#: From how many letters on that many of them may differ.
_ALLOWED = ((10, 2), (5, 1))
#: At most so many players are asked about for one name.
MOST = 3
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


def parts_of(name: str) -> list[str]:
    """The parts of a name as they are compared, in the order in which they stand; of “Last, First” turned round.

    >>> parts_of("Müller-Łoś, Jörg"), parts_of("サトウ ケンイチ"), parts_of("Satō")
    (['jorg', 'muller', 'los'], ['sato', 'kenichi'], ['sato'])
    """
    last, comma, first = unicodedata.normalize("NFKC", name).partition(",")
    text = f"{first} {last}" if comma else last
    return [_folded(part) for part in re.findall(r"[\w゛゜ー・]+", text.casefold().replace("・", " "))]


def _folded(part: str) -> str:
    try:
        read = to_romaji(fold_kana(part))
    except BadKanaError:
        plain = unicodedata.normalize("NFKD", part.translate(_LETTERS))
        return "".join(letter for letter in plain if not unicodedata.combining(letter))
    # Long vowels are written in many ways, and mostly not at all.
    return re.sub(r"(?<=[ou])u|(?<=o)o", "", read.replace("-", "").replace("'", ""))


def _numbers(parts: Iterable[str]) -> list[str]:
    return re.findall(r"\d+", " ".join(parts))


class SimilarNames:
    """The names of a club's players, to look up what is written a little differently."""

    def __init__(self, known: Iterable[tuple[int, str]]) -> None:
        self._parts = {player: parts_of(name) for player, name in known}
        # Each name as it stands, and with its parts in alphabetical order: other order, same text.
        both = [(player, text) for player, parts in self._parts.items() for text in _written(parts)]
        self._players = [player for player, _text in both]
        self._texts = [text for _player, text in both]

    def find(self, name: str) -> list[int]:
        """The players whose names are similar, the most similar first, at most ``MOST``."""
        parts = parts_of(name)
        found: dict[int, int] = {}
        for text in _written(parts):
            most = _allowed(len(text))
            for known, distance, at in process.extract(
                text, self._texts, scorer=OSA.distance, score_cutoff=most, limit=None
            ):
                if distance <= _allowed(min(len(text), len(known))):
                    player = self._players[at]
                    found[player] = min(int(distance), found.get(player, most))
        for player, others in self._parts.items():
            if _one_left_out(parts, others):
                found.setdefault(player, max(most for _letters, most in _ALLOWED) + 1)
        same = [player for player in found if _numbers(self._parts[player]) == _numbers(parts)]
        return sorted(same, key=lambda player: (found[player], player))[:MOST]


def _written(parts: list[str]) -> set[str]:
    return {"".join(parts), "".join(sorted(parts))} - {""}


def _allowed(letters: int) -> int:
    return next((most for least, most in _ALLOWED if letters >= least), 0)


def _one_left_out(one: list[str], other: list[str]) -> bool:
    """Whether one name is the other without some of its parts, of which two stay."""
    shorter, longer = sorted((set(one), set(other)), key=len)
    return len(shorter) >= 2 and shorter < longer
