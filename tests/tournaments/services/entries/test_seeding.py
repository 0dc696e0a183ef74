"""Seeds by hand: set with a reason until the first round is published; pairings and standings follow them."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import User
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import make_hall, text
from tournaments.engine.codec import fingerprint
from tournaments.errors import TournamentError
from tournaments.inputs.seeds import SeedsInput
from tournaments.models import Division
from tournaments.queries.seeds import seed_lines
from tournaments.queries.standings import standings_of
from tournaments.queries.state import load_state
from tournaments.services.entries import roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.entries.seeding import set_seeds
from tournaments.services.events.backups import store_backup
from tournaments.services.events.restore import restore_event
from tournaments.services.rounds import pairing
from tournaments.services.rounds import publish as publishing

pytestmark = pytest.mark.django_db


def seed(division: Division, director: User, seeds: dict[str, int], reason: str = "strong, but unrated") -> list[str]:
    """Set seeds by name; who changed."""
    ids = dict(division.entries.values_list("name", "pk"))
    data = SeedsInput(seeds=tuple((ids[name], place) for name, place in seeds.items()), reason=reason)
    return [entry.name for entry in set_seeds(actor=director, division=division, data=data)]


def order(division: Division) -> list[str]:
    return [line.entry.name for line in seed_lines(division)]


def test_places_are_kept_and_the_others_stand_by_rating_around_them(division: Division, director: User) -> None:
    factories.entries(division, director, 6)
    assert order(division) == ["Ada", "Ben", "Cem", "Dua", "Eli", "Fay"]
    assert seed(division, director, {"Fay": 1, "Ada": 3}) == ["Ada", "Fay"]
    assert order(division) == ["Fay", "Ben", "Ada", "Cem", "Dua", "Eli"]
    assert [line.name for line in standings_of(division)] == order(division)
    log = ActionLog.objects.get(verb="division.seeded")
    assert (log.reason, log.before, log.after) == (
        "strong, but unrated",
        {"Ada": None, "Fay": None},
        {"Ada": 3, "Fay": 1},
    )


def test_two_change_places_and_whose_seed_stays_keeps_its_reason(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    seed(division, director, {"Dua": 1, "Cem": 2, "Ben": 4}, "qualified")
    assert seed(division, director, {"Dua": 2, "Cem": 1, "Ben": 4}, "mixed up") == ["Cem", "Dua"]
    assert dict(division.entries.values_list("name", "seed_reason")) == {
        "Ada": "",
        "Ben": "qualified",
        "Cem": "mixed up",
        "Dua": "mixed up",
    }
    assert seed(division, director, {"Dua": 2, "Cem": 1, "Ben": 4}, "the same player as on line") == []
    assert ActionLog.objects.filter(verb="division.seeded").count() == 2, "what changes nothing is not logged"
    assert seed(division, director, {}, "by rating after all") == ["Ben", "Cem", "Dua"]
    assert order(division) == ["Ada", "Ben", "Cem", "Dua"]


def test_round_one_and_the_knock_out_follow_them(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    seed(division, director, {"Dua": 1})
    drafted = pairing.draft_round(actor=director, division=division, number=1)
    assert {frozenset((one.first.name, one.second.name)) for one in factories.games(drafted)} == {
        frozenset(("Dua", "Ben")),
        frozenset(("Ada", "Cem")),
    }
    again = pairing.draft_round(actor=director, division=division, number=1, system="elimination")
    assert {frozenset((one.first.name, one.second.name)) for one in factories.games(again)} == {
        frozenset(("Dua", "Cem")),
        frozenset(("Ada", "Ben")),
    }


def test_snapshots_without_seeds_are_what_they_were(division: Division, director: User) -> None:
    factories.entries(division, director, 5)
    before = fingerprint(load_state(division, 1).snapshot)
    seed(division, director, {"Eli": 1})
    assert fingerprint(load_state(division, 1).snapshot) != before
    seed(division, director, {}, "back")
    assert fingerprint(load_state(division, 1).snapshot) == before


def test_they_stay_once_a_round_is_published(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    seed(division, director, {"Dua": 1})
    round_ = factories.publish(division, director, 1)
    with pytest.raises(TournamentError, match="Round 1 is published"):
        seed(division, director, {})
    round_.refresh_from_db()
    publishing.unpublish_round(
        actor=director, round_id=round_.pk, expected_version=round_.version, reason="wrong seeds"
    )
    assert seed(division, director, {}) == ["Dua"]


def test_a_late_entry_moves_nobody_past_anybody(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    seed(division, director, {"Dua": 1, "Ada": 4})
    before = order(division)
    factories.play(factories.publish(division, director, 1))
    roster.add_entry(actor=director, division=division, row=RosterRow(name="Zoe", rating=1785))
    assert order(division) == ["Dua", "Ben", "Zoe", "Cem", "Ada"]
    assert [name for name in order(division) if name != "Zoe"] == before


def test_going_back_to_a_copy_brings_the_seeds_back(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    seed(division, director, {"Cem": 1, "Dua": 2}, "before")
    before = order(division)
    backup = store_backup(actor=director, event=division.event, why="to go back to")
    seed(division, director, {"Cem": 2, "Dua": 1, "Ada": 4}, "after")
    restore_event(actor=director, event=division.event, backup_id=backup.pk, reason="better so")
    assert order(division) == before
    assert dict(division.entries.exclude(seed=None).values_list("name", "seed_reason")) == {
        "Cem": "before",
        "Dua": "before",
    }


@pytest.mark.parametrize(
    ("seeds", "reason", "message"),
    [
        (((1, 1),), " ", "Give a reason"),
        (((1, 1),), "x" * 201, "Give a reason"),
        (((1, 1), (2, 1)), "x", "Two players cannot both be seed 1"),
        (((1, 1), (1, 2)), "x", "Each player can appear only once"),
    ],
)
def test_what_can_never_be(seeds: tuple[tuple[int, int], ...], reason: str, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        SeedsInput(seeds=seeds, reason=reason)


def test_places_beyond_the_field_and_players_of_other_divisions_are_refused(division: Division, director: User) -> None:
    ada, *_rest = factories.entries(division, director, 4)
    other = factories.division(division.event.club, director)
    outsider, *_rest = factories.entries(other, director, 1)
    for wrong, message in (
        ((ada.pk, 5), "There is no seed 5: seeds go from 1 to 4"),
        ((outsider.pk, 1), "not in this division"),
    ):
        with pytest.raises(TournamentError, match=message):
            set_seeds(actor=director, division=division, data=SeedsInput(seeds=(wrong,), reason="x"))


def test_the_page_sets_them_and_the_roster_says_why() -> None:
    hall = make_hall()
    where, last = hall.url("seeds"), hall.scene.entries[-1]
    field = f"seed_{last.pk}"
    assert f'name="{field}"' in text(hall.client.get(where))
    refused = hall.client.post(where, {field: "2"})
    assert refused.status_code == 422
    assert 'value="2"' in text(refused)
    assert hall.client.post(where, {field: "7", "reason": "x"}).status_code == 422
    other = f"seed_{hall.scene.entries[0].pk}"
    assert "Two players cannot both be seed 2" in text(hall.client.post(where, {field: "2", other: "2", "reason": "x"}))
    hall.draft()
    done = hall.client.post(where, {field: "2", "reason": "won it last year"}, follow=True)
    assert "pair the round again" in text(done)
    public = reverse("tournaments:roster", args=[hall.scene.event.slug, hall.scene.division.slug])
    for page in (where, hall.url("manage_roster"), public):
        assert "seed 2: won it last year" in text(hall.client.get(page))
    hall.publish()
    later = text(hall.client.get(where))
    assert "Round 1 is published" in later
    assert f'name="{field}"' not in later
    assert hall.client.post(where, {field: "1", "reason": "x"}).status_code == 422


def test_over_http(division: Division, director: User) -> None:
    api = as_user(director)
    factories.entries(division, director, 3)
    at = f"events/{division.event.slug}/divisions/{division.slug}/seeds/"
    cem = division.entries.get(name="Cem")
    set_ = api.call("PUT", at, {"seeds": [{"entry": cem.pk, "seed": 1}], "reason": "champion"})
    assert [(row["place"], row["name"], row["seed"], row["reason"]) for row in set_["results"]] == [
        (1, "Cem", 1, "champion"),
        (2, "Ada", None, ""),
        (3, "Ben", None, ""),
    ]
    assert api.get(at) == set_
    api.call("PUT", at, {"seeds": [{"entry": cem.pk, "seed": 4}], "reason": "x"}, expect=400)
    api.call("PUT", at, {"seeds": []}, expect=400)
    listed = api.get(f"events/{division.event.slug}/divisions/{division.slug}/entries/")["results"]
    assert [(row["seed"], row["seed_reason"]) for row in listed] == [(None, ""), (None, ""), (1, "champion")]
