"""A record beside the other papers of the same game: the result, the other player's sheet, the pairing, the judge's log.

Each function returns findings, like the check of the record itself, and decides nothing.

>>> from games.engine.crossword.check import check_record
>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"]
>>> mine = check_record(b"Anna - Ben\\n8D TRAIN 12 12\\n7E HOB 25 25", rules=rules)
>>> other = check_record(b"Anna - Ben\\n8D TRAIN 12 12\\n7E HOB 24 24", rules=rules)
>>> against_sheet(sheet(mine), sheet(other))[0].message
'The records first differ at turn 2: 7E HOB 25 and 7E HOB 24.'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import zip_longest
from typing import Final, NamedTuple, cast

from games.engine.crossword.check import RecordCheck, TurnView
from games.engine.crossword.dating import day_in
from games.engine.crossword.edition_names import same_edition
from games.engine.crossword.findings import Finding, Value, finding
from games.engine.crossword.record import AFTER_THE_END, LOST_TURN_NOTE, Kind
from games.engine.names import names_other_players

#: What is written right after a play that was challenged.
_OUTCOMES = frozenset({Kind.WITHDRAWN, Kind.CHALLENGE})


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the record: its number, kind, the words it formed, the points it moved. ``lost``: a pass noted as a lost turn;
    ``challenged``: the words that were challenged, if that was noted."""

    number: int
    kind: Kind
    words: tuple[str, ...] = ()
    score: int | None = None
    lost: bool = False
    challenged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedAdjudication:
    """An adjudication in force: its id, the words judged, the verdict, the points that a lost challenge moved, whether it cost the turn,
    whether it decided the game."""

    id: int
    words: tuple[str, ...]
    acceptable: bool
    award: int = 0
    turn_lost: bool = False
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """An adjudication and the turn of the record that it is about.

    ``verdict_differs``: the play came off though it was acceptable, or stayed though it was not. ``stated`` are the
    points in the record where they differ from the adjudication's. ``turn_kept``: the challenger played on although the turn was
    lost. ``went_on``: the game did, although the challenge had decided it. ``named``: the words that the record says were
    challenged, where they are others than those of the adjudication.
    """

    adjudication: LoggedAdjudication
    turn: int
    verdict_differs: bool = False
    stated: int | None = None
    turn_kept: bool = False
    went_on: bool = False
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkedAdjudications:
    """All of it: the links, adjudications whose words no play of the record forms, and challenges of the record without an adjudication."""

    links: tuple[Link, ...] = ()
    unrecorded: tuple[LoggedAdjudication, ...] = ()
    unruled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Play:
    """A play, the trace that a challenge left behind it, if any, and the turn that was played next."""

    turn: Turn
    trace: Turn | None
    after: Turn | None


def link_adjudications(turns: Sequence[Turn], adjudications: Iterable[LoggedAdjudication]) -> LinkedAdjudications:
    """Link each adjudication to the first play with its words that has none yet; plays with a trace of a challenge come first.

    A record notes a challenge only where it left a trace: a play withdrawn, points moved, or a pass with a note that the turn was
    lost. A challenge that cost nothing, or whose lost turn was written as any pass, is found at the play whose words were judged.

    >>> turns = [Turn(1, Kind.PLAY, ("TRAIN",), 12), Turn(2, Kind.WITHDRAWN, (), -12, challenged=("TRAIN",))]
    >>> log = [LoggedAdjudication(7, ("TRAIN",), acceptable=True)]
    >>> [(link.turn, link.verdict_differs) for link in link_adjudications(turns, log).links]
    [(1, True)]
    """
    plays = _plays(turns)
    used: set[int] = set()
    links: list[Link] = []
    unrecorded: list[LoggedAdjudication] = []
    for adjudication in adjudications:
        fitting = [
            play for play in plays if play.turn.number not in used and set(adjudication.words) <= set(play.turn.words)
        ]
        if not fitting:
            unrecorded.append(adjudication)
            continue
        play = min(
            fitting, key=lambda play: (play.trace is None, bool(_other_words(adjudication, play)), play.turn.number)
        )
        used.add(play.turn.number)
        links.append(_link(adjudication, play))
    unruled = [play.trace.number for play in plays if play.trace is not None and play.turn.number not in used]
    return LinkedAdjudications(tuple(links), tuple(unrecorded), tuple(unruled))


def turns_of(views: Iterable[TurnView]) -> list[Turn]:
    """The turns of a check, or of its stored form, as :func:`link_adjudications` takes them. Words are compared as the tiles show them."""
    return [
        Turn(
            number=view.number,
            kind=view.kind,
            words=tuple(word.upper() for word in view.words),
            score=view.stated_score,
            lost=view.kind is Kind.PASS and LOST_TURN_NOTE in view.note,
            challenged=view.challenged,
        )
        for view in views
    ]


def _plays(turns: Sequence[Turn]) -> list[_Play]:
    plays = []
    for at, turn in enumerate(turns):
        if turn.kind is Kind.PLAY:
            rest = turns[at + 1 :]
            trace = rest[0] if rest and (rest[0].kind in _OUTCOMES or rest[0].lost) else None
            after = next((other for other in rest if other.kind not in _OUTCOMES), None)
            plays.append(_Play(turn, trace, after))
    return plays


def _other_words(adjudication: LoggedAdjudication, play: _Play) -> tuple[str, ...]:
    """The challenged words in the record, if they are not those of the adjudication."""
    named = play.trace.challenged if play.trace is not None else ()
    return named if set(named) != set(adjudication.words) else ()


def _link(adjudication: LoggedAdjudication, play: _Play) -> Link:
    named = _other_words(adjudication, play)
    came_off = play.trace is not None and play.trace.kind is Kind.WITHDRAWN
    if came_off == adjudication.acceptable:
        return Link(adjudication, play.turn.number, verdict_differs=True, named=named)
    moved = (play.trace.score or 0) if play.trace is not None and play.trace.kind is Kind.CHALLENGE else 0
    after = None if play.after is None or play.after.kind in AFTER_THE_END else play.after
    return Link(
        adjudication,
        play.turn.number,
        stated=moved if adjudication.acceptable and moved != adjudication.award else None,
        turn_kept=adjudication.turn_lost and after is not None and after.kind is not Kind.PASS,
        went_on=adjudication.decides and after is not None,
        named=named,
    )


#: A tile in a text, ``[CH]`` being one.
_ONE_TILE: Final = re.compile(r"\[[^\]]*\]|.")


class SheetTurn(NamedTuple):
    """One event of a sheet as far as both players must have written the same. ``text`` is how it was written;
    ``played`` what it did on the board, so that ``W(IN)D`` and ``W..D`` are one play. Racks are each player's own."""

    line: int | None
    text: str
    played: tuple[object, ...]
    score: int | None
    total: int | None


def sheet(check: RecordCheck) -> tuple[SheetTurn, ...]:
    """The sheet behind a check."""
    return sheet_of_turns(turn.as_dict() for turn in check.turns)


def sheet_of_turns(turns: Iterable[Mapping[str, object]]) -> tuple[SheetTurn, ...]:
    """The same from the JSON form of a check's turns, as it is stored."""
    return tuple(_sheet_turn(turn) for turn in turns)


def _sheet_turn(turn: Mapping[str, object]) -> SheetTurn:
    squares = cast("list[list[int]]", turn.get("new_squares") or [])
    words = cast("list[str]", turn.get("words") or [])
    text = str(turn["text"])
    placed = (tuple(map(tuple, squares)), tuple(words)) if words else _without_squares(str(turn["kind"]), text)
    score, total = (
        turn[f"computed_{name}"] if turn[f"stated_{name}"] is None else turn[f"stated_{name}"]
        for name in ("score", "total")
    )
    line = cast("int | None", turn.get("line") or None)
    return SheetTurn(line, text, (turn["kind"], *placed), cast("int | None", score), cast("int | None", total))


def _without_squares(kind: str, text: str) -> tuple[object, ...]:
    """What an event without a play did. Whoever sees an exchange sees how many tiles, not which."""
    if kind == Kind.EXCHANGE:
        tiles = text.lstrip("-")
        return (int(tiles[:4]) if tiles.isdecimal() else len(_ONE_TILE.findall(tiles)),)
    return (text.upper(),)


def against_sheet(mine: Sequence[SheetTurn], other: Sequence[SheetTurn]) -> tuple[Finding, ...]:
    """The first difference of two sheets, or nothing: another move, another score, another total, or no move."""
    for number, (one, two) in enumerate(zip_longest(mine, other), start=1):
        if _comparable(one) != _comparable(two):
            same_so_far = one is not None and two is not None and _comparable(one)[:2] == _comparable(two)[:2]
            stated, computed = (_description(turn, with_total=same_so_far) for turn in (one, two))
            line = one.line if one is not None else None
            params = {"number": number}
            return (finding("sheets_differ", line=line, turn=number, stated=stated, computed=computed, params=params),)
    return ()


def against_other(mine: RecordCheck, other: RecordCheck) -> tuple[Finding, ...]:
    """The first difference of two sheets of one game, as far as both go.

    A sheet that stops before the game is over contradicts nothing after that; nor does one that leaves out how the tiles left and
    the clock are counted, when both come to the same end.
    """
    one, two = sheet(mine), sheet(other)
    whole = mine.complete and other.complete
    if not whole:
        shortest = min(len(turns) for turns, check in ((one, mine), (two, other)) if not check.complete)
        one, two = one[:shortest], two[:shortest]
    elif sorted(mine.final_scores) == sorted(other.final_scores):
        one, two = _in_play(one), _in_play(two)
    return against_sheet(one, two)


def _in_play(turns: Sequence[SheetTurn]) -> tuple[SheetTurn, ...]:
    return tuple(turn for turn in turns if turn.played[0] not in AFTER_THE_END)


def _comparable(turn: SheetTurn | None) -> tuple[object, ...]:
    return () if turn is None else (turn.played, turn.score, turn.total)


def _description(turn: SheetTurn | None, *, with_total: bool) -> str:
    if turn is None:
        return "–"
    return f"{turn.text} {turn.score} ({turn.total})" if with_total else f"{turn.text} {turn.score}"


def against_result(
    check: RecordCheck, scores: Sequence[int] | None, order: Sequence[int] = (), late: int | None = None
) -> tuple[Finding, ...]:
    """The record against a submitted result; ``scores`` None: not played.

    ``order`` holds the record's player to whom each score belongs; by default they come in the record's order. ``late``:
    the record's player who by the result lost on time; the scores are those before that counts.
    """
    if scores is None:
        return (finding("result_not_played"),)
    if not check.complete or len(check.final_scores) != len(scores):
        return (finding("result_unconfirmed"),)
    computed = tuple(check.final_scores[player] for player in order or range(len(scores)))
    if tuple(scores) != computed:
        return (finding("result_differs", stated=joined(scores), computed=joined(computed)),)
    if check.lost_on_time is not None and check.lost_on_time != late:
        return (finding("result_without_time", computed=check.record.players[check.lost_on_time].name),)
    return ()


def tie_won_by_other(stated: str, computed: str) -> Finding:
    """Equal totals that by the result were won by another player than by the record; "–" for nobody."""
    return finding("tie_won_by_other", stated=stated, computed=computed)


def joined(scores: Iterable[int]) -> str:
    """Scores as people write them: ``412 – 388``."""
    return " – ".join(str(score) for score in scores)


def against_first(check: RecordCheck, first: int, names: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Who began against who was to begin: ``first`` indexes the record's players; ``names`` replaces their names."""
    if not check.turns:
        return ()
    names = names or [player.name for player in check.record.players]
    turn = check.turns[0]
    if turn.player == first:
        return ()
    stated, computed = names[turn.player], names[first]
    return (finding("first_other", line=turn.line or None, turn=1, stated=stated, computed=computed),)


def against_players(
    written: Sequence[Collection[str]], seated: Sequence[str], field: Collection[str] = ()
) -> tuple[Finding, ...]:
    """Whether a record names other players than those ``seated``.

    ``written``: what the record calls each of its players, the best name last; ``field``: everybody in the division.
    """
    if len(written) != len(seated) or not names_other_players(written, seated, field):
        return ()
    stated = " – ".join([*forms][-1] if forms else "–" for forms in written)
    return (finding("players_other", stated=stated, computed=" – ".join(seated)),)


def names_in(check: RecordCheck) -> list[list[str]]:
    """What a record calls each of its players."""
    return [[name for name in (player.nick, player.name) if name] for player in check.record.players]


def against_edition(stated: str, names: Sequence[str]) -> tuple[Finding, ...]:
    """Whether a record's heading ``#lexicon`` names another dictionary; ``names`` are those of the edition in force, the best first."""
    if not any(char.isalnum() for char in stated) or not names or same_edition(stated, names):
        return ()
    return (finding("edition_other", stated=stated, computed=names[0]),)


def against_days(stated: str, first: date, last: date) -> tuple[Finding, ...]:
    """Whether a record's heading ``#date`` names a day before ``first`` or after ``last``; a day more is the time zone."""
    day = day_in(stated)
    if day is None or first - timedelta(days=1) <= day <= last + timedelta(days=1):
        return ()
    days = str(first) if first == last else f"{first} – {last}"
    return (finding("date_other", stated=str(day), computed=days),)


#: What a record's own check finds where its game went by other rules than those in force.
_OTHER_RULES: Final = frozenset(
    {"bonus_wrong", "lost_turn_other", "withdrawn_unplayable", "tile_set_other", "board_other", "variant_other"}
)


def against_rules(check: RecordCheck) -> tuple[Finding, ...]:
    """Where the record shows that the game went by another challenge rule, board or tile set than the division's."""
    return tuple(one for one in check.findings if one.code in _OTHER_RULES)


def used_elsewhere(where: str) -> tuple[Finding, ...]:
    """The same file was sent for another game; ``where`` names it in the reader's language."""
    return (finding("record_reused", params={"where": where}),)


def against_log(check: RecordCheck, log: Sequence[LoggedAdjudication]) -> tuple[Finding, ...]:
    """The challenges of a record against the word judge's adjudications on this game."""
    linked = link_adjudications(turns_of(check.turns), log)
    return (
        *(one for link in linked.links for one in _link_findings(link, check)),
        *(
            finding("adjudication_not_recorded", params={"words": ", ".join(adjudication.words)})
            for adjudication in linked.unrecorded
        ),
        *(_at_turn("challenge_not_logged", check, number) for number in linked.unruled),
    )


def _link_findings(link: Link, check: RecordCheck) -> Iterator[Finding]:
    adjudication, turn, words = link.adjudication, link.turn, ", ".join(link.adjudication.words)
    if link.verdict_differs:
        code = "ruled_good_came_off" if adjudication.acceptable else "ruled_bad_stays"
        yield _at_turn(code, check, turn, words=words)
    if link.stated is not None:
        yield _at_turn("ruled_points", check, turn, stated=link.stated, computed=adjudication.award)
    if link.turn_kept:
        yield _at_turn("ruled_turn_kept", check, turn)
    if link.went_on:
        yield _at_turn("ruled_game_went_on", check, turn)
    if link.named:
        yield _at_turn("ruled_other_words", check, turn, stated=", ".join(link.named), words=words)


def _at_turn(
    code: str, check: RecordCheck, number: int, *, stated: Value = None, computed: Value = None, **params: Value
) -> Finding:
    line = check.turns[number - 1].line or None
    params["number"] = number
    return finding(code, line=line, turn=number, stated=stated, computed=computed, params=params)
