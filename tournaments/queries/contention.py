"""Who is in contention in a division: the question as the engine takes it, and the stored answer."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypedDict

from games.errors import UnknownRulesError
from tournaments.engine.contention import Case, Goal, PrizeChance, State, bounds, contenders
from tournaments.engine.model import GameFact, ResultKind
from tournaments.engine.prizes import Prize
from tournaments.engine.standings import TIEBREAKS
from tournaments.models import ContentionRun, Division, Round
from tournaments.queries.prizes import prizes_of
from tournaments.queries.results import facts_of
from tournaments.queries.snapshot import settings_of
from tournaments.queries.standings import StandingsLine, standings_of

#: How far one game can change a player's spread where no cap says less (as the Gibson rule has it).
MOST_SPREAD = 500
SIMULATIONS = 10_000
#: How much a stored row says of a player where it has no needs.
_BEFORE_NEEDS = 7


@dataclass(frozen=True, slots=True)
class Question:
    """What the engine works out for a division; ``names`` of the goals, ``prizes`` their ids (0: first place, without a prize)."""

    case: Case
    names: tuple[str, ...]
    prizes: tuple[int, ...]
    lines: tuple[StandingsLine, ...]

    @property
    def knock_out(self) -> bool:
        """Whether a bracket decides the places, which these proofs and simulations do not cover."""
        return any(line.row.by_bracket for line in self.lines)

    @property
    def fingerprint(self) -> str:
        """Equal for equal facts and goals."""
        text = json.dumps([_plain(asdict(self.case)), self.names, self.prizes], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def work(self) -> int:
        """How much there is to simulate: players × rounds × events."""
        rounds = self.case.rounds + len(self.case.paired)
        return len(self.case.field) * rounds * self.case.simulations


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def question_of(division: Division, *, simulations: int = SIMULATIONS) -> Question:
    """The division as it stands. Nine queries, whatever the size."""
    lines = tuple(standings_of(division))
    settings = settings_of(division)
    facts = facts_of(division)
    public = Round.objects.filter(division=division).exclude(state=Round.State.DRAFT)
    last = max(public.values_list("number", flat=True), default=0)
    index = {line.entry_id: place for place, line in enumerate(lines)}
    goals = _goals(division, index)
    at_once = division.settings.best_of if division.settings.table_size > 2 else 1
    open_rounds = _paired(facts, index, at_once)
    coming = range(last + 1, division.settings.rounds_planned + 1)
    case = Case(
        field=contenders([line.row for line in lines], facts),
        goals=tuple(goal for goal, _name, _key in goals),
        rounds=len(coming),
        paired=tuple(open_rounds.values()),
        win=settings.win_points,
        tie=settings.tie_points,
        loss=settings.loss_points,
        bye_spread=settings.bye_spread,
        bye_half_wins=settings.bye_half_wins,
        most=most_spread(division),
        caps=tuple(settings.cap_of(number) for number in (*open_rounds, *coming)),
        order=settings.order,
        table=division.settings.table_size,
        games=at_once,
        least=_least_margin(division),
        simulations=simulations,
        **_typical_game(facts),
    )
    return Question(case, tuple(goal[1] for goal in goals), tuple(goal[2] for goal in goals), lines)


def most_spread(division: Division) -> int:
    """The largest change of a spread by one pairing, before caps."""
    settings = settings_of(division)
    games = division.settings.best_of if division.settings.table_size == 2 else 1
    return max(MOST_SPREAD * games, settings.bye_spread, -settings.forfeit_spread)


def _least_margin(division: Division) -> int | None:
    """The smallest margin of a win; None where cards are counted, of which a match can be won with fewer."""
    if division.played.scoring.by_seats:
        return None
    settings = division.settings
    try:
        rules = division.played.rules(division.rules_slug, settings.challenge, settings.rule_options)
    except (UnknownRulesError, ValueError):  # the program no longer knows them
        return 0
    return 0 if division.played.leader_wins_tie(rules) else 1


class _TypicalGame(TypedDict, total=False):
    scores: tuple[int, int]
    tallied: bool
    margins: tuple[int, ...]


def _typical_game(facts: Sequence[GameFact]) -> _TypicalGame:
    """The scores of a typical game so far, and the margins of games that have one of their own (by cards)."""
    played = [
        (fact.first_score, fact.second_score, fact.margin)
        for fact in facts
        if fact.kind is ResultKind.PLAYED and fact.first_score is not None and fact.second_score is not None
    ]
    if not played:
        return {}
    winners = sum(max(first, second) for first, second, _ in played)
    losers = sum(min(first, second) for first, second, _ in played)
    scores = (round(winners / len(played)), round(losers / len(played)))
    own = tuple(sorted(abs(margin) for *_, margin in played if margin is not None))
    return {"scores": scores, "tallied": bool(own), "margins": own}


def _paired(facts: Sequence[GameFact], index: dict[int, int], games: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """The games without a result, by round: ``games`` for every pair."""
    rounds: dict[int, list[tuple[int, int]]] = {}
    for fact in facts:
        if fact.kind is ResultKind.PENDING and fact.second is not None:
            rounds.setdefault(fact.round, []).extend([(index[fact.first], index[fact.second])] * games)
    return {number: tuple(sorted(rounds[number])) for number in sorted(rounds)}


def _goals(division: Division, index: dict[int, int]) -> list[tuple[Goal, str, int]]:
    """The prizes for final places of this division in the order in which they are awarded; without any, first place."""
    rows = prizes_of(division.event)
    by_id = {row.pk: value for row, value in rows}
    players = {}
    if any(value.player_class or value.team for value in by_id.values()):
        entries = division.entries.values_list("pk", "player_class", "team")
        players = {pk: (player_class, team) for pk, player_class, team in entries}
    goals = [
        (Goal(value.place, _members(value, players, index), value.exclusive), row.name, row.pk)
        for row, value in rows
        if _is_final_place(value, division)
    ]
    return goals or [(Goal(1), "", 0)]


def _is_final_place(prize: Prize, division: Division) -> bool:
    whole = prize.last is None or prize.last >= division.settings.rounds_planned
    return prize.kind == "rank" and prize.division == str(division.pk) and prize.place > 0 and whole


def _members(prize: Prize, players: dict[int, tuple[str, str]], index: dict[int, int]) -> frozenset[int] | None:
    if prize.player_class is None and prize.team is None:
        return None
    return frozenset(
        index[pk]
        for pk, (player_class, team) in players.items()
        if prize.player_class in (None, player_class) and prize.team in (None, team)
    )


@dataclass(frozen=True, slots=True)
class ThreatLine:
    """Something that puts one more player ahead: see ``Threat``. ``result``: in half wins."""

    kind: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    result: int | None
    margin: int | None


@dataclass(frozen=True, slots=True)
class NeedLine:
    """What a player needs with one result (half wins; None: no game left): at most ``spare`` of the threats, if not ``sure``."""

    result: int | None
    sure: bool
    spare: int
    shared: bool
    threats: tuple[ThreatLine, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """One player and one prize. ``share`` in percent; wins in games left (``games``), None = no number is enough.

    ``chance`` and ``enough`` are simulated, ``surely`` and ``needs`` are proved; ``proved``: the state is, too.
    """

    name: str
    number: int
    state: str
    share: float
    chance: float | None
    enough: float | None
    games: int
    surely: float | None = None
    proved: bool = True
    needs: tuple[NeedLine, ...] = ()

    @property
    def percent(self) -> str:
        """The share, never rounded to 0 or 100."""
        if self.state == State.OPEN:
            return "<1" if self.share < 0.01 else ">99" if self.share > 0.99 else str(round(100 * self.share))
        return ""


@dataclass(frozen=True, slots=True)
class PrizeChances:
    """Who can still win a prize, in order of standing; ``settled``: the winner is certain."""

    name: str
    chances: tuple[Chance, ...]
    out: int

    @property
    def shown(self) -> tuple[Chance, ...]:
        """Those who are certain, who won it in a simulated event, or whose needs are known."""
        return tuple(one for one in self.chances if one.state != State.UNLIKELY or one.needs)

    @property
    def rare(self) -> int:
        """How many of the others are not ruled out: they won it in no simulated event."""
        return len(self.chances) - len(self.shown)

    @property
    def settled(self) -> bool:
        """Whether the winner is certain."""
        return any(one.state == State.WON for one in self.chances)


@dataclass(frozen=True, slots=True)
class Contention:
    """The answer for a division. ``places``: for each player the best and the worst place that is still possible.

    ``order``: the tie-breaks; ``tables``: whether more than two sit together;
    ``most``: how far one game can change a spread, which the proofs rely on.
    """

    prizes: tuple[PrizeChances, ...]
    places: tuple[tuple[StandingsLine, int, int], ...]
    rounds: int
    simulations: int
    order: tuple[str, ...]
    tables: bool
    most: int

    @property
    def proved(self) -> bool:
        """Whether anything can be proved while games are left: sums of scores, for one, have no bound."""
        return TIEBREAKS[self.order[0]].bounded

    @property
    def proved_to_the_end(self) -> bool:
        """Whether all tie-breaks have bounds."""
        return all(TIEBREAKS[key].bounded for key in self.order)


def stored(goals: Sequence[Sequence[PrizeChance]]) -> dict[str, Any]:
    """The engine's answer as a run keeps it."""
    return {"goals": [[list(asdict(one).values()) for one in goal] for goal in goals]}


def _chance(row: Sequence[Any], lines: Mapping[int, StandingsLine]) -> Chance:
    """A stored row with names; rows of earlier releases have no needs."""
    player, *rest = row
    needs = rest.pop() if len(rest) > _BEFORE_NEEDS else []
    return replace(
        Chance(lines[player].name, lines[player].number, *rest), needs=tuple(_need(one, lines) for one in needs)
    )


def _need(stored: Mapping[str, Any], lines: Mapping[int, StandingsLine]) -> NeedLine:
    threats = tuple(_threat(one, lines) for one in stored["threats"])
    return NeedLine(stored["result"], stored["sure"], stored["spare"], stored["shared"], threats)


def _threat(stored: Mapping[str, Any], lines: Mapping[int, StandingsLine]) -> ThreatLine:
    players = [lines[pk] for pk in stored["players"]]
    names, numbers = tuple(one.name for one in players), tuple(one.number for one in players)
    return ThreatLine(stored["kind"], names, numbers, stored["result"], stored["margin"])


def answer_of(question: Question, result: dict[str, Any]) -> Contention:
    """A stored result with today's names. No query."""
    names = {line.entry_id: line for line in question.lines}
    prizes = []
    for name, rows in zip(question.names, result["goals"], strict=True):
        chances = tuple(_chance(row, names) for row in rows)
        still_in = tuple(one for one in chances if one.state != State.OUT)
        prizes.append(PrizeChances(name, still_in, len(chances) - len(still_in)))
    case = question.case
    limits = zip(question.lines, bounds(case), strict=True)
    return Contention(
        prizes=tuple(prizes),
        places=tuple((line, best, worst) for line, (best, worst) in limits),
        rounds=case.rounds + len(case.paired),
        simulations=case.simulations,
        order=case.order,
        tables=case.table > 2,
        most=case.most,
    )


def contention_of(division: Division) -> Contention | None:
    """The answer for the current results; None while it is not calculated, or in a knock-out. Ten queries."""
    question = question_of(division)
    if question.knock_out:
        return None
    done = ContentionRun.objects.filter(
        division=division, fingerprint=question.fingerprint, state=ContentionRun.State.DONE
    )
    result = done.values_list("result", flat=True).first()
    return None if result is None else answer_of(question, result)
