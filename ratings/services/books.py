"""Storing how the errors of a list's players are linked, so that a recompute can start from there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from zlib import crc32

from ratings.engine.linked import COLUMNS, A, Book, BookLine
from ratings.models import LinkBook, LinkLine, RatingPool
from ratings.queries.books import newest_book, read_book
from ratings.services.compute import Links

# Books of so many days are kept for corrections; an older correction rates everything again.
_KEPT = 3
# A line of a large list has tens of thousands of bytes.
_BATCH = 100


def store_links(pool: RatingPool, since: date | None, links: Links) -> None:
    """Replace the pool's books from ``since`` on (None: only that of open events) by those computed.

    The pool is locked by the caller.
    """
    if links.final is None:
        return
    LinkBook.objects.filter(pool=pool, day=None).delete()
    if since is not None:
        LinkBook.objects.filter(pool=pool, day__gte=since).delete()
        if links.day is not None:
            _store(pool, links.day, links.final)
        old = (
            LinkBook.objects.filter(pool=pool, day__isnull=False).order_by("-day").values_list("pk", flat=True)[_KEPT:]
        )
        LinkBook.objects.filter(pk__in=list(old)).delete()
    if links.live is not None:
        _store(pool, None, links.live)


def _store(pool: RatingPool, day: date | None, book: Book) -> None:
    swept = None if book.swept is None else date.fromordinal(book.swept)
    stored = LinkBook.objects.create(pool=pool, day=day, swept=swept)
    LinkLine.objects.bulk_create(
        (
            LinkLine(book=stored, player_id=line.player, place=line.place, own=list(line.own), links=line.links)
            for line in book.lines()
        ),
        batch_size=_BATCH,
    )


def stored_differently(pool: RatingPool, links: Links) -> Iterator[tuple[int, str, str]]:
    """Players whose line in the newest book is not the one computed: id, and the strength stored and computed."""
    stored = newest_book(pool)
    books = (None if stored is None else read_book(stored), links.final)
    if links.day is None and stored is None:
        return
    old, new = ({} if book is None else {line.player: line for line in book.lines()} for book in books)
    for player in sorted(old.keys() | new.keys()):
        if old.get(player) != new.get(player):
            yield player, _strength(old.get(player)), _strength(new.get(player))


def _strength(line: BookLine | None) -> str:
    return "–" if line is None or len(line.own) < COLUMNS else f"{line.own[A]:.6f} ({crc32(line.links):08x})"
