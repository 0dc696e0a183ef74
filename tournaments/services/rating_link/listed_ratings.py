"""The list that a division's ratings were taken from, asked once more for who enters later."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from ratings.engine.listed import Listed, listed_rating
from ratings.engine.official_list import folded
from ratings.models import OfficialRating, PlayerRating
from ratings.services import same_person
from tournaments.models import Division, Entry, RatingSnapshot

#: Rating and career games of an entry.
Given = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Offered:
    """What a newcomer gets, and the name of the list that says so."""

    rating: int
    games: int | None
    source: str


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of a division in the order in which they are asked: the one its ratings were taken from, then the pool's live one.

    ``pinned``: of a published list, by player; ``listed``: of a list that was brought in. ``names``: how often each name is
    entered; one that is entered already is no certain match.
    """

    source: str = ""
    pinned: Mapping[int, Given] = field(default_factory=dict)
    listed: Listed = field(default_factory=dict)
    live_source: str = ""
    live: Mapping[int, tuple[int | None, int | None]] = field(default_factory=dict)
    same: Mapping[int, int] = field(default_factory=dict)
    names: Mapping[str, int] = field(default_factory=dict)

    def rating_of(self, name: str, external_id: str, player: int | None) -> Offered | None:
        """The rating of somebody who enters: by federation id, else by name, as at seeding; ``player`` None: new to the club."""
        who = None if player is None else self.same.get(player, player)
        found = self.pinned.get(who) if who is not None else None
        if found is None and self.listed:
            # Two of one name in the division: only the id tells them apart.
            found = listed_rating(self.listed, "" if self.names.get(folded(name)) else name, external_id)
        if found is not None:
            return Offered(*found, self.source)
        rating, games = self.live.get(who, (None, None)) if who is not None else (None, None)
        return None if rating is None else Offered(rating, games, self.live_source)


def lists_of(division: Division) -> Lists:
    """At most five queries, whatever the size."""
    snapshot = RatingSnapshot.objects.filter(division=division).first()
    pinned: dict[int, Given] = {}
    if snapshot is not None and snapshot.official_list_id is not None:
        rows = OfficialRating.objects.filter(official_list=snapshot.official_list_id)
        pinned = {player: (rating, games) for player, rating, games in rows.values_list("player", "rating", "games")}
    live: dict[int, tuple[int | None, int | None]] = {}
    pool = division.rating_pool
    if pool is not None:
        now = PlayerRating.objects.filter(pool=pool).values_list("player", "rating", "career_games")
        live = {player: (rating, games) for player, rating, games in now}
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
    """Keep what late entries were given beside the others. Event locked; one query, two with a snapshot."""
    snapshot = RatingSnapshot.objects.filter(division=division).first()
    if snapshot is not None and entries:
        snapshot.ratings |= {str(entry.pk): [entry.rating, entry.career_games] for entry in entries}
        snapshot.save(update_fields=["ratings"])
