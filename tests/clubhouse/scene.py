"""A club with played events, and its director's browser."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.test import Client

from clubhouse.services.archive import import_archive
from clubs.models import Club, Player, User
from tournaments.models import Event

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

TODAY = date(2026, 6, 1)


@dataclass(frozen=True)
class Clubhouse:
    """The club, its director, and the director's browser."""

    club: Club
    director: User
    client: Client

    def get(self, page: str = "", who: Client | None = None) -> str:
        """A page of the club as HTML."""
        return (who or self.client).get(f"/clubs/{self.club.slug}/{page}").content.decode()

    def post(self, page: str, **form: object) -> "Page":
        """The answer to a form of the club."""
        return self.client.post(f"/clubs/{self.club.slug}/{page}", form)

    def played(self, text: str) -> list[Event]:
        """Old results as events."""
        return import_archive(actor=self.director, club=self.club, text=text, today=TODAY)

    def player(self, name: str) -> Player:
        """The club's player of this name."""
        return Player.objects.get(home_club=self.club, name=name)


def clubhouse(club: Club, director: User) -> Clubhouse:
    """A signed-in director's."""
    client = Client()
    client.force_login(director)
    return Clubhouse(club, director, client)
