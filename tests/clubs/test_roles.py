"""Roles in a club: given by name and by link, for a day or for good, on one page, logged; the database keeps them whole."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import Club, ClubGrant, ClubRoleLink, Membership, Role, User
from clubs.permissions import Action, allowed_actions, read_tables, rights_in_club
from clubs.role_access import ClubPlace
from clubs.role_services import TermInput, give_role, make_role_link, take_role
from clubs.services import ClubChanges, ClubError, update_club
from tests import factories
from tests.walk import check_refused, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

#: A Saturday at noon.
NOW = datetime(2026, 5, 16, 12, tzinfo=UTC)
DAY = timedelta(days=1)


class Clock:
    """The time that the site goes by."""

    def __init__(self) -> None:
        self.now = NOW

    def move_to(self, moment: datetime) -> None:
        """It is this moment now."""
        self.now = moment


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def club(club: Club) -> Club:
    Club.objects.update(time_zone="America/New_York")
    club.refresh_from_db()
    return club


def sent(**values: object) -> dict[str, object]:
    """The form as a browser sends it."""
    return {"role": "scorer", "lasts": "good", "do": "name", **values}


def roles_url(club: Club) -> str:
    return reverse("clubs:roles", args=[club.slug])


def test_a_role_by_name_for_days_counts_on_those_days(club: Club, director: User, noon: Clock) -> None:
    bo = factories.user("bo")
    desk = visitor(director)
    form = sent(username="BO", role="check_in", lasts="days", first_day="2026-05-17", last_day="2026-05-18")
    assert desk.post(roles_url(club), form).status_code == 302
    page = desk.get(roles_url(club)).content.decode()
    assert all(part in page for part in ("bo", "Check-in desk", "starts later", f"given by {director.username}"))
    # New York is four hours behind: its 17th begins at four in the morning and its 18th ends then
    for at, expected in (
        ("2026-05-17T03:59:00", False),
        ("2026-05-17T04:00:00", True),
        ("2026-05-19T03:59:00", True),
        ("2026-05-19T04:00:00", False),
    ):
        noon.move_to(datetime.fromisoformat(at).replace(tzinfo=UTC))
        assert (Action.CHECK_IN in allowed_actions(bo, club)) == expected, at
    assert "Earlier roles" in visitor(director).get(roles_url(club)).content.decode()
    logged = ActionLog.objects.get(verb="role.given")
    assert (logged.actor, logged.scope) == (director, f"club:{club.pk}")
    assert logged.after == {"user": "bo", "role": "check_in", "from": "2026-05-17", "until": "2026-05-18"}


def test_the_days_move_with_the_time_zone_of_the_club(club: Club, director: User) -> None:
    factories.user("bo")
    today = ClubPlace(club).today()
    give_role(actor=director, place=ClubPlace(club), username="bo", term=TermInput("scorer", today, today))
    update_club(actor=director, club=club, data=ClubChanges(name=club.name, time_zone="Asia/Tokyo"))
    grant = ClubGrant.objects.get()
    assert grant.starts_at == datetime(2026, 5, 15, 15, tzinfo=UTC)
    assert grant.ends_at == datetime(2026, 5, 16, 15, tzinfo=UTC)


def test_for_good_and_by_name_is_the_members_role_and_anything_else_stands_beside_it(
    club: Club, director: User
) -> None:
    bo = factories.user("bo")
    desk = visitor(director)
    for values in (
        {"role": "member"},
        {"tables": "3, 1 - 2"},
        {"lasts": "today", "role": "assistant"},
        {"lasts": "today", "role": "assistant"},
    ):
        assert desk.post(roles_url(club), sent(username="bo", **values)).status_code == 302, values
    assert Membership.objects.get(user=bo).role == Role.MEMBER
    lasting = ClubGrant.lasting(club=club).order_by("pk")
    assert [(one.role, one.tables, one.last_day) for one in lasting] == [
        ("scorer", "1-3", None),
        ("assistant", "", date(2026, 5, 16)),
    ], "given again, a role gets its new days; it is not there twice"
    rights = rights_in_club(bo, club)
    assert rights.tables is None, "the assistant's role is for all tables"
    desk.post(reverse("clubs:end_role", args=[club.slug, lasting[1].pk]))
    assert rights_in_club(bo, club).tables == frozenset({1, 2, 3})
    assert ActionLog.objects.filter(verb="role.ended", before__user="bo", before__role="assistant").exists()


def test_bad_input_is_said_at_its_field_and_nothing_is_lost(club: Club, director: User) -> None:
    factories.user("bo")
    desk = visitor(director)
    for values, field, said in (
        ({"username": "nobody"}, "username", "There is no user"),
        ({"username": ""}, "username", "Fill in the username"),
        ({"username": "bo", "role": "queen"}, "role", "Select a valid choice"),
        ({"username": "bo", "lasts": "days"}, "first_day", "Fill in the days"),
        ({"username": "bo", "first_day": "2026-05-17"}, "lasts", "choose “On the days below”"),
        ({"username": "bo", "lasts": "days", "first_day": "soon"}, "first_day", "Enter a valid date"),
        ({"username": "bo", "lasts": "days", "last_day": "2026-05-15"}, "last_day", "has already"),
        ({"username": "bo", "lasts": "days", "last_day": "9999-12-31"}, "last_day", "too far in the future"),
        (
            {"username": "bo", "lasts": "days", "first_day": "2026-05-20", "last_day": "2026-05-19"},
            "last_day",
            "before the first",
        ),
        ({"username": "bo", "tables": "eight"}, "tables", "numbers and ranges"),
        ({"username": "bo", "tables": "5-3"}, "tables", "numbers and ranges"),
        ({"username": "bo", "tables": "0"}, "tables", "numbers and ranges"),
        ({"username": "bo", "tables": ",".join(map(str, range(1, 99, 2)))}, "tables", "at most 100"),
        ({"username": "bo", "tables": "1", "role": "assistant"}, "tables", "Only a scorer"),
        ({"do": "link", "most_uses": "0"}, "most_uses", "greater than or equal to 1"),
        ({"do": "link", "closes_on": "2026-05-15"}, "closes_on", "has already passed"),
    ):
        page = desk.post(roles_url(club), sent(**values))
        assert page.status_code == 422, values
        errors = page.context["form"].errors
        assert said in " ".join(map(str, errors.get(field, []))), (values, errors)
        typed = values.get("tables") or values.get("username")
        assert not typed or f'value="{typed}"' in page.content.decode(), values
    assert not ClubGrant.objects.exists()
    assert not ClubRoleLink.objects.exists()


def test_tables_are_read_as_people_write_them() -> None:
    for typed, stored in (
        ("1-8, 12", "1-8,12"),
        ("3 1 2", "1-3"),
        ("\N{FULLWIDTH DIGIT ONE}\N{EN DASH}2;4", "1-2,4"),
        ("2\N{IDEOGRAPHIC COMMA}9", "2,9"),
        ("", ""),
    ):
        assert read_tables(typed) == stored, typed


def test_a_link_gives_the_role_to_whoever_opens_it_signed_in(club: Club, director: User) -> None:
    desk = visitor(director)
    desk.post(roles_url(club), sent(do="link", role="assistant", lasts="today", most_uses="1"))
    link = ClubRoleLink.objects.get()
    address = reverse("clubs:take_role", args=[link.key])
    assert address in desk.get(roles_url(club)).content.decode()
    stranger = visitor()
    page = stranger.get(address)
    assert f"/accounts/login/?next={address}" in page.content.decode(), "sign in first, and come back"
    assert f"/accounts/join/?next={address}" in page.content.decode()
    assert stranger.post(address).headers["Location"] == f"/accounts/login/?next={address}"
    bo, eve = factories.user("bo"), factories.user("eve")
    assert "Accept the role" in visitor(bo).get(address).content.decode()
    assert Action.PAIR not in allowed_actions(bo, club), "looking takes nothing"
    for _again in range(2):
        assert visitor(bo).post(address).status_code == 302
        assert Action.PAIR in allowed_actions(bo, club)
    assert ClubGrant.objects.filter(user=bo).count() == 1
    assert ClubRoleLink.objects.get().uses == 1
    refused = visitor(eve).post(address)
    assert refused.status_code == 410
    assert "as many people" in refused.content.decode()
    assert not allowed_actions(eve, club)
    taken = ActionLog.objects.get(verb="role.taken")
    assert (taken.actor, taken.after["role"]) == (bo, "assistant")
    desk.post(reverse("clubs:end_role", args=[club.slug, ClubGrant.objects.get().pk]))
    again = visitor(bo).post(address).content.decode()
    assert "has been ended" in again
    assert not allowed_actions(bo, club), "an ended role is not taken a second time"


def test_why_a_link_gives_its_role_no_longer(club: Club, director: User, noon: Clock) -> None:
    place, bo = ClubPlace(club), factories.user("bo")
    cleo = factories.member(club, director, "director")
    today = place.today()
    term = TermInput("scorer", last_day=today + DAY * 9)

    def link(by: User = director, **options: Any) -> ClubRoleLink:
        made = make_role_link(actor=by, place=place, **{"term": term, "closes_on": today + DAY * 7, **options})
        assert isinstance(made, ClubRoleLink)
        return made

    ended, closing, short, of_cleo = (
        link(),
        link(closes_on=today),
        link(term=TermInput("scorer", last_day=today)),
        link(cleo),
    )
    visitor(director).post(reverse("clubs:end_role_link", args=[club.slug, ended.pk]))
    Membership.objects.filter(user=cleo).delete()
    noon.move_to(NOW + DAY)
    for made, said in (
        (ended, "has been revoked"),
        (closing, "was valid until"),
        (short, "ended on"),
        (of_cleo, "can no longer give roles"),
    ):
        page = visitor(bo).get(reverse("clubs:take_role", args=[made.key]))
        assert page.status_code == 410, said
        assert said in page.content.decode()
        with pytest.raises(ClubError):
            take_role(actor=bo, place=place, link_id=made.pk)
    assert visitor(bo).get(reverse("clubs:take_role", args=["no-such-key"])).status_code == 404
    shown = visitor(director).get(roles_url(club)).content.decode()
    assert shown.count("no longer works") == 3, "the ended one is not listed"


def test_who_directs_for_a_day_makes_nobody_director_for_longer(club: Club, director: User) -> None:
    bo, place = factories.user("bo"), ClubPlace(club)
    factories.user("eve")
    today = place.today()
    give_role(actor=director, place=place, username="bo", term=TermInput("director", last_day=today))
    desk = visitor(bo)
    for values in ({}, {"lasts": "days", "last_day": str(today + DAY)}, {"do": "link"}):
        page = desk.post(roles_url(club), sent(username="eve", **values))
        assert page.status_code == 422, values
        assert "Your own role ends on 16 May 2026" in page.content.decode()
    assert desk.post(roles_url(club), sent(username="eve", lasts="today")).status_code == 302
    desk.post(reverse("clubs:remove_member", args=[club.slug, Membership.objects.get(user=director).pk]))
    assert Membership.objects.filter(user=director, role=Role.DIRECTOR).exists(), "nor ends what lasts longer"
    own = ClubGrant.objects.get(user=bo)
    assert desk.post(reverse("clubs:end_role", args=[club.slug, own.pk]), follow=True).status_code == 200
    assert desk.get(roles_url(club)).status_code == 403


def test_the_page_reads_the_same_number_of_rows_whatever_its_size(
    club: Club, director: User, django_assert_num_queries: Any
) -> None:
    place, desk = ClubPlace(club), visitor(director)
    counts: list[int] = []
    for size in (1, 3):
        for number in range(size):
            factories.user(f"bo{size}{number}")
            term = TermInput("scorer", last_day=place.today())
            give_role(actor=director, place=place, username=f"bo{size}{number}", term=term)
            make_role_link(actor=director, place=place, term=term, closes_on=place.today())
        with django_assert_num_queries(10 if not counts else counts[0]) as asked:
            assert desk.get(roles_url(club)).status_code == 200
        counts.append(len(asked))


def test_the_database_refuses_broken_roles(club: Club, director: User) -> None:
    bo = factories.user("bo")
    early, late = NOW, NOW + DAY
    used = ClubRoleLink.fresh(club=club, role="scorer", closes_on=NOW.date(), closes_at=late)
    used.save()
    ClubGrant.objects.create(club=club, user=bo, role="scorer")
    ClubGrant.objects.create(club=club, user=bo, role="scorer", link=used)

    def grant(**columns: Any) -> Any:
        return lambda: ClubGrant.objects.create(**{"club": club, "user": director, "role": "scorer", **columns})

    def link(**columns: Any) -> Any:
        row = ClubRoleLink.fresh(club=club, **{"role": "scorer", "closes_on": NOW.date(), "closes_at": late} | columns)
        return row.save

    check_refused(
        {
            "clubgrant_known_role": grant(role="queen"),
            "clubgrant_days_in_order": grant(
                first_day=late.date(), last_day=early.date(), starts_at=early, ends_at=late
            ),
            "clubgrant_first_day_whole": grant(first_day=early.date()),
            "clubgrant_last_day_whole": grant(ends_at=late),
            "clubgrant_tables_of_scorers": grant(role="director", tables="1"),
            "clubgrant_tables_of_scorers tables that are none": grant(tables="all"),
            "clubgrant_by_name_once": grant(user=bo),
            "clubgrant_by_link_once": grant(user=bo, link=used),
            "clubrolelink_known_role": link(role="queen"),
            "clubrolelink_days_in_order": link(
                first_day=early.date(), last_day=early.date(), starts_at=late, ends_at=early
            ),
            "clubrolelink_first_day_whole": link(starts_at=early),
            "clubrolelink_last_day_whole": link(last_day=late.date()),
            "clubrolelink_tables_of_scorers": link(role="member", tables="1"),
            "clubrolelink_not_used_too_often": link(most_uses=1, uses=2),
            "clubrolelink_not_used_too_often by nobody": link(most_uses=0),
            "clubrolelink_key_once": ClubRoleLink(
                club=club, role="scorer", closes_on=NOW.date(), closes_at=late, nonce="x", key_hash=used.key_hash
            ).save,
        }
    )


def test_what_was_ended_meanwhile_is_said_when_it_is_ended_again(club: Club, director: User) -> None:
    """Two directors at the page of roles: the second one reads that the role, or the link, is gone already."""
    factories.user("bo")
    desk = visitor(director)
    desk.post(roles_url(club), sent(username="bo", tables="1"))
    desk.post(roles_url(club), sent(do="link"))
    for address, first, second in (
        (
            reverse("clubs:end_role", args=[club.slug, ClubGrant.objects.get().pk]),
            "bo no longer has the role",
            "This role has already ended",
        ),
        (
            reverse("clubs:end_role_link", args=[club.slug, ClubRoleLink.objects.get().pk]),
            "The link no longer works",
            "This link has already been revoked",
        ),
    ):
        assert first in desk.post(address, follow=True).content.decode(), first
        again = desk.post(address, follow=True).content.decode()
        assert (first in again, second in again) == (False, True), second


def test_no_role_and_no_tables_but_those_there_are(club: Club, director: User) -> None:
    factories.user("bo")
    for term, words in (
        (TermInput("queen"), "“queen” is not a role; choose one of"),
        (TermInput("scorer", tables=", ".join(map(str, range(1, 120, 2)))), "Use ranges"),
    ):
        with pytest.raises(ClubError, match=words):
            give_role(actor=director, place=ClubPlace(club), username="bo", term=term)
    assert not ClubGrant.objects.exists()


def test_a_link_moves_with_the_time_zone_and_is_not_shown_under_another_secret(
    club: Club, director: User, settings: Settings
) -> None:
    """It can be opened until the end of its day in the club's new zone; once the server's secret is another, its key is gone."""
    desk = visitor(director)
    desk.post(roles_url(club), sent(do="link", closes_on="2026-05-17"))
    link = ClubRoleLink.objects.get()
    before = str(link.key)
    assert before in desk.get(roles_url(club)).content.decode()
    update_club(actor=director, club=club, data=ClubChanges(name=club.name, time_zone="Asia/Tokyo"))
    link.refresh_from_db()
    assert link.closes_at == datetime(2026, 5, 17, 15, tzinfo=UTC)
    settings.SECRET_KEY = "another"
    desk = visitor(director)
    page = desk.get(roles_url(club)).content.decode()
    assert before not in page
    assert "17 May 2026" in page, "the link is still there, to be ended"
