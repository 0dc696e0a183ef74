"""An official list stored for players who enter later: all its ratings by name or id, without a name in it.

The same rule as ``official_list.match``: the federation id, else a name that only one line has, unless both sides have ids and they
differ. Names are stored as hashes, so that nothing personal is stored of thousands of people who may never enter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from ratings.engine.official_list import ListedPlayer, folded

#: Key of a name or id → [rating, games or None, key of the line's id or ""], as JSON has it.
Listed = Mapping[str, Sequence[int | str | None]]


def index_list(players: Iterable[ListedPlayer]) -> dict[str, list[int | str | None]]:
    """All lines of a list by name and by id; a name that several lines have is found by id only."""
    lines = list(players)
    names = Counter(folded(player.name) for player in lines)
    index: dict[str, list[int | str | None]] = {}
    for player in lines:
        identity = _identity(player.external_id)
        line: list[int | str | None] = [player.rating, player.games, identity]
        if identity:
            index[identity] = line
        if names[folded(player.name)] == 1:
            index[_name(player.name)] = line
    return index


def listed_rating(listed: Listed, name: str, external_id: str = "") -> tuple[int, int | None] | None:
    """Rating and career games of a player on the list; None for one who is not, or not for certain, on it."""
    identity = _identity(external_id)
    line = listed.get(identity) if identity else None
    if line is None:
        line = listed.get(_name(name))
        if line is not None and identity and line[2]:
            return None  # another id is another person, whatever the name
    if line is None or not isinstance(line[0], int):
        return None
    return line[0], line[1] if isinstance(line[1], int) else None


def _name(name: str) -> str:
    return "n" + sha256(folded(name).encode()).hexdigest()[:16]


def _identity(external_id: str) -> str:
    return "i" + sha256(external_id.casefold().encode()).hexdigest()[:16] if external_id else ""
