"""An event whose players ask on their own pages to be told, and a director who acts on the pages."""

import re
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from clubs.models import User
from limits.forms import stamp
from messaging.kinds import TOPICS
from registration.models import Registration
from registration.services.places import end_all_offers
from tests import factories
from tests.registration import scene as registering
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Entry, Pairing, PersonalLink, Round
from tournaments.services.entries.personal_links import key_of
from tournaments.services.results.results import rule_result
from tournaments.services.rounds import rolling
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

DIRECTOR = "settles@players.example"
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

    def ask_as_director(self, *topics: str) -> Any:
        """The answer to “Tell me” of the director's account."""
        return self.official.post("/my/tell/", {"do": "mail", "email": DIRECTOR, "topics": topics})

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
    """The email address of a player."""
    return f"{name.lower().replace(' ', '.')}@players.example"


def happen(scene: Scene) -> None:
    """Everything happens at the event that its players can be told."""
    published = scene.publish()
    factories.run_jobs()
    scene.take_back(published)
    factories.run_jobs()
    table = Pairing.objects.get(round=published, seats__entry=scene.entries["Ada"])
    Pairing.objects.filter(pk=table.pk).update(table_number=90)
    scene.publish_again(published)
    factories.run_jobs()
    factories.report(table, "first", 400, 350)
    factories.report(table, "second", 400, 360)
    scene.official.post(f"{scene.manage}check-in/set-up/", {"self_open": "on"})
    scene.official.post(f"{scene.manage}news/", {"text": "Lunch is at one."})
    factories.run_jobs()
    for game in Pairing.objects.filter(round=published, kind="game"):
        data = RulingInput(result=ResultInput(first_score=400, second_score=350), reason="settled")
        rule_result(actor=scene.director, pairing_id=game.pk, data=data)
    factories.change(scene.division, rolling=True)
    both = [scene.entries[name].pk for name in ("Ada", "Ben")]
    rolling.join(actor=scene.director, division=scene.division, entries=both)
    rolling.pair_two(actor=scene.director, division=scene.division, entries=both)
    factories.run_jobs()
    factories.change(scene.division, rolling=False)


def register_and_wait(scene: Scene, language: str, to: str) -> None:
    """Everything happens that those who registered can be told, to people who read this language."""
    desk = registering.make(scene.division.event.club, scene.director).opened(capacity=1, offer_hours=0)

    def send(name: str) -> Registration:
        form = {"client_token": str(uuid4()), "people": "1", "shown": stamp(time.time() - 60), "email": to}
        form |= {"p0-name": name, "p0-division": str(desk.a.pk)}
        answer = Client(headers={"accept-language": language}).post(f"/e/{desk.event.slug}/register/", form)
        assert answer.status_code == 302, registering.problems(answer)
        return Registration.objects.get(name=name)

    entered, promoted, offered = send("Guest One"), send("Guest Two"), send("Guest Three")
    desk.act(entered, "cancel")
    desk.desk("confirm")
    desk.opened(capacity=1, offer_hours=4)
    desk.act(promoted, "cancel")
    Registration.objects.filter(pk=offered.pk).update(offered_until=timezone.now() - timedelta(hours=1))
    end_all_offers()
    desk.opened(capacity=4, approval=True)
    corrected, refused = send("Guest Four"), send("Guest Five")
    desk.on(corrected, "send_back", fields_marked=["name"], message="Your full name, please.")
    desk.desk("accept", corrected)
    desk.desk("refuse", refused, reason="Another time.")
    factories.run_jobs()
