"""Roles in one event: given for it alone, and a scorer of some tables enters those, on every way in."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from audit.models import ActionLog
from clubs.models import Role, User
from clubs.role_services import TermInput, end_role, give_role
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_running_hall, text
from tests.walk import check_refused, visitor
from tournaments.models import Event, EventGrant, EventRoleLink, Pairing, Result
from tournaments.permissions import visible_events
from tournaments.services.events.copies import make_test_copy
from tournaments.services.events.roles import EventPlace

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def hall() -> Hall:
    return make_running_hall(players=7)


def given(hall: Hall, name: str = "bo", **term: Any) -> User:
    """A new user with a role in the event."""
    user = factories.user(name)
    place = EventPlace(hall.scene.event)
    give_role(actor=hall.scene.director, place=place, username=name, term=TermInput(**{"role": "scorer", **term}))
    return user


def page_of(hall: Hall) -> str:
    return reverse("tournaments:roles", args=[hall.scene.event.slug])


OTHERS = "You enter the results for tables 1-2. Table 3 is for another scorer or the director."


def test_a_scorer_of_some_tables_enters_those_and_is_told_so_at_any_other(hall: Hall) -> None:
    desk = visitor(given(hall, tables="1-2"))
    second, third = hall.games()[1], hall.games()[2]
    board = desk.get(hall.url("manage_round", 1))
    assert "You enter the results for tables 1-2." in text(board)
    assert hall.url("enter_scores", 1, second.pk) in text(board)
    assert hall.url("enter_scores", 1, third.pk) not in text(board), "no field leads to a refusal"
    for game, status in ((second, 302), (third, 422)):
        first, other = hall.numbers(game)
        fields = {"first_score": "400", "second_score": "300", "client_token": f"scores-{game.pk}"}
        line = {"line": f"{first} 400 {other} 300", "client_token": f"l{game.pk}"}
        answers = {
            "scores": desk.post(hall.url("enter_scores", 1, game.pk), fields),
            "line": desk.post(hall.url("enter_line", 1), line),
        }
        for way, answer in answers.items():
            assert answer.status_code == status, (way, game.table_number, text(answer)[:200])
            assert status == 302 or OTHERS in text(answer), way
        assert Result.objects.filter(pairing=game).exists() == (game == second)
    first, other = hall.numbers(third)
    line = {"line": f"{first} 400 {other} 300", "client_token": "queue-3"}
    queued = desk.post(hall.url("queued_line", 1), line, headers={"Accept": "application/json"})
    assert (queued.status_code, queued.json()["said"]) == (422, OTHERS)
    visitor(hall.scene.director).post(hall.url("enter_line", 1), line | {"client_token": "director-3"})
    other_result = {"line": f"{first} 401 {other} 300", "client_token": "line-3"}
    refused = text(desk.post(hall.url("enter_line", 1), other_result))
    assert OTHERS in refused
    assert "type “!”" not in refused, "no way is offered that is not open to them"


def test_the_api_keeps_to_the_tables_too(hall: Hall) -> None:
    api = as_user(given(hall, tables="1-2"))
    for game, status in zip(hall.games(), (201, 201, 403), strict=True):
        body = {"client_token": f"api-{game.pk}", "first_score": 410, "second_score": 390}
        answer = api.post(f"events/{hall.scene.event.slug}/pairings/{game.pk}/submissions/", body, expect=status)
        if status == 403:
            assert (answer["type"], answer["detail"]) == ("other_table", OTHERS)


def test_roles_over_http(hall: Hall) -> None:
    api, event = as_user(hall.scene.director), hall.scene.event
    factories.user("bo")
    for at, extra in ((f"events/{event.slug}/roles/", set()), (f"clubs/{event.club.slug}/roles/", {"director"})):
        body = {"username": "bo", "role": "scorer", "tables": "2, 1", "last_day": "2099-12-31"}
        line = api.post(at, body, expect=201)
        assert (line["tables"], line["last_day"], line["given_by"]) == (
            "1-2",
            "2099-12-31",
            hall.scene.director.username,
        )
        assert {one["role"] for one in api.get(at)["results"]} == {"scorer"} | extra
        for wrong, code in ((body | {"tables": "x"}, "tables"), (body | {"last_day": "2020-01-01"}, "last_day")):
            assert api.post(at, wrong, expect=400)["errors"][0]["code"] == code
        api.delete(f"{at}{line['id']}/")
        assert {one["role"] for one in api.get(at)["results"]} == extra
        api.delete(f"{at}{line['id']}/", expect=400)
    log = text(visitor(hall.scene.director).get(f"/e/{event.slug}/manage/log/"))
    for sentence in ("Role given</strong>: bo (Scorer)", "Role ended</strong>: bo (Scorer)"):
        assert sentence in log
    own = api.post(f"clubs/{event.club.slug}/roles/", {"username": "bo", "role": "member"}, expect=201)
    assert (own["id"], own["role"]) == (None, "member")
    api.delete(f"clubs/{event.club.slug}/members/{own['membership']}/")


def test_confirming_all_confirms_ones_own_tables_or_nothing(hall: Hall) -> None:
    bo = given(hall, tables="1-2")
    for game in hall.games():
        factories.report(game.pk, "first", 400, 300)
    desk = visitor(bo)
    board = desk.get(hall.url("manage_round", 1))
    assert "Confirm all 2 reported results" in text(board)
    seen = [f"{game.pk}:{Result.objects.get(pairing=game).version}" for game in hall.games()]
    refused = desk.post(hall.url("confirm_reported", 1), {"seen": seen}, follow=True)
    assert OTHERS in text(refused)
    assert not Result.objects.filter(state=Result.State.CONFIRMED, pairing__kind="game").exists(), "all or nothing"
    desk.post(hall.url("confirm_reported", 1), {"seen": seen[:2]})
    assert Result.objects.filter(state=Result.State.CONFIRMED, pairing__kind="game").count() == 2


def test_returned_scoresheets_of_ones_own_tables(hall: Hall) -> None:
    games = hall.games()
    hall.client.post(hall.url("sheets", 1), {"pairing": [games[2].pk]})
    desk = visitor(given(hall, tables="1-2"))
    desk.post(hall.url("sheets", 1), {"pairing": [games[0].pk]})
    back = Pairing.objects.filter(sheet_returned_at__isnull=False)
    assert set(back.values_list("table_number", flat=True)) == {1, 3}, "table 3 stays as it is"
    assert f'value="{games[2].pk}"' not in text(desk.get(hall.url("sheets", 1)))


def test_the_role_counts_in_the_event_and_its_test_copies_until_it_is_ended(hall: Hall) -> None:
    bo = given(hall, role="director")
    event, desk = hall.scene.event, visitor(bo)
    place = EventPlace(event)
    trial = make_test_copy(actor=hall.scene.director, event=event)
    private = make_running_hall("autumn").scene.event
    private.visibility = Event.Visibility.DRAFT
    private.save()
    Event.objects.filter(pk=event.pk).update(visibility=Event.Visibility.DRAFT)
    here = reverse("tournaments:manage", args=[event.slug])
    assert desk.get(here).status_code == 200
    assert desk.get(reverse("tournaments:manage", args=[trial.slug])).status_code == 200
    assert desk.get(reverse("tournaments:manage", args=[private.slug])).status_code == 404
    assert set(Event.objects.filter(visible_events(bo))) == {event, trial}
    club = event.club.slug
    for name in ("clubs:roles", "clubs:edit_club", "tournaments:bans", "tournaments:start_event", "tournaments:roll"):
        assert desk.get(reverse(name, args=[club])).status_code == 403, name
    shown = text(desk.get(page_of(hall)))
    assert reverse("clubs:roles", args=[club]) not in shown, "no link to a page that refuses"
    assert hall.scene.director.username in shown, "who has a role in the club has it here too"
    end_role(actor=hall.scene.director, place=place, grant_id=EventGrant.objects.get(user=bo).pk)
    assert desk.get(here).status_code == 404, "the very next page"
    verbs = ActionLog.objects.filter(scope=f"event:{event.pk}", verb__startswith="role.").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["role.given", "role.ended"]
    log = text(hall.client.get(reverse("tournaments:event_log", args=[event.slug])))
    assert "role given" in log
    assert "role ended" in log


def test_the_page_leads_from_the_desk_and_gives_no_role_of_the_club(hall: Hall) -> None:
    home = text(hall.client.get(reverse("tournaments:manage", args=[hall.scene.event.slug])))
    assert page_of(hall) in home
    factories.user("bo")
    for role in ("officer", "ratings_officer", "member"):
        answer = hall.client.post(page_of(hall), {"role": role, "lasts": "good", "username": "bo", "do": "name"})
        assert answer.status_code == 422, role
    done = hall.client.post(
        page_of(hall), {"role": "scorer", "lasts": "today", "username": "bo", "tables": "2", "do": "name"}, follow=True
    )
    assert "bo now has the role: Scorer." in text(done)
    assert EventGrant.objects.get().last_day == EventPlace(hall.scene.event).today()
    assert hall.client.get(hall.url("manage_round", 1)).status_code == 200


def test_a_days_role_follows_the_time_zone_of_event_and_club(hall: Hall) -> None:
    event = hall.scene.event
    today = EventPlace(event).today()
    given(hall, first_day=today, last_day=today)
    before = EventGrant.objects.get().starts_at
    page = reverse("clubs:edit_club", args=[event.club.slug])
    form = {"name": event.club.name, "time_zone": "Pacific/Auckland", "roll_readers": "members"}
    assert hall.client.post(page, form).status_code == 302
    assert EventGrant.objects.get().starts_at != before


def test_a_link_leads_to_the_desk(hall: Hall) -> None:
    hall.client.post(page_of(hall), {"role": "scorer", "lasts": "today", "tables": "1-2", "do": "link"})
    link = EventRoleLink.objects.get()
    bo: Client = visitor(factories.user("bo"))
    address = reverse("tournaments:take_role", args=[link.key])
    assert "tables 1-2" in text(bo.get(address))
    taken = bo.post(address)
    assert taken.headers["Location"] == reverse("tournaments:manage", args=[hall.scene.event.slug])
    assert "You enter the results for tables 1-2." in text(bo.get(hall.url("manage_round", 1)))


def test_the_database_refuses_broken_roles(hall: Hall) -> None:
    event, director = hall.scene.event, hall.scene.director
    now = timezone.now()
    day = now.date()
    used = EventRoleLink.fresh(event=event, role="scorer", closes_on=day, closes_at=now)
    used.save()
    EventGrant.objects.create(event=event, user=director, role="scorer")
    EventGrant.objects.create(event=event, user=director, role="scorer", link=used)

    def grant(**columns: Any) -> Any:
        return lambda: EventGrant.objects.create(**{"event": event, "user": director, "role": "check_in", **columns})

    def link(**columns: Any) -> Any:
        return EventRoleLink.fresh(event=event, **{"role": "scorer", "closes_on": day, "closes_at": now} | columns).save

    breaks = {
        "eventgrant_known_role": grant(role=Role.OFFICER),
        "eventgrant_days_in_order": grant(
            first_day=day, last_day=day - timedelta(days=1), starts_at=now, ends_at=now + timedelta(days=1)
        ),
        "eventgrant_first_day_whole": grant(first_day=day),
        "eventgrant_last_day_whole": grant(last_day=day),
        "eventgrant_tables_of_scorers": grant(tables="1"),
        "eventgrant_by_name_once": grant(role="scorer"),
        "eventgrant_by_link_once": grant(link=used),
        "eventrolelink_known_role": link(role=Role.MEMBER),
        "eventrolelink_days_in_order": link(first_day=day, last_day=day, starts_at=now, ends_at=now),
        "eventrolelink_first_day_whole": link(starts_at=now),
        "eventrolelink_last_day_whole": link(ends_at=now),
        "eventrolelink_tables_of_scorers": link(tables="-"),
        "eventrolelink_not_used_too_often": link(most_uses=2, uses=3),
        "eventrolelink_key_once": EventRoleLink(
            event=event, role="scorer", closes_on=day, closes_at=now, nonce="x", key_hash=used.key_hash
        ).save,
    }
    named = {item.name for model in (EventGrant, EventRoleLink) for item in model._meta.constraints}
    assert named == set(breaks)
    check_refused(breaks)
