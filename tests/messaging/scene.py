"""An event whose players ask on their own pages to be told, and a director who acts on the pages."""

import re
from dataclasses import dataclass
from typing import Any

from django.test import Client

from clubs.models import User
from messaging.kinds import TOPICS
from tests import factories
from tournaments.models import Division, Entry, PersonalLink, Round
from tournaments.services.entries.personal_links import key_of
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

EVERYTHING = tuple(topic.value for topic in TOPICS)


@dataclass
class Scene:
    """A division with its players by name."""

    division: Division
    director: User
    entries: dict[str, Entry]

    @classmethod
    def of(cls, division: Division, director: User) -> "Scene":
        """Six players, none of whom has asked for anything."""
        made = factories.entries(division, director, 6)
        return cls(division, director, {entry.name: entry for entry in made})

    def own(self, name: str) -> str:
        """The path of the player's own page."""
        return f"/p/{key_of(PersonalLink.live(entry=self.entries[name]).get())}/"

    def ask(self, name: str, *topics: str, language: str = "en") -> Any:
        """The answer to “Tell me” of this player, with an address made of the name."""
        form = {"do": "mail", "email": mail_of(name), "topics": topics or EVERYTHING}
        return Client(headers={"accept-language": language}).post(f"{self.own(name)}tell/", form)

    @property
    def official(self) -> Client:
        """The director's browser."""
        client = Client()
        client.force_login(self.director)
        return client

    @property
    def manage(self) -> str:
        """Where the director's pages of the event begin."""
        return f"/e/{self.division.event.slug}/manage/"

    def publish(self, number: int = 1) -> Round:
        """A round, drafted and published."""
        return factories.publish(self.division, self.director, number)

    def publish_again(self, round_: Round) -> None:
        """The draft of a round that was unpublished, as it is now."""
        round_.refresh_from_db()
        publish_round(actor=self.director, round_id=round_.pk, expected_version=round_.version)

    def draft(self, number: int = 1) -> Round:
        """A draft."""
        return draft_round(actor=self.director, division=self.division, number=number)

    def take_back(self, round_: Round) -> None:
        """The round, taken back on its page."""
        round_.refresh_from_db()
        address = f"/e/{self.division.event.slug}/{self.division.slug}/rounds/{round_.number}/unpublish/"
        page = self.official.get(address).content.decode()
        fields = dict(re.findall(r'name="(\w+)" value="(\d+)"', page))
        answer = self.official.post(address, fields | {"reason": "a mistake"})
        assert answer.status_code == 302, answer.content.decode()[-500:]


def mail_of(name: str) -> str:
    """The e-mail address of a player."""
    return f"{name.lower().replace(' ', '.')}@players.example"
