"""Which game comes next: for each player, and so which round is in play.

Rounds may be published ahead, and a match may have several games: the last published round is not always the one being played.
Every page that speaks of "your game" or "this round" asks here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.models import Event, Pairing, Result, Round, Seat, Submission
from tournaments.queries.rounds import PairingLine, pairing_lines


@dataclass(frozen=True, slots=True)
class NextGame:
    """A player's next game. ``waits``: the player has reported it, and has no later one to play."""

    entry: int
    pairing: int
    round: int
    division: int
    waits: bool


def next_games(event: Event) -> dict[int, NextGame]:
    """The next game of each entry; entries without one are missing. One query.

    It is the first public game without a confirmed result that the player has not reported; a player who has reported all of them
    waits, and it is the first of those.
    """
    own = Q(link__entry=OuterRef("entry")) | Q(channel=Submission.Channel.TABLE)
    reported = Exists(Submission.objects.filter(own, pairing=OuterRef("pairing")))
    seats = Seat.objects.filter(round__division__event=event, pairing__kind=Pairing.Kind.GAME)
    seats = seats.exclude(round__state=Round.State.DRAFT).exclude(pairing__result__state=Result.State.CONFIRMED)
    rows = seats.annotate(reported=reported).order_by("reported", "round__number", "pk")
    games: dict[int, NextGame] = {}
    for columns in rows.values_list("entry", "pairing", "round__number", "round__division", "reported"):
        games.setdefault(columns[0], NextGame(*columns))
    return games


def rounds_in_play(event: Event, upcoming: dict[int, NextGame] | None = None) -> dict[int, Round]:
    """The round in play of each division that has a public one, by the division's id. Three queries.

    It is the one in which most players have their next game (of equals the earlier), but never before one whose games
    are mostly decided; the last public one when all are played. ``upcoming``: the ``next_games``, where they are loaded already.
    """
    public: dict[int, dict[int, Round]] = defaultdict(dict)
    rounds = Round.objects.filter(division__event=event).exclude(state=Round.State.DRAFT)
    for round_ in rounds.select_related("division__event").order_by("division__position", "number"):
        public[round_.division_id][round_.number] = round_
    if not public:
        return {}
    numbers: dict[int, list[int]] = defaultdict(list)
    for game in (next_games(event) if upcoming is None else upcoming).values():
        numbers[game.division].append(game.round)
    decided = _mostly_decided(event) if numbers else {}
    return {
        division: rounds_of[max(in_play(numbers[division]), decided.get(division, 0))]
        if division in numbers
        else rounds_of[max(rounds_of)]
        for division, rounds_of in public.items()
    }


def _mostly_decided(event: Event) -> dict[int, int]:
    """The last public round of each division of which more than half of the games are confirmed. One query."""
    games = Pairing.objects.filter(round__division__event=event, kind=Pairing.Kind.GAME).order_by()
    confirmed = Count("pk", filter=Q(result__state=Result.State.CONFIRMED))
    counted = games.exclude(round__state=Round.State.DRAFT).values("round__division", "round__number")
    last: dict[int, int] = {}
    for row in counted.annotate(games=Count("pk"), confirmed=confirmed):
        if 2 * row["confirmed"] > row["games"]:
            division, number = row["round__division"], row["round__number"]
            last[division] = max(number, last.get(division, 0))
    return last


def in_play(numbers: Iterable[int]) -> int:
    """The round in play, from the round of each player's next game: the most frequent, of equals the earliest.

    >>> in_play([2, 2, 2, 1, 2, 3]), in_play([3, 1, 3, 1])
    (2, 1)
    """
    counted = Counter(numbers)
    return min(counted, key=lambda number: (-counted[number], number))


def tables_in_play(event: Event) -> list[tuple[Round, list[PairingLine]]]:
    """The tables at which somebody can play or report now: each division's round in play, and the tables that are behind or ahead.

    A game is ahead when it is the next one of all its players. Divisions in order, tables by round and number. Five queries.
    """
    upcoming = next_games(event)
    rounds = rounds_in_play(event, upcoming)
    next_pairings = {game.pairing for game in upcoming.values()}
    playing = Q(pairing__in=next_pairings) | Q(round__in=rounds.values(), round__state=Round.State.PUBLISHED)
    seats = Seat.objects.filter(playing, round__division__event=event, pairing__kind=Pairing.Kind.GAME)
    divisions = dict(seats.values_list("pairing", "round__division"))
    lines: dict[int, list[PairingLine]] = defaultdict(list)
    for line in pairing_lines(seats):
        division = divisions[line.pairing_id]
        if line.round <= rounds[division].number or not _too_early(line, upcoming):
            lines[division].append(line)
    return [(round_, lines[division]) for division, round_ in rounds.items() if lines[division]]


def _too_early(line: PairingLine, upcoming: dict[int, NextGame]) -> bool:
    """Whether one of the players still has an earlier game to play."""
    games = (upcoming.get(seat.entry_id) for seat in line.seats)
    return any(game is not None and not game.waits and game.round < line.round for game in games)
