"""The check of a finished event: made in the background, shown on its pages, and no error in a row of the database escapes it."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import models
from django.test import Client
from django.utils import timezone

from audit.models import ActionLog
from clubs.models import Club, User
from clubs.services import ClubChanges, update_club
from jobs.models import Job
from ratings.models import RatedResult, RatingChange
from ratings.services.openings import Opening, set_opening_ratings
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.harness.deep import DEEP
from tests.independent.generated import generate
from tests.walk import undone
from tournaments.errors import NotOpenError
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventCheck,
    EventPrize,
    PairBlock,
    Pairing,
    PairingRun,
    Result,
    ResultRuling,
    Round,
    Seat,
    Submission,
)
from tournaments.services.events.events import finish_event, reopen_event
from tournaments.services.events.figures import check_figures, request_check, request_stale_checks

pytestmark = pytest.mark.django_db

#: A column of a table → another value of it. All rows are of the one event.
SEEDS: list[tuple[type[models.Model], str, Callable[[Any], object]]] = [
    (Result, "first_score", lambda score: score + 1),
    (Result, "state", lambda _state: "pending"),
    (Submission, "second_score", lambda score: score + 10),
    (Submission, "side", lambda side: "second" if side == "first" else "first"),
    (ResultRuling, "first_score", lambda score: score - 1),
    (Pairing, "starter_known", lambda known: not known),
    (Entry, "rating", lambda rating: rating + 1),
    (Entry, "name", lambda name: f"{name}e"),
    (Entry, "handicap_points", lambda points: points + 1),
    (Entry, "spread_changes", lambda changes: changes.replace("30", "31")),
    (EventPrize, "place", lambda place: place + 1),
    (EventPrize, "value", lambda _value: "a cup"),
    (PairBlock, "until", lambda _until: 1),
    (RatingChange, "new_rating", lambda rating: rating + 1),
    (RatingChange, "half_wins", lambda half: half - 1 if half else 1),
    (RatedResult, "player_score", lambda score: score + 1),
]


def write(model: type[models.Model], row: models.Model, column: str, value: object) -> None:
    """Past the services, as somebody does who has the database."""
    fields: dict[str, Any] = {column: value}
    if column == "state":
        fields["confirmed_at"] = None
    models.QuerySet(model).filter(pk=row.pk).update(**fields)


def differences(event: Event) -> list[dict[str, Any]]:
    """What a check says now."""
    check = check_figures(event_id=event.pk)
    assert check is not None
    rows: list[dict[str, Any]] = check.differences
    return rows


def check_that_changed_settings_seats_and_notes_are_noticed(event: Event) -> None:
    """What is no single value of a row."""
    seats = list(Seat.objects.filter(pairing=Pairing.objects.filter(kind="game")[0]).order_by("position"))
    with undone():
        Seat.objects.filter(pk=seats[0].pk).update(position=3)
        Seat.objects.filter(pk=seats[1].pk).update(position=1)
        Seat.objects.filter(pk=seats[0].pk).update(position=2)
        assert {row["what"] for row in differences(event)} >= {"seal", "rated games"}
    with undone():
        factories.change(Division.objects.all(), bye_spread=51)
        assert differences(event)
    with undone():
        run = PairingRun.objects.filter(pk__in=Round.objects.filter(number=4).values("run")).get()
        run.plan["notes"] = [{"code": "gibsonized", "players": [seats[0].entry_id], "value": None, "names": []}]
        PairingRun.objects.filter(pk=run.pk).update(plan=run.plan)
        assert [row["what"] for row in differences(event)] == ["Gibsonized"]


@pytest.mark.scaled
def test_an_error_in_any_row_is_noticed(club: Club, director: User) -> None:
    """One row of each table in the suite, a dozen in the deep run; the division's settings, seats, notes of a pairing."""
    event = generate(club, director, 1)
    assert differences(event) == []
    dice, tried = random.Random(3), 0
    for model, column, other in SEEDS:
        rows: list[Any] = list(models.QuerySet(model).exclude(**{f"{column}__isnull": True}).order_by("pk"))
        if model is PairBlock:
            rows = list(PairBlock.objects.all())
        if column == "first_score":
            rows = [row for row in rows if row.kind == "played" and not row.lost_on_time and not row.led_before]
        elif column == "second_score":
            rows = [row for row in rows if not row.led_before]
        elif column == "starter_known":
            rows = [row for row in rows if row.kind == "game"]
        elif column == "player_score":
            corrected = {*RatedResult.objects.exclude(voids=None).values_list("voids", flat=True)}
            rows = [row for row in rows if row.kind == "result" and not row.tie_won_by and row.pk not in corrected]
        elif column == "spread_changes":
            rows = [row for row in rows if row.spread_changes]
        elif column == "place":
            rows = [row for row in rows if row.kind != "given" and row.place > 0]
        for row in dice.sample(rows, min(len(rows), 14 if DEEP else 1)):
            with undone():
                write(model, row, column, other(getattr(row, column)))
                assert differences(event), (model, column, row.pk)
                tried += 1
    assert tried >= (150 if DEEP else len(SEEDS) - 1)
    check_that_changed_settings_seats_and_notes_are_noticed(event)
    assert differences(event) == []


def finished(division: Division, director: User) -> Event:
    """A small rated event of one round, finished and checked."""
    factories.play(factories.start(division, director, 4))
    event = finish_event(actor=director, event=division.event)
    factories.run_jobs()
    return event


def test_an_event_that_is_rated_again_is_checked_again(
    division: Division, director: User, django_capture_on_commit_callbacks: Any
) -> None:
    """Nobody has done anything to the event; its rating changes are other ones."""
    event = finished(division, director)
    player = Entry.objects.filter(division=division).order_by("number")[0].player_id
    pool = division.rating_pool
    assert pool is not None
    set_opening_ratings(pool=pool, openings=[Opening(player, 2100, None)])
    with django_capture_on_commit_callbacks(execute=True):
        assert recompute_pool(pool_id=pool.pk) is not None
    assert "all figures agree" not in Client().get(f"/e/{event.slug}/").content.decode()
    # a check that failed is left to the director; one that failed before the last check is forgotten
    broken = Job.objects.create(
        key=f"tournaments.check_figures:{event.pk}",
        task="tournaments.check_figures",
        ids=[event.pk],
        state=Job.State.FAILED,
        finished_at=timezone.now(),
    )
    assert request_stale_checks() == 0
    Job.objects.filter(pk=broken.pk).update(finished_at=EventCheck.objects.get(event=event).checked_at - timedelta(1))
    assert request_stale_checks() == 1
    factories.run_jobs()
    assert request_stale_checks() == 0
    EventCheck.objects.filter(event=event).delete()
    broken.delete()
    assert request_stale_checks() == 1, "the job of the first check was lost"
    factories.run_jobs()
    assert "all figures agree" in Client().get(f"/e/{event.slug}/").content.decode()


def test_the_pages_say_that_it_was_checked(division: Division, director: User) -> None:
    event = finished(division, director)
    check = EventCheck.objects.get(event=event)
    event.refresh_from_db()
    assert (check.differences, check.event_version) == ([], event.version)
    page = Client().get(f"/e/{event.slug}/").content.decode()
    assert "all figures agree" in page
    assert f"/e/{event.slug}/event.json" in page
    officials = Client()
    officials.force_login(director)
    desk = f"/e/{event.slug}/manage/"
    assert "all figures agree" in officials.get(desk).content.decode()
    Result.objects.filter(kind="played", led_before="", lost_on_time="").update(first_score=7, second_score=3)
    answer = officials.post(f"{desk}check-figures/", follow=True)
    assert "being checked" in answer.content.decode()
    factories.run_jobs()
    question = officials.get(desk).content.decode()
    assert "Open question" in question
    assert "a/results" in question
    assert "recomputed" in question
    assert "not all figures agree" in Client().get(f"/e/{event.slug}/").content.decode()


def test_every_change_of_a_finished_event_asks_for_a_check(division: Division, director: User) -> None:
    """Also one that changes no figure; a club's new name leaves the check as it is; who may not manage cannot ask."""
    event = finished(division, director)
    checked = EventCheck.objects.get(event=event)
    update_club(actor=director, club=event.club, data=ClubChanges(name="Pier"))
    event.refresh_from_db()
    assert EventCheck.objects.get(event=event).event_version == event.version
    assert not Job.objects.filter(task="tournaments.check_figures", state="queued").exists()
    with pytest.raises(PermissionDenied):
        request_check(actor=factories.user("stranger"), event=event)
    request_check(actor=director, event=event)
    factories.run_jobs()
    assert EventCheck.objects.get(event=event).checked_at > checked.checked_at
    reopen_event(actor=director, event=event, reason="A result was wrong.")
    event.refresh_from_db()
    assert check_figures(event_id=event.pk) is None
    with pytest.raises(NotOpenError):
        request_check(actor=director, event=event)
    assert ActionLog.objects.filter(verb="event.reopened").exists()
    assert "auditor" not in Client().get(f"/e/{event.slug}/").content.decode()
