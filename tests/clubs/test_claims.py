"""Players and accounts: by invitation, by asking, by the personal link; a family; My events and the data to take away."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from audit.models import ActionLog
from clubs.models import Player, PlayerClaim, User
from tests import factories
from tests.walk import check_refused
from tournaments.models import Division, Entry, Event, PersonalLink
from tournaments.services.entries.personal_links import give_links

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def text(answer: object) -> str:
    return str(answer.content.decode())  # type: ignore[attr-defined]


@pytest.fixture
def ada(running: Division) -> Player:
    player = Entry.objects.get(name="Ada").player
    assert player is not None
    return player


def test_an_invitation_is_used_once_by_whoever_signs_in(running: Division, director: User, ada: Player) -> None:
    slug = running.event.club.slug
    made = browser_of(director).post(f"/clubs/{slug}/players/{ada.pk}/invite/")
    found = re.search(r"(/players/invitation/\w+/)", text(made))
    assert found
    visitor = Client()
    assert "Are you Ada?" in text(visitor.get(found[1]))
    assert visitor.post(found[1]).headers["Location"].startswith("/accounts/login/")
    ann = browser_of(factories.user("ann"))
    assert ann.post(found[1]).status_code == 302
    ada.refresh_from_db()
    assert ada.user == User.objects.get(username="ann")
    assert browser_of(factories.user("bob")).post(found[1]).status_code == 404, "it works once"
    assert ActionLog.objects.filter(verb="player.claimed", after__how="invitation").count() == 1
    again = browser_of(director).post(f"/clubs/{slug}/players/{ada.pk}/invite/", follow=True)
    assert "is already linked to an account" in text(again)


def test_asking_is_answered_by_an_official_of_the_club(running: Division, director: User, ada: Player) -> None:
    slug = running.event.club.slug
    ann = browser_of(factories.user("ann"))
    assert f"/accounts/players/{ada.pk}/ask/" in text(ann.get("/accounts/players/", {"q": "ad"}))
    ann.post(f"/accounts/players/{ada.pk}/ask/", {"note": "I sit at table 1"})
    ann.post(f"/accounts/players/{ada.pk}/ask/")
    claim = PlayerClaim.objects.get()
    address = f"/clubs/{slug}/claims/{claim.pk}/"
    assert ann.post(address, {"accept": "1"}).status_code == 403
    assert "I sit at table 1" in text(browser_of(director).get(f"/clubs/{slug}/players/"))
    browser_of(director).post(address, {"refuse": "1"})
    assert Player.objects.get(pk=ada.pk).user is None
    ann.post(f"/accounts/players/{ada.pk}/ask/")
    second = PlayerClaim.objects.get(decided_at=None)
    browser_of(director).post(f"/clubs/{slug}/claims/{second.pk}/", {"accept": "1"})
    ada.refresh_from_db()
    assert ada.user == User.objects.get(username="ann")
    browser_of(director).post(f"/clubs/{slug}/players/{ada.pk}/untie/")
    assert Player.objects.get(pk=ada.pk).user is None


def test_a_family_by_personal_links_and_its_events(running: Division, ada: Player) -> None:
    give_links(running.entries.values_list("pk", flat=True))
    ann = browser_of(factories.user("ann"))
    for name in ("Ada", "Ben"):
        key = PersonalLink.live(entry__name=name).get().key
        assert f"/p/{key}/me/" in text(Client().get(f"/p/{key}/"))
        assert f"Are you {name}?" in text(ann.get(f"/p/{key}/me/"))
        assert ann.post(f"/p/{key}/me/").headers["Location"] == "/my/"
    mine = text(ann.get("/my/"))
    for words in ("Ada", "Ben", "Round 1, table 1", "My slips and results", running.event.name):
        assert words in mine
    data = json.loads(ann.get("/my/data/").content)
    assert [player["name"] for player in data["players"]] == ["Ada", "Ben"]
    assert data["players"][0]["events"][0]["results"][0]["opponents"]
    bob = browser_of(factories.user("bob"))
    key = PersonalLink.live(entry__name="Ada").get().key
    assert "already linked to another account" in text(bob.post(f"/p/{key}/me/", follow=True))
    assert Client().post("/p/no-such-key/me/").status_code == 404
    ann.post(f"/accounts/players/{ada.pk}/release/")
    names = {player["name"] for player in json.loads(ann.get("/my/data/").content)["players"]}
    assert names == {"Ben"}


def test_my_events_asks_the_same_for_one_player_and_for_three(running: Division) -> None:
    give_links(running.entries.values_list("pk", flat=True))
    ann = factories.user("ann")
    counts, browser = [], browser_of(ann)
    for names in (["Ada"], ["Ada", "Ben", "Cem"]):
        Player.objects.filter(name__in=names).update(user=ann)
        with CaptureQueriesContext(connection) as queries:
            browser.get("/my/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_my_events_begins_with_the_next_steps_of_the_events_one_directs(running: Division, director: User) -> None:
    assert "Events you direct" not in text(browser_of(factories.user("bob")).get("/my/"))
    mine = browser_of(director)
    line = factories.games(running.rounds.get(number=1))[0]
    factories.report(line.pairing_id, "first", 431, 389)
    assert "missing results of round 1" in text(mine.get("/my/"))
    factories.report(line.pairing_id, "second", 431, 390)
    page = text(mine.get("/my/"))
    settle = f"/e/{running.event.slug}/{running.slug}/rounds/1/games/{line.pairing_id}/manage/"
    assert f'href="{settle}"' in page
    assert "the reports differ" in page
    Event.objects.filter(pk=running.event.pk).update(state=Event.State.FINISHED)
    assert "Events you direct" not in text(mine.get("/my/"))


def test_the_database_refuses_half_decided_and_double_claims(running: Division, ada: Player) -> None:
    ann = factories.user("ann")
    claim = PlayerClaim.objects.create(user=ann, player=ada)
    check_refused(
        {
            "a second open one": lambda: PlayerClaim.objects.create(user=ann, player=ada),
            "accepted without a time": lambda: PlayerClaim.objects.filter(pk=claim.pk).update(accepted=True),
        }
    )


def test_a_player_of_an_account_is_neither_asked_for_nor_taken_twice(running: Division, ada: Player) -> None:
    """The owner takes the player again and nothing changes; somebody else who asks is sent to the club."""
    give_links(running.entries.values_list("pk", flat=True))
    key = PersonalLink.live(entry__name="Ada").get().key
    ann, bob = browser_of(factories.user("ann")), browser_of(factories.user("bob"))
    for _time in range(2):
        assert ann.post(f"/p/{key}/me/").headers["Location"] == "/my/"
    assert ActionLog.objects.filter(verb="player.claimed").count() == 1
    answer = bob.post(f"/accounts/players/{ada.pk}/ask/", follow=True)
    assert "already linked to another account" in text(answer)
    assert not PlayerClaim.objects.exists()


def test_a_second_invitation_ends_the_first(running: Division, director: User, ada: Player) -> None:
    desk = browser_of(director)
    address = f"/clubs/{running.event.club.slug}/players/{ada.pk}/invite/"
    first, second = (re.findall(r"/players/invitation/\w+/", text(desk.post(address)))[0] for _time in range(2))
    assert [Client().get(link).status_code for link in (first, second)] == [404, 200]


def test_an_answer_to_a_request_stays_and_an_account_is_unlinked_once(
    running: Division, director: User, ada: Player
) -> None:
    """The button pressed again on an old page changes nothing and writes no second line into the log."""
    slug, desk = running.event.club.slug, browser_of(director)
    browser_of(factories.user("ann")).post(f"/accounts/players/{ada.pk}/ask/")
    address = f"/clubs/{slug}/claims/{PlayerClaim.objects.get().pk}/"
    for answer in ("accept", "refuse"):
        desk.post(address, {answer: "1"})
    assert PlayerClaim.objects.get().accepted is True
    assert Player.objects.get(pk=ada.pk).user == User.objects.get(username="ann")
    for _time in range(2):
        assert desk.post(f"/clubs/{slug}/players/{ada.pk}/untie/").status_code == 302
    verbs = ActionLog.objects.filter(verb__startswith="player.").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["player.claim_accepted", "player.claimed", "player.released"]
