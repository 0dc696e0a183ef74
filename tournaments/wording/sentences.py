"""Results and their differences as sentences."""

from collections.abc import Sequence
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.wording import listed
from tournaments.engine import game_scores
from tournaments.engine.results import LEVEL, SEATS, Difference, Side
from tournaments.models import (
    FACT_KINDS,
    LED_BEFORE,
    LOST_ON_TIME,
    RESULT_KINDS,
    HeldReport,
    Pairing,
    Result,
    ResultKind,
    ResultRuling,
    Submission,
)


def describe(fact: Submission | Result | ResultRuling | HeldReport, names: Sequence[str] = ()) -> str:
    """A result in a few characters: “431 – 389”, “2 – 1 (0 – 4, 3 – 0, 0 – 2 cards left)” or the name of its kind.

    ``names``: the players by seats, for who won equal totals; without them the seat is named.
    """
    if fact.kind == ResultKind.PLAYED and fact.tally:
        games = result_text(fact.tally)
        several = " " in fact.tally and fact.first_score is not None
        games = f"{fact.first_score} – {fact.second_score} ({games})" if several else games
        return with_leader(games, fact.led_before, names)
    if fact.kind == ResultKind.PLAYED:
        scores = f"{fact.first_score} – {fact.second_score}"
        scores = f"{scores} ({fact.get_lost_on_time_display()})" if fact.lost_on_time else scores
        return with_leader(scores, fact.led_before, names)
    kind = str(FACT_KINDS[fact.kind])
    spread = None if isinstance(fact, (Submission, HeldReport)) else fact.spread
    return kind if spread is None else f"{kind} ({spread:+d})".replace("-", "−")


def describe_at_table(pairing: Pairing, fact: Submission | Result | ResultRuling) -> str:
    """A result with its table and players: “Table 3: Ann 431, Bo 389”. The seats are loaded."""
    names = names_at(pairing)
    values: dict[str, object] = {"table": pairing.table_number or "–", "first": names[0], "second": names[-1]}
    if fact.tally:
        values |= {"names": " – ".join(names), "said": describe(fact, names)}
        return _("Table %(table)s, %(names)s: %(said)s") % values
    if fact.kind != ResultKind.PLAYED:
        return _("Table %(table)s, %(first)s – %(second)s: %(kind)s") % {**values, "kind": fact.get_kind_display()}
    values |= {"a": fact.first_score, "b": fact.second_score}
    scores = _("Table %(table)s: %(first)s %(a)d, %(second)s %(b)d") % values
    scores = f"{scores} ({fact.get_lost_on_time_display()})" if fact.lost_on_time else scores
    return with_leader(scores, fact.led_before, names)


def names_at(pairing: Pairing) -> list[str]:
    """The names at a table by seats, which are loaded."""
    return [seat.entry.name for seat in pairing.seats.all()]


def with_leader(text: str, led_before: str, names: Sequence[str] = ()) -> str:
    """The scores of a game, and who won them where the totals are equal: “400 – 400, won by Olga (led before unplayed tiles)”."""
    return f"{text}, {leader_text(led_before, names)}" if led_before else text


def leader_text(led_before: str, names: Sequence[str] = ()) -> str:
    """Who won equal totals: “won by Olga (led before unplayed tiles)”. ``names``: by seats; without them the seat is named."""
    if led_before == LEVEL:
        return _("a tie (level before unplayed tiles too)")
    seats = [str(seat) for seat in SEATS]
    who = names[seats.index(led_before)] if names else str(dict(LED_BEFORE)[led_before])
    return _("won by %(name)s (led before unplayed tiles)") % {"name": who}


class _Scored(Protocol):
    """A game with the names of its players by seats."""

    @property
    def led_before(self) -> str: ...
    @property
    def names(self) -> Sequence[str]: ...


def won_by(line: _Scored) -> str:
    """Who won a game with equal totals, in words; "" where the totals decide or it is a tie by the rules."""
    return leader_text(line.led_before, line.names) if line.led_before else ""


class _Paired(Protocol):
    """A pairing with the kind of its result, "" without one, and its players by seats."""

    @property
    def kind(self) -> str: ...
    @property
    def players(self) -> Sequence[str]: ...


def ended_unplayed(game: _Paired) -> str:
    """What a pairing was or became if nobody played it: “bye”, “first player forfeits”; "" for a game, or without a result."""
    if game.kind in {"", ResultKind.PLAYED}:
        return ""
    if len(game.players) == 1 and game.kind != ResultKind.BYE:
        return _("forfeit")
    return str(RESULT_KINDS[game.kind])


def describe_difference(difference: Difference, names: Sequence[str]) -> str:
    """The first difference between two reports, and who says what. ``names``: the players by seats."""
    values = {
        "who": _who(difference.side, names),
        "value": _value(difference.what, difference.value, names),
        "other": _who(difference.other_side, names),
        "other_value": _value(difference.what, difference.other_value, names),
    }
    text = {
        "kind": _("The reports differ on how the game ended: %(who)s says %(value)s, %(other)s says %(other_value)s."),
        "time": _("The reports differ on who lost on time: %(who)s says %(value)s, %(other)s says %(other_value)s."),
        "led": _(
            "The reports differ on who led before unplayed tiles were counted: %(who)s says %(value)s, %(other)s says "
            "%(other_value)s."
        ),
        "tally": _("The reports differ on the games: %(who)s says %(value)s, %(other)s says %(other_value)s."),
    }.get(difference.what)
    if text is None:
        text = _(
            "The reports differ on the score of %(player)s: %(who)s says %(value)s, %(other)s says %(other_value)s."
        )
        values["player"] = names[0] if difference.what == "first" else names[-1]
    return text % values


def _who(side: Side | None, names: Sequence[str]) -> str:
    if side is None:
        return _("the confirmed result")
    return _("the official's entry") if side is Side.OFFICIAL else names[SEATS.index(side)]


def _value(what: str, value: str | int, names: Sequence[str]) -> str:
    if what == "led":
        seats = [str(seat) for seat in SEATS]
        return names[seats.index(str(value))] if value in seats else _("nobody")
    if what == "time":
        return str(dict(LOST_ON_TIME).get(str(value), _("no one")))
    if what == "tally":
        return result_text(str(value))
    return str(RESULT_KINDS[str(value)]) if what == "kind" else str(value)


def result_text(text: str) -> str:
    """The scores of a pairing's games in words: “0 – 4 cards left”, “0 – 4, 3 – 0 cards left”, “320 – 281 – 305”."""
    games = game_scores.parse(text)
    scores = listed(" – ".join("×" if value is None else str(value) for value in game) for game in games)
    if game_scores.POINTS in text:
        return scores
    most = max((value or 0) for game in games for value in game)
    return ngettext("%(games)s card left", "%(games)s cards left", most) % {"games": scores}
