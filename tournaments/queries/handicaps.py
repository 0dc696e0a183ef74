"""Standings in which every game counts with the division's handicaps, beside the plain ones."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.engine.handicaps import Handicaps, with_handicaps
from tournaments.engine.model import EntrySnapshot, GameFact
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.standings import StandingsRow, standings
from tournaments.models import Division, Entry, HandicapBy, Result
from tournaments.queries.results import facts_of
from tournaments.queries.snapshot import CANDIDATE_FIELDS, in_seed_order, settings_of
from tournaments.queries.standings import StandingsLine, knock_outs_of, line_of


@dataclass(frozen=True, slots=True)
class HandicapLine:
    """A line of the handicap standings. ``points``: the player's own, where the division goes by them; ``plain``: the
    row of the same player in the plain standings."""

    line: StandingsLine
    points: int | None
    plain: StandingsRow


def handicaps_of(division: Division, entries: Iterable[Entry]) -> Handicaps | None:
    """How the division's games are counted with handicaps; None where it has none. No query."""
    if division.settings.handicap_by == HandicapBy.NONE:
        return None
    if division.settings.handicap_by == HandicapBy.RATING:
        return Handicaps(division.settings.handicap_percent, division.settings.handicap_cap)
    return Handicaps(points={entry.pk: entry.handicap_points for entry in entries if entry.handicap_points})


def handicap_games(
    division: Division, rule: Handicaps, players: Iterable[EntrySnapshot], games: Iterable[GameFact]
) -> tuple[GameFact, ...]:
    """The games with their head starts, but for those lost on time. One query."""
    late = Result.objects.filter(pairing__round__division=division, pairing__seats__position=1).exclude(lost_on_time="")
    untouched = frozenset(late.values_list("pairing__round__number", "pairing__seats__entry_id"))
    return with_handicaps(players, games, rule, untouched)


def handicap_standings(division: Division, after_round: int | None = None) -> list[HandicapLine]:
    """The handicap standings after a round (None: now), best first; empty where the division has none. Four queries."""
    fields = ("player_id", "name", "withdrawn_after", "handicap_points")
    entries = {one.pk: one for one in Entry.objects.filter(division=division).only(*CANDIDATE_FIELDS, *fields)}
    rule = handicaps_of(division, entries.values())
    if rule is None:
        return []
    players = in_seed_order(entries.values())
    games, settings = facts_of(division), settings_of(division)
    knock_out = knock_outs_of([division]).get(division.pk)
    plain = {row.player.id: row for row in placed(players, games, settings, after_round, knock_out)}
    counted = handicap_games(division, rule, players, games)
    return [
        HandicapLine(
            line_of(row, entries[row.player.id]),
            entries[row.player.id].handicap_points if rule.points is not None else None,
            plain[row.player.id],
        )
        for row in standings(players, counted, settings, after_round)
    ]
