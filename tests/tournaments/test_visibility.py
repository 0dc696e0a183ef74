"""Who may see an event follows one rule at every address: its pages, the API, lists and the page cache."""

import pytest
from django.test import Client
from django.utils.timezone import localdate

from clubs.access import EVERYBODY, Needs
from clubs.models import User
from tests.architecture.test_access_map import ADDRESSES, AS_NOBODY, INSTEAD, OF_EVENT, PAGES, address_of
from tests.harness.deep import DEEP
from tests.tournaments.api.test_access import Scene, scene
from tests.walk import undone
from tournaments.models import Event
from tournaments.queries.events import public_version
from tournaments.services.events.announcement import event_key, replace_event_link

__all__ = ["scene"]
pytestmark = [pytest.mark.django_db, pytest.mark.scaled]

VISITORS = ("anonymous", "outsider", "member", "link", "director")
#: Visibility → who sees the event at its addresses, and who finds it in lists.
RULE: dict[str, tuple[set[str], set[str]]] = {
    "draft": ({"director"}, {"director"}),
    "unlisted": (set(VISITORS), {"director"}),
    "link": ({"link", "director"}, {"director"}),
    "members": ({"member", "director"}, {"member", "director"}),
    "public": (set(VISITORS), set(VISITORS)),
}
STATES = ("draft", "running", "finished")
#: An address, and what somebody is answered who sees the event.
Page = tuple[str, int]


def browser(scene: Scene, who: str, key: str) -> Client:
    """A visitor's browser; that of ``link`` has opened the private link."""
    client = Client()
    if who in scene.people:
        client.force_login(scene.people[who])
    if who == "link":
        client.get(f"/i/{key}/")
    return client


@pytest.mark.long
def test_every_address_of_an_event_follows_its_visibility(scene: Scene, director: User) -> None:
    event = scene.division.event
    replace_event_link(actor=director, event=event)
    pages = [
        (address_of(scene, name), INSTEAD.get(name, 200))
        for name, methods in PAGES.items()
        if OF_EVENT in str(ADDRESSES[name].pattern) and methods.get("GET") == Needs(EVERYBODY) and name not in AS_NOBODY
    ]
    assert len(pages) > 15
    link = f'href="/e/{event.slug}/"'
    # Where the event itself is, and the lists in which these words say that it is there.
    places = (
        (f"/e/{event.slug}/", ""),
        (f"/api/v1/events/{event.slug}/", ""),
        ("/", link),
        (f"/clubs/{event.club.slug}/", link),
        ("/api/v1/events/", event.slug),
    )
    Event.objects.filter(pk=event.pk).update(visibility="link")
    browsers = {who: browser(scene, who, event_key(event)) for who in VISITORS}
    wrong: list[tuple[object, ...]] = []
    for turn, (visibility, (seen_by, listed_for)) in enumerate(RULE.items()):
        # In the suite one of the other stages, in turn.
        for state in STATES if DEEP else ("running", STATES[turn % 2 * 2]):
            with undone():
                Event.objects.filter(pk=event.pk).update(visibility=visibility, state=state, starts_on=localdate())
                assert (public_version(event.slug) is not None) == ("anonymous" in seen_by), (visibility, state)
                for number, (who, client) in enumerate(browsers.items()):
                    for address, status in shared_out(pages, who, turn) if state == "running" else []:
                        if (answer := client.get(address).status_code) != (status if who in seen_by else 404):
                            wrong.append((visibility, state, who, address, answer))
                    for place, (address, words) in enumerate(places):
                        # In the suite a third of the visitors look at each of these places in either stage, in turn.
                        if not DEEP and (number + place + turn) % 3 != (state == "running"):
                            continue
                        # Private links are for pages.
                        if address.startswith("/api/") and who == "link":
                            continue
                        page = client.get(address)
                        found = page.status_code == 200 and words in page.content.decode()
                        if found != (who in (listed_for if words else seen_by)) or page.status_code not in {200, 404}:
                            wrong.append((visibility, state, who, address, page.status_code))
    assert not wrong


def shared_out(pages: list[Page], who: str, turn: int) -> list[Page]:
    """The pages that a visitor looks at under one visibility.

    The rule is read in one place: so in the suite each address is looked at under one visibility, once by somebody who sees the event,
    and once by somebody who does not, if there is one.
    """
    if DEEP:
        return pages
    seen_by = list(RULE.values())[turn][0]
    alike = [one for one in VISITORS if (one in seen_by) == (who in seen_by)]
    return pages[turn :: len(RULE)][alike.index(who) :: len(alike)]


def test_a_link_that_was_replaced_opens_nothing(scene: Scene, director: User) -> None:
    event = scene.division.event
    replace_event_link(actor=director, event=event)
    old = event_key(event)
    Event.objects.filter(pk=event.pk).update(visibility="link")
    with_old = browser(scene, "link", old)
    assert with_old.get(f"/e/{event.slug}/").status_code == 200
    replace_event_link(actor=director, event=event)
    assert Client().get(f"/i/{old}/").status_code == 404
    assert Client().get(f"/i/{event_key(event)}/").url == f"/e/{event.slug}/"  # type: ignore[attr-defined]  # a redirect


def test_a_stored_page_is_not_sent_once_the_event_is_private(scene: Scene, director: User) -> None:
    """The director's form raises the version, and who may not see the event gets no stored page of it."""
    event = scene.division.event
    address = f"/e/{event.slug}/"
    assert Client().get(address).status_code == 200
    official = browser(scene, "director", "")
    form = {
        "visibility": "members",
        "about": "# Venue",
        "place": "Hall",
        "map_url": "https://example.org/m",
        "fees": "5",
    }
    assert official.post(f"{address}manage/announcement/", form).status_code == 302
    assert Client().get(address).status_code == 404
    member = browser(scene, "member", "").get(address).content.decode()
    assert "<h3>Venue</h3>" in member
    assert 'href="https://example.org/m"' in member
    bad = official.post(f"{address}manage/announcement/", form | {"map_url": "javascript:alert(1)"})
    assert bad.status_code == 422
    bad = official.post(f"{address}manage/announcement/", form | {"time_zone": "Mars/Base"})
    assert bad.status_code == 422
    assert "is not a time zone" in bad.content.decode()
