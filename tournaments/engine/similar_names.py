"""Which players of a club a name may mean when nobody has exactly that name.

Names are compared without accents, capitals and punctuation, kana as they are read. Similar are: a letter or two typed
wrongly (none in short names), the parts in another order, a part left out. Numbers must be the same.

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

#: (letters, how many of them may differ from that length on)
_ALLOWED = ((10, 2), (5, 1))
#: The most players offered for one name.
MOST = 3
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


def parts_of(name: str) -> list[str]:
    """The parts of a name as they are compared, in order; “Last, First” is turned round.

    >>> parts_of("Müller-Łoś, Jörg"), parts_of("サトウ ケンイチ"), parts_of("Satō")
    (['jorg', 'muller', 'los'], ['sato', 'kenichi'], ['sato'])
    """
    last, comma, first = unicodedata.normalize("NFKC", name).partition(",")
    text = f"{first} {last}" if comma else last
    return [_folded(part) for part in re.findall(r"[\w゛゜ー・]+", text.casefold().replace("・", " "))]


def _folded(part: str) -> str:
    try:
        romaji = to_romaji(fold_kana(part))
    except BadKanaError:
        plain = unicodedata.normalize("NFKD", part.translate(_LETTERS))
        return "".join(letter for letter in plain if not unicodedata.combining(letter))
    # Long vowels are written in many ways, and mostly not at all.
    return re.sub(r"(?<=[ou])u|(?<=o)o", "", romaji.replace("-", "").replace("'", ""))


def _numbers(parts: Iterable[str]) -> list[str]:
    return re.findall(r"\d+", " ".join(parts))


class SimilarNames:
    """The names of a club's players, to look up names spelt a little differently."""

    def __init__(self, players: Iterable[tuple[int, str]]) -> None:
        self._parts = {player: parts_of(name) for player, name in players}
        texts = [(text, player) for player, parts in self._parts.items() for text in _spellings(parts)]
        self._texts = [text for text, _player in texts]
        self._players = [player for _text, player in texts]

    def find(self, name: str) -> list[int]:
        """The players whose names are similar, the most similar first, at most ``MOST``."""
        parts = parts_of(name)
        distances: dict[int, int] = {}
        for text in _spellings(parts):
            most = _allowed(len(text))
            for other, distance, at in process.extract(
                text, self._texts, scorer=OSA.distance, score_cutoff=most, limit=None
            ):
                if distance <= _allowed(min(len(text), len(other))):
                    player = self._players[at]
                    distances[player] = min(int(distance), distances.get(player, most))
        for player, others in self._parts.items():
            if _one_left_out(parts, others):
                distances.setdefault(player, max(most for _letters, most in _ALLOWED) + 1)
        same = [player for player in distances if _numbers(self._parts[player]) == _numbers(parts)]
        return sorted(same, key=lambda player: (distances[player], player))[:MOST]


def _spellings(parts: list[str]) -> set[str]:
    """The name as it stands, and with its parts in alphabetical order: the same text whatever their order."""
    return {"".join(parts), "".join(sorted(parts))} - {""}


def _allowed(letters: int) -> int:
    return next((most for least, most in _ALLOWED if letters >= least), 0)


def _one_left_out(one: list[str], other: list[str]) -> bool:
    """Whether one name is the other without some of its parts, and at least two are left."""
    shorter, longer = sorted((set(one), set(other)), key=len)
    return len(shorter) >= 2 and shorter < longer
