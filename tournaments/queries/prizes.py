"""The prizes of an event, and who wins them as the results stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.wording import listed
from tournaments.engine.prize_doubts import Doubt, doubts
from tournaments.engine.prizes import PRIZE_KINDS, Award, Candidate, Facts, PlayFact, Prize, award_event, begun
from tournaments.engine.prizes.money import Payout, Sharing, payouts
from tournaments.models import Division, Entry, Event, EventPrize, PrizeFund
from tournaments.queries.handicaps import handicap_games, handicaps_of
from tournaments.queries.plays import plays_of
from tournaments.queries.results import facts_of
from tournaments.queries.snapshot import settings_of, snapshot_players
from tournaments.queries.standings import knock_outs_of


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody who wins a prize, with what decided it; ``team`` names the team that wins, ``name`` its players."""

    name: str
    number: int
    division: Division
    team: str
    value: tuple[float, ...]
    round: int | None
    opponent: str
    play: str = ""
    entry_id: int = 0


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody who placed above the winners and has another prize of the same group."""

    name: str
    prize: str


@dataclass(frozen=True, slots=True)
class AwardLine:
    """A prize with its winners (several share it; none: nobody qualifies yet). ``begun``: a game that counts for it is over."""

    prize: EventPrize
    winners: tuple[Winner, ...]
    passed: tuple[Passed, ...]
    begun: bool


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes in the order in which they are awarded, their awards in the order in which they are read out.

    ``decided``: the awards as the engine gives them; ``payouts``: their money by the rules of the ``fund``; ``facts``: what
    decides them, by division (id); ``values``: the prizes as the engine takes them.
    """

    prizes: tuple[EventPrize, ...]
    awards: tuple[AwardLine, ...]
    decided: tuple[Award, ...]
    doubts: tuple[tuple[EventPrize, Doubt, EventPrize | None], ...]
    fund: PrizeFund
    payouts: tuple[Payout, ...]
    facts: Mapping[str, Facts]
    values: tuple[Prize, ...]


@dataclass(frozen=True, slots=True)
class _Field:
    division: Division
    entries: Mapping[int, Entry]
    facts: Facts


def prize_as_value(row: EventPrize, winners: frozenset[int]) -> Prize:
    """A row as the engine takes it; divisions are named by their ids."""
    return Prize(
        name=row.name,
        kind=row.kind,
        place=row.place,
        value=row.value,
        first=row.first_round,
        last=row.last_round,
        members=winners if PRIZE_KINDS[row.kind].by_hand else None,
        exclusive=row.exclusive or None,
        count=row.count,
        shown=row.shown,
        division=str(row.division_id) if row.division_id else None,
        player_class=row.player_class or None,
        team=row.team or None,
        key=row.pk,
        amount=row.amount,
    )


def prizes_of(event: Event) -> list[tuple[EventPrize, Prize]]:
    """The event's prizes in the order in which they are awarded. Two queries."""
    rows = EventPrize.objects.filter(event=event).select_related("division").prefetch_related("winners")
    return [(row, prize_as_value(row, frozenset(entry.pk for entry in row.winners.all()))) for row in rows]


def fund_of(event: Event) -> PrizeFund:
    """The money of the event; not stored where nobody has typed anything yet. One query."""
    return PrizeFund.objects.filter(event=event).first() or PrizeFund(event=event)


def _fields(event: Event, *, with_plays: bool) -> dict[str, _Field]:
    """What the prizes are judged by. Two queries, and two for each division; three more for the plays of records."""
    divisions = list(Division.objects.filter(event=event).order_by("position", "pk"))
    entries: dict[int, dict[int, Entry]] = {division.pk: {} for division in divisions}
    for entry in Entry.objects.filter(division__event=event).order_by("number"):
        entries[entry.division_id][entry.pk] = entry
    plays = plays_of(divisions) if with_plays else {}
    return {
        str(division.pk): _field(division, event, entries[division.pk], plays.get(division.pk, ()))
        for division in divisions
    }


def _field(division: Division, event: Event, entries: dict[int, Entry], plays: tuple[PlayFact, ...]) -> _Field:
    division.event = event
    players = snapshot_players(entries.values())
    games = facts_of(division)
    rule = handicaps_of(division, entries.values())
    counted = None if rule is None else handicap_games(division, rule, players, games)
    knock_out = knock_outs_of([division]).get(division.pk)
    rounds = division.settings.rounds_planned
    facts = Facts(players, games, settings_of(division), counted, knock_out, rounds, plays)
    return _Field(division, entries, facts)


def prize_list(event: Event) -> PrizeList:
    """Prizes, awards, money and doubts as the results stand. Five queries, and two for each division (three with handicaps).

    Prizes for plays and words need three more.
    """
    rows = prizes_of(event)
    fields = _fields(event, with_plays=any(PRIZE_KINDS[row.kind].needs_records for row, _value in rows))
    facts = {name: field.facts for name, field in fields.items()}
    values = [value for _row, value in rows]
    by_key = {row.pk: row for row, _value in rows}
    rounds = {name: field.division.settings.rounds_planned for name, field in fields.items()}
    doubtful = doubts(facts, values, rounds)
    decided = award_event(facts, values)
    fund = fund_of(event)
    return PrizeList(
        prizes=tuple(row for row, _value in rows),
        awards=tuple(_line(by_key[award.prize.key], award, fields) for award in decided),
        decided=decided,
        doubts=tuple(
            (by_key[doubt.prize.key], doubt, by_key[doubt.other.key] if doubt.other else None) for doubt in doubtful
        ),
        fund=fund,
        payouts=payouts(decided, Sharing(fund.sharing), fund.unit),
        facts=facts,
        values=tuple(values),
    )


def _line(row: EventPrize, award: Award, fields: Mapping[str, _Field]) -> AwardLine:
    of = {pk: (field, entry) for field in fields.values() for pk, entry in field.entries.items()}
    return AwardLine(
        prize=row,
        winners=tuple(_winner(one, of) for one in award.winners),
        passed=tuple(Passed(of[player][1].name, prize) for player, prize in award.passed_over),
        begun=any(
            begun(field.facts, award.prize) for name, field in fields.items() if award.prize.division in (None, name)
        ),
    )


def _winner(one: Candidate, of: Mapping[int, tuple[_Field, Entry]]) -> Winner:
    field, entry = of[one.player]
    mates = [mate.name for mate in field.entries.values() if mate.team == one.team] if one.team else [entry.name]
    opponent = of[one.opponent][1].name if one.opponent is not None else ""
    values = tuple(float(part) for part in one.value)
    return Winner(
        listed(mates), entry.number, field.division, one.team, values, one.round, opponent, one.play, entry.pk
    )
