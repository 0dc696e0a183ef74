"""Backups of an event: made before risky steps, downloaded, restored."""

import json

import pytest

from tests.tournaments.scenes.hall import make_hall, make_running_hall, text
from tournaments.models import EventBackup, SlipLink
from tournaments.services.events import backups
from tournaments.services.rounds import pairing
from tournaments.services.rounds import publish as publishing

pytestmark = pytest.mark.django_db
LIST = "/e/spring/manage/backups/"


def test_a_backup_is_made_before_each_risky_step() -> None:
    hall = make_hall()
    director = hall.scene.director
    hall.draft()
    round_ = pairing.draft_round(actor=director, division=hall.scene.division, number=1)
    round_ = publishing.publish_round(actor=director, round_id=round_.pk, expected_version=round_.version)
    round_ = publishing.unpublish_round(
        actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong roster"
    )
    pairing.discard_draft(actor=director, round_id=round_.pk, expected_version=round_.version)
    assert list(EventBackup.objects.order_by("pk").values_list("why", flat=True)) == [
        "before round 1 was paired again",
        "before round 1 was unpublished",
        "before the draft of round 1 was discarded",
    ]
    page = text(hall.client.get(LIST))
    assert "before round 1 was unpublished" in page


def test_a_backup_holds_the_facts_and_no_secrets() -> None:
    hall = make_running_hall()
    answer = hall.client.get(LIST, {"now": "1"})
    facts = json.loads(answer.content)
    assert [len(facts[name]) for name in ("divisions", "entries", "rounds", "pairings", "seats")] == [1, 6, 1, 3, 6]
    assert SlipLink.objects.exists()
    for link in SlipLink.objects.all():
        assert link.nonce not in text(answer)
        assert link.key_hash not in text(answer)


def test_a_backup_stays_as_it_was() -> None:
    hall = make_hall()
    backup = backups.store_backup(actor=hall.scene.director, event=hall.scene.event, why="x")
    hall.scene.entries[0].delete()
    facts = json.loads(hall.client.get(f"{LIST}{backup.pk}/").content)
    assert len(facts["entries"]) == 6


def test_only_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "MOST_BACKUPS", 3)
    hall = make_hall()
    for number in range(5):
        backups.store_backup(actor=hall.scene.director, event=hall.scene.event, why=str(number))
    assert list(EventBackup.objects.order_by("pk").values_list("why", flat=True)) == ["2", "3", "4"]


def test_a_backup_of_another_event_is_not_found() -> None:
    hall, other = make_hall(), make_hall("autumn")
    backup = backups.store_backup(actor=other.scene.director, event=other.scene.event, why="x")
    assert hall.client.get(f"{LIST}{backup.pk}/").status_code == 404
