"""What a broadcast shows of a game, one short text each: for text sources of OBS and other programs.

A field is "" where there is nothing to show yet, so that a text disappears instead of being wrong.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from tournaments.models import Result
from tournaments.queries.broadcast import ShownGame
from tournaments.queries.rounds import PairingLine, SeatLine
from tournaments.queries.standings import StandingsLine
from tournaments.wording.scores import signed, wins
from tournaments.wording.sentences import result_text

DASH: Final = "–"


@dataclass(frozen=True, slots=True)
class TextField:
    """One text of a game: what it is called, and the text."""

    label: StrOrPromise
    text: Callable[[ShownGame], str]


def record_text(line: StandingsLine) -> str:
    """Wins and losses: “5–2”."""
    return f"{wins(line.row.wins)}{DASH}{wins(line.row.losses)}"


def score_text(line: PairingLine) -> str:
    """The scores of a confirmed game: “431–389”; "" before."""
    if line.state != Result.State.CONFIRMED:
        return ""
    if line.first_score is not None:
        return f"{line.first_score}{DASH}{line.second_score}"
    return result_text(line.tally) if line.tally else ""


def names_text(line: PairingLine) -> str:
    """Everybody at the table: “Ada Byron – Bruno Katz”."""
    return f" {DASH} ".join(line.names)


def place_text(round_: int, table: int | None) -> str:
    """Where a game is played: “Round 5 · Table 7”."""
    where = _("Round %(number)d") % {"number": round_}
    if table is None:
        return where
    seated = _("Table %(number)d") % {"number": table}
    return f"{where} · {seated}"


def player_text(name: str, standing: StandingsLine | None) -> str:
    """A player as in a lower third: “Ada Byron (5–2 +312)”."""
    return f"{name} ({record_text(standing)} {signed(standing.row.spread)})" if standing else name


def standing_text(line: StandingsLine) -> str:
    """A player's line of the standings: “1 Ada Byron 5–2 +312”."""
    return f"{line.row.rank} {line.name} {record_text(line)} {signed(line.row.spread)}"


def pairing_text(line: PairingLine) -> str:
    """A game's line of the pairings: “7: Ada Byron – Bruno Katz 431–389”."""
    table = "" if line.table_number is None else f"{line.table_number}: "
    return f"{table}{names_text(line)} {score_text(line)}".strip()


def standings_text(lines: Iterable[StandingsLine]) -> str:
    """The standings, a player a line; players who have left are not shown."""
    return "\n".join(standing_text(line) for line in lines if not line.row.withdrawn)


def pairings_text(lines: Iterable[PairingLine]) -> str:
    """The games of a round, one a line."""
    return "\n".join(map(pairing_text, lines))


def _lower_third(game: ShownGame) -> str:
    line = game.line
    if line is None:
        return ""
    players = (player_text(seat.name, game.places.get(seat.entry_id)) for seat in line.seats)
    return f"{place_text(line.round, line.table_number)}: {f' {DASH} '.join(players)}"


def _of_game(text: Callable[[PairingLine], str]) -> Callable[[ShownGame], str]:
    return lambda game: "" if game.line is None else text(game.line)


_SHARED: Final[Mapping[str, TextField]] = {
    "lower-third": TextField(gettext_lazy("One line for a lower third"), _lower_third),
    "names": TextField(gettext_lazy("Both names"), _of_game(names_text)),
    "score": TextField(gettext_lazy("Result"), _of_game(score_text)),
    "round": TextField(gettext_lazy("Round"), _of_game(lambda line: str(line.round))),
    "table": TextField(gettext_lazy("Table"), _of_game(lambda line: str(line.table_number or ""))),
}

_Player = Callable[[PairingLine, int, SeatLine, StandingsLine | None], str]


def _own_score(line: PairingLine, seat: int, _player: SeatLine, _standing: StandingsLine | None) -> str:
    score = (line.first_score, line.second_score)[seat]
    return str(score) if line.state == Result.State.CONFIRMED and score is not None else ""


#: What is shown of each of the two players.
PLAYER_FIELDS: Final[Mapping[str, tuple[StrOrPromise, _Player]]] = {
    "name": (gettext_lazy("Name"), lambda _line, _seat, player, _standing: player.name),
    "score": (gettext_lazy("Score"), _own_score),
    "record": (
        gettext_lazy("Wins and losses"),
        lambda _line, _seat, _player, standing: record_text(standing) if standing else "",
    ),
    "spread": (
        gettext_lazy("Spread"),
        lambda _line, _seat, _player, standing: signed(standing.row.spread) if standing else "",
    ),
    "rating": (gettext_lazy("Rating"), lambda _line, _seat, player, _standing: str(player.rating or "")),
    "place": (
        gettext_lazy("Place"),
        lambda _line, _seat, _player, standing: str(standing.row.rank) if standing else "",
    ),
    "number": (gettext_lazy("Number"), lambda _line, _seat, player, _standing: str(player.number)),
}
#: The seats whose players have fields, with their labels.
SEATS: Final[Mapping[str, StrOrPromise]] = {
    "first": gettext_lazy("First player"),
    "second": gettext_lazy("Second player"),
}


def _of_player(seat: int, text: _Player) -> Callable[[ShownGame], str]:
    def shown(game: ShownGame) -> str:
        if game.line is None or len(game.line.seats) <= seat:
            return ""
        player = game.line.seats[seat]
        return text(game.line, seat, player, game.places.get(player.entry_id))

    return shown


#: Every text of a game by its name in addresses.
FIELDS: Final[Mapping[str, TextField]] = {
    **_SHARED,
    **{
        f"{side}-{name}": TextField(label, _of_player(seat, text))
        for seat, side in enumerate(SEATS)
        for name, (label, text) in PLAYER_FIELDS.items()
    },
}
#: The names of the fields that are of the game as a whole.
SHARED_FIELDS: Final = tuple(_SHARED)
