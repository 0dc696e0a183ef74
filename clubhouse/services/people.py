"""Who is meant by the names on a list: the club's players by name or known spelling; similar ones are asked about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.models import Club, Player
from tournaments.services.entries.same_names import NEW_PLAYER, Similar, club_names, store_spellings


@dataclass(frozen=True, slots=True)
class Meant:
    """A name as it was typed, and the player it means: a number, ``NEW_PLAYER``, or None while ``similar`` ones are asked about."""

    name: str
    player: int | None
    similar: tuple[Similar, ...] = ()


def who_is_meant(club: Club, names: Iterable[str], answers: Mapping[str, int] | None = None) -> dict[str, Meant]:
    """Each name, in lower case, with whom it means. ``answers``: by name in lower case, a player's number or ``NEW_PLAYER``.

    Two players of one name: the one who was there first. Four queries.
    """
    known: dict[str, int] = {}
    names_by_player: dict[int, str] = {}
    rows = Player.objects.filter(home_club=club).order_by("-pk").values_list("pk", "name")
    for pk, name in rows:
        known[name.casefold()] = pk
        names_by_player[pk] = name
    spellings = club_names(club.pk, names_by_player)
    by_key: dict[str, Meant] = {}
    for name in names:
        key = name.casefold()
        if key in by_key:
            continue
        answer = (answers or {}).get(key)
        player = known.get(key) or spellings.alias(name)
        if player is not None:
            by_key[key] = Meant(name, player)
        elif answer == NEW_PLAYER or answer in names_by_player:
            by_key[key] = Meant(name, answer, spellings.similar(name))
        else:
            similar = spellings.similar(name)
            by_key[key] = Meant(name, None if similar else NEW_PLAYER, similar)
    return by_key


def players_meant(club: Club, meant: Mapping[str, Meant]) -> dict[str, Player]:
    """The players by name in lower case: new ones are created, answers are remembered. All questions are answered."""
    new = {key: Player(name=one.name, home_club=club) for key, one in meant.items() if one.player == NEW_PLAYER}
    Player.objects.bulk_create(new.values())
    known = Player.objects.in_bulk([one.player for one in meant.values() if one.player])
    store_spellings(club.pk, [(one.name, one.player) for one in meant.values() if one.player and one.similar])
    return {key: new[key] if key in new else known[one.player or 0] for key, one in meant.items()}
