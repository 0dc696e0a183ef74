"""Rows of large events, written in bulk: how they come into the database is not measured. Import it after Django is set up."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.utils import timezone

from clubs.models import Club, Player
from tournaments.models import Division, Entry, Event, Pairing, Result, Round, Seat
from tournaments.settings import DivisionSettings


def new_division(slug: str, size: int, rounds_planned: int) -> tuple[Division, list[Entry]]:
    """A division of a running event, and its entries by number."""
    club = Club.objects.create(name="Bench", slug=slug)
    event = Event.objects.create(
        club=club, name="Bench Open", slug=slug, starts_on=date(2026, 1, 1), state="running", version=1
    )
    settings = DivisionSettings(rounds_planned=rounds_planned)
    division = Division.objects.create(event=event, name="A", slug="a", settings=settings)
    players = Player.objects.bulk_create(Player(name=f"Player {n:04}", home_club=club) for n in range(1, size + 1))
    entries = Entry.objects.bulk_create(
        Entry(division=division, player=player, number=n, name=player.name) for n, player in enumerate(players, 1)
    )
    return division, entries


def add_round(
    division: Division, number: int, pairs: Sequence[tuple[int, int]], scores: Iterable[tuple[int, int]], state: str
) -> None:
    """A played round: who played whom (entry ids, first player first), and the scores."""
    round_ = Round.objects.create(division=division, number=number, state=state, published_at=timezone.now())
    tables = Pairing.objects.bulk_create(Pairing(round=round_, table_number=n) for n in range(1, len(pairs) + 1))
    Seat.objects.bulk_create(
        Seat(pairing=table, round=round_, entry_id=entry, position=position)
        for table, pair in zip(tables, pairs, strict=True)
        for position, entry in enumerate(pair, 1)
    )
    confirm(zip(tables, scores, strict=True))


def confirm(scores: Iterable[tuple[Pairing, tuple[int, int]]]) -> None:
    """Confirmed results of games."""
    now = timezone.now()
    Result.objects.bulk_create(
        Result(
            pairing=table, state="confirmed", kind="played", first_score=first, second_score=second, confirmed_at=now
        )
        for table, (first, second) in scores
    )
