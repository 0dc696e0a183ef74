"""What other programs read of a club and its events: feed, calendar, structured data."""

import json
import re
from datetime import UTC, date, datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from icalendar import Calendar
from pytest_django import Settings

from messaging.services.news import post_news
from tests import factories
from tests.messaging.scene import Scene
from tournaments.models import Event, ScheduleItem
from tournaments.services.events.events import finish_event

pytestmark = pytest.mark.django_db
SITE = "https://wordhall.example.org"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> None:
    settings.SITE_URL = SITE


def entries(path: str) -> list[tuple[str, str]]:
    """Title and link of each entry of a feed, the newest first."""
    answer = Client().get(path)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.content)
    numbers = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(set(numbers)) == len(numbers)
    return [
        (entry.findtext(f"{ATOM}title") or "", entry.find(f"{ATOM}link").attrib["href"])  # type: ignore[union-attr]
        for entry in feed.iter(f"{ATOM}entry")
    ]


def test_the_feed_follows_an_event_from_its_announcement_to_its_results(scene: Scene) -> None:
    event = scene.division.event
    path, page = f"/clubs/{event.club.slug}/feed.atom", f"{SITE}/e/{event.slug}/"
    assert entries(path) == [], "in preparation"
    round_ = scene.publish()
    post_news(actor=scene.director, event=event, text="Lunch <at> one & two.")
    few = factories.queries(lambda: entries(path))
    assert entries(path) == [
        ("Spring Open: Lunch <at> one & two.", f"{page}#news"),
        ("Spring Open: round 1 of A is published", f"{page}{scene.division.slug}/rounds/1/"),
        ("Spring Open", page),
    ]
    club_page = Client().get(f"/clubs/{event.club.slug}/").content.decode()
    assert f'<link rel="alternate" type="application/atom+xml" href="{path}"' in club_page
    assert f'<a href="{path}">' in club_page
    factories.play(round_)
    post_news(actor=scene.director, event=event, text="Coffee.")
    assert factories.queries(lambda: entries(path)) == few
    finish_event(actor=scene.director, event=event)
    (newest, *_rest) = entries(path)
    assert newest == ("Spring Open: final results", page)
    assert "A: Ada" in Client().get(path).content.decode()
    Event.objects.update(visibility=Event.Visibility.UNLISTED)
    assert entries(path) == []


def calendar(path: str) -> list[Any]:
    """The entries of a calendar."""
    return list(Calendar.from_ical(Client().get(path).content).walk("VEVENT"))


def test_an_events_calendar_has_its_schedule(scene: Scene) -> None:
    event = scene.division.event
    path = f"/e/{event.slug}/calendar.ics"
    assert Client().get(path).status_code == 404, "in preparation"
    scene.publish()
    Event.objects.update(place="Town Hall, 1 High Street", time_zone="Europe/London")
    (whole,) = calendar(path)
    assert whole["dtstart"].dt == event.starts_on
    for minute, fields in ((0, {"round_number": 1}), (50, {"title": "Lunch"}), (110, {"round_number": 2})):
        at = datetime(2026, 5, 2, 9 + minute // 60, minute % 60, tzinfo=UTC)
        ScheduleItem.objects.create(event=event, starts_at=at, minutes=45, **fields)
    whole, *lines = calendar(path)
    assert [str(line["summary"]) for line in lines] == [
        f"{what} · Spring Open" for what in ("Round 1", "Lunch", "Round 2")
    ]
    assert lines[0]["dtstart"].dt.isoformat() == "2026-05-02T10:00:00+01:00"
    assert (whole["dtstart"].dt, whole["dtend"].dt.isoformat()) == (lines[0]["dtstart"].dt, "2026-05-02T12:35:00+01:00")
    assert str(lines[0]["location"]) == "Town Hall, 1 High Street"
    event_page = Client().get(f"/e/{event.slug}/").content.decode()
    assert f'<link rel="alternate" type="text/calendar" href="{path}"' in event_page
    assert f'href="{path}" rel="nofollow">Add to calendar' in event_page


def structured(event: Event) -> list[dict[str, object]]:
    """The structured data of the event's page."""
    page = Client().get(f"/e/{event.slug}/").content.decode()
    return [
        json.loads(found) for found in re.findall('<script type="application/ld[+]json">(.*?)</script>', page, re.S)
    ]


def test_search_engines_read_the_event_from_its_page(scene: Scene) -> None:
    """The properties that schema.org and the search engines ask of an Event; a name cannot end the element."""
    event = scene.division.event
    scene.publish()
    Event.objects.update(name="</script><b>Open & more", starts_on=date(2026, 5, 2), place="Town Hall", version=7)
    (data,) = structured(event)
    assert data == {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": "</script><b>Open & more",
        "url": f"{SITE}/e/{event.slug}/",
        "startDate": "2026-05-02",
        "endDate": "2026-05-02",
        "eventStatus": "https://schema.org/EventScheduled",
        "organizer": {"@type": "Organization", "name": "Harbour", "url": f"{SITE}/clubs/harbour/"},
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "location": {"@type": "Place", "name": "Town Hall", "address": "Town Hall"},
    }
    at = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)
    ScheduleItem.objects.create(event=event, starts_at=at, minutes=45, round_number=1)
    Event.objects.update(version=8)
    (data,) = structured(event)
    assert (data["startDate"], data["endDate"]) == ("2026-05-02T09:00:00+00:00", "2026-05-02T09:45:00+00:00")
    Event.objects.update(visibility=Event.Visibility.UNLISTED, version=9)
    assert structured(event) == []
