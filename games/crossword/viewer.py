"""A checked game as a page shows it: position, moves with their findings, racks, and the run of the scores.

Works from the JSON form of a check, fresh from the engine or stored with a record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.crossword.board_view import BoardView, Square, board_view
from games.crossword.chart import Chart, score_chart
from games.engine.crossword.analysis import TurnAnalysis
from games.engine.crossword.check import TurnView
from games.engine.crossword.findings import CATALOGUE
from games.engine.crossword.move import readable_move
from games.engine.crossword.record import AFTER_THE_END, TURNS
from games.engine.crossword.rules import RULE_SETS, RuleSet
from games.engine.crossword.statistics import PlayerStatistics, statistics
from games.engine.crossword.tiles import BLANK, UnknownTileError
from games.viewer import FindingLine, Json, Player, ReplayView, general_lines, lines_at, moment


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile on a rack."""

    face: str
    points: int
    blank: bool


@dataclass(frozen=True, slots=True)
class UnseenTiles:
    """Tiles neither on the board nor on the rack that is written, in the order of the letters; ``by_kind``: each letter as often."""

    by_kind: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class PlayerAnalysis:
    """One player's game beside the best moves. ``analysed`` of ``turns`` turns have a known rack; sums are over these."""

    name: str
    turns: int
    analysed: int
    best: int
    lost: float
    missed: int
    phoneys: int
    luck: float


@dataclass(frozen=True, slots=True)
class Turn:
    """One event of the game. ``score_differs``: what was written is not what the rules give."""

    number: int
    player: int
    name: str
    kind: str
    label: str
    text: str
    rack: tuple[RackTile, ...]
    stated_score: int | None
    computed_score: int | None
    stated_total: int | None
    computed_total: int
    totals: tuple[int, ...]
    words: tuple[str, ...]
    challenged: tuple[str, ...]
    note: str
    findings: tuple[FindingLine, ...]
    #: The tiles that were neither on the board before this move nor on the rack that is written.
    unseen: UnseenTiles
    #: The rows of the board before it.
    before: tuple[str, ...] = ()
    analysis: TurnAnalysis | None = None

    @property
    def chosen(self) -> bool:
        """Whether the player chose what to do here: not a line that takes a play off or counts the end of the game."""
        return self.kind in TURNS

    @property
    def score_differs(self) -> bool:
        """A score was written, and the rules give another."""
        return None not in (self.stated_score, self.computed_score) and self.stated_score != self.computed_score

    @property
    def total_differs(self) -> bool:
        """A running total was written, and the rules give another."""
        return self.stated_total is not None and self.stated_total != self.computed_total

    @property
    def score(self) -> int | None:
        """The score to show: as written, else computed."""
        return self.computed_score if self.stated_score is None else self.stated_score


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay(ReplayView):
    """A game of two with its board, scores and statistics."""

    title: str
    rules: RuleSet
    board: BoardView[Square]
    chart: Chart
    statistics: tuple[PlayerStatistics, ...]
    #: Empty where the game is not analysed.
    analysis: tuple[PlayerAnalysis, ...] = ()

    @property
    def here(self) -> float:
        """Where the turn shown stands in the chart."""
        return self.chart.turn_x[self.at]

    @property
    def xs(self) -> str:
        """Where every turn stands in the chart."""
        return " ".join(str(x) for x in self.chart.turn_x)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the plays formed."""
        return tuple(dict.fromkeys(word for turn in self.turns for word in turn.words))

    @property
    def label(self) -> str:
        """What the board shows, as a sentence."""
        if self.at == 0:
            return _("The empty board before the first move")
        turn = self.turns[self.at - 1]
        if turn.kind in AFTER_THE_END:
            return _("The board at the end of the game")
        return _("The board after move %(number)d: %(name)s, %(text)s") % {
            "number": turn.number,
            "name": turn.name,
            "text": turn.text,
        }


def replay_of(data: Json, *, at: int | None = None, names: Sequence[str] = ()) -> Replay:
    """A check in its JSON form at turn ``at`` (None, or beyond the game: its end). ``names`` replaces those that the record uses."""
    rules = RULE_SETS[data["rules"]["slug"]].with_options(**data["rules"]["options"])
    turns = [TurnView.from_dict(turn) for turn in data["turns"]]
    shown = moment(at, last=len(turns))
    player_names = (
        list(names)
        if len(names) == len(data["players"])
        else [player["name"] or player["nick"] for player in data["players"]]
    )
    empty = ["." * rules.layout.size] * rules.layout.size
    totals = _totals(turns, len(player_names))
    return Replay(
        title=data["title"],
        rules=rules,
        players=_players(data, player_names),
        turns=tuple(
            _turn(turn, rules, player_names, totals[turn.number], data["findings"], before)
            for turn, before in zip(turns, [empty, *(turn.board for turn in turns)], strict=False)
        ),
        at=shown,
        board=board_view(rules, [empty, *(turn.board for turn in turns)], shown),
        chart=score_chart(player_names, [[row[player] for row in totals] for player in range(len(player_names))]),
        general=general_lines(data["findings"], len(turns), CATALOGUE),
        verdict=data["verdict"],
        complete=data["complete"],
        statistics=statistics_of(data, turns, rules, len(player_names)),
    )


def with_analysis(replay: Replay, stored: Sequence[Json]) -> Replay:
    """The replay with what ``TurnAnalysis.as_dict`` stored for its turns."""
    by_number = {one["number"]: TurnAnalysis.from_dict(one) for one in stored}
    turns = tuple(replace(turn, analysis=_readable(by_number.get(turn.number), turn, replay)) for turn in replay.turns)
    players = tuple(
        _player_analysis(player.name, [one for one in by_number.values() if one.player == number])
        for number, player in enumerate(replay.players)
    )
    return replace(replay, turns=turns, analysis=players)


def _readable(analysis: TurnAnalysis | None, turn: Turn, replay: Replay) -> TurnAnalysis | None:
    """The analysis with its plays as people write them."""
    if analysis is None:
        return None

    def shown(text: str) -> str:
        return readable_move(text, turn.before, replay.rules)

    return replace(
        analysis,
        best=tuple(replace(one, text=shown(one.text)) for one in analysis.best),
        made=replace(analysis.made, text=shown(analysis.made.text)) if analysis.made else None,
        missed=shown(analysis.missed),
    )


def _player_analysis(name: str, turns: Sequence[TurnAnalysis]) -> PlayerAnalysis:
    known = [turn for turn in turns if turn.lost is not None]
    return PlayerAnalysis(
        name=name,
        turns=len(turns),
        analysed=len(known),
        best=sum(turn.lost == 0 for turn in known),
        lost=sum(turn.lost or 0 for turn in known),
        missed=sum(bool(turn.missed) for turn in known),
        phoneys=sum(turn.phoney_stayed for turn in turns),
        luck=sum(turn.luck or 0 for turn in turns),
    )


def statistics_of(data: Json, turns: Sequence[TurnView], rules: RuleSet, players: int) -> tuple[PlayerStatistics, ...]:
    """What a stored check says of its players' turns."""
    phoneys = {finding["turn"] for finding in data["findings"] if finding["code"] in {"phoney", "bonus_for_phoney"}}
    each = statistics(turns, players=players, rules=rules, phoneys={turn for turn in phoneys if turn is not None})
    return tuple(replace(one, best=_readable_best(one.best, turns, rules)) for one in each)


def _readable_best(best: TurnView | None, turns: Sequence[TurnView], rules: RuleSet) -> TurnView | None:
    """The play as people write it."""
    if best is None:
        return None
    at = turns.index(best)
    before = turns[at - 1].board if at else ["." * rules.layout.size] * rules.layout.size
    return replace(best, text=readable_move(best.text, before, rules))


def _totals(turns: Sequence[TurnView], players: int) -> list[tuple[int, ...]]:
    """All players' totals before the game and after each turn."""
    now = [0] * players
    history = [tuple(now)]
    for turn in turns:
        if turn.player < players:
            now[turn.player] = turn.computed_total
        history.append(tuple(now))
    return history


def _players(data: Json, names: Sequence[str]) -> tuple[Player, ...]:
    finals = data["final_scores"] or [0] * len(names)
    return tuple(Player(name, final) for name, final in zip(names, finals, strict=True))


def _turn(
    turn: TurnView,
    rules: RuleSet,
    names: Sequence[str],
    totals: tuple[int, ...],
    findings: Sequence[Json],
    before: Sequence[str],
) -> Turn:
    return Turn(
        number=turn.number,
        player=turn.player,
        name=names[turn.player] if turn.player < len(names) else "?",
        kind=str(turn.kind),
        label=_("tiles left, counted by the site") if _counted_here(turn) else _kind_label(turn.kind),
        text=readable_move(turn.text, before, rules),
        before=tuple(before),
        rack=_rack(turn.rack, rules),
        stated_score=turn.stated_score,
        computed_score=turn.computed_score,
        stated_total=turn.stated_total,
        computed_total=turn.computed_total,
        totals=totals,
        words=turn.words,
        challenged=turn.challenged,
        note=turn.note,
        findings=lines_at(findings, turn.number, CATALOGUE),
        unseen=_unseen(before, turn.rack, rules),
    )


def _unseen(board: Sequence[str], rack: str, rules: RuleSet) -> UnseenTiles:
    """What is neither on the board nor on the rack."""
    tiles = rules.tiles
    there = Counter(min(code, BLANK) for row in board for code in tiles.encode(row) if code)
    with suppress(UnknownTileError):
        there += Counter(tiles.encode_rack(rack))
    left = Counter(tiles.bag) - there
    kinds = tuple(" ".join([tiles.face((code,))] * count) for code, count in sorted(left.items()))
    return UnseenTiles(kinds, left.total())


def _counted_here(turn: TurnView) -> bool:
    """Whether the site added this line: the end of a typed game follows from its moves."""
    return turn.kind in {"out", "rack"} and not turn.line and turn.stated_score is None


def _kind_label(kind: str) -> str:
    labels = {
        "play": _("play"),
        "exchange": _("exchange"),
        "pass": _("pass"),
        "withdrawn": _("challenged off"),
        "challenge": _("failed challenge"),
        "out": _("went out: the opponent’s tiles"),
        "rack": _("unplayed tiles"),
        "time": _("time penalty"),
    }
    return labels.get(kind, kind)


def _rack(text: str, rules: RuleSet) -> tuple[RackTile, ...]:
    """The tiles of a rack; none if it has letters outside the set (there is a finding then)."""
    tiles = rules.tiles
    try:
        codes = tiles.encode_rack(text)
    except UnknownTileError:
        return ()
    return tuple(
        RackTile("?" if code == BLANK else tiles.face([code]), tiles.values[code], code == BLANK) for code in codes
    )
