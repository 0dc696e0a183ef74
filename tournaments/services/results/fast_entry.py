"""Reading the line that a director types: two player numbers with their scores, in either order.

``12 431 7 389``      player 12 scored 431, player 7 scored 389
``12 431 7 389 42``   the same, with the spread of the first-named player as a check
``12 431 7 389 t7``   player 7 lost on time, with these scores on the board
``12 400 7 400 w12``  equal totals, and player 12 led before unplayed tiles were counted; ``w0``: nobody did
``12 f``              player 12 forfeits, the opponent wins
``12 7 f``            both forfeit
``12 7 void``         the game counts nowhere

At Word Basket the scores are cards left; a match of several games, or a table of more players, is typed as its tally:

``12 0 7 4``          player 12 went out, player 7 had 4 cards left
``12 7 0-4 3-0 0-2``  three games of the two
``12 7 3 0-4-2``      a table of three
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.typed import plain_move
from tournaments.engine import game_scores as tally
from tournaments.engine.results import LEVEL, SEATS
from tournaments.inputs.results import ResultInput, check_score
from tournaments.models import TALLY_FORM, Pairing, Result, Seat, Submission

MAX_LINE = 60


@dataclass(frozen=True, slots=True)
class TypedGame:
    """One typed line: ``scores`` in the order of ``numbers``, or ``games`` of a tally, or the ``word`` "f" or "void".

    ``lost_on_time``: the number of the player who did. ``led_before``: that of the player who led before unplayed tiles were
    counted, 0 for nobody.
    """

    numbers: tuple[int, ...]
    scores: tuple[int, int] | None = None
    word: str = ""
    games: tuple[tuple[int | None, ...], ...] = ()
    lost_on_time: int | None = None
    led_before: int | None = None


def parse_line(text: str) -> TypedGame:
    """What the line says, apart from the round. Raises ValidationError that says what was expected."""
    tokens = plain_move(text).replace(",", " ").split()
    if tokens and tokens[-1].lower() in {"f", "ff", "void"}:
        word = "void" if tokens[-1].lower() == "void" else "f"
        numbers = tuple(_number(token) for token in tokens[:-1])
        if len(numbers) not in ({2} if word == "void" else {1, 2}) or len(set(numbers)) != len(numbers):
            raise ValidationError(
                _("Type “12 f” if player 12 forfeits, “12 7 f” if both do, “12 7 void” for a game that does not count.")
            )
        return TypedGame(numbers, word=word)
    led_before = _number(tokens.pop()[1:]) if tokens and re.fullmatch("[wW][0-9]+", tokens[-1]) else None
    if games := [token for token in tokens if _is_game(token)]:
        return replace(_typed_tally(tokens, games), led_before=led_before)
    lost_on_time = _number(tokens.pop()[1:]) if tokens and tokens[-1][:1] in {"t", "T"} else None
    values = [_number(token) for token in tokens]
    if len(values) not in {4, 5} or lost_on_time not in {None, *values[::2][:2]}:
        raise ValidationError(
            _("Type four numbers: player, score, player, score – for example “12 431 7 389”."), code="shape"
        )
    first, first_score, second, second_score = values[:4]
    if first == second:
        raise ValidationError(_("Player %(number)d is entered twice.") % {"number": first}, code="same_player")
    scores = (
        check_score(first_score, whose=_("player %(number)d") % {"number": first}),
        check_score(second_score, whose=_("player %(number)d") % {"number": second}),
    )
    if len(values) == 5 and values[4] != scores[0] - scores[1]:
        raise ValidationError(
            _("%(first)d–%(second)d is a spread of %(spread)+d, not %(typed)+d. Check the scores.")
            % {"first": scores[0], "second": scores[1], "spread": scores[0] - scores[1], "typed": values[4]},
            code="spread",
        )
    return TypedGame((first, second), scores=scores, lost_on_time=lost_on_time, led_before=led_before)


def line_of(fact: Submission | Result, numbers: Sequence[int]) -> str:
    """The line that says what the fact says; ``numbers``: the players' in the order of the seats."""
    first, second = numbers[:2]
    if fact.kind != "played":
        lines = {"forfeit_loss": f"{first} f", "forfeit_win": f"{second} f", "double_forfeit": f"{first} {second} f"}
        return lines.get(fact.kind, f"{first} {second} void")
    scores = fact.tally or f"{fact.first_score} {second} {fact.second_score}"
    parts = [" ".join(map(str, numbers)) if fact.tally else str(first), scores]
    if fact.lost_on_time:
        parts.append(f"t{numbers[SEATS.index(fact.lost_on_time)]}")
    if fact.led_before:
        parts.append(f"w{0 if fact.led_before == LEVEL else numbers[SEATS.index(fact.led_before)]}")
    return " ".join(parts)


def _is_game(token: str) -> bool:
    return tally.CARDS in token.lstrip(tally.CARDS) or tally.POINTS in token


def _typed_tally(tokens: list[str], games: list[str]) -> TypedGame:
    """Numbers of players, then what each of them had in each game."""
    numbers = tuple(_number(token) for token in tokens[: -len(games)])
    text = " ".join(games).lower()
    if not re.fullmatch(TALLY_FORM[1:-1], text) or len(set(numbers)) < len(numbers):
        raise ValidationError(_("Type the players, then the cards left in each game: “12 7 0-4 3-0”."), code="shape")
    played = tally.parse(text)
    if any(len(game) != len(numbers) for game in played):
        raise ValidationError(_("Every player needs a number for each game: “12 7 0-4 3-0”."), code="shape")
    return TypedGame(numbers, games=played)


def _number(token: str) -> int:
    """A whole number of at most six digits; the bound keeps absurd input cheap."""
    digits = token.lstrip("+-")
    if len(token) > 6 or not digits.isascii() or not digits.isdigit() or len(token) - len(digits) > 1:
        raise ValidationError(
            _("“%(token)s” is not a whole number. Type player, score, player, score – for example “12 431 7 389”.")
            % {"token": token[:20]},
            code="not_a_number",
        )
    return int(token)


def find_game(typed: TypedGame, seats: Mapping[int, Seat], entries: Mapping[int, str]) -> tuple[Pairing, ResultInput]:
    """The round's game that the line is about, and its result in the order of the seats.

    ``seats``: the round's seats by player number, with ``pairing`` and its seats loaded; ``entries``: all players' names by number.
    Raises ValidationError for a number that is unknown, not paired, or paired with someone else.
    """
    for number in typed.numbers:
        if number not in seats:
            raise ValidationError(_not_seated(number, entries), code="not_paired")
    seat = seats[typed.numbers[0]]
    opponent = next((other for other in seat.pairing.seats.all() if other.entry_id != seat.entry_id), None)
    if opponent is None:
        raise ValidationError(_("%(name)s has the bye; there is nothing to enter.") % {"name": seat.entry}, code="bye")
    elsewhere = [number for number in typed.numbers if seats[number].pairing_id != seat.pairing_id]
    if elsewhere:
        raise ValidationError(
            _("%(name)s plays %(opponent)s at table %(table)s this round, not %(other)s.")
            % {
                "name": seat.entry,
                "opponent": opponent.entry,
                "table": seat.pairing.table_number,
                "other": seats[elsewhere[0]].entry,
            },
            code="wrong_opponent",
        )
    if typed.led_before not in {None, 0, *typed.numbers}:
        raise ValidationError(
            _(
                "Player %(number)d is not in this game: type “w” and the number of the player who led, or “w0” for nobody."
            )
            % {"number": typed.led_before},
            code="led_before",
        )
    game, result = _in_order_of_seats(typed, seat, seats)
    return game, replace(result, led_before=_leader(typed, seats)) if typed.led_before is not None else result


def _in_order_of_seats(typed: TypedGame, seat: Seat, seats: Mapping[int, Seat]) -> tuple[Pairing, ResultInput]:
    if typed.games or (typed.scores is not None and seat.pairing.round.division.played.scoring.by_seats):
        return seat.pairing, _tally_result(typed, seats)
    return seat.pairing, _result(typed, named_first=seat.position == 1)


def _tally_result(typed: TypedGame, seats: Mapping[int, Seat]) -> ResultInput:
    """What was typed player by player, in the order of the seats."""
    pairing = seats[typed.numbers[0]].pairing
    count = len(pairing.seats.all())
    if len(typed.numbers) != count:
        raise ValidationError(_("%(count)d players are at this table; type them all.") % {"count": count}, code="tally")
    order = sorted(range(count), key=lambda place: seats[typed.numbers[place]].position)
    games = typed.games or (typed.scores or (),)
    cards = pairing.round.division.played.scoring.by_seats
    text = tally.write([tuple(game[place] for place in order) for game in games], cards=cards)
    return ResultInput(tally=text)


def _not_seated(number: int, entries: Mapping[int, str]) -> str:
    if number in entries:
        return _("%(name)s (#%(number)d) is not paired in this round.") % {"name": entries[number], "number": number}
    return _("There is no player %(number)d in this division; numbers go from 1 to %(last)d.") % {
        "number": number,
        "last": max(entries, default=0),
    }


def _leader(typed: TypedGame, seats: Mapping[int, Seat]) -> str:
    return SEATS[seats[typed.led_before].position - 1] if typed.led_before else LEVEL


def _late_side(typed: TypedGame, *, named_first: bool) -> str:
    if typed.lost_on_time is None:
        return ""
    return "first" if (typed.lost_on_time == typed.numbers[0]) == named_first else "second"


def _result(typed: TypedGame, *, named_first: bool) -> ResultInput:
    if typed.scores is not None:
        scores = typed.scores if named_first else typed.scores[::-1]
        return ResultInput(
            first_score=scores[0], second_score=scores[1], lost_on_time=_late_side(typed, named_first=named_first)
        )
    if typed.word == "void":
        return ResultInput(kind="void")
    if len(typed.numbers) == 2:
        return ResultInput(kind="double_forfeit")
    return ResultInput(kind="forfeit_loss" if named_first else "forfeit_win")
