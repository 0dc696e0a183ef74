"""A small event made of rows: a field of players, published rounds, confirmed results."""

from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from clubs.models import Club, Membership, Player, Role, User
from tournaments.models import Division, Entry, Event, Pairing, Result, Round, Seat
from tournaments.services.entries.personal_links import give_links
from tournaments.settings import DivisionSettings

NAMES = ["Ada Byron", "Bruno Katz", "Chiyo Mori", "Dev Patel", "Emily Stone", "Farid Haddad", "Gita Shah", "Hugo Lind"]


@dataclass(frozen=True)
class Scene:
    """The event's rows, for tests to look at and to change."""

    club: Club
    director: User
    event: Event
    division: Division
    entries: list[Entry]


def make_scene(slug: str = "spring", *, players: int = 4, rounds: int = 2, state: str = Event.State.RUNNING) -> Scene:
    """An event with ``rounds`` published rounds: player i meets player i+1, all results confirmed."""
    club = Club.objects.create(name=f"Club {slug}", slug=f"club-{slug}")
    director = User.objects.create_user(f"director-{slug}", password="pass")
    Membership.objects.create(user=director, club=club, role=Role.DIRECTOR)
    event = Event.objects.create(
        club=club,
        name="Spring Open",
        slug=slug,
        starts_on=date(2030, 3, 2),
        state=state,
        version=1,
        table_links=True,
    )
    division = Division.objects.create(
        event=event, name="A", slug="a", settings=DivisionSettings(rounds_planned=max(rounds, 1), max_repeats=0)
    )
    entries = [_entry(division, number) for number in range(1, players + 1)]
    give_links(entry.pk for entry in entries)
    for number in range(1, rounds + 1):
        add_round(division, entries, number)
    return Scene(club, director, event, division, entries)


def _entry(division: Division, number: int) -> Entry:
    name = NAMES[number - 1] if number <= len(NAMES) else f"Player {number}"
    player = Player.objects.create(name=name, home_club=division.event.club)
    return Entry.objects.create(division=division, player=player, number=number, name=name, rating=1600 - number)


def add_round(
    division: Division, entries: list[Entry], number: int, *, state: str = Round.State.PUBLISHED, confirmed: bool = True
) -> Round:
    """Neighbours meet in round ``number``; the last of an odd field has the bye."""
    round_ = Round.objects.create(division=division, number=number, state=state, published_at=timezone.now())
    for index in range(0, len(entries) - 1, 2):
        pairing = Pairing.objects.create(round=round_, table_number=index // 2 + 1)
        for position, entry in enumerate(entries[index : index + 2], start=1):
            Seat.objects.create(pairing=pairing, round=round_, entry=entry, position=position)
        if confirmed:
            confirm(pairing, 400 + index, 380)
    if len(entries) % 2:
        bye = Pairing.objects.create(round=round_, kind=Pairing.Kind.BYE)
        Seat.objects.create(pairing=bye, round=round_, entry=entries[-1], position=1)
        Result.objects.create(pairing=bye, state=Result.State.CONFIRMED, kind="bye", confirmed_at=timezone.now())
    return round_


def confirm(pairing: Pairing, first: int, second: int) -> Result:
    """A confirmed result."""
    return Result.objects.create(
        pairing=pairing,
        state=Result.State.CONFIRMED,
        kind="played",
        first_score=first,
        second_score=second,
        confirmed_at=timezone.now(),
    )
