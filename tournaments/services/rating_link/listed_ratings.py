"""Ratings for players who enter late, from the list that the division's ratings were taken from."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ratings.engine.listed import Listed, listed_rating
from ratings.engine.official_list import folded
from ratings.models import OfficialRating, PlayerRating
from ratings.queries.players import same_person
from tournaments.models import Division, Entry, RatingSnapshot

#: Rating and career games of a player.
Rating = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Offered:
    """The rating of a late entry, and the name of the list that it comes from."""

    rating: int
    games: int | None
    source: str


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of a division in order of preference: the one its ratings were taken from, then the pool's live one.

    ``pinned``: the published list, by player; ``listed``: a list that was imported. ``live``: the live list, by player.
    ``same``: the player into whom another was merged. ``names``: how often each name is entered; a name that is entered already
    is no certain match.
    """

    source: str = ""
    pinned: Mapping[int, Rating] = field(default_factory=dict)
    listed: Listed = field(default_factory=dict)
    live_source: str = ""
    live: Mapping[int, Rating] = field(default_factory=dict)
    same: Mapping[int, int] = field(default_factory=dict)
    names: Mapping[str, int] = field(default_factory=dict)

    def rating_of(self, name: str, external_id: str, player: int | None) -> Offered | None:
        """The rating of a player who enters: by federation id, else by name, as at seeding; ``player`` None: new to the club."""
        key = 0 if player is None else self.same.get(player, player)
        rating = self.pinned.get(key)
        if rating is None and self.listed:
            # Two of one name in the division: only the id tells them apart.
            rating = listed_rating(self.listed, "" if self.names.get(folded(name)) else name, external_id)
        if rating is not None:
            return Offered(*rating, self.source)
        return Offered(*self.live[key], self.live_source) if key in self.live else None


def listed_ratings(rows: QuerySet[OfficialRating]) -> dict[int, Rating]:
    """Ratings of a published list by player (id). One query."""
    return {player: (rating, games) for player, rating, games in rows.values_list("player", "rating", "games")}


def live_ratings(rows: QuerySet[PlayerRating]) -> dict[int, Rating]:
    """Ratings of a live list by player (id), without players who have none yet. One query."""
    rated = rows.values_list("player", "rating", "career_games")
    return {player: (rating, games) for player, rating, games in rated if rating is not None}


def snapshot_ratings(entries: Iterable[Entry]) -> dict[str, list[int | None]]:
    """The ratings of entries as a snapshot stores them."""
    return {str(entry.pk): [entry.rating, entry.career_games] for entry in entries}


def lists_of(division: Division) -> Lists:
    """The division's lists. At most five queries, whatever the size."""
    snapshot = RatingSnapshot.objects.filter(division=division).first()
    pinned: dict[int, Rating] = {}
    if snapshot is not None and snapshot.official_list_id is not None:
        pinned = listed_ratings(OfficialRating.objects.filter(official_list=snapshot.official_list_id))
    pool = division.rating_pool
    live = {} if pool is None else live_ratings(PlayerRating.objects.filter(pool=pool))
    entered = Entry.objects.filter(division=division).values_list("name", flat=True)
    return Lists(
        source=snapshot.source if snapshot else "",
        pinned=pinned,
        listed=snapshot.listed if snapshot else {},
        live_source=_("%(pool)s: live list") % {"pool": pool.name} if pool else "",
        live=live,
        same=same_person() if pinned or live else {},
        names=Counter(folded(name) for name in entered) if snapshot else {},
    )


def note_late(division: Division, entries: list[Entry]) -> None:
    """Add the ratings of late entries to the snapshot. Event locked; one query, two with a snapshot."""
    snapshot = RatingSnapshot.objects.filter(division=division).first()
    if snapshot is not None and entries:
        snapshot.ratings |= snapshot_ratings(entries)
        snapshot.save(update_fields=["ratings"])
