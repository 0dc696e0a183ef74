"""Who a name on a roster means: spellings that somebody has answered for, and players of the club with a similar name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from clubs.models import Player, PlayerAlias
from core.wording import listed
from ratings.queries.players import same_person
from tournaments.engine.similar_names import SimilarNames
from tournaments.errors import TournamentError
from tournaments.models import Division, Entry

#: The answer that none of the similar players is meant.
NEW_PLAYER = 0
#: No club has more people of one name.
MAX_NAMESAKES = 99


@dataclass(frozen=True, slots=True)
class Similar:
    """A player of the club with a similar name. ``about``: rating and event of the newest entry, "" for none."""

    player_id: int
    name: str
    about: str = ""


class WhoIsMeantError(TournamentError):
    """Nobody has this ``name``, but there are ``similar`` ones: someone must say who is meant."""

    def __init__(self, name: str, similar: Sequence[Similar]) -> None:
        names = listed(one.name for one in similar)
        text = _(
            "The club has no player called “%(name)s”, but has %(similar)s. Choose one of them, or say that this "
            "is a new player."
        )
        super().__init__(text % {"name": name, "similar": names}, code="similar_name")
        self.name, self.similar, self.new = name, similar, NEW_PLAYER


class NamesakeError(WhoIsMeantError):
    """Players have exactly this ``name``, one of them entered already or several in the club: someone must say who is meant.

    ``new``: the answer that it is another player of the name.
    """

    def __init__(self, name: str, similar: Sequence[Similar], entered: int) -> None:
        super().__init__(name, similar)
        text = _(
            "There is already a player called “%(name)s”. Say whether this is the same player or another one "
            "with that name."
        )
        self.args = (text % {"name": name},)
        self.new = another(entered)


def another(entered: int) -> int:
    """The answer that a new player is meant, beside so many of the name who are entered: sent twice it enters one."""
    return NEW_PLAYER - entered


@dataclass
class ClubNames:
    """The names of a club's players. ``aliases``: spelling → player; ``names``: player → name, without merged duplicates."""

    aliases: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    abouts: dict[int, str] = field(default_factory=dict)

    @cached_property
    def _index(self) -> SimilarNames:
        return SimilarNames(self.names.items())

    def alias(self, name: str) -> int | None:
        """The player whom this spelling means, as somebody answered before."""
        return self.aliases.get(name.casefold())

    def similar(self, name: str, *, without: Collection[int] = ()) -> tuple[Similar, ...]:
        """The players with a similar name, but not those ``without``. At most one query."""
        players = [player for player in self._index.find(name) if player not in without]
        unknown = [player for player in players if player not in self.abouts]
        if unknown:
            self.abouts.update(dict.fromkeys(unknown, ""))
            self.abouts.update(_about(unknown))
        return tuple(Similar(player, self.names[player], self.abouts[player]) for player in players)


def _about(players: Collection[int]) -> dict[int, str]:
    entries = Entry.objects.filter(player__in=players, division__event__what_if_of__isnull=True)
    rows = entries.order_by("division__event__starts_on", "pk").values_list(
        "player_id", "rating", "division__event__name"
    )
    return {
        player: _("%(rating)s in “%(event)s”") % {"rating": rating or _("unrated"), "event": event}
        for player, rating, event in rows
    }


def namesakes(division: Division, name: str) -> NamesakeError | None:
    """The question who is meant by a name that a player of the division has already, or several of the club. Three queries at most."""
    same = same_person()
    players = Player.objects.filter(home_club=division.event.club_id, name__iexact=name).order_by("pk")
    distinct = [(pk, spelled) for pk, spelled in players.values_list("pk", "name") if pk not in same]
    entered = Entry.objects.filter(division=division, player__in=[pk for pk, _name in distinct]).count()
    if not entered and len(distinct) < 2:
        return None
    abouts = _about([pk for pk, _name in distinct])
    return NamesakeError(name, [Similar(pk, spelled, abouts.get(pk, "")) for pk, spelled in distinct], entered)


def club_names(club_id: int, names: Mapping[int, str]) -> ClubNames:
    """The names of a club's players (id → name). Two queries."""
    same = same_person()
    aliases = dict(PlayerAlias.objects.filter(club=club_id).values_list("spelling", "player_id"))
    distinct = {player: name for player, name in names.items() if player not in same}
    return ClubNames({spelling: same.get(player, player) for spelling, player in aliases.items()}, distinct)


def store_spellings(club_id: int, answers: Iterable[tuple[str, int]]) -> None:
    """Let each spelling mean the player (an id) from now on; a later answer replaces an earlier one."""
    rows = {spelling.casefold(): player for spelling, player in answers}
    PlayerAlias.objects.bulk_create(
        [PlayerAlias(club_id=club_id, spelling=spelling, player_id=player) for spelling, player in rows.items()],
        update_conflicts=True,
        unique_fields=["club", "spelling"],
        update_fields=["player"],
    )
