"""What-ifs that nobody outside sees, and going back to a kept copy of the facts."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from audit.models import ActionLog
from clubs.access import reach
from core.exact_json import ExactEncoder
from ratings.models import RatedResult
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tests.walk import check_each
from tournaments.access import EventPath
from tournaments.engine.codec import fingerprint, snapshot_from_dict
from tournaments.engine.pairing import plan, read_options
from tournaments.errors import TournamentError
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventBackup,
    EventPrize,
    PairingRun,
    PersonalLink,
    Round,
    SlipLink,
    Submission,
)
from tournaments.queries.archive import LEFT_OUT, TABLES, event_facts
from tournaments.queries.events import public_version
from tournaments.queries.standings import standings_of
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events import copies, events, restore
from tournaments.services.events.backups import store_backup
from tournaments.services.events.templates import NewEventInput, create_like
from tournaments.services.results.undo import undo_entry
from tournaments.services.rounds import pairing
from tournaments.services.rounds import publish as publishing
from tournaments.services.standings.standings import input_of

pytestmark = pytest.mark.django_db


def facts(event: Event) -> dict[str, Any]:
    """The facts as a file has them, without what a look at the time changes."""
    rows: dict[str, Any] = json.loads(json.dumps(event_facts(event), cls=ExactEncoder))
    rows["event"].pop("version")
    rows.pop("pairing_runs")  # only ever added
    for row in rows["rounds"]:
        row.pop("version")
    return rows


@pytest.fixture
def hall() -> Hall:
    """Round 1 played, round 2 published with one report, prizes, somebody withdrawn."""
    hall = make_hall()
    hall.publish()
    first, *others = hall.games()
    factories.agree(first)
    for game in others:  # at the desk: one report for each
        factories.report(game, "official", 420, 400, actor=hall.scene.director)
    hall.publish(2)
    factories.report(hall.games(2)[0].pk, "first", 400, 350)
    EventPrize.objects.create(event=hall.scene.event, division=hall.scene.division, name="First")
    withdraw_entry(actor=hall.scene.director, entry=hall.scene.entries[5], after_round=2)
    return hall


def backup_of(hall: Hall) -> EventBackup:
    backup = store_backup(actor=hall.scene.director, event=hall.scene.event, why="for the test")
    return EventBackup.objects.get(pk=backup.pk)


def test_every_table_is_a_fact_or_left_out_for_a_reason() -> None:
    covered = {model.__name__ for _name, model, _path in TABLES} | set(LEFT_OUT)
    models = {model.__name__ for model in apps.get_app_config("tournaments").get_models()}
    assert models - covered == set(), "say in queries/archive.py whether its rows are facts of an event"


def test_going_back_brings_back_every_fact(hall: Hall) -> None:
    director, event, division = hall.scene.director, hall.scene.event, hall.scene.division
    backup, before = backup_of(hall), facts(event)
    table = standings_of(division)
    rated = RatedResult.objects.live().count()
    links = set(SlipLink.objects.filter(ended_at=None).values_list("key_hash", flat=True))
    # Much happens: results, another round, its draft, players, settings, prizes.
    for game in hall.games(2):
        factories.report(game.pk, "official", 300, 320, actor=director)
    add_entry(actor=director, division=division, row=RosterRow(name="Zoe"))
    pairing.draft_round(actor=director, division=division, number=3, despite_missing=True)
    EventPrize.objects.all().delete()
    factories.change(Division.objects.all(), spread_cap=10, name="Changed")
    for number, entry in enumerate(division.entries.order_by("-number"), start=1):
        entry.name = f"Somebody {number}"
        entry.save(update_fields=["name"])
    losses = restore.restore_losses(event, backup)
    assert "Round 3 of Changed with its pairings." in losses
    assert any("report" in loss for loss in losses)
    assert "Player Somebody 1." in losses
    restore.restore_event(actor=director, event=event, backup_id=backup.pk, reason="A rehearsal.")
    assert facts(event) == before
    division.refresh_from_db()
    assert standings_of(division) == table
    assert RatedResult.objects.live().count() == rated
    assert set(SlipLink.objects.filter(ended_at=None).values_list("key_hash", flat=True)) == links
    log = ActionLog.objects.get(verb="event.restored")
    assert log.reason == "A rehearsal."
    assert log.before["lost"] == losses


def test_going_back_can_itself_be_undone(hall: Hall) -> None:
    director, event = hall.scene.director, hall.scene.event
    backup = backup_of(hall)
    for game in hall.games(2):
        factories.report(game.pk, "official", 300, 320, actor=director)
    later = facts(event)
    restore.restore_event(actor=director, event=event, backup_id=backup.pk, reason="x")
    undo = EventBackup.objects.filter(event=event).order_by("-pk").first()
    assert undo is not None
    assert undo.why == "before the event was restored"
    restore.restore_event(actor=director, event=event, backup_id=undo.pk, reason="y")
    assert facts(event) == later


def test_a_round_that_comes_back_has_slips_again(hall: Hall) -> None:
    director, event = hall.scene.director, hall.scene.event
    Submission.objects.filter(pairing__round__number=2).delete()
    backup = backup_of(hall)
    from tournaments.models import Result

    Result.objects.filter(pairing__round__number=2).delete()
    round_ = hall.scene.division.rounds.get(number=2)
    round_ = publishing.unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="x")
    pairing.discard_draft(actor=director, round_id=round_.pk, expected_version=round_.version)
    restore.restore_event(actor=director, event=event, backup_id=backup.pk, reason="x")
    assert Round.objects.get(division=hall.scene.division, number=2).state == "published"
    assert SlipLink.objects.filter(pairing__round__number=2, ended_at=None).count() == len(hall.games(2))


def test_what_cannot_go_back_says_why(hall: Hall) -> None:
    director, event = hall.scene.director, hall.scene.event
    backup = backup_of(hall)

    def check(why: str) -> None:
        if why == "format":
            EventBackup.objects.update(data={"format": 1})
        if why == "finished":
            Event.objects.update(state="finished")
        with pytest.raises(TournamentError):
            restore.restore_event(
                actor=director, event=event, backup_id=backup.pk, reason="" if why == "reason" else "x"
            )

    check_each(["reason", "format", "finished"], check)


def test_a_backup_from_before_there_were_plans_is_restored(hall: Hall) -> None:
    backup = backup_of(hall)
    del backup.data["planned_rounds"]
    backup.save()
    restore.restore_event(actor=hall.scene.director, event=hall.scene.event, backup_id=backup.pk, reason="x")
    assert hall.scene.division.planned_rounds.count() == 0


def test_the_page_asks_for_a_reason_and_says_what_is_lost(hall: Hall) -> None:
    backup = backup_of(hall)
    factories.report(hall.games(2)[1].pk, "first", 300, 320)
    where = f"/e/spring/manage/backups/{backup.pk}/restore/"
    assert "1 report." in text(hall.client.get(where))
    assert hall.client.post(where, {"reason": ""}).status_code == 422
    assert hall.client.post(where, {"reason": "A rehearsal."}).status_code == 302
    assert Submission.objects.filter(pairing__round__number=2).count() == 1


def test_a_test_copy_equals_the_event_and_leaves_it_unchanged(hall: Hall) -> None:
    director, event = hall.scene.director, hall.scene.event
    before, rated = facts(event), RatedResult.objects.live().count()
    assert hall.client.post("/e/spring/manage/what-if/").status_code == 302
    test_copy = Event.objects.get(what_if_of=event)
    copy = test_copy.divisions.get()
    assert [(line.name, line.row.rank, line.row.spread) for line in standings_of(copy)] == [
        (line.name, line.row.rank, line.row.spread) for line in standings_of(hall.scene.division)
    ]
    assert copy.rating_pool is None
    assert not SlipLink.objects.filter(pairing__round__division=copy).exists()
    # Playing on in the test copy: results, a round, published; neither slips nor ratings.
    for line in factories.games(copy.rounds.get(number=2)):
        factories.report(line.pairing_id, "official", 500, 300, actor=director)
    factories.publish(copy, director, 3, despite_missing=True)
    assert not SlipLink.objects.filter(pairing__round__division=copy).exists()
    assert facts(event) == before
    assert RatedResult.objects.live().count() == rated
    with pytest.raises(TournamentError, match="cannot be finished"):
        events.finish_event(actor=director, event=test_copy)
    with pytest.raises(TournamentError, match="already a test copy"):
        copies.make_test_copy(actor=director, event=test_copy)


def test_a_copy_has_the_undone_entries_too(hall: Hall) -> None:
    director, event = hall.scene.director, hall.scene.event
    game = hall.games(2)[0].pk
    for second_score in (350, 360):
        factories.report(game, "official", 400, second_score, actor=director)
        undo_entry(actor=director, fact=Submission.objects.filter(pairing=game).latest("pk"))
    backup = backup_of(hall)
    test_copy = copies.make_test_copy(actor=director, event=event)
    private = copies.new_event_from(actor=director, event=event, backup_id=backup.pk)

    def entries(of: Event) -> list[tuple[str, int | None, str | None, int | None]]:
        rows = Submission.objects.filter(pairing__round__division__event=of).order_by("pk")
        return list(rows.values_list("kind", "second_score", "supersedes__kind", "supersedes__second_score"))

    assert [kind for kind, *_rest in entries(event)].count("undone") == 2
    assert entries(test_copy) == entries(event)
    assert entries(private) == entries(event)


def test_nobody_plays_at_a_test_copy(hall: Hall) -> None:
    """The hall's things belong to the event itself: in its copy each of them is refused, and no player gets a link."""
    test_copy = copies.make_test_copy(actor=hall.scene.director, event=hall.scene.event)
    copy = test_copy.divisions.get()
    at = f"/e/{test_copy.slug}/"
    player = copy.entries.get(number=1)

    def check(address: str, data: dict[str, str], said: str) -> None:
        assert said in text(hall.client.post(at + address, data, follow=True))

    check_each(
        [
            ("manage/kiosk/", {"open": "1"}, "A test copy is not played, so it has no kiosk."),
            ("manage/check-in/set-up/", {}, "A test copy is not played, so nobody checks in."),
            ("adjudications/cards/", {"tables": "1-3"}, "A test copy is not played, so its tables have no cards."),
            (
                f"a/manage/roster/{player.pk}/link/",
                {"reason": "Lost."},
                "A test copy is not played, so it has no links.",
            ),
        ],
        check,
    )
    hall.client.post(f"{at}a/manage/roster/add/", {"name": "Zoe", "rating": "1500"})
    assert not PersonalLink.objects.filter(entry__division=copy).exists()
    assert copy.entries.filter(name="Zoe").exists()


def test_a_copy_counts_for_no_ratings_and_is_no_model_for_a_new_event(hall: Hall) -> None:
    director, event = hall.scene.director, hall.scene.event
    pool = factories.pool(hall.scene.club, director)
    test_copy = copies.make_test_copy(actor=director, event=event)
    private = copies.new_event_from(actor=director, event=event, backup_id=backup_of(hall).pk)

    def check(said: str, copy: Event) -> None:
        division = copy.divisions.get()
        with pytest.raises(TournamentError, match=said):
            events.update_division(
                actor=director, division=division, data=replace(input_of(division), rating_pool_id=pool.pk)
            )

    check_each(
        [("A test copy does not count for ratings", test_copy), ("Release the copy first", private)],
        check,
    )
    data = NewEventInput(name="Next year", starts_on=factories.DAY)
    with pytest.raises(TournamentError, match="Choose another event to copy the settings from"):
        create_like(actor=director, event=test_copy, data=data)


def test_only_officials_see_a_test_copy(hall: Hall) -> None:
    copies.make_test_copy(actor=hall.scene.director, event=hall.scene.event)
    test_copy = Event.objects.get(what_if_of=hall.scene.event)
    assert public_version(test_copy.slug) is None
    anonymous = Client()
    division = test_copy.divisions.get().slug
    for path in (
        "",
        "prizes/",
        f"{division}/standings/",
        f"{division}/rounds/1/",
        f"{division}/display/",
        f"{division}/standings.csv",
    ):
        assert anonymous.get(f"/e/{test_copy.slug}/{path}").status_code == 404, path
    assert anonymous.get(f"/api/v1/events/{test_copy.slug}/").status_code == 404
    assert test_copy.slug not in text(anonymous.get("/"))
    assert test_copy.slug not in text(anonymous.get(f"/clubs/{hall.scene.club.slug}/"))
    assert "Test copy" in text(hall.client.get(f"/e/{test_copy.slug}/manage/"))
    assert "Test copy" in text(hall.client.get(f"/e/{test_copy.slug}/{division}/standings/"))
    assert reach(EventPath(test_copy.slug), hall.scene.director) == test_copy


def test_a_test_copy_is_deleted_with_everything(hall: Hall) -> None:
    before = facts(hall.scene.event)
    test_copy = copies.make_test_copy(actor=hall.scene.director, event=hall.scene.event)
    # Even with a round of its own, and all the runs behind its rounds.
    draft = pairing.draft_round(
        actor=hall.scene.director, division=test_copy.divisions.get(), number=3, despite_missing=True
    )
    assert draft.run is not None
    assert "Delete" in text(hall.client.get(f"/e/{test_copy.slug}/manage/throw-away/"))
    hall.client.post(f"/e/{test_copy.slug}/manage/throw-away/")
    assert not Event.objects.filter(pk=test_copy.pk).exists()
    assert facts(hall.scene.event) == before
    hall.client.post("/e/spring/manage/throw-away/")
    assert Event.objects.filter(slug="spring").exists()


def test_a_copy_says_why_its_pairs_were_made(hall: Hall) -> None:
    director, event = hall.scene.director, hall.scene.event
    check_why(hall, copies.make_test_copy(actor=director, event=event))
    check_why(hall, copies.new_event_from(actor=director, event=event, backup_id=backup_of(hall).pk))


def check_why(hall: Hall, new_event: Event) -> None:
    """The copy has runs of its own, of its own entries, which come to the same pairs, and the page explains them."""
    for number in (1, 2):
        own = hall.scene.division.rounds.get(number=number).run
        copied = new_event.divisions.get().rounds.get(number=number).run
        assert own is not None
        assert copied is not None
        assert copied.pk != own.pk
        snapshot = snapshot_from_dict(copied.snapshot)
        assert copied.fingerprint == fingerprint(snapshot) != own.fingerprint
        again = plan(snapshot, read_options(copied.plan["rules"]), copied.seed)
        assert json.loads(json.dumps(again.as_dict())) == copied.plan
        assert {pair["first"] for pair in copied.plan["pairs"]} <= set(
            Entry.objects.filter(division__event=new_event).values_list("pk", flat=True)
        )
    assert copied is not None
    pair = copied.plan["pairs"][0]
    page = hall.client.get(f"/e/{new_event.slug}/a/rounds/2/why/?a={pair['first']}&b={pair['second']}")
    assert 'class="terms"' in text(page)


def test_a_copy_of_an_event_whose_run_cannot_be_read_goes_without(hall: Hall) -> None:
    PairingRun.objects.filter(round_number=2).update(snapshot={"format": "of tomorrow"})
    test_copy = copies.make_test_copy(actor=hall.scene.director, event=hall.scene.event)
    runs = test_copy.divisions.get().rounds.order_by("number").values_list("run__round_number", flat=True)
    assert list(runs) == [1, None]


def test_a_new_event_from_a_copy(hall: Hall) -> None:
    backup = backup_of(hall)
    hall.client.post(f"/e/spring/manage/backups/{backup.pk}/new-event/")
    new_event = Event.objects.get(slug="spring-copy")
    assert (new_event.what_if_of, new_event.state) == (None, "running")
    assert new_event.divisions.get().rating_pool is None
    assert new_event.prizes.get().division == new_event.divisions.get()
    assert SlipLink.objects.filter(pairing__round__division__event=new_event, ended_at=None).exists()
    own, copied = facts(hall.scene.event), facts(new_event)
    for name in own:
        if name not in {"event", "format"}:
            assert len(own[name]) == len(copied[name]), name
