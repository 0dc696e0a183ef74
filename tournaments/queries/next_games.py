"""Which game comes next: for each player, and so which round is in play.

Rounds may be published ahead, and a match may have several games: the last published round is not the one being played.
"""

from collections import Counter
from collections.abc import Iterable

from tournaments.models import Entry, Event, Pairing, Result, Round, Seat


def next_games(event: Event) -> dict[int, tuple[int, int]]:
    """The next game of each entry: its pairing and its round's number. Entries without one are missing. One query.

    It is the first public game without a confirmed result.
    """
    open_seats = Seat.objects.filter(round__division__event=event, pairing__kind=Pairing.Kind.GAME)
    open_seats = open_seats.exclude(round__state=Round.State.DRAFT).exclude(
        pairing__result__state=Result.State.CONFIRMED
    )
    rows = open_seats.order_by("round__number", "pk").values_list("entry", "pairing", "round__number")
    found: dict[int, tuple[int, int]] = {}
    for entry, pairing, number in rows:
        found.setdefault(entry, (pairing, number))
    return found


def rounds_in_play(event: Event) -> dict[int, Round]:
    """The round in play of each division that has a public one, by the division's id. Three queries.

    It is the one in which most players have their next game (of equals the earlier), and the last public one when all are played.
    """
    public: dict[int, dict[int, Round]] = {}
    rounds = Round.objects.filter(division__event=event).exclude(state=Round.State.DRAFT)
    for round_ in rounds.select_related("division__event").order_by("number"):
        public.setdefault(round_.division_id, {})[round_.number] = round_
    upcoming = next_games(event)
    divisions = dict(Entry.objects.filter(pk__in=upcoming).values_list("pk", "division")) if upcoming else {}
    numbers: dict[int, list[int]] = {}
    for entry, (_pairing, number) in upcoming.items():
        numbers.setdefault(divisions[entry], []).append(number)
    return {
        division: known[in_play(numbers[division])] if division in numbers else known[max(known)]
        for division, known in public.items()
    }


def in_play(numbers: Iterable[int]) -> int:
    """The round in play, from the round of each player's next game: the most frequent, of equals the earliest.

    >>> in_play([2, 2, 2, 1, 2, 3]), in_play([3, 1, 3, 1])
    (2, 1)
    """
    counted = Counter(numbers)
    return min(counted, key=lambda number: (-counted[number], number))
