"""A season as one file: the facts of the events that count and the tables that follow, each part with a seal.

``script/auditor.py`` works the tables out again, as it does an event's figures; docs/auditing.md describes the parts.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any

from leagues.models import LeagueSeason, SeasonCheck
from leagues.queries import SeasonReading, SeasonTable, TableRow, read_season, rules_of
from tournaments.models import Division, Entry
from tournaments.queries.published import Row, facts_of_division, parts_of, seal, written

FORMAT = "wordhall season 1"
_SUMS = ("points", "wins", "losses", "ties", "spread", "full_spread", "played", "byes", "forfeits")
_RULES = ("best", "min_games", "win_points", "tie_points", "loss_points", "bye_half_wins")


def season_file(season: LeagueSeason) -> Row:
    """The whole file, for everybody who sees the season's tables. About ten queries, and four for each event that counts."""
    return file_of(read_season(season))


def file_of(reading: SeasonReading) -> Row:
    """The file of a season that was read already. Players have one number in the whole season."""
    season, numbers = reading.season, reading.numbers
    views = [(league, view.division) for league, view in reading.counting_events if view.public]
    divisions = list(dict.fromkeys(division for _league, division in views))
    slugs = {division.pk: division.slug for division in reading.divisions}
    rules = rules_of(season)
    own = {"league": season.league.slug, "number": season.number, "name": season.name, "state": season.state}
    document = {
        "season": {**own, "starts_on": season.starts_on.isoformat()},
        "rules": {
            "order": rules.order,
            "open_to_all": season.open_to_all,
            **{name: getattr(rules, name) for name in _RULES},
        },
        "players": [
            {"number": number, "name": reading.names[player], "rating": reading.ratings.get(player)}
            for player, number in numbers.items()
        ],
        "places": [[numbers[player], slugs[division]] for player, division in reading.places.items()],
        "events": [_event(division, reading) for division in divisions],
        "counting": [[slugs[league], divisions.index(division)] for league, division in views],
        "divisions": [
            {
                "slug": table.division.slug,
                "name": table.division.name,
                "exchange": table.division.exchange,
                "table": [
                    _line(row, numbers.__getitem__, [division.pk for division in divisions].index) for row in table.rows
                ],
            }
            for table in reading.tables()
        ],
    }
    document = json.loads(json.dumps(document))
    return {"format": FORMAT, **document, "seals": {name: seal(part) for name, part in parts_of(document)}}


def _event(division: Division, reading: SeasonReading) -> Row:
    """What counts of a division of an event. ``people``: number in the event, number in the season."""
    entries = list(Entry.objects.filter(division=division).order_by("pk"))
    facts = facts_of_division(division, entries)
    return {
        "event": division.event.slug,
        "division": division.slug,
        "date": division.event.starts_on.isoformat(),
        "people": [[entry.number, reading.numbers[reading.person_of[entry.pk]]] for entry in entries],
        **{name: facts[name] for name in ("settings", "pairings", "results")},
    }


def _line(row: TableRow, number: Callable[[int], int], event: Callable[[int], int]) -> Row:
    """A line of a table. ``events``: the event's place in the file, points, wins, losses, spread, and whether it counts."""
    line = row.line
    return {
        "number": number(line.player),
        "rank": line.rank,
        "short": line.short,
        "came": line.appeared,
        **{name: getattr(line.row, name) for name in _SUMS},
        "values": [written(value) for value in line.row.values],
        "zone": row.zone,
        "tied": row.tied,
        "events": [
            [
                event(part.event),
                *(getattr(part.row, name) for name in ("points", "wins", "losses", "spread")),
                part.counts,
            ]
            for part in line.parts
        ],
    }


def seal_of(tables: Iterable[SeasonTable]) -> str:
    """SHA-256 (hex) of what the tables say: the same as long as no figure of them is another one. No query."""
    rows: list[Any] = [[table.division.slug, [_line(row, int, int) for row in table.rows]] for table in tables]
    return seal(rows)


def current_check(season: LeagueSeason, tables: Iterable[SeasonTable]) -> SeasonCheck | None:
    """What the auditor says of these tables; None while they are not checked. One query."""
    return SeasonCheck.objects.filter(season=season, seal=seal_of(tables)).first()
