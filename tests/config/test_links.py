"""Whoever looks at the demo finds no link or button that leads nowhere: a walk as everybody, over all kinds of pages."""

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from clubs.models import Club, Role, User
from clubs.services import set_member
from core import guides
from tests.crawl import Walk
from tests.harness import prepared
from tests.harness.deep import DEEP
from tests.harness.reading import Reading
from tests.walk import quiet
from tournaments.models import Division, Event, Pairing, PersonalLink, Result, SlipLink
from tournaments.services.entries.personal_links import key_of
from tournaments.services.hall.kiosk import open_kiosk
from tournaments.services.hall.table_cards import make_cards
from tournaments.services.judging.tablets import open_judge
from tournaments.services.results.slips import slip_key


@pytest.fixture
def demo(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    settings: Settings,
    tmp_path: Path,
) -> Iterator[None]:
    """The demo's site, and in it what a director opens in a day: kiosk, judge tablet, table cards."""
    site = prepared.demo_site()
    path = shutil.copyfile(site / "wordhall.sqlite3", tmp_path / "demo.sqlite3")
    settings.WORDHALL_DATA = site
    settings.SECRET_KEY = (site / "secret_key").read_text().strip()
    values = django_settings.DATABASES["default"]
    before = values["NAME"]
    with django_db_blocker.unblock():
        connection.close()
        values["NAME"] = connection.settings_dict["NAME"] = str(path)
        _open_what_a_day_needs()
        yield
        connection.close()
        values["NAME"] = connection.settings_dict["NAME"] = before


def _open_what_a_day_needs() -> None:
    director = User.objects.get(username="director")
    event = Event.objects.get(slug="lighthouse-open")
    division = event.divisions.get(slug="a")
    open_kiosk(actor=director, event_id=event.pk)
    open_judge(actor=director, division=division)
    make_cards(actor=director, event_id=event.pk, tables=[1, 2])


def _people() -> dict[str, User | None]:
    """A person for each role, the one who owns the site, and a visitor."""
    club = Club.objects.get(slug="harbour")
    director = User.objects.get(username="director")
    people: dict[str, User | None] = {"visitor": None}
    for role in Role.values:
        user = User.objects.create_user(f"a-{role}")
        set_member(actor=director, club=club, username=user.username, role=role)
        people[role] = user
    return {**people, "superuser": User.objects.create_superuser("a-owner")}


def _slips() -> list[str]:
    """The address of one slip for each state that a result can be in."""
    found: dict[str, str] = {}
    games = Pairing.objects.filter(kind=Pairing.Kind.GAME).exclude(round__state="draft").order_by("-pk")
    states = dict(Result.objects.values_list("pairing_id", "state"))
    printed = SlipLink.objects.filter(ended_at=None, pairing__round__division__event__table_links=True)
    links = {link.pairing_id: link for link in printed}
    for game in games:
        if game.pk in links:
            found.setdefault(states.get(game.pk, ""), f"/s/{slip_key(links[game.pk])}/")
    return list(found.values())


def _own_pages() -> list[str]:
    """The page of one player of each event."""
    links = PersonalLink.objects.filter(ended_at=None).select_related("entry__division").order_by("pk")
    return list({link.entry.division.event_id: f"/p/{key_of(link)}/" for link in links}.values())


@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.scaled
def test_no_link_and_no_button_leads_nowhere(demo: None) -> None:
    faults, visited = [], {}
    said: dict[str, set[str]] = {}
    people = _people()
    # In the suite one page of each kind is enough, and one button that leads to each, looked at by the director, who sees most. A visitor
    # looks at the first pages, at slips and the players' own pages, and at the kinds that the director did not come to.
    kinds: Counter[tuple[object, ...]] = Counter()
    for who in people if DEEP else ("director", "visitor"):
        user = people[who]
        client = Client(raise_request_exception=False)
        if user is not None:
            client.force_login(user)
        walk = Walk(client) if DEEP else Walk(client, apart=frozenset({"form"}), kinds=kinds, brief=True)
        with quiet():
            walk.run(["/", "/ratings/", "/e/lighthouse-open/", *(_slips() + _own_pages() if user is None else [])])
        visited[who] = (walk.opened, walk.sent)
        said[who] = walk.said
        faults += [f"{who}: {fault}" for fault in walk.faults]
    assert not faults, "\n".join(["", *faults])
    assert visited["director"] > visited["visitor"]
    named = set(guides.LABEL.findall(guides.source_of("directors", "en")[1]))
    assert sorted(named - said["director"]) == [], "what the directors' guide names and no page of a director's has"


@pytest.mark.django_db
def test_the_walk_finds_what_leads_nowhere(running: Division) -> None:
    """A page that is not there, and a promise without a form."""
    walk = Walk(Client())
    walk.run(["/e/nowhere/"])
    assert walk.faults == [": “” → /e/nowhere/: 404"]
    promised = Walk(Client())
    address = f"/e/{running.event.slug}/{running.slug}/standings/"
    promised.look_for_form(address, "/", "Change result table 1", Reading("<main><form method='get'></form></main>"))
    promised.look_for_form(address, "/", "Change result table 1", Reading("<main><form method='post'></form></main>"))
    promised.look_for_form(address, "/", "Standings", Reading("<main></main>"))
    assert promised.faults == [f"/: “Change result table 1” → {address}: a page without its form"]
