"""Standings of a division, from one function everywhere."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from tournaments.engine.model import GameFact
from tournaments.engine.pairing import SYSTEMS, read_options
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.pairing.elimination import KnockOut
from tournaments.engine.standings import TIEBREAKS, StandingsRow, extra_columns
from tournaments.models import Division, Entry, Round
from tournaments.queries.results import facts_by_division
from tournaments.queries.snapshot import (
    CANDIDATE_FIELDS,
    in_seed_order,
    settings_of,
)


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings: the engine's row with the names that belong to it."""

    row: StandingsRow
    entry_id: int
    player_id: int
    number: int
    name: str
    rating: int | None


def columns_of(division: Division) -> list[str]:
    """The tie-breaks that standings show besides wins, losses and spread. No query."""
    settings = settings_of(division)
    return extra_columns(settings.order, (settings.win_points, settings.tie_points, settings.loss_points))


def value_of(row: StandingsRow, division: Division, tiebreak: str) -> Fraction:
    """The value of a row in a column of ``columns_of``; percentages as such."""
    settings = settings_of(division)
    if not row.values:
        return Fraction(row.points)
    value = row.values[settings.order.index(tiebreak)]
    return 100 * value / settings.win_points if TIEBREAKS[tiebreak].percent else value


def knock_outs_of(divisions: Collection[Division]) -> dict[int, KnockOut]:
    """The options of the knock-out that decides the places of a division, by its id; none for most. One query."""
    rows = knock_out_rounds().filter(division__in=divisions).order_by("number")
    systems = knock_out_systems()
    played = rows.values_list("division_id", "run__plan__used", "run__plan__rules")
    return {pk: systems[used].of(read_options(rules)) for pk, used, rules in played}


def knock_out_rounds() -> QuerySet[Round]:
    """The public rounds of a knock-out, of all divisions. No query."""
    keys = list(knock_out_systems())
    rounds = Round.objects.filter(run__system__in=[*keys, "package"], run__plan__used__in=keys)
    return rounds.exclude(state=Round.State.DRAFT)


def knock_out_systems() -> dict[str, type[KnockOut]]:
    """The systems that play a bracket, by their keys."""
    return {key: system for key, system in SYSTEMS.items() if issubclass(system, KnockOut)}


def standings_of(
    division: Division, after_round: int | None = None, *, facts: Sequence[GameFact] | None = None
) -> list[StandingsLine]:
    """The standings after a round (None: now), best first. Three queries, whatever the size; two with the ``facts``."""
    return standings_by_division([division], after_round, None if facts is None else {division.pk: facts})[division.pk]


def standings_by_division(
    divisions: Collection[Division],
    after_round: int | None = None,
    facts: Mapping[int, Sequence[GameFact]] | None = None,
) -> dict[int, list[StandingsLine]]:
    """The standings of several divisions, by id. Three queries; four where more than two sit at a table.

    ``facts``: their games, by division, if the caller has them (``facts_by_division``).
    """
    fields = ("division_id", "player_id", "name", "withdrawn_after")
    entries: dict[int, dict[int, Entry]] = {division.pk: {} for division in divisions}
    for one in Entry.objects.filter(division__in=divisions).only(*CANDIDATE_FIELDS, *fields):
        entries[one.division_id][one.pk] = one
    facts = facts_by_division(divisions) if facts is None else facts
    knock_outs = knock_outs_of(divisions)
    lines = {}
    for division in divisions:
        own = entries[division.pk]
        players = in_seed_order(own.values())
        knock_out = knock_outs.get(division.pk)
        rows = placed(players, facts[division.pk], settings_of(division), after_round, knock_out)
        lines[division.pk] = [line_of(row, own[row.player.id]) for row in rows]
    return lines


def line_of(row: StandingsRow, entry: Entry) -> StandingsLine:
    """The engine's row with its names. No query."""
    return StandingsLine(row, entry.pk, entry.player_id, entry.number, entry.name, entry.rating)
