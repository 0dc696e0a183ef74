"""AUPAIR's `.tou` files, in which events are sent to WESPA, written so that AUPAIR's readers and `importers.tou` read them.

The format has a score and an opponent for each round, and neither ratings nor ids nor tables. `losses` lists what it
cannot say of an event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from tournaments.engine.exporters.tourney import TshDivision
from tournaments.engine.model import GameFact, ResultKind

NAME_COLUMNS: Final = 20
MAX_SCORE: Final = 999
_PREFIX: Final = {2: "2", 1: "1", 0: " "}
#: A round without an opponent: the score that stands before the player's own number.
_BYE, _NOTHING, _FORFEIT = "2001", "1000", "0000"


def write_tou(event: str, day: date, sections: Iterable[TshDivision]) -> bytes:
    """The whole file, with the line ends and the encoding of its time; UTF-8 where a name has other letters."""
    lines = [f"*M{day:%d.%m.%Y} {' '.join(event.split())}"]
    for section in sections:
        lines += [f"*{' '.join(section.name.split())}", f"{0:39}", *_players(section)]
    text = "".join(f"{line}\r\n" for line in [*lines, "*** END OF FILE ***"])
    try:
        return text.encode("iso-8859-1")
    except UnicodeEncodeError:
        return text.encode()


def tou_name(name: str) -> str:
    """A name as the file has it: the given name first, words without a letter joined to those before, twenty columns."""
    surname, comma, given = name.partition(",")
    words = (f"{given.strip()} {surname.strip()}" if comma and given.strip() else name.replace(",", " ")).split()
    joined: list[str] = []
    for word in words:
        if joined and not any(map(str.isalpha, word)):
            joined[-1] += f"-{word}"
        else:
            joined.append(word)
    return " ".join(joined)[:NAME_COLUMNS].strip()


def _players(section: TshDivision) -> Iterable[str]:
    rounds = max((game.round for game in section.games), default=0)
    cells = {(game.round, player): cell for game in section.games for player, cell in _cells(game).items()}
    for player in section.players:
        nothing = _NOTHING + _opponent(player.number, first=False)
        games = [cells.get((round_, player.number), nothing) for round_ in range(1, rounds + 1)]
        yield " ".join([f"{tou_name(player.name):{NAME_COLUMNS}}", *games]).rstrip()


def _opponent(number: int, *, first: bool) -> str:
    sign = "+" if first else ""
    return f"{sign}{number}".rjust(4)


def _cells(game: GameFact) -> Mapping[int, str]:
    """The round in each player's line."""
    if scored := game.scores():
        return {
            one.player: f"{_PREFIX[one.half]}{_points(one.own)}"
            + _opponent(one.opponent, first=game.first_known and one.player == game.first)
            for one in scored
        }
    of = {
        ResultKind.BYE: (_BYE, _NOTHING),
        ResultKind.FORFEIT_WIN: (_BYE, _FORFEIT),
        ResultKind.FORFEIT_LOSS: (_FORFEIT, _BYE),
        ResultKind.DOUBLE_FORFEIT: (_FORFEIT, _FORFEIT),
    }.get(game.kind, (_NOTHING, _NOTHING))
    return {
        player: score + _opponent(player, first=score == _BYE)
        for player, score in zip((game.first, game.second), of, strict=True)
        if player is not None
    }


def _points(score: int) -> str:
    return f"{min(max(score, 0), MAX_SCORE):03d}"


def tou_losses(section: TshDivision) -> dict[str, Sequence[str]]:
    """What the file cannot say of a division, by kind, each with the names or games that it is about; none of those that are nothing."""
    names = {player.number: player.name for player in section.players}
    short = Counter(tou_name(player.name).casefold() for player in section.players)

    def games(wrong: Iterable[GameFact]) -> list[str]:
        return [f"{game.round}: {names[game.first]}" for game in wrong]

    played = [game for game in section.games if game.kind is ResultKind.PLAYED]
    of_one_round = [game for game in section.games if game.kind not in {ResultKind.PLAYED, ResultKind.PENDING}]
    scores = [(game, value) for game in played for value in (game.first_score or 0, game.second_score or 0)]
    losses: dict[str, Sequence[str]] = {
        "same_names": [player.name for player in section.players if short[tou_name(player.name).casefold()] > 1],
        "names": [player.name for player in section.players if tou_name(player.name) != player.name],
        "letters": [player.name for player in section.players if not _is_latin(player.name)],
        "scores": games(dict.fromkeys(game for game, value in scores if not 0 <= value <= MAX_SCORE)),
        "winners": games(game for game in played if game.winner is not None),
        "pending": games(game for game in section.games if game.kind is ResultKind.PENDING),
        "void": games(game for game in section.games if game.kind is ResultKind.VOID),
        "forfeits": games(
            game for game in of_one_round if game.second is not None and game.kind is not ResultKind.VOID
        ),
        "spreads": games(game for game in of_one_round if game.first_score is not None),
        "ratings": [player.name for player in section.players if player.rating],
        "ids": [player.name for player in section.players if player.external_id],
        "classes": [player.name for player in section.players if player.player_class or player.team],
        "tables": [str(table) for table in section.tables.values()],
        "left": [player.name for player in section.players if player.off is not None],
    }
    return {kind: what for kind, what in losses.items() if what}


def _is_latin(text: str) -> bool:
    return not any(ord(letter) > 255 for letter in text)
