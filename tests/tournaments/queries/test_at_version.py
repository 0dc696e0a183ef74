"""What is made once for each public version of an event."""

import pytest

from tests.tournaments.scenes.rows import make_scene
from tournaments.models import Event
from tournaments.queries.at_version import at_version

pytestmark = pytest.mark.django_db


def made(event: Event, name: str, value: str) -> str:
    return at_version(event, name, lambda: value)


def test_each_version_and_each_name_is_made_once() -> None:
    event = make_scene().event
    assert [made(event, "about", "first"), made(event, "about", "second")] == ["first", "first"]
    assert made(event, "plan", "another name") == "another name"
    event.version += 1
    assert [made(event, "about", "third"), made(event, "about", "fourth")] == ["third", "third"]
    assert made(make_scene("autumn").event, "about", "another event") == "another event"


def test_of_an_event_in_preparation_it_is_made_each_time() -> None:
    event = make_scene(rounds=0, state=Event.State.DRAFT).event
    assert [made(event, "about", "first"), made(event, "about", "second")] == ["first", "second"]
