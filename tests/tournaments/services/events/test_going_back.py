"""What happened since a copy was kept and must not come back, be lost without a word, or stand in the way of going back."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import ActionLog
from clubs.models import Player
from leagues.models import CountingEvent, LeagueSeason
from leagues.services import leagues
from ratings.services.people import anonymise_player
from tests import factories
from tests.leagues.scene import LeagueScene, make_league
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.engine.round_clock import Act
from tournaments.errors import TournamentError
from tournaments.inputs.clock import ClockStart
from tournaments.inputs.events import DivisionInput
from tournaments.models import (
    AutoPairing,
    Division,
    Entry,
    Event,
    EventBackup,
    RoundClock,
)
from tournaments.services.events import copies, events, restore
from tournaments.services.events.backups import store_backup
from tournaments.services.hall.clock import start_clock
from tournaments.services.rounds.auto_draft import switch_on

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def hall() -> Hall:
    return make_hall()


def backup_of(hall: Hall) -> EventBackup:
    backup = store_backup(actor=hall.scene.director, event=hall.scene.event, why="for the test")
    return EventBackup.objects.get(pk=backup.pk)


def restore_to(hall: Hall, backup: EventBackup) -> None:
    restore.restore_event(actor=hall.scene.director, event=hall.scene.event, backup_id=backup.pk, reason="x")


def add_division(hall: Hall, name: str = "B") -> Division:
    return events.add_division(actor=hall.scene.director, event=hall.scene.event, data=DivisionInput(name=name))


def rename(hall: Hall, division: Division, name: str) -> None:
    events.update_division(actor=hall.scene.director, division=division, data=DivisionInput(name=name))


@pytest.mark.parametrize("way", ["back", "new event"])
def test_a_player_anonymised_since_stays_anonymous(hall: Hall, way: str) -> None:
    forgotten, renamed = hall.scene.entries[:2]
    backup = backup_of(hall)
    old = forgotten.name
    anonymise_player(player=forgotten.player, reason="asked for it", actor=hall.scene.director)
    Entry.objects.filter(pk=renamed.pk).update(name="Misspelt")
    Player.objects.filter(pk=renamed.player_id).update(name="Misspelt")
    if way == "back":
        restore_to(hall, backup)
        event = hall.scene.event
    else:
        event = copies.new_event_from(actor=hall.scene.director, event=hall.scene.event, backup_id=backup.pk)
    names = dict(Entry.objects.filter(division__event=event).values_list("player_id", "name"))
    assert names[forgotten.player_id] == f"Player {forgotten.player_id}"
    assert old not in names.values()
    assert names[renamed.player_id] == renamed.name, "all others are named as in the copy"


def test_anonymising_waits_for_the_lock_of_the_event(hall: Hall) -> None:
    with CaptureQueriesContext(connection) as done:
        anonymise_player(player=hall.scene.entries[0].player, reason="asked for it", actor=hall.scene.director)
    written = re.findall(r'UPDATE "(\w+)"', "; ".join(query["sql"] for query in done.captured_queries))
    assert written[0] == "tournaments_event"
    assert set(written) == {
        "tournaments_event", "clubs_player", "tournaments_entry", "registration_registration", "tournaments_personallink",
    }  # fmt: skip


@pytest.fixture
def league(hall: Hall) -> LeagueScene:
    return make_league(hall.scene.club, hall.scene.director)


def counted_since(hall: Hall, league: LeagueScene) -> EventBackup:
    """A copy; then a division was added that counts for the league."""
    backup = backup_of(hall)
    added = add_division(hall)
    leagues.count_event(actor=hall.scene.director, division=league.top, event_division_id=added.pk)
    return backup


def test_the_losses_name_leagues_that_no_longer_count_the_event(hall: Hall, league: LeagueScene) -> None:
    leagues.count_event(actor=hall.scene.director, division=league.low, event_division_id=hall.scene.division.pk)
    backup = counted_since(hall, league)
    sentence = "Division B no longer counts for Ladder · Season 1 · A."
    losses = restore.restore_losses(hall.scene.event, backup)
    assert [loss for loss in losses if "counts for" in loss] == [sentence]
    restore_to(hall, backup)
    assert sentence in ActionLog.objects.get(verb="event.restored").before["lost"]
    assert CountingEvent.objects.get().event_division == hall.scene.division


def test_a_finished_season_keeps_what_counted(hall: Hall, league: LeagueScene) -> None:
    backup = counted_since(hall, league)
    LeagueSeason.objects.update(state="finished")
    with pytest.raises(TournamentError, match="Ladder · Season 1 · A"):
        restore_to(hall, backup)
    assert CountingEvent.objects.exists()
    page = hall.client.get(f"/e/spring/manage/backups/{backup.pk}/restore/", follow=True)
    assert "Ladder · Season 1 · A" in text(page)


def test_divisions_that_changed_names_get_them_back(hall: Hall) -> None:
    one, two = hall.scene.division, add_division(hall)
    old = one.name
    backup = backup_of(hall)
    before = dict(Division.objects.values_list("pk", "slug"))
    rename(hall, one, "X")
    rename(hall, two, old)
    rename(hall, one, "B")
    assert set(Division.objects.values_list("slug", flat=True)) == set(before.values())
    restore_to(hall, backup)
    assert dict(Division.objects.values_list("pk", "slug")) == before


def test_after_a_restore_the_round_is_drafted_automatically_again(hall: Hall) -> None:
    director, division = hall.scene.director, hall.scene.division
    first = hall.publish()
    switch_on(actor=director, division=division)
    backup = backup_of(hall)
    factories.play(first)
    factories.run_jobs()
    assert AutoPairing.objects.get().drafted_round == 2
    restore_to(hall, backup)
    assert AutoPairing.objects.get().drafted_round is None
    assert list(division.rounds.values_list("number", flat=True)) == [1]
    factories.play(division.rounds.get(number=1))
    factories.run_jobs()
    assert division.rounds.get(number=2).state == "draft"


def test_why_a_round_could_not_be_drafted_is_of_before(hall: Hall) -> None:
    hall.publish()
    switch_on(actor=hall.scene.director, division=hall.scene.division)
    backup = backup_of(hall)
    AutoPairing.objects.update(failed_round=2, error="Nobody may meet anybody.")
    restore_to(hall, backup)
    switch = AutoPairing.objects.get()
    assert (switch.failed_round, switch.error) == (None, "")


def test_the_clock_of_a_round_that_goes_stops(hall: Hall) -> None:
    backup = backup_of(hall)
    hall.publish()
    event = Event.objects.get(pk=hall.scene.event.pk)
    clock_started = start_clock(
        actor=hall.scene.director, event=event, data=ClockStart(division_id=hall.scene.division.pk, minutes=60)
    )
    restore_to(hall, backup)
    clock = RoundClock.objects.get(pk=clock_started.clock.pk)
    assert clock.stopped_at is not None
    assert clock.marks.get(act=Act.STOP).actor == hall.scene.director
    assert Event.objects.get(pk=event.pk).clock_until is None


def test_a_division_that_goes_takes_its_clock_along(hall: Hall) -> None:
    backup = backup_of(hall)
    added = add_division(hall)
    factories.entries(added, hall.scene.director, 4)
    factories.publish(added, hall.scene.director, 1)
    event = Event.objects.get(pk=hall.scene.event.pk)
    start_clock(actor=hall.scene.director, event=event, data=ClockStart(division_id=added.pk, minutes=60))
    restore_to(hall, backup)
    assert not RoundClock.objects.exists()
    assert Event.objects.get(pk=event.pk).clock_until is None


def test_a_clock_of_a_round_that_stays_goes_on(hall: Hall) -> None:
    hall.publish()
    backup = backup_of(hall)
    factories.play(hall.scene.division.rounds.get(number=1))
    hall.publish(2)
    discarded = hall.scene.division.rounds.get(number=2)
    assert discarded.state == "published"
    event = Event.objects.get(pk=hall.scene.event.pk)
    whole = start_clock(actor=hall.scene.director, event=event, data=ClockStart(minutes=60))
    own = start_clock(
        actor=hall.scene.director, event=event, data=ClockStart(division_id=hall.scene.division.pk, minutes=60)
    )
    restore_to(hall, backup)
    assert RoundClock.objects.get(stopped_at=None).pk == whole.clock.pk != own.clock.pk
    assert Event.objects.get(pk=event.pk).clock_until == whole.ends_ms
