"""A checked game as a page shows it: position, moves with their findings, racks, and the run of the scores.

Works from the JSON form of a report, fresh from the engine or stored with a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict, cast

from django.utils.translation import gettext as _

from games.board_view import BoardView, board_view
from games.chart import Chart, score_chart
from games.engine.crossword.findings import CATALOGUE, Finding, Value
from games.engine.crossword.report import Report, TurnView
from games.engine.crossword.rules import RULE_SETS, RuleSet
from games.engine.crossword.statistics import PlayerStatistics, statistics
from games.engine.crossword.tiles import BLANK, UnknownTileError
from games.models import GameRecord


class TurnData(TypedDict):
    """``TurnView.as_dict()``."""

    number: int
    player: int
    kind: str
    text: str
    rack: str
    note: str
    line: int
    stated_score: int | None
    stated_total: int | None
    computed_score: int | None
    computed_total: int
    words: list[str]
    challenged: NotRequired[list[str]]  # not in records that were stored before it was read
    board: list[str]


class FindingData(TypedDict):
    """``Finding.as_dict()``."""

    code: str
    severity: str
    line: int | None
    turn: int | None
    message: str
    params: dict[str, Value]


class ReportData(TypedDict):
    """``Report.as_dict()``, as far as it is shown."""

    verdict: str
    complete: bool
    title: str
    players: list[dict[str, str]]
    final_scores: list[int]
    stated_scores: list[int]
    findings: list[FindingData]
    turns: list[TurnData]


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One finding in the reader's language; the sentence holds what was stated and what was computed."""

    severity: str
    label: str
    message: str
    line: int | None


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile on a rack."""

    face: str
    points: int
    blank: bool


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


@dataclass(frozen=True, slots=True)
class Player:
    """A player with the score that the rules give at the end of the record."""

    name: str
    final: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A game at one of its turns. ``general`` are findings about the record as a whole."""

    title: str
    players: tuple[Player, ...]
    turns: tuple[Turn, ...]
    at: int
    board: BoardView
    chart: Chart
    general: tuple[FindingLine, ...]
    verdict: str
    complete: bool
    statistics: tuple[PlayerStatistics, ...]

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return len(self.turns)

    @property
    def back(self) -> int:
        """The turn before the one shown."""
        return max(self.at - 1, 0)

    @property
    def on(self) -> int:
        """The turn after the one shown."""
        return min(self.at + 1, self.last)

    @property
    def flagged(self) -> tuple[Turn, ...]:
        """The turns with findings."""
        return tuple(turn for turn in self.turns if turn.findings)

    @property
    def label(self) -> str:
        """What the board shows, as a sentence."""
        if self.at == 0:
            return _("The empty board before the first move")
        turn = self.turns[self.at - 1]
        return _("The board after move %(number)d: %(name)s, %(text)s") % {
            "number": turn.number,
            "name": turn.name,
            "text": turn.text,
        }


def rules_of_record(record: GameRecord) -> RuleSet:
    """The rules a stored record was checked by."""
    return RULE_SETS[record.rules_slug].with_options(**record.rule_options)


def replay_of_record(record: GameRecord, *, at: int | None = None, names: Sequence[str] = ()) -> Replay:
    """A stored record at turn ``at`` (None: the last). ``names`` replaces the names that the record uses."""
    data = cast("ReportData", {**record.summary, "findings": record.findings})
    return replay_of(data, rules_of_record(record), at=at, names=names)


def replay_of_report(report: Report, *, at: int | None = None, names: Sequence[str] = ()) -> Replay:
    """A report fresh from the engine, likewise."""
    return replay_of(cast("ReportData", report.as_dict()), report.rules, at=at, names=names)


def replay_of(data: ReportData, rules: RuleSet, *, at: int | None = None, names: Sequence[str] = ()) -> Replay:
    """Build the view. ``at`` beyond the game shows its end."""
    turns = data["turns"]
    shown = len(turns) if at is None else max(0, min(at, len(turns)))
    known = (
        list(names)
        if len(names) == len(data["players"])
        else [player["name"] or player["nick"] for player in data["players"]]
    )
    empty = ["." * rules.layout.size] * rules.layout.size
    totals = _totals(turns, len(known))
    return Replay(
        title=data["title"],
        players=_players(data, known),
        turns=tuple(_turn(turn, rules, known, totals[turn["number"]], data["findings"]) for turn in turns),
        at=shown,
        board=board_view(rules, [empty, *(turn["board"] for turn in turns)], shown),
        chart=score_chart(known, [[row[player] for row in totals] for player in range(len(known))]),
        general=tuple(finding_line(found) for found in data["findings"] if not _has_turn(found, turns)),
        verdict=data["verdict"],
        complete=data["complete"],
        statistics=_statistics(data, rules, len(known)),
    )


def _statistics(data: ReportData, rules: RuleSet, players: int) -> tuple[PlayerStatistics, ...]:
    phoneys = {found["turn"] for found in data["findings"] if found["code"] in {"phoney", "bonus_for_phoney"}}
    turns = [TurnView.from_dict(turn) for turn in data["turns"]]
    return statistics(turns, players=players, rules=rules, phoneys={turn for turn in phoneys if turn is not None})


def _totals(turns: Sequence[TurnData], players: int) -> list[tuple[int, ...]]:
    """All players' totals before the game and after each turn."""
    now = [0] * players
    history = [tuple(now)]
    for turn in turns:
        if turn["player"] < players:
            now[turn["player"]] = turn["computed_total"]
        history.append(tuple(now))
    return history


def _players(data: ReportData, names: Sequence[str]) -> tuple[Player, ...]:
    finals = data["final_scores"] or [0] * len(names)
    return tuple(Player(name, final) for name, final in zip(names, finals, strict=True))


def _turn(
    turn: TurnData, rules: RuleSet, names: Sequence[str], totals: tuple[int, ...], findings: Iterable[FindingData]
) -> Turn:
    return Turn(
        number=turn["number"],
        player=turn["player"],
        name=names[turn["player"]] if turn["player"] < len(names) else "?",
        kind=turn["kind"],
        label=_("tiles left, counted by the site") if _counted_here(turn) else _kind_label(turn["kind"]),
        text=turn["text"],
        rack=_rack(turn["rack"], rules),
        stated_score=turn["stated_score"],
        computed_score=turn["computed_score"],
        stated_total=turn["stated_total"],
        computed_total=turn["computed_total"],
        totals=totals,
        words=tuple(turn["words"]),
        challenged=tuple(turn.get("challenged", ())),
        note=turn["note"],
        findings=tuple(finding_line(found) for found in findings if found["turn"] == turn["number"]),
    )


def _has_turn(found: FindingData, turns: Sequence[TurnData]) -> bool:
    return found["turn"] is not None and 1 <= found["turn"] <= len(turns)


def _counted_here(turn: TurnData) -> bool:
    """Whether nobody wrote this line: the end of a typed game follows from its moves."""
    return turn["kind"] in {"out", "rack"} and not turn["line"] and turn["stated_score"] is None


def _kind_label(kind: str) -> str:
    labels = {
        "play": _("play"),
        "exchange": _("exchange"),
        "pass": _("pass"),
        "withdrawn": _("taken off after a challenge"),
        "challenge": _("challenge of a good play"),
        "out": _("went out: the opponent’s tiles"),
        "rack": _("own tiles left"),
        "time": _("time penalty"),
    }
    return labels.get(kind, kind)


def _rack(text: str, rules: RuleSet) -> tuple[RackTile, ...]:
    """The tiles of a rack; none when it is not written in the tiles of the set (a finding says so)."""
    tiles = rules.tiles
    try:
        codes = tiles.encode_rack(text)
    except UnknownTileError:
        return ()
    return tuple(
        RackTile("?" if code == BLANK else tiles.face([code]), tiles.values[code], code == BLANK) for code in codes
    )


def sentence(found: Finding) -> str:
    """A finding's sentence in the reader's language."""
    return finding_line(cast("FindingData", found.as_dict())).message


def finding_line(found: FindingData) -> FindingLine:
    """A stored finding in the reader's language; in English when its code is no longer known."""
    labels = {"error": _("Error"), "discrepancy": _("Does not agree"), "note": _("Note")}
    entry = CATALOGUE.get(found["code"])
    message = found["message"]
    if entry is not None:
        try:
            message = _(entry.text) % found["params"]
        except (KeyError, TypeError, ValueError):
            message = found["message"]  # stored by an engine whose sentence took other values
    return FindingLine(
        severity=found["severity"],
        label=labels.get(found["severity"], found["severity"]),
        message=message,
        line=found["line"],
    )
