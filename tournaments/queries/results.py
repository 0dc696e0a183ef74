"""Reads of results: the facts that count, the history of one pairing, a player's card."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import chain, combinations, groupby
from operator import itemgetter
from typing import Any

from django.db.models import F, FilteredRelation, Q

from tournaments.engine import game_scores as tallies
from tournaments.engine.adjustments import read_adjustments
from tournaments.engine.model import GameFact, ResultKind, StandingsRules
from tournaments.engine.results import (
    LEVEL,
    SEATS,
    Report,
    Ruling,
    Score,
    Side,
    counted_rulings,
    current_reports,
    undone_reports,
    undone_rulings,
)
from tournaments.engine.standings import worth
from tournaments.models import Division, Entry, Pairing, Result, ResultRuling, Round, Seat, Submission
from tournaments.queries.rounds import PairingLine, SeatLine, pairing_lines
from tournaments.queries.snapshot import settings_of


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """One fact about a game: a submission or a ruling. ``current``: not superseded by a later one of the same side.

    ``undone``: an official took it back. The kind "undone" is of the fact that did so.
    """

    at: datetime
    what: str  # submission | ruling
    who: str  # first | second | official
    actor: str  # username, "" for a slip link
    channel: str
    kind: str
    first_score: int | None
    second_score: int | None
    reason: str
    record_uuid: str
    current: bool
    undone: bool = False
    tally: str = ""
    lost_on_time: str = ""  # in words
    led_before: str = ""
    spread: int | None = None


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of a player's card, seen from the player. ``others``: the rest of a table of more than two.

    ``names``: by seats. ``points``: 1, ½ or 0 wins; None while undecided or void. ``total`` and ``total_spread``: wins and spread so far.
    ``chance``: the win chance in per cent, by the ratings of when the round was published.
    """

    round: int
    pairing_id: int
    table_number: int | None
    first: bool
    opponent: SeatLine | None
    state: str
    kind: str
    others: tuple[SeatLine, ...]
    own_score: int | None
    opponent_score: int | None
    spread: int | None
    points: float | None
    total: float
    total_spread: int
    record_uuid: str
    tally: str = ""
    led_before: str = ""
    names: tuple[str, ...] = ()
    chance: int | None = None
    chance_system: str = ""
    starter_known: bool = True


def facts_of(division: Division) -> tuple[GameFact, ...]:
    """The public rounds' games as the engine takes them; unconfirmed ones are pending. One query."""
    return facts_by_division([division])[division.pk]


def facts_by_division(divisions: Collection[Division]) -> dict[int, tuple[GameFact, ...]]:
    """The same for several divisions, by id. One query; another where more than two sit at a table."""
    facts: dict[int, list[GameFact]] = {division.pk: [] for division in divisions}
    of_two = [division for division in divisions if division.settings.table_size == 2]
    of_more = [division for division in divisions if division.settings.table_size > 2]
    for pairing in chain(_games(of_two) if of_two else (), _tables(of_more) if of_more else ()):
        division, number, entries, (starter_known, goes_on, state, kind, first, second, tally, spread, led) = pairing
        of_pairing = _facts(number, entries, state, kind, (first, second), tally or "", spread, led or "", goes_on)
        facts[division] += of_pairing if starter_known else _without_starter(of_pairing)
    return {division: tuple(rows) for division, rows in facts.items()}


def _without_starter(facts: Iterable[GameFact]) -> tuple[GameFact, ...]:
    return tuple(replace(fact, first_known=False) for fact in facts)


#: So many games are kept as facts in each process: a page reads all games of its division, of which few are new.
_FACTS_KEPT = 16_384
#: Division, round, entries by seat, and the columns of the result.
_PairingRow = tuple[int, int, tuple[int, ...], Sequence[Any]]
_RESULT = ("state", "kind", "first_score", "second_score", "tally", "spread", "led_before")


def _games(divisions: Collection[Division]) -> Iterator[_PairingRow]:
    """The public pairings of divisions where nobody sits third, in order of round and table. One query."""
    # Only what the engine takes, and one row for the two seats: a long event has thousands of games.
    seats = {
        name: FilteredRelation("seats", condition=Q(seats__position=n)) for n, name in enumerate(("one", "two"), 1)
    }
    public = Pairing.objects.filter(round__division__in=divisions).exclude(round__state=Round.State.DRAFT)
    columns = (
        "round__division_id",
        "round__number",
        "table_number",
        "pk",
        "one__entry_id",
        "two__entry_id",
        "starter_known",
        "goes_on",
    )
    rows = list(public.annotate(**seats).order_by().values_list(*columns, *(f"result__{name}" for name in _RESULT)))
    # here, because databases take as long for it as for all the rest
    rows.sort(key=lambda row: (row[1], row[2] is None, row[2] or 0, row[3]))
    for division, number, _table, _pk, first, second, *result in rows:
        yield division, number, (first,) if second is None else (first, second), result


def _tables(divisions: Collection[Division]) -> Iterator[_PairingRow]:
    """The same for larger tables. One query."""
    public = Seat.objects.filter(round__division__in=divisions).exclude(round__state=Round.State.DRAFT)
    in_order = ("round__number", F("pairing__table_number").asc(nulls_last=True), "pairing_id", "position")
    columns = (
        "pairing_id",
        "round__division_id",
        "round__number",
        "entry_id",
        "pairing__starter_known",
        "pairing__goes_on",
    )
    rows = public.order_by(*in_order).values_list(*columns, *(f"pairing__result__{name}" for name in _RESULT))
    for _pairing, group in groupby(rows, key=itemgetter(0)):
        seats = list(group)
        _pk, division, number, _entry, *result = seats[0]
        yield division, number, tuple(seat[3] for seat in seats), result


def facts_of_seats(number: int, entries: Sequence[int], result: Mapping[str, Any]) -> tuple[GameFact, ...]:
    """One pairing as the engine takes it, from the columns of its result ({}: none yet)."""
    scores = (result.get("first_score"), result.get("second_score"))
    tally, spread = result.get("tally") or "", result.get("spread")
    led_before = result.get("led_before") or ""
    return _facts(
        number, tuple(entries), result.get("state"), result.get("kind", ""), scores, tally, spread, led_before
    )


def facts_of_line(line: PairingLine) -> tuple[GameFact, ...]:
    """One pairing as the engine takes it: one fact, or one for every two players of a table."""
    entries = tuple(seat.entry_id for seat in line.seats)
    scores = (line.first_score, line.second_score)
    of_result = (line.state, line.result_kind, scores, line.tally, line.spread, line.led_before)
    facts = _facts(line.round, entries, *of_result, line.goes_on)
    return facts if line.starter_known else _without_starter(facts)


def fact_of(number: int, entries: Sequence[int], score: Score) -> GameFact:
    """A confirmed game of two, or a player alone, with this result, as the engine takes it."""
    scores = (score.first, score.second)
    of_score = (score.kind, scores, score.tally, score.spread, score.led_before)
    (fact,) = _facts(number, tuple(entries), Result.State.CONFIRMED, *of_score)
    return fact


@lru_cache(maxsize=_FACTS_KEPT)
def _facts(
    number: int,
    entries: tuple[int, ...],
    state: str | None,
    kind: str,
    scores: tuple[int | None, int | None],
    tally: str,
    spread: int | None = None,
    led_before: str = "",
    goes_on: int | None = None,
) -> tuple[GameFact, ...]:
    seat = winning_seat(led_before)
    if len(entries) > 2:
        return _table_facts(number, entries, state, kind, tally, seat)
    first, second = entries[0], entries[1] if len(entries) > 1 else None
    if state == Result.State.CONFIRMED:
        margin = tallies.margin(tallies.parse(tally)) if tally else None
        own = scores[0] if spread is None else spread
        winner = None if seat is None else entries[seat]
        fact = GameFact(number, first, second, own, scores[1], ResultKind(kind), margin=margin, winner=winner)
        return (fact if goes_on is None else replace(fact, goes_on=entries[goes_on - 1]),)
    # a bye always has its result; without one it would count nowhere
    return (GameFact(number, first, second, kind=ResultKind.VOID if second is None else ResultKind.PENDING),)


def winning_seat(led_before: str) -> int | None:
    """The seat (from 0) that won equal totals; None where nobody did."""
    return SEATS.index(Side(led_before)) if led_before and led_before != LEVEL else None


def _table_facts(
    number: int, entries: Sequence[int], state: str | None, kind: str, tally: str, winner: int | None
) -> tuple[GameFact, ...]:
    """A table of more than two as a game between every two of its players; an absent player forfeits once a game."""
    if state != Result.State.CONFIRMED:
        return tuple(GameFact(number, one, other, kind=ResultKind.PENDING) for one, other in combinations(entries, 2))
    if kind != ResultKind.PLAYED:
        return ()
    games = tallies.parse(tally)
    facts = [
        GameFact(number, entries[duel.first], entries[duel.second], *duel.points, margin=duel.margin)
        for duel in tallies.duels(games, cards=tallies.POINTS not in tally, winner=winner)
    ]
    absent = [entries[seat] for game in games for seat, value in enumerate(game) if value is None]
    return (*facts, *(GameFact(number, entry, None, kind=ResultKind.FORFEIT_LOSS) for entry in absent))


def _score(fact: Submission | ResultRuling) -> Score:
    spread = fact.spread if isinstance(fact, ResultRuling) else None
    return Score(fact.kind, fact.first_score, fact.second_score, fact.tally, fact.lost_on_time, spread, fact.led_before)


def reports_of(submissions: Iterable[Submission]) -> list[Report]:
    """Submissions as ``engine.results.derive`` takes them, in order."""
    return [
        Report(item.pk, Side(item.side), _score(item), item.record_id, _reporter(item))
        for item in sorted(submissions, key=lambda item: item.pk)
    ]


def _reporter(submission: Submission) -> str | None:
    """Who made a report: a personal link, an account, or nobody (""). None for a report from before there were links."""
    if submission.channel == Submission.Channel.TABLE:
        return ""
    if submission.link_id is not None:
        return f"link {submission.link_id}"
    return f"user {submission.actor_id}" if submission.actor_id is not None else None


def rulings_of(rulings: Iterable[ResultRuling]) -> list[Ruling]:
    """Rulings as ``engine.results.derive`` takes them, in order."""
    return [
        Ruling(item.pk, _score(item), item.after_submission_id or 0)
        for item in sorted(rulings, key=lambda item: item.pk)
    ]


def current_of(submissions: Iterable[Submission]) -> list[Submission]:
    """The reports that count now, in order: neither undone nor replaced by a later one of the same side."""
    facts = reports_of(submissions)
    current = {report.id for report in current_reports(facts)}
    return sorted((item for item in submissions if item.pk in current), key=lambda item: item.pk)


def standing_of(rulings: Iterable[ResultRuling]) -> list[ResultRuling]:
    """The rulings that were not undone, in order."""
    standing = {ruling.id for ruling in counted_rulings(rulings_of(rulings))}
    return sorted((item for item in rulings if item.pk in standing), key=lambda item: item.pk)


def history_of(pairing: Pairing) -> list[HistoryItem]:
    """Everything that was reported and ruled about a game, in order. Two queries."""
    submissions = list(Submission.objects.filter(pairing=pairing).select_related("actor", "record").order_by("pk"))
    rulings = list(ResultRuling.objects.filter(pairing=pairing).select_related("official").order_by("pk"))
    current, undone = {item.pk for item in current_of(submissions)}, undone_reports(reports_of(submissions))
    items = [
        ((item.pk, 0, 0), _submission_item(item, current=item.pk in current, undone=item.pk in undone))
        for item in submissions
    ]
    last, taken_back = standing_of(rulings)[-1:], undone_rulings(rulings_of(rulings))
    items += [
        (
            (item.after_submission_id or 0, 1, item.pk),
            _ruling_item(item, current=item in last, undone=item.pk in taken_back),
        )
        for item in rulings
    ]
    return [item for _order, item in sorted(items, key=itemgetter(0))]


def _submission_item(item: Submission, *, current: bool, undone: bool) -> HistoryItem:
    return HistoryItem(
        what="submission",
        who=item.side,
        actor=item.actor.get_username() if item.actor else "",
        channel=item.channel,
        reason="",
        record_uuid=str(item.record.uuid) if item.record else "",
        current=current,
        undone=undone,
        **_result_columns(item),
    )


def _ruling_item(item: ResultRuling, *, current: bool, undone: bool) -> HistoryItem:
    return HistoryItem(
        what="ruling",
        who=Side.OFFICIAL,
        actor=item.official.get_username() if item.official else "",
        channel=Submission.Channel.OFFICIAL,
        reason=item.reason,
        record_uuid="",
        current=current,
        undone=undone,
        spread=item.spread,
        **_result_columns(item),
    )


def _result_columns(item: Submission | ResultRuling) -> dict[str, Any]:
    """What reports and rulings have in common."""
    return {
        "at": item.created_at,
        "kind": item.kind,
        "first_score": item.first_score,
        "second_score": item.second_score,
        "tally": item.tally,
        "lost_on_time": item.get_lost_on_time_display(),
        "led_before": item.led_before,
    }


def player_card(entry: Entry) -> list[CardLine]:
    """The entry's games round by round with running totals. One query (and the division's, if it is not loaded)."""
    seats = Seat.objects.filter(pairing__in=Seat.objects.filter(entry=entry).values("pairing")).exclude(
        round__state=Round.State.DRAFT
    )
    rules = settings_of(entry.division)
    return _cards(entry, [(line, _worth(line, rules)) for line in pairing_lines(seats)])


def player_cards(entries: Sequence[Entry]) -> list[tuple[Entry, list[CardLine]]]:
    """The cards of several players of one division, which is loaded with them. One query."""
    if not entries:
        return []
    seats = Seat.objects.filter(round__division__in={entry.division_id for entry in entries})
    of_player: dict[int, list[_Counted]] = {}
    rules = settings_of(entries[0].division)
    for line in pairing_lines(seats.exclude(round__state=Round.State.DRAFT)):
        counted = line, _worth(line, rules)
        for seat in line.seats:
            of_player.setdefault(seat.entry_id, []).append(counted)
    return [(entry, _cards(entry, of_player.get(entry.pk, ()))) for entry in entries]


#: A game, and what it brings each player: wins and spread, by entry (id); nothing while it does not count.
_Counted = tuple[PairingLine, Mapping[int, tuple[float, int]]]


def _worth(line: PairingLine, rules: StandingsRules) -> Mapping[int, tuple[float, int]]:
    """What one game brings, by the same function as the standings."""
    if line.state != Result.State.CONFIRMED or line.result_kind == ResultKind.VOID:
        return {}
    return worth(facts_of_line(line), rules)


def _cards(entry: Entry, lines: Iterable[_Counted]) -> list[CardLine]:
    """The last total is that of the standings: it has every spread adjustment, the others those up to their rounds."""
    cards: list[CardLine] = []
    adjustments = dict(read_adjustments(entry.spread_changes))
    total, total_spread = 0.0, 0
    for line, worth_of in lines:
        points, spread = worth_of.get(entry.pk, (None, None))
        total += points or 0.0
        total_spread += spread or 0
        adjusted = sum(change for number, change in adjustments.items() if number <= line.round)
        cards.append(_card(line, entry, points, spread, total, total_spread + adjusted))
    return [*cards[:-1], *(replace(card, total_spread=total_spread + sum(adjustments.values())) for card in cards[-1:])]


def _card(
    line: PairingLine, entry: Entry, points: float | None, spread: int | None, total: float, total_spread: int
) -> CardLine:
    is_first = line.first.entry_id == entry.pk
    scores = (line.first_score, line.second_score) if is_first else (line.second_score, line.first_score)
    return CardLine(
        round=line.round,
        pairing_id=line.pairing_id,
        table_number=line.table_number,
        first=is_first,
        opponent=line.second if is_first else line.first,
        others=tuple(seat for seat in line.seats if seat.entry_id != entry.pk) if line.others else (),
        state=line.state,
        kind=line.result_kind or line.kind,
        own_score=scores[0],
        opponent_score=scores[1],
        spread=spread,
        points=points,
        total=total,
        total_spread=total_spread,
        record_uuid=line.record_uuid,
        tally=line.tally,
        led_before=line.led_before if line.state == Result.State.CONFIRMED else "",
        names=line.names,
        chance=line.chances[0 if is_first else 1] if line.chances else None,
        chance_system=line.chance_system,
        starter_known=line.starter_known,
    )
