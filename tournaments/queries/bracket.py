"""The bracket of a knock-out with the names and games that belong to it: for its page, its print and the API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.pairing.bracket_drawing import Drawing, drawings_of
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.pairing.bracket_tree import Bracket, BracketMatch, Part, Side, bracket_of
from tournaments.engine.pairing.brackets import DecidedBy
from tournaments.engine.standings import StandingsRow
from tournaments.models import Division, Entry, Result
from tournaments.queries.results import facts_of_line
from tournaments.queries.rounds import PairingLine, pairing_lines, public_seats
from tournaments.queries.snapshot import in_seed_order, settings_of
from tournaments.queries.standings import knock_outs_of


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One of the two in a match: a player, or the number of the match whose winner or loser it will be; none of them is a bye.

    ``seed``: in the bracket. ``won``: games won so far, a tie is half of one.
    """

    entry_id: int | None = None
    player_id: int | None = None
    number: int | None = None
    name: str = ""
    seed: int | None = None
    winner_of: int | None = None
    loser_of: int | None = None
    won: float = 0

    @property
    def is_bye(self) -> bool:
        """Whether nobody will ever stand here."""
        return self.entry_id is None and self.winner_of is None and self.loser_of is None


@dataclass(frozen=True, slots=True)
class BracketGame:
    """A game of a match, its scores in the order of the match's sides; they are None until the result is confirmed.

    ``kind``: of the result, "" until then. ``record_uuid``: of a public record.
    """

    round: int
    pairing_id: int
    kind: str
    one_score: int | None
    two_score: int | None
    record_uuid: str


@dataclass(frozen=True, slots=True)
class BracketLine:
    """A match. ``number`` None: one of the two has a bye. ``size``: how many matches its part has at this stage.

    ``best_of``: how many games it has at most. ``winner``: the entry that goes on, None until decided; ``by``: how.
    """

    number: int | None
    part: Part
    stage: int
    size: int
    first_round: int
    last_round: int
    best_of: int
    one: BracketSide
    two: BracketSide
    winner: int | None
    by: DecidedBy | None
    games: tuple[BracketGame, ...]

    @property
    def sides(self) -> tuple[BracketSide, BracketSide]:
        """The two of the match."""
        return self.one, self.two


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """A player of the bracket with the place in the standings; ``out_in`` None: still in, or the winner."""

    rank: int
    entry_id: int
    number: int
    name: str
    out_in: BracketLine | None


@dataclass(frozen=True, slots=True)
class BracketView:
    """A bracket: its matches in the order of play, its drawings and the places so far. ``winner`` None: it is not over."""

    double: bool
    stop_early: bool
    lines: tuple[BracketLine, ...]
    drawings: tuple[Drawing, ...]
    places: tuple[BracketPlace, ...]
    winner: BracketSide | None
    #: Where each match of the drawings has its line.
    of_match: Mapping[BracketMatch, BracketLine]


def rounds_too_few(divisions: Sequence[Division]) -> dict[int, int]:
    """The last round of each bracket that is not over within the planned rounds, by division. Three queries each."""
    ends = {}
    for division in divisions:
        view = bracket_view(division)
        if view is not None and view.winner is None:
            ends[division.pk] = max(line.last_round for line in view.lines)
    return {one.pk: ends[one.pk] for one in divisions if ends.get(one.pk, 0) > one.settings.rounds_planned}


#: What decides a match that is level on games.
_LEVEL = frozenset({DecidedBy.TIE_BREAK, DecidedBy.SEED, DecidedBy.DIRECTOR})


def level_matches(division: Division) -> dict[int, BracketLine]:
    """The matches that ended level on games, by the pairing (id) of their last game. Three queries, one without a bracket."""
    view = bracket_view(division)
    lines = () if view is None else view.lines
    return {line.games[-1].pairing_id: line for line in lines if line.by in _LEVEL and line.games}


def bracket_view(division: Division) -> BracketView | None:
    """The division's bracket by its public rounds; None where there is none. Three queries, one where there is none."""
    rules = knock_outs_of([division]).get(division.pk)
    if rules is None:
        return None
    entries = {entry.pk: entry for entry in Entry.objects.filter(division=division)}
    games = pairing_lines(public_seats(division))
    facts = [fact for line in games for fact in facts_of_line(line)]
    players, settings = in_seed_order(entries.values()), settings_of(division)
    bracket = bracket_of(players, facts, settings, rules)
    if bracket is None:
        return None
    return _view(bracket, entries, games, placed(players, facts, settings, None, rules))


def _view(
    bracket: Bracket, entries: Mapping[int, Entry], games: Sequence[PairingLine], rows: Sequence[StandingsRow]
) -> BracketView:
    seeds = {player: seed for seed, player in enumerate(bracket.seeds, start=1)}
    by_pair: dict[tuple[int, frozenset[int]], PairingLine] = {}
    for game in games:
        by_pair[game.round, frozenset(seat.entry_id for seat in game.seats)] = game

    def side_of(side: Side, half_wins: int) -> BracketSide:
        if side.player is None:
            return BracketSide(winner_of=side.winner_of, loser_of=side.loser_of)
        entry = entries[side.player]
        return BracketSide(
            entry.pk, entry.player_id, entry.number, entry.name, seeds.get(entry.pk), None, None, half_wins / 2
        )

    def line_of(match: BracketMatch) -> BracketLine:
        one, two = (side_of(side, won) for side, won in zip(match.sides, match.half_wins, strict=True))
        pair = frozenset(fact for fact in (one.entry_id, two.entry_id) if fact is not None)
        played = [by_pair[game.round, pair] for game in match.games]
        return BracketLine(
            match.number,
            match.part,
            match.stage,
            match.size,
            match.first_round,
            match.last_round,
            match.last_round - match.first_round + 1,
            one,
            two,
            match.winner,
            match.by,
            tuple(_game(game, one.entry_id) for game in played),
        )

    of_match = {match: line_of(match) for match in bracket.matches}
    out_in = bracket.out_in
    places = [
        BracketPlace(
            row.rank,
            (entry := entries[row.player.id]).pk,
            entry.number,
            entry.name,
            of_match[out_in[entry.pk]] if entry.pk in out_in else None,
        )
        for row in rows
        if row.player.id in seeds
    ]
    winner = None if bracket.winner is None else side_of(Side(bracket.winner), 0)
    return BracketView(
        bracket.rules.double,
        bracket.rules.best_of,
        tuple(of_match.values()),
        drawings_of(bracket),
        tuple(places),
        winner,
        of_match,
    )


def _game(game: PairingLine, one: int | None) -> BracketGame:
    confirmed = game.state == Result.State.CONFIRMED
    scores = (game.first_score, game.second_score) if confirmed else (None, None)
    own, other = scores if game.first.entry_id == one else scores[::-1]
    kind, record = (game.result_kind, game.record_uuid) if confirmed else ("", "")
    return BracketGame(game.round, game.pairing_id, kind, own, other, record)
