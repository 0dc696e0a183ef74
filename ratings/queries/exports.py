"""Rating lists as files: CSV, JSON, and the fixed columns that older tournament programs read (``.RT``)."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from typing import Final

from clubs.names import PAIRS, STROKES
from core.csv_text import csv_text


@dataclass(frozen=True, slots=True)
class ExportLine:
    """A player of a list as it is written to files; ``rank`` and ``rating`` are None without an official rating."""

    rank: int | None
    player: int
    name: str
    country: str
    external_id: str
    rating: int | None
    games: int | None
    deviation: float | None
    provisional: bool
    last_date: date | None
    last_event: str = ""
    live_rating: int | None = None


def as_csv(lines: Iterable[ExportLine]) -> str:
    """One header line and one line a player."""
    heads = "rank player name country rating games provisional last_event last_date live_rating deviation id"
    return csv_text(
        heads.split(),
        (
            [
                line.rank,
                line.player,
                line.name,
                line.country,
                line.rating,
                line.games,
                "yes" if line.provisional else "no",
                line.last_event,
                line.last_date,
                line.live_rating,
                None if line.deviation is None else round(line.deviation, 2),
                line.external_id,
            ]
            for line in lines
        ),
    )


def as_json(lines: Iterable[ExportLine], head: dict[str, object]) -> str:
    """An object with what the list is (``head``) and its ``players``."""
    players = [asdict(line) | {"last_date": line.last_date and line.last_date.isoformat()} for line in lines]
    return json.dumps({**head, "players": players}, ensure_ascii=False, indent=1)


def as_rt(lines: Iterable[ExportLine]) -> bytes:
    """Fixed columns in ASCII: nick 0–3, country 5–7, name 9–28, games 30–33, rating 35–38, last played 40–47 (yyyymmdd),
    deviation from 49.  Players without a rating are left out; letters outside ASCII are written plainly (Ø as O) or become “?”.
    """
    rows = []
    for line in lines:
        if line.rating is None:
            continue
        name = _ascii(line.name)
        nick = "".join(word[0] for word in name.split())[:4].upper()
        played = line.last_date.strftime("%Y%m%d") if line.last_date else ""
        deviation = "" if line.deviation is None else f"{line.deviation:.0f}"
        games = min(line.games or 0, 9999)
        rows.append(
            f"{nick:<4} {_ascii(line.country)[:3]:<3} {name[:20]:<20} {games:>4} {line.rating:>4} {played:<8} {deviation}"
        )
    return "".join(f"{row.rstrip()}\r\n" for row in rows).encode("ascii")


def rt_losses(lines: Iterable[ExportLine]) -> dict[str, list[str]]:
    """What an ``.RT`` file cannot say of a list: the players by kind."""
    losses: dict[str, list[str]] = {kind: [] for kind in ("unrated", "names", "letters", "same", "games", "ids")}
    seen: set[str] = set()
    for line in lines:
        if line.rating is None:
            losses["unrated"].append(line.name)
            continue
        written = _ascii(line.name)[:20]
        faults = {
            "names": len(_ascii(line.name)) > 20,
            "letters": _ascii(line.name) != line.name,
            "same": written in seen,
            "games": line.games is None or line.games > 9999,
            "ids": bool(line.external_id),
        }
        seen.add(written)
        for kind in (kind for kind, faulty in faults.items() if faulty):
            losses[kind].append(line.name)
    return {kind: names for kind, names in losses.items() if names}


def _plain_letters() -> dict[int, str]:
    small = {**PAIRS, **STROKES}
    capitals = {letter.upper(): plain.capitalize() for letter, plain in small.items() if len(letter.upper()) == 1}
    return str.maketrans(capitals | small)


_PLAIN_LETTERS: Final = _plain_letters()


def _ascii(text: str) -> str:
    text = text.translate(_PLAIN_LETTERS)
    plain = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return plain.encode("ascii", "replace").decode("ascii")
