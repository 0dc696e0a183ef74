"""All public records of an event as GCG files in one archive."""

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import slugify

from tournaments.access import loaded_pairings
from tournaments.models import Event, Pairing, RecordVisibility, Result
from tournaments.services.events.rules import check_of, seating_of

_GCG = "gcg"
#: The time that all files in the archive have: the same records are the same archive.
_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Archive:
    """A ZIP file. ``games``: how many are in it; ``left_out``: those that GCG cannot hold, each with the reason."""

    data: bytes
    games: int
    left_out: tuple[str, ...]


def records_of(event: Event) -> list[Pairing]:
    """The games with a public record, in order of division, round and table. Two queries."""
    games = loaded_pairings().filter(
        round__division__event=event,
        result__state=Result.State.CONFIRMED,
        result__record__isnull=False,
        record_visibility=RecordVisibility.PUBLIC,
    )
    ordered = games.select_related("result__record").order_by(
        "round__division__position", "round__number", "table_number", "pk"
    )
    return [game for game in ordered if _GCG in game.round.division.played.written_formats]


def zip_of(games: Iterable[Pairing]) -> Archive:
    """The records: a GCG file as it was sent, any other record as the site writes it."""
    out, written, left_out = io.BytesIO(), 0, []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for game in games:
            name = _name(game)
            try:
                data = _gcg(game)
            except ValueError as error:
                left_out.append(f"{name}: {error}")
                continue
            archive.writestr(zipfile.ZipInfo(f"{name}.gcg", _TIME), data)
            written += 1
        if left_out:
            archive.writestr(zipfile.ZipInfo("left-out.txt", _TIME), "\n".join(left_out) + "\n")
    return Archive(out.getvalue(), written, tuple(left_out))


def _gcg(game: Pairing) -> bytes:
    """Raises ValueError for what GCG cannot hold."""
    record = game.result.record
    assert record is not None
    original = bytes(record.original)
    if record.format == _GCG:
        return original
    data: bytes = game.round.division.played.written(check_of(game, original), seating_of(game), _GCG)
    return data


def _name(game: Pairing) -> str:
    players = slugify(" ".join(seat.entry.name for seat in game.seats.all())) or "game"
    round_ = game.round
    return f"{round_.division.slug}/r{round_.number:02d}-t{game.table_number or 0:02d}-{players}"
