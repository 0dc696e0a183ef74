"""The tables of a round on the director's pages; a fixed number of queries for any size."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.model import GameFact
from tournaments.forms.game_scores import TallyScoreForm
from tournaments.forms.rounds import ScoreForm, new_token
from tournaments.models import RESULT_KINDS, Division, Entry, Round
from tournaments.pages.director.why import Explainer, Why
from tournaments.queries.results import facts_of
from tournaments.queries.rounds import PairingLine, SeatLine, pairings_of
from tournaments.queries.snapshot import locked_pairs
from tournaments.queries.standings import StandingsLine, standings_of
from tournaments.queries.state import DivisionState
from tournaments.services.results.scoresheets import asks_leader, has_tally

AnyForm = ScoreForm | TallyScoreForm

#: A result's state in the words of the page; "" is a game that nobody has reported.
STATUSES = {"": "waiting", "pending": "one_side", "confirmed": "confirmed", "conflict": "conflict"}
#: Of these, the ones in which scores may be typed beside the table: nothing confirmed and nothing in dispute.
ENTERABLE = frozenset({"waiting", "one_side"})


@dataclass(frozen=True, slots=True)
class Side:
    """One player at a table. ``standing``: before the round."""

    seat: SeatLine
    standing: StandingsLine | None
    score: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class GameRow:
    """One table, or a bye (``second`` None); ``others`` sit at a table of more. ``played_before``: how often the two have played."""

    line: PairingLine
    status: str
    first: Side
    second: Side | None
    others: tuple[Side, ...] = ()
    played_before: int = 0
    why: Why | None = None
    form: AnyForm | None = None
    locked: bool = False
    #: Who goes on from a match of a knock-out that ended level with this game, and why.
    level: str = ""
    #: Whether it is at one of the tables whose results the visitor enters.
    mine: bool = True

    @property
    def scored(self) -> bool:
        """Whether the current result is a game with scores."""
        return self.line.state != "" and self.line.result_kind == "played"

    @property
    def enterable(self) -> bool:
        """Whether scores may be typed beside the table."""
        return self.status in ENTERABLE

    @property
    def kind_label(self) -> str:
        """The kind of result in words."""
        return str(RESULT_KINDS[self.line.result_kind]) if self.line.result_kind else ""


def rows_of(
    round_: Round, *, forms: Mapping[int, AnyForm] | None = None, state: DivisionState | None = None
) -> list[GameRow]:
    """The round's tables in order, byes last. ``forms``: score forms that came back with errors, by pairing id.

    ``state``: the division before the round, which a draft is checked against.
    """
    division = round_.division
    facts = facts_of(division)
    standings = {line.entry_id: line for line in standings_of(division, round_.number - 1, facts=facts)}
    games = _games_between(facts, before=round_.number)
    explainer = Explainer(round_, {line.entry_id: line.name for line in standings.values()}, state)
    lines = pairings_of(round_)
    forms = (_score_forms(lines, division) if round_.state != Round.State.DRAFT else {}) | dict(forms or {})
    rows = [_row(line, standings, games, explainer, forms.get(line.pairing_id)) for line in lines]
    if round_.state != Round.State.DRAFT:
        return rows
    locked = locked_pairs(division, round_.number)
    return [replace(row, locked=frozenset(seat.entry_id for seat in row.line.seats) in locked) for row in rows]


def _row(
    line: PairingLine,
    standings: Mapping[int, StandingsLine],
    games: Counter[frozenset[int]],
    explainer: Explainer,
    form: AnyForm | None,
) -> GameRow:
    first = _side(line, line.first, standings, line.first_score, line.second_score)
    if line.second is None:
        return GameRow(line, "bye", first, None, why=explainer.why(line))
    key = frozenset((line.first.entry_id, line.second.entry_id))
    return GameRow(
        line=line,
        status=STATUSES[line.state],
        first=first,
        second=_side(line, line.second, standings, line.second_score, line.first_score),
        played_before=games[key],
        why=explainer.why(line),
        others=tuple(_side(line, seat, standings, None, None) for seat in line.others),
        form=form,
    )


def _score_forms(lines: Iterable[PairingLine], division: Division) -> dict[int, AnyForm]:
    """By pairing id, the form that fits each table whose scores may be entered."""
    asks = asks_leader(division)
    return {
        line.pairing_id: _score_form(line, division, asks=asks)
        for line in lines
        if line.second is not None and STATUSES[line.state] in ENTERABLE
    }


def _score_form(line: PairingLine, division: Division, *, asks: bool) -> AnyForm:
    if has_tally(division, len(line.seats)):
        return TallyScoreForm(
            pairing_id=line.pairing_id,
            cards=division.played.scoring.by_seats,
            token=new_token(),
            reported=line.tally,
            leaders=line.names if asks else (),
        )
    reported = (line.first_score, line.second_score)
    return ScoreForm(pairing_id=line.pairing_id, names=line.names, reported=reported, asks_leader=asks)


def _side(
    line: PairingLine, seat: SeatLine, standings: Mapping[int, StandingsLine], own: int | None, other: int | None
) -> Side:
    standing = standings.get(seat.entry_id)
    if line.state not in {"confirmed", "pending"} or own is None or other is None:
        return Side(seat, standing)
    leads = line.led_before == ("first" if seat == line.first else "second")
    return Side(seat, standing, own, won=own > other or leads)


def _games_between(facts: Sequence[GameFact], *, before: int) -> Counter[frozenset[int]]:
    """How often each two players have played, by entry ids."""
    return Counter(
        frozenset((game.first, game.second))
        for game in facts
        if game.round < before and game.second is not None and game.kind != "void"
    )


def entry_names(division: Division) -> dict[int, str]:
    """All players' names by number. One query."""
    return dict(Entry.objects.filter(division=division).values_list("number", "name"))
