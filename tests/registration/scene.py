"""An announced event with two divisions whose registration is open, and people who send its form."""

import re
import time
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.test import Client

from clubs.models import Club, User
from limits.forms import stamp
from registration.inputs import PlacesInput, SettingsInput
from registration.models import Registration, RegistrationGroup
from registration.services.desk import save_settings
from registration.services.notices import page_of
from tests import factories
from tournaments.models import Division, Event
from tournaments.services.events.events import add_division


@dataclass
class Scene:
    """The event with its divisions A and B."""

    director: User
    event: Event
    a: Division
    b: Division

    def opened(self, capacity: int | None = 2, other: int | None = 2, **values: Any) -> "Scene":
        """With registration open (unless ``is_open`` is False) and these places in A and B."""
        of_a = ("rating_min", "rating_max", "fee", "classes")
        places = {name: values.pop(name) for name in of_a if name in values}
        data = SettingsInput(
            places=(
                PlacesInput(division_id=self.a.pk, capacity=capacity, **places),
                PlacesInput(division_id=self.b.pk, capacity=other),
            ),
            **{"is_open": True, **values},
        )
        save_settings(actor=self.director, event=self.event, data=data)
        return self

    def send(self, *names: str, extra: dict[str, str] | None = None, **more: str) -> Any:
        """The answer to the form for these people in division A; ``extra``: fields whose names are no Python names."""
        form = {"people": str(len(names)), "client_token": str(uuid4()), "shown": stamp(time.time() - 60)}
        for index, name in enumerate(names):
            form |= {f"p{index}-name": name, f"p{index}-division": str(self.a.pk)}
        return Client().post(f"/e/{self.event.slug}/register/", form | more | (extra or {}))

    def sent(self, *names: str, **more: Any) -> list[Registration]:
        """The registrations of these people, just sent."""
        answer = self.send(*names, **more)
        assert answer.status_code == 302, problems(answer)
        group = RegistrationGroup.objects.order_by("-pk")[0]
        return list(group.registrations.order_by("pk"))

    def act(self, one: Registration, what: str) -> Any:
        """The answer to a button of the person's own page."""
        return Client().post(page_of(one.group), {"do": what, "person": str(one.pk)})

    def desk(self, what: str, *people: Registration, reason: str = "", official: Client | None = None) -> None:
        """A button of the desk, for ticked people; ``official``: a director's browser that is open already."""
        form = {"do": what, "person": [str(one.pk) for one in people], "reason": reason}
        (official or self.official).post(f"/e/{self.event.slug}/manage/registration/", form)

    def on(self, one: Registration, what: str, **more: Any) -> str:
        """A button of the director's page of one person; the page after it."""
        address = f"/e/{self.event.slug}/manage/registration/{one.pk}/"
        return self.official.post(address, {"do": what, "person": str(one.pk), **more}, follow=True).content.decode()

    @property
    def official(self) -> Client:
        """The director's browser."""
        client = Client()
        client.force_login(self.director)
        return client

    def states(self) -> dict[str, str]:
        """The state of everybody by name."""
        rows = Registration.objects.filter(division__event=self.event).order_by("created_at", "pk")
        return {row.name: str(row.state) for row in rows}


def problems(answer: Any) -> str:
    """What a form's answer complains about."""
    page = answer.content.decode()
    return " ".join(re.findall(r'class="errorlist[^>]*>(.*?)</ul>', page, re.DOTALL)) or page[-500:]


def make(of: Club | None = None, director: User | None = None) -> Scene:
    """The event, public, in preparation; of a club and a director of its own where none are given."""
    director = director or factories.user("director")
    a = factories.division(of or factories.club(director), director, rounds_planned=4)
    b = add_division(actor=director, event=a.event, data=factories.division_data(name="B", rounds_planned=4))
    Event.objects.filter(pk=a.event_id).update(visibility=Event.Visibility.PUBLIC)
    event = Event.objects.select_related("club").get(pk=a.event_id)
    return Scene(director, event, a, b)
