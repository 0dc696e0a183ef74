"""A record beside the other papers of the same game: the result, the other player's sheet, the pairing, the judge's log.

Each function returns findings, like the check of the record itself, and decides nothing.

>>> from games.engine.crossword.check import check_record
>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"]
>>> mine = check_record(b"Anna - Ben\\n8D TRAIN 12 12\\n7E HOB 25 25", rules=rules)
>>> other = check_record(b"Anna - Ben\\n8D TRAIN 12 12\\n7E HOB 24 24", rules=rules)
>>> against_sheet(sheet(mine), sheet(other))[0].message
'The records first differ at turn 2: 7E HOB 25 against 7E HOB 24.'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import zip_longest
from typing import NamedTuple, cast

from games.engine.crossword.challenge_log import Link, Ruled, match, turns_of
from games.engine.crossword.dating import played_on
from games.engine.crossword.findings import Finding, Value, finding
from games.engine.crossword.report import Report


class SheetTurn(NamedTuple):
    """One event of a sheet as far as both players must have written the same. ``text`` is how it was written;
    ``played`` what it did on the board, so that ``W(IN)D`` and ``W..D`` are one play. Racks are each player's own."""

    line: int | None
    text: str
    played: tuple[object, ...]
    score: int | None
    total: int | None


def sheet(report: Report) -> tuple[SheetTurn, ...]:
    """The sheet that a report was made from."""
    return sheet_of_turns(turn.as_dict() for turn in report.turns)


def sheet_of_turns(turns: Iterable[Mapping[str, object]]) -> tuple[SheetTurn, ...]:
    """The same from the JSON form of a report's turns, as it is stored."""
    return tuple(_sheet_turn(turn) for turn in turns)


def _sheet_turn(turn: Mapping[str, object]) -> SheetTurn:
    squares = cast("list[list[int]]", turn.get("new_squares") or [])
    words = cast("list[str]", turn.get("words") or [])
    text = str(turn["text"])
    placed = (tuple(map(tuple, squares)), tuple(words)) if words else (text.upper(),)
    score, total = (
        turn[f"computed_{name}"] if turn[f"stated_{name}"] is None else turn[f"stated_{name}"]
        for name in ("score", "total")
    )
    line = cast("int | None", turn.get("line") or None)
    return SheetTurn(line, text, (turn["kind"], *placed), cast("int | None", score), cast("int | None", total))


def against_sheet(mine: Sequence[SheetTurn], other: Sequence[SheetTurn]) -> tuple[Finding, ...]:
    """The first difference of two sheets, or nothing: another move, another score, another total, or no move."""
    for number, (one, two) in enumerate(zip_longest(mine, other), start=1):
        if _compared(one) != _compared(two):
            same_so_far = one is not None and two is not None and _compared(one)[:2] == _compared(two)[:2]
            stated, computed = (_described(turn, with_total=same_so_far) for turn in (one, two))
            line = one.line if one is not None else None
            params = {"number": number}
            return (finding("sheets_differ", line=line, turn=number, stated=stated, computed=computed, params=params),)
    return ()


def _compared(turn: SheetTurn | None) -> tuple[object, ...]:
    return () if turn is None else (turn.played, turn.score, turn.total)


def _described(turn: SheetTurn | None, *, with_total: bool) -> str:
    if turn is None:
        return "–"
    return f"{turn.text} {turn.score} ({turn.total})" if with_total else f"{turn.text} {turn.score}"


def against_result(
    report: Report, scores: Sequence[int] | None, order: Sequence[int] = (), late: int | None = None
) -> tuple[Finding, ...]:
    """The record against a submitted result; ``scores`` None: not played.

    ``order`` holds the record's player to whom each score belongs; by default they come in the record's order. ``late``:
    the record's player who by the result lost on time; the scores are those before that counts.
    """
    if scores is None:
        return (finding("result_not_played"),)
    if not report.complete or len(report.final_scores) != len(scores):
        return (finding("result_unconfirmed"),)
    computed = tuple(report.final_scores[player] for player in order or range(len(scores)))
    if tuple(scores) != computed:
        return (finding("result_differs", stated=joined(scores), computed=joined(computed)),)
    if report.lost_on_time is not None and report.lost_on_time != late:
        return (finding("result_without_time", computed=report.record.players[report.lost_on_time].name),)
    return ()


def joined(scores: Iterable[int]) -> str:
    """Scores as people write them: ``412 – 388``."""
    return " – ".join(str(score) for score in scores)


def against_first(report: Report, first: int, names: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Who began against who was to begin: ``first`` indexes the record's players; ``names`` replaces their names."""
    if not report.turns:
        return ()
    names = names or [player.name for player in report.record.players]
    turn = report.turns[0]
    if turn.player == first:
        return ()
    stated, computed = names[turn.player], names[first]
    return (finding("first_other", line=turn.line or None, turn=1, stated=stated, computed=computed),)


def against_players(report: Report, names: Sequence[str]) -> tuple[Finding, ...]:
    """Whether a record that names its players names others than those of the pairing.

    A part of a name is enough (``Ada`` for ``Ada Finch``); a record of which only one name is strange has been typed in a hurry.
    """
    written = [(player.name or player.nick) for player in report.record.players]
    if len(written) != len(names) or report.format == "moves":
        return ()
    known = [_name_parts(name) for name in names]
    if any(_name_parts(name) & parts for name in written for parts in known):
        return ()
    return (finding("players_other", stated=" – ".join(written), computed=" – ".join(names)),)


def _name_parts(name: str) -> set[str]:
    """The parts of a name, without case."""
    return set(name.replace(",", " ").replace("_", " ").casefold().split())


def against_edition(report: Report, names: Sequence[str]) -> tuple[Finding, ...]:
    """Whether the heading ``#lexicon`` names another dictionary; ``names`` are those of the edition in force, the best first."""
    stated = report.record.lexicon
    if not stated or not names or _letters(stated) in {_letters(name) for name in names}:
        return ()
    return (finding("edition_other", stated=stated, computed=names[0]),)


def _letters(name: str) -> str:
    """A dictionary's name without case, blanks and signs: ``NWL 2023`` is ``nwl2023``."""
    return "".join(char for char in name.casefold() if char.isalnum())


def against_days(report: Report, first: date, last: date) -> tuple[Finding, ...]:
    """Whether the record names another day than those from ``first`` to ``last``; a day more on either side is the time zone."""
    day = played_on(report.record)
    if day is None or first - timedelta(days=1) <= day <= last + timedelta(days=1):
        return ()
    days = str(first) if first == last else f"{first} – {last}"
    return (finding("date_other", stated=str(day), computed=days),)


#: What a record's own check finds where its game went by other rules than those in force.
_OTHER_RULES = frozenset(
    {"bonus_wrong", "lost_turn_other", "withdrawn_unplayable", "tile_set_other", "board_other", "variant_other"}
)


def against_rules(report: Report) -> tuple[Finding, ...]:
    """Where the record shows that the game went by another challenge rule, board or tile set than the division's."""
    return tuple(one for one in report.findings if one.code in _OTHER_RULES)


def used_elsewhere(where: str) -> tuple[Finding, ...]:
    """The same file was given for another game; ``where`` names it in the reader's language."""
    return (finding("record_reused", params={"where": where}),)


def against_log(report: Report, log: Sequence[Ruled]) -> tuple[Finding, ...]:
    """The challenges of a record against the word judge's rulings on this game, by :mod:`~.challenge_log`."""
    found = match(turns_of(report.turns), log)
    return (
        *(one for link in found.links for one in _of_link(link, report)),
        *(finding("ruling_not_recorded", params={"words": ", ".join(ruling.words)}) for ruling in found.unrecorded),
        *(_at_turn("challenge_not_logged", report, number) for number in found.unruled),
    )


def _of_link(link: Link, report: Report) -> Iterator[Finding]:
    ruling, turn, words = link.ruling, link.turn, ", ".join(link.ruling.words)
    if link.verdict_differs:
        code = "ruled_good_came_off" if ruling.acceptable else "ruled_bad_stays"
        yield _at_turn(code, report, turn, words=words)
    if link.stated is not None:
        yield _at_turn("ruled_points", report, turn, stated=link.stated, computed=ruling.award)
    if link.turn_kept:
        yield _at_turn("ruled_turn_kept", report, turn)
    if link.went_on:
        yield _at_turn("ruled_game_went_on", report, turn)
    if link.named:
        yield _at_turn("ruled_other_words", report, turn, stated=", ".join(link.named), words=words)


def _at_turn(
    code: str, report: Report, number: int, *, stated: Value = None, computed: Value = None, **params: Value
) -> Finding:
    line = report.turns[number - 1].line or None
    params["number"] = number
    return finding(code, line=line, turn=number, stated=stated, computed=computed, params=params)
