"""The stored books of rating lists whose system keeps how its players' errors are linked."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db.models import F, QuerySet

from ratings.engine.linked import Book, BookLine
from ratings.engine.registry import build_system
from ratings.engine.system import LinkedSystem
from ratings.models import LinkBook, LinkLine, PlayerRating, RatingPool


def newest_book(pool: RatingPool, before: date | None = None) -> LinkBook | None:
    """The book after the latest final events, or after the latest before a day; one query."""
    books = LinkBook.objects.filter(pool=pool, day__isnull=False)
    if before is not None:
        books = books.filter(day__lt=before)
    return books.order_by("-day").first()


def read_book(stored: LinkBook, players: Collection[int] | None = None) -> Book:
    """A stored book, of some players or all; one query."""
    lines = LinkLine.objects.filter(book=stored)
    if players is not None:
        lines = lines.filter(player__in=players)
    return _book(lines, stored.swept)


def book_of(pool: RatingPool, players: Collection[int], *, live: bool = False) -> Book | None:
    """What the pool's system believes of these players together; None for a system without links.

    After the final events, or with `live` after the open ones too.  At most two queries.
    """
    if not isinstance(build_system(pool.system, pool.params), LinkedSystem):
        return None
    stored = LinkBook.objects.filter(pool=pool, day=None).first() if live else newest_book(pool)
    return Book() if stored is None else read_book(stored, players)


def shown_since(pool: RatingPool, player_id: int) -> float | None:
    """Points by which games of others have moved a player since the last event, to be counted at the next one.

    None for a system without links, or somebody without an official rating.  At most three queries.
    """
    system = build_system(pool.system, pool.params)
    if not isinstance(system, LinkedSystem):
        return None
    row = (
        PlayerRating.objects.filter(pool=pool, player=player_id, rating__isnull=False)
        .select_related("last_event")
        .first()
    )
    book = book_of(pool, [player_id])
    return None if row is None or book is None else system.shown_since(book, player_id, row.to_engine())


def _book(lines: QuerySet[LinkLine], swept: date | None) -> Book:
    rows = lines.order_by(F("place").asc(nulls_last=True), "player").values_list("player_id", "place", "own", "links")
    stored = (BookLine(player, place, tuple(own), bytes(links)) for player, place, own, links in rows)
    return Book.of(stored, None if swept is None else swept.toordinal())
