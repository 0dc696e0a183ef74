"""A division as files: standings and results as rows, everything as one JSON value, the files of tsh."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Q

from ratings.models import RatingPool
from tournaments.engine.adjustments import read_adjustments
from tournaments.engine.exporters.tourney import TshDivision, write_tourney
from tournaments.engine.exporters.tsh import TshPlayer, write_tsh
from tournaments.models import Division, DivisionPool, Entry, Event, Result, Round, Seat
from tournaments.queries.results import facts_of_line
from tournaments.queries.rounds import PairingLine, pairing_lines, public_seats
from tournaments.queries.snapshot import PLAIN_SETTINGS, settings_of
from tournaments.queries.standings import StandingsLine, standings_of

STANDINGS_COLUMNS = (
    "rank",
    "number",
    "name",
    "class",
    "team",
    "rating",
    "wins",
    "losses",
    "ties",
    "points",
    "spread",
    "played",
    "byes",
    "forfeits",
    "firsts",
    "withdrawn",
)
RESULT_COLUMNS = (
    "round",
    "table",
    "first_number",
    "first_name",
    "first_score",
    "second_number",
    "second_name",
    "second_score",
    "state",
    "kind",
    "tally",
    "others",
    "spread",
    "starter",
    "led_before",
)
Row = dict[str, Any]


def standings_rows(division: Division, after_round: int | None = None) -> list[Row]:
    """The standings as rows of ``STANDINGS_COLUMNS``. Three queries."""
    class_and_team = _class_and_team(division)
    return [_standings_row(line, *class_and_team[line.entry_id]) for line in standings_of(division, after_round)]


def _standings_row(line: StandingsLine, player_class: str, team: str) -> Row:
    of_player = {"number": line.number, "name": line.name, "class": player_class, "team": team, "rating": line.rating}
    row = {name: of_player[name] if name in of_player else getattr(line.row, name) for name in STANDINGS_COLUMNS}
    return {**row, "decided_by": [float(value) for value in line.row.values]}


def _class_and_team(division: Division) -> dict[int, tuple[str, str]]:
    rows = Entry.objects.filter(division=division).values_list("pk", "player_class", "team")
    return {pk: (player_class, team) for pk, player_class, team in rows}


def result_rows(division: Division) -> list[Row]:
    """Every public pairing as a row of ``RESULT_COLUMNS``; scores once they are confirmed. One query."""
    return [_result_row(line) for line in pairing_lines(public_seats(division))]


def _result_row(line: PairingLine) -> Row:
    confirmed = line.state == Result.State.CONFIRMED
    return {
        "round": line.round,
        "table": line.table_number,
        "first_number": line.first.number,
        "first_name": line.first.name,
        "first_score": line.first_score if confirmed else None,
        "second_number": line.second.number if line.second else None,
        "second_name": line.second.name if line.second else "",
        "second_score": line.second_score if confirmed else None,
        "state": line.state,
        "kind": line.result_kind if confirmed else "",
        "tally": line.tally if confirmed else "",
        "others": "; ".join(f"#{seat.number} {seat.name}" for seat in line.others),
        "spread": line.spread if confirmed else None,
        "starter": "" if line.second is None else "first" if line.starter_known else "unknown",
        "led_before": line.led_before if confirmed else "",
    }


def division_document(division: Division) -> Row:
    """The whole division as one JSON value: settings, standings, results."""
    settings = settings_of(division)
    return {
        "event": {
            "slug": division.event.slug,
            "name": division.event.name,
            "date": division.event.starts_on.isoformat(),
        },
        "division": {
            "name": division.name,
            "rounds_planned": division.settings.rounds_planned,
            "game": division.game,
            "best_of": division.settings.best_of,
            "table_size": division.settings.table_size,
            "rules": division.rules_slug,
            **{name: getattr(settings, name) for name in PLAIN_SETTINGS},
            "standings_order": settings.order,
        },
        "standings": standings_rows(division),
        "results": result_rows(division),
    }


def has_tsh_file(division: Division) -> bool:
    """Whether tsh can hold the division: games of two, with a score each."""
    return not division.played.scoring.by_seats and division.settings.table_size == 2


def tsh_file(division: Division, *, with_ids: bool) -> str:
    """The division as a `.t` file of tsh. Two queries. ``with_ids``: as of ``tsh_division``."""
    one = tsh_division(division, with_ids=with_ids)
    return write_tsh(one.players, one.games, one.settings, one.tables)


def tsh_division(division: Division, *, with_ids: bool) -> TshDivision:
    """The division as files of other programs have it: players in the order of their numbers, from 1 without gaps. Two queries.

    ``with_ids``: the federation ids too, which are for directors.
    """
    entries = list(Entry.objects.filter(division=division).select_related("player").order_by("number"))
    return _tsh_division(division, entries, pairing_lines(public_seats(division)), with_ids=with_ids)


def pools_of_event(event: Event) -> list[RatingPool]:
    """The rating lists that the event counts for. One query."""
    own = Division.objects.filter(event=event)
    fed = Q(pk__in=own.values("rating_pool")) | Q(pk__in=DivisionPool.objects.filter(division__in=own).values("pool"))
    return list(RatingPool.objects.filter(fed).order_by("pk"))


def tourney_file(event: Event) -> str:
    """The event as the `tourney.js` of tsh, without the divisions that tsh cannot hold and without federation ids. Three queries."""
    return write_tourney(event.name, event.starts_on.isoformat(), tsh_divisions(event, with_ids=False))


def tsh_divisions(event: Event, *, with_ids: bool) -> list[TshDivision]:
    """The divisions that files of other programs can hold, in order; ``with_ids`` as of ``tsh_division``. Three queries."""
    divisions = [one for one in Division.objects.filter(event=event).order_by("position", "pk") if has_tsh_file(one)]
    entries: dict[int, list[Entry]] = {division.pk: [] for division in divisions}
    for entry in Entry.objects.filter(division__in=divisions).select_related("player").order_by("number"):
        entries[entry.division_id].append(entry)
    seats = Seat.objects.filter(round__division__in=divisions).exclude(round__state=Round.State.DRAFT)
    of_entry = {entry.pk: division for division, own in entries.items() for entry in own}
    lines: dict[int, list[PairingLine]] = {division.pk: [] for division in divisions}
    for line in pairing_lines(seats):
        lines[of_entry[line.first.entry_id]].append(line)
    return [_tsh_division(one, entries[one.pk], lines[one.pk], with_ids=with_ids) for one in divisions]


def _tsh_division(
    division: Division, entries: Sequence[Entry], lines: Sequence[PairingLine], *, with_ids: bool
) -> TshDivision:
    places = {entry.pk: place for place, entry in enumerate(entries, start=1)}
    players = [
        TshPlayer(
            number=places[entry.pk],
            name=entry.name,
            rating=entry.rating,
            external_id=entry.player.external_id if with_ids else "",
            career_games=entry.career_games,
            player_class=entry.player_class,
            team=entry.team,
            adjustments=read_adjustments(entry.spread_changes),
            off=(entry.missed_spread or 0) if entry.status == Entry.Status.WITHDRAWN else None,
        )
        for entry in entries
    ]
    games = [
        replace(
            fact, first=places[fact.first], second=places.get(fact.second or 0), winner=places.get(fact.winner or 0)
        )
        for line in lines
        for fact in facts_of_line(line)
    ]
    tables = {(line.round, places[line.first.entry_id]): line.table_number for line in lines if line.table_number}
    return TshDivision(division.name, players, games, settings_of(division), division.settings.rounds_planned, tables)
