"""The regular night and tonight's event; templates; the calendar, read again by the library; time zones."""

from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import icalendar
import pytest
from django.test import Client
from django.utils import timezone

from clubhouse.engine.nights import Nights, Repeats
from clubhouse.models import ClubNight, NightPlan
from clubs.models import Club, Player
from ratings.models import RatingPool
from tests import factories
from tests.clubhouse.scene import Clubhouse
from tests.harness.reading import Reading
from tests.harness.seen import seen
from tournaments.engine.event_templates import EVENT_TEMPLATES
from tournaments.models import Division, Entry, Event, PlannedRound
from tournaments.queries.round_plan import plan_of
from tournaments.services.entries.bans import ban_player
from tournaments.services.rounds.requests import default_choice

pytestmark = pytest.mark.django_db

PLAN = {
    "name": "Thursday night",
    "first_on": "2026-01-01",
    "repeats": "week",
    "starts_at": "19:00",
    "minutes": "180",
    "template": "",
    "skipped": "",
}


def test_nights_repeat_by_week_fortnight_and_weekday_of_the_month() -> None:
    first = date(2026, 1, 29)  # a fifth Thursday: the last of each month
    days = {repeats: [str(day) for day in Nights(first, repeats).days(date(2026, 2, 1), 2)] for repeats in Repeats}
    assert days == {
        "week": ["2026-02-05", "2026-02-12"],
        "fortnight": ["2026-02-12", "2026-02-26"],
        "month": ["2026-02-26", "2026-03-26"],
    }
    assert Nights(first, Repeats.MONTH).rule == {"FREQ": "MONTHLY", "BYDAY": "-1TH"}


def test_last_times_players_are_ticked_and_the_night_is_made_like_the_last(home: Clubhouse) -> None:
    home.post("night/", day="2026-05-07", others="Ann\nBen\nCem")
    first = Event.objects.get()
    assert first.name == "Club night 7 May 2026"
    Division.objects.update(settings=Division.objects.get().settings.changed(rounds_planned=5))
    page = home.client.get("/clubs/harbour/night/")
    ticked = page.context["form"]["players"].value()
    assert {Player.objects.get(pk=int(pk)).name for pk in ticked} == {"Ann", "Ben", "Cem"}
    answer = home.post("night/", day="2026-05-14", players=[*ticked, ""][:2], others="Dua")
    assert answer.status_code == 302
    second = Event.objects.exclude(pk=first.pk).get()
    assert answer["Location"] == f"/e/{second.slug}/manage/"
    assert second.divisions.get().settings.rounds_planned == 5, "made like the last one"
    assert Entry.objects.filter(division__event=second).count() == 3
    assert ClubNight.objects.count() == 2


def test_a_banned_player_is_named_and_not_ticked(home: Clubhouse) -> None:
    home.post("night/", day="2026-05-07", others="Ann\nBen\nCem")
    ban_player(actor=home.director, club=home.club, player=home.player("Ben"), reason="Threw the tiles")
    page = home.client.get("/clubs/harbour/night/")
    ticked = {int(pk) for pk in page.context["form"]["players"].value()}
    assert ticked == {home.player("Ann").pk, home.player("Cem").pk}
    assert "Ben (banned)" in page.content.decode()


def test_what_is_wrong_with_a_night_is_said_and_nothing_is_made(home: Clubhouse) -> None:
    home.played("2019-05-02,Spring,1,Bartosz Vane,Ann Finch,431,389")
    stranger = Player.objects.create(name="Eve", home_club=factories.club(home.director, "Elsewhere"))
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"day": "2026-05-07", "others": "Solo"}, "at least two players"),
        ({"day": "", "others": "Ann Finch\nCem"}, "This field is required"),
        ({"day": "2026-05-07", "others": "Bartos Vane\nCem"}, "“Bartos Vane” may be Bartosz Vane"),
        ({"day": "2026-05-07", "others": "Cem\nDua", "players": stranger.pk}, "Select a valid choice"),
    ]
    for form, message in wrong:
        answer = home.post("night/", **form)
        assert (answer.status_code, message in answer.content.decode()) == (422, True), message
        assert str(form["others"]).replace("\n", "&#x0A;").split("&")[0] in answer.content.decode()
    assert Event.objects.count() == 1
    assert home.post("night/", day="2026-05-07", others="Bartos Vane\nCem", all_new="on").status_code == 302


def test_a_round_robin_night_has_as_many_rounds_as_everybody_needs(home: Clubhouse) -> None:
    home.post("night/plan/", **PLAN | {"template": "round_robin"})
    home.post("night/", day="2026-05-07", others="A1\nB2\nC3\nD4\nE5\nF6\nG7\nH8")
    division = Division.objects.get()
    assert division.settings.rounds_planned == len(plan_of(division)) == 7
    assert default_choice(division, 1)["system"] == "round_robin"


def test_a_rolling_night_can_begin_before_anyone_is_there(home: Clubhouse) -> None:
    home.post("night/plan/", **PLAN | {"template": "rolling_night"})
    assert home.post("night/", day="2026-05-07").status_code == 302
    division = Division.objects.get()
    assert (division.settings.rolling, division.entries.count()) == (True, 0)
    assert home.post("night/", day="2026-05-14", others="Solo").status_code == 302


@pytest.mark.parametrize("key", sorted(EVENT_TEMPLATES))
def test_each_template_makes_an_event_that_asks_for_no_more_than_a_name_and_a_date(
    home: Clubhouse, pool: RatingPool, key: str
) -> None:
    answer = home.post("events/start/", template=key, name="", starts_on="2026-05-09")
    assert answer.status_code == 302
    event = Event.objects.get()
    division = event.divisions.get()
    template = EVENT_TEMPLATES[key]
    assert event.name == template.title
    assert {name: getattr(division.settings, name) for name in template.settings} == dict(template.settings)
    planned = 0 if division.settings.rolling else division.settings.rounds_planned  # a queue has no plan
    assert sorted(plan_of(division)) == list(range(1, planned + 1))
    assert (division.rating_pool == pool) == (template.game == "crossword")
    rounds = list(event.schedule.filter(round_number__isnull=False).values_list("round_number", flat=True))
    assert rounds in ([], list(range(1, division.settings.rounds_planned + 1)))
    assert home.client.get(answer["Location"]).status_code == 200


def test_the_planned_system_is_offered_round_by_round(home: Clubhouse) -> None:
    home.post("events/start/", template="two_day_open", name="Open", starts_on="2026-05-09")
    division = Division.objects.get()
    assert [default_choice(division, number).get("system") for number in (1, 11, 12)] == ["swiss", "swiss", "koth"]


def test_players_typed_with_the_event_are_checked_next(home: Clubhouse) -> None:
    """The list stays until it is entered or put off; typed too long, it is refused with the rest of the form kept."""
    new = {"template": "sunday_swiss", "name": "Typed", "starts_on": "2026-05-09"}
    refused = home.post("events/start/", **new, players="Ann\n" * 6000)
    assert (refused.status_code, Event.objects.count()) == (422, 0)
    players = home.post("events/start/", **new, players="Ann Ash, 1500\nBo Birch\n")["Location"]
    for _reload in range(2):
        assert "2 players will be entered" in seen(home.client.get(players).content.decode())
    assert "will be entered" not in seen(home.client.get(f"{players}?later=1").content.decode())
    assert "will be entered" not in seen(home.client.get(players).content.decode())
    again = home.post("events/start/", **{**new, "name": "Again"}, players="Ann Ash, 1500\nBo Birch\n")["Location"]
    forms = Reading(home.client.get(again).content.decode()).forms
    form = next(form for form in forms if form.in_main)
    home.client.post(form.action, dict(form.fields))
    division = Division.objects.get(event__name="Again")
    assert list(division.entries.values_list("name", "rating")) == [("Ann Ash", 1500), ("Bo Birch", None)]


def test_like_last_time_takes_over_everything_but_name_and_date(home: Clubhouse, division: Division) -> None:
    Event.objects.update(place="Hall 3", fees="5 EUR")
    PlannedRound.objects.create(division=division, number=2, system="koth", minutes=40)
    answer = home.post("events/start/", template="like_last", name="Again", starts_on="2026-06-09")
    event = Event.objects.get(name="Again")
    assert answer["Location"] == f"/e/{event.slug}/manage/"
    copied = event.divisions.get()
    assert (event.place, event.fees, copied.rating_pool) == ("Hall 3", "5 EUR", division.rating_pool)
    assert copied.settings.changed(seed=1) == division.settings.changed(seed=1)
    assert plan_of(copied) == plan_of(division)
    wrong = home.post("events/start/", template="nonsense", name="", starts_on="")
    assert wrong.status_code == 422
    assert "players join the first" not in seen(wrong.content.decode())
    Division.objects.create(event=event, name="B", slug="b", position=2, rating_pool=division.rating_pool)
    wrong = home.post("events/start/", template="nonsense", name="", starts_on="")
    assert "all of these players join the first division." in seen(wrong.content.decode())


def test_the_calendar_has_public_events_and_the_regular_night_in_the_clubs_time(home: Clubhouse) -> None:
    Club.objects.update(time_zone="Europe/Berlin", place="Hall 3")
    today = timezone.localdate()
    first = today - timedelta(days=14)
    skipped = today + timedelta(days=7)
    home.post("night/plan/", **PLAN | {"first_on": first.isoformat(), "skipped": skipped.isoformat()})
    home.post("events/start/", template="sunday_swiss", name="Shown", starts_on=today.isoformat())
    home.post("events/start/", template="sunday_swiss", name="Draft", starts_on=today.isoformat())
    Event.objects.filter(name="Shown").update(visibility="public")
    answer = Client().get("/clubs/harbour/calendar.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    calendar = icalendar.Calendar.from_ical(answer.content)
    entries = {str(entry["summary"]): entry for entry in calendar.walk("VEVENT")}
    assert set(entries) == {"Shown", "Thursday night · Harbour"}
    shown = entries["Shown"].decoded("dtstart")
    assert (shown.hour, str(shown.tzinfo)) == (10, "Europe/Berlin")
    night = entries["Thursday night · Harbour"]
    assert night.decoded("dtstart").date() == first
    assert night["rrule"].to_ical() == b"FREQ=WEEKLY;INTERVAL=1"
    without = {moment.dt.date() for moment in cast("Any", night["exdate"]).dts}
    assert without == {today, skipped}, "the event stands alone on its day"
    home_page = home.get(who=Client())
    assert "19:00" in home_page or "Shown" in home_page


def test_times_are_shown_in_the_clubs_zone_unless_the_event_says_otherwise(home: Clubhouse) -> None:
    Club.objects.update(time_zone="Asia/Tokyo")
    home.post("events/start/", template="sunday_swiss", name="Shown", starts_on="2026-05-09")
    event = Event.objects.select_related("club").get()
    began = event.schedule.order_by("starts_at")[0].starts_at
    assert began == datetime(2026, 5, 9, 1, 0, tzinfo=UTC), "ten o'clock in Tokyo"
    Event.objects.update(visibility="public")
    assert "10:00" in Client().get(f"/e/{event.slug}/").content.decode()
    Event.objects.update(time_zone="Europe/London")
    event = Event.objects.select_related("club").get()
    assert event.zone.key == "Europe/London"
    from audit.models import ActionLog

    ActionLog.objects.filter(verb="event.created").update(created_at=datetime(2026, 5, 1, 12, 0, tzinfo=UTC))
    assert "13:00" in home.client.get(f"/e/{event.slug}/manage/log/").content.decode(), "British summer time"


def test_a_bad_plan_is_said_and_the_plan_ends(home: Clubhouse) -> None:
    for field, value in (("skipped", "tomorrow"), ("minutes", "5"), ("name", " "), ("repeats", "never")):
        answer = home.post("night/plan/", **PLAN | {field: value})
        assert answer.status_code == 422, field
    assert not NightPlan.objects.exists()
    home.post("night/plan/", **PLAN)
    assert "Next club nights" in home.get("night/plan/")
    home.post("night/plan/", do="end")
    assert not NightPlan.objects.exists()


def test_a_night_on_the_same_weekday_of_the_month_and_the_last_days_there_are() -> None:
    """The second Tuesday; a year typed with a digit too many or 9999 ends the list and breaks nothing."""
    second = Nights(date(2026, 1, 13), Repeats.MONTH)
    assert [str(day) for day in second.days(date(2026, 2, 11), 3)] == ["2026-03-10", "2026-04-14", "2026-05-12"]
    assert second.rule == {"FREQ": "MONTHLY", "BYDAY": "2TU"}
    for repeats, last in (
        (Repeats.WEEK, "9998-12-30"),
        (Repeats.FORTNIGHT, "9998-12-23"),
        (Repeats.MONTH, "9998-12-09"),
    ):
        days = [str(day) for day in Nights(date(9998, 12, 9), repeats).days(date(9998, 12, 1), 50)]
        assert (days[0], days[-1]) == ("9998-12-09", last), repeats
    assert list(Nights(date(9999, 5, 4), Repeats.WEEK).days(date(2026, 1, 1), 5)) == []


def test_nobody_plays_tonight_under_a_name_too_long_or_in_a_crowd_too_large(home: Clubhouse) -> None:
    for others, words in (
        (f"{'A' * 81}\nBen", "is too long for a name"),
        ("\n".join(f"P{number}" for number in range(301)), "can have at most 300 players"),
        ("22\nBen", "has no letter"),
    ):
        answer = home.post("night/", day="2026-05-07", others=others, all_new="on")
        assert (answer.status_code, words in answer.content.decode()) == (422, True), words
    assert not Event.objects.exists()
