"""Whole lists: the live one for files, and published ones.  A fixed number of queries each."""

from __future__ import annotations

from django.db.models import F, OuterRef, QuerySet, Subquery

from clubs.models import Player
from clubs.names import by_name
from ratings.models import OfficialList, OfficialRating, PlayerRating, RatingPool
from ratings.queries.exports import ExportLine
from ratings.queries.lists import whole_list


def export_lines(pool: RatingPool) -> list[ExportLine]:
    """The live list in full; three queries."""
    rows = Player.objects.filter(ratings__pool=pool).exclude(external_id="")
    identities = dict(rows.values_list("pk", "external_id"))
    return [
        ExportLine(
            rank=line.rank,
            player=line.player_id,
            name=line.name,
            country=line.country,
            external_id=identities.get(line.player_id, ""),
            rating=line.rating,
            games=line.games,
            deviation=line.deviation,
            provisional=line.provisional,
            last_date=line.last_date,
            last_event=line.last_event or "",
            live_rating=line.live_rating,
        )
        for line in whole_list(pool)
    ]


def official_lines(published: OfficialList) -> QuerySet[OfficialRating]:
    """The lines of a published list, each with what the player's official rating is ``now``; one query."""
    now = PlayerRating.objects.filter(pool=published.pool_id, player=OuterRef("player")).values("rating")[:1]
    lines = OfficialRating.objects.filter(official_list=published).select_related("player")
    return lines.annotate(now=Subquery(now), moved=F("now") - F("rating")).order_by(
        F("rank").asc(nulls_last=True), "-rating", *by_name("player__name"), "pk"
    )


def official_export(published: OfficialList) -> list[ExportLine]:
    """A published list in full; one query."""
    return [
        ExportLine(
            rank=line.rank,
            player=line.player_id,
            name=line.player.name,
            country=line.player.country,
            external_id=line.player.external_id,
            rating=line.rating,
            games=line.games,
            deviation=line.deviation,
            provisional=line.provisional,
            last_date=line.last_date,
        )
        for line in official_lines(published)
    ]
