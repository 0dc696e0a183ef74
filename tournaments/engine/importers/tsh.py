"""Division files of tsh (`.t`): players with ratings, opponents, scores and tags, one a line.

    Surname, Given:AA000001  1500  3 0 2; 401 50 377; p12 1 0 2; team Red

Opponents are line numbers of players (0 = bye, 00 = undefined); tags follow, each after a semicolon. The text form in which
events are sent to NASPA has several of them, each after a line `#division A`. `penalty` has a number for each round that is
added to the spread, below 0 for a penalty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from tournaments.engine.adjustments import MAX_ADJUSTMENT, MAX_TEXT, Adjustments, write_adjustments
from tournaments.engine.importers.roster import (
    BadLine,
    PastRound,
    RosterParse,
    RosterProblem,
    RosterRow,
    chosen_part,
    clean_games,
    clean_name,
    clean_rating,
    clean_word,
    decode,
    finish,
    lines_of,
    read_rows,
    whole_number,
)
from tournaments.engine.model import GameFact, ResultKind

MAX_ROUNDS = 100
_RATING = re.compile(r"\d+(?:[.+]\d+)*\Z")
_FIELD_END = re.compile(r"(?<!\\)((?:\\\\)*);")
ID = re.compile(r":(\w{1,30})\Z")
UNDEFINED = "00"
#: The keys of a line that are read.
TAGS = frozenset({"board", "class", "lifeg", "naspa", "off", "p12", "penalty", "team", "xtid"})


_DIVISION = re.compile(r"\s*#division\b\s*(.*)", re.IGNORECASE)


def parse_tsh(data: bytes | str, part: str = "") -> RosterParse:
    """Read a division file. Never raises: whatever is wrong becomes a problem with its line.

    `part`: the name of the division, in a file that has several.
    """
    try:
        parts = divisions_of(decode(data))
        lines = parts[chosen_part([name for name, _lines in parts], part)][1]
    except BadLine as bad:
        return RosterParse((), (bad.at(0, ""),))
    rows, problems = read_rows(lines, _row)
    return finish(rows, problems or contradictions(rows))


def divisions_of(text: str) -> list[tuple[str, list[tuple[int, str]]]]:
    """The divisions of a file by name, each with its lines and their numbers; one without a name where it has no `#division`."""
    parts: list[tuple[str, list[tuple[int, str]]]] = [("", [])]
    for number, line in enumerate(lines_of(text), start=1):
        if heading := _DIVISION.match(line):
            parts.append((heading.group(1).strip(), []))
        elif not _is_blank(line):
            parts[-1][1].append((number, line))
    return [part for part in parts if part[1]] or parts[:1]


def _is_blank(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _row(line: str, number: int, player: int) -> RosterRow:
    fields = _fields(line)
    raw_name, rating, opponents = _head(fields[0])
    id_ = ID.search(raw_name)
    name = clean_name(raw_name[: id_.start()] if id_ else raw_name)
    tags = _tags(fields[2:])
    past = _past(opponents, (fields[1] if len(fields) > 1 else "").split(), tags.get("p12", "").split())
    return RosterRow(
        line=number,
        number=player,
        name=name,
        rating=clean_rating(re.split(r"[.+]", rating)[0]),
        career_games=clean_games(tags.get("lifeg", "")),
        external_id=id_.group(1) if id_ else clean_word(tags.get("naspa") or tags.get("xtid") or "", "id"),
        player_class=clean_word(tags.get("class", ""), "class"),
        team=clean_word(tags.get("team", ""), "team"),
        inactive="off" in tags,
        missed_spread=_off(tags["off"]) if "off" in tags else None,
        past=past,
        boards=_boards(tags.get("board", "")),
        adjustments=penalties(tags.get("penalty", "").split()),
    )


def penalties(words: Sequence[str]) -> Adjustments:
    """What is added to the spread in round 1, 2 …: `penalty 0 0 -25`. Raises BadLine."""
    adjustments = []
    for number, word in enumerate(words[:MAX_ROUNDS], start=1):
        points = whole_number(word)
        if points is None or abs(points) > MAX_ADJUSTMENT:
            raise BadLine("number.penalty", round=number, given=word[:20])
        if points:
            adjustments.append((number, points))
    if len(write_adjustments(adjustments)) > MAX_TEXT:
        raise BadLine("penalties", rounds=len(adjustments))
    return tuple(adjustments)


def _off(text: str) -> int:
    """What each round counts for a player who has left: `off -50`; 0 if the line does not say."""
    value = whole_number(text.split(maxsplit=1)[0]) if text.split() else 0
    return value or 0


def _boards(text: str) -> tuple[int, ...]:
    """The boards of a line, up to the first that is no number: they only serve to keep players at their tables."""
    words = [whole_number(word) for word in text.split()[:MAX_ROUNDS]]
    numbers = takewhile(lambda board: board is not None, words)
    return tuple(max(0, board or 0) for board in numbers)


def _fields(line: str) -> list[str]:
    """Cut at semicolons, except where a backslash stands before them; then undo the backslashes."""
    parts = _FIELD_END.sub(lambda end: end.group(1) + "\n", line).split("\n")
    return [re.sub(r"\\(.)", r"\1", part).strip() for part in parts]


def _head(field: str) -> tuple[str, str, list[str]]:
    """Name, rating and opponents: the numbers at the end of the first field, the first of which is the rating."""
    words = field.split()
    start = len(words)
    while start > 0 and _RATING.match(words[start - 1]):
        start -= 1
    if start == len(words):
        raise BadLine("no_rating")
    if start == 0:
        raise BadLine("no_name.tsh")
    return " ".join(words[:start]), words[start], words[start + 1 :]


def tags_of(line: str) -> frozenset[str]:
    """The keys that a line of the file has behind its name and scores; none of a comment."""
    return frozenset() if _is_blank(line) else frozenset(_tags(_fields(line)[2:]))


def _tags(fields: list[str]) -> dict[str, str]:
    tags: dict[str, str] = {}
    for field in fields:
        name, _, value = field.partition(" ")
        if name:
            tags[name.casefold()] = value.strip()
    return tags


def _past(opponents: list[str], scores: list[str], starts: list[str]) -> tuple[PastRound, ...]:
    rounds = max(len(opponents), len(scores))
    if rounds > MAX_ROUNDS:
        raise BadLine("rounds", rounds=rounds, most=MAX_ROUNDS)
    return tuple(
        PastRound(
            round=k + 1,
            opponent=_number(opponents, k, "opponent"),
            score=_number(scores, k, "score"),
            start=_number(starts, k, "start"),
        )
        for k in range(rounds)
    )


def _number(words: list[str], k: int, what: str) -> int | None:
    if k >= len(words) or words[k] == UNDEFINED:
        return None
    value = whole_number(words[k])
    if value is None:
        raise BadLine(f"number.{what}", round=k + 1, given=words[k][:20])
    return value


def contradictions(rows: list[RosterRow]) -> list[RosterProblem]:
    """Opponents who do not exist, or whose own lines name somebody else."""
    problems: list[RosterProblem] = []
    for row in rows:
        for past in row.past:
            try:
                _check_opponent(rows, row, past)
            except BadLine as bad:
                problems.append(bad.at(row.line, row.name))
    return problems


def _check_opponent(rows: list[RosterRow], row: RosterRow, past: PastRound) -> None:
    if past.opponent is None or past.opponent == 0:
        return
    where = {"round": past.round, "opponent": past.opponent}
    if not 1 <= past.opponent <= len(rows):
        raise BadLine("opponent.unknown", **where, players=len(rows))
    if past.opponent == row.number:
        raise BadLine("opponent.own", **where)
    theirs = rows[past.opponent - 1].past
    back = theirs[past.round - 1].opponent if past.round <= len(theirs) else None
    if back != row.number:
        other = rows[past.opponent - 1]
        kind = "nobody" if back is None else "bye" if back == 0 else "other"
        raise BadLine(f"opponent.{kind}", **where, name=other.name, line=other.line, back=back)


def game_facts(rows: tuple[RosterRow, ...]) -> tuple[GameFact, ...]:
    """The past rounds of a parse without problems as facts, players named by `RosterRow.number`.

    Who went first follows from the p12 codes; without them, or where it was drawn for, it is not known. A game without
    both scores is pending. Without an opponent, a positive number is a bye and a negative one a forfeit, each with its
    own spread, and 0 is no game at all; without a number yet it is a bye that counts as usual (players who have left
    have none).
    """
    facts: list[GameFact] = []
    for row in rows:
        for past in row.past:
            if past.opponent is None:
                continue
            if past.opponent == 0:
                facts += _without_opponent(row, past)
            elif row.number < past.opponent:
                facts.append(_game(row, past, rows[past.opponent - 1].past[past.round - 1]))
    return tuple(sorted(facts, key=lambda fact: (fact.round, fact.first)))


def _without_opponent(row: RosterRow, past: PastRound) -> list[GameFact]:
    if past.forfeit:
        return [GameFact(past.round, row.number, kind=ResultKind.FORFEIT_LOSS)]
    if past.score is None and not row.inactive:
        return [GameFact(past.round, row.number, kind=ResultKind.BYE)]
    if not past.score:
        return []
    kind = ResultKind.BYE if past.score > 0 else ResultKind.FORFEIT_LOSS
    return [GameFact(past.round, row.number, first_score=past.score, kind=kind)]


def _game(row: RosterRow, past: PastRound, back: PastRound) -> GameFact:
    other = past.opponent
    first_known = past.start in {1, 2} or back.start in {1, 2}
    if past.score is None or back.score is None:
        game = GameFact(past.round, row.number, other, kind=ResultKind.PENDING, first_known=first_known)
    else:
        game = GameFact(past.round, row.number, other, past.score, back.score, first_known=first_known)
    if other is not None and (past.start == 2 or back.start == 1):
        return replace(
            game, first=other, second=row.number, first_score=game.second_score, second_score=game.first_score
        )
    return game
