"""A ratings officer's work over HTTP, end to end."""

from datetime import date
from typing import Any

import pytest

from audit.models import ActionLog
from clubs.models import Club, Player, User
from clubs.tokens import sign_in
from lexicon.models import Lexicon, LexiconVersion
from ratings.engine.types import RatedGame
from ratings.models import OpeningRating, PlayerMerge, RatedEvent, RatedResult, RatingPool
from ratings.services.ledger import finalize_event, open_event, record_result
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.api_client import Api

pytestmark = pytest.mark.django_db


class Officer(Api):
    """With PUT, which no other part of the API needs."""

    def put(self, path: str, body: object, *, expect: int = 200) -> Any:
        return self.call("PUT", path, body, expect=expect)


@pytest.fixture
def officer(club: Club, director: User) -> Officer:
    return Officer(sign_in(factories.member(club, director, "ratings_officer"))[1])


@pytest.fixture
def pool(club: Club, director: User) -> RatingPool:
    return factories.pool(club, director)


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [Player.objects.create(name=name, home_club=club) for name in ("Ada", "Ben", "Cem", "Bem")]


@pytest.fixture
def rated(pool: RatingPool, people: list[Player]) -> RatedEvent:
    event = open_event(pool=pool, key="e", name="Open", date=date(2026, 5, 2), rounds=8)
    record_result(event=event, game=RatedGame("g1", 1, people[0].pk, people[1].pk, 400, 300))
    finalize_event(event=event)
    recompute_pool(pool_id=pool.pk)
    return event


def test_a_list_is_looked_at_and_imported(officer: Officer, pool: RatingPool, people: list[Player]) -> None:
    text = "name,rating,games\nADA,1650,12\nBenn,1400,\nNew Person,1300,3\n"
    preview = officer.post(f"ratings/{pool.slug}/import/preview/", {"text": text})
    assert [row["player"] and row["player"]["name"] for row in preview["matches"]] == ["Ada", None, None]
    assert {one["name"] for one in preview["matches"][1]["candidates"]} == {"Ben"}
    assert not OpeningRating.objects.exists()
    bad = officer.post(f"ratings/{pool.slug}/import/", {"text": text, "choices": {"x": "new"}}, expect=400)
    assert "not the number of a line" in bad["errors"][0]["message"]
    choices = {"3": str(people[1].pk), "4": "new"}
    assert officer.post(f"ratings/{pool.slug}/import/", {"text": text, "choices": choices}) == {"players": 3}
    assert set(OpeningRating.objects.values_list("player__name", "rating", "games")) == {
        ("Ada", 1650, 12),
        ("Ben", 1400, None),
        ("New Person", 1300, 3),
    }
    wrong = officer.post(f"ratings/{pool.slug}/import/", {"text": "name,rating\nAda,lots"}, expect=400)
    assert "“lots” is not a rating" in wrong["detail"]


def test_an_opening_rating_is_set_and_cleared(officer: Officer, pool: RatingPool, people: list[Player]) -> None:
    path = f"ratings/{pool.slug}/openings/{people[0].pk}/"
    assert officer.get(path) == {"rating": None, "games": None}
    body = {"rating": 1500, "games": 40, "reason": "card"}
    assert officer.put(path, body) == {"rating": 1500, "games": 40}
    officer.put(path, {**body, "rating": 0}, expect=400)
    officer.put(path, {**body, "reason": ""}, expect=400)
    assert officer.put(path, {**body, "rating": None}) == {"rating": None, "games": None}
    assert not OpeningRating.objects.exists()


def test_a_list_is_published_once_a_day(officer: Officer, pool: RatingPool, rated: RatedEvent) -> None:
    published = officer.post(f"ratings/{pool.slug}/official/", {"name": "May", "effective": "2026-05-03"}, expect=201)
    assert published["system"] == "naspa"
    again = {"name": "May again", "effective": "2026-05-03"}
    assert "already a list for that day" in officer.post(f"ratings/{pool.slug}/official/", again, expect=400)["detail"]
    assert [row["name"] for row in Api().get(f"ratings/{pool.slug}/official/")["results"]] == ["May"]
    lines = Api().get(f"ratings/{pool.slug}/official/{published['id']}/")["results"]
    assert [(line["rank"], line["name"], line["rating"] == line["now"]) for line in lines] == [
        (None, "Ada", True),  # too few games for a rank
        (None, "Ben", True),
    ]


def test_a_game_is_moved_and_a_player_forgotten(
    officer: Officer, pool: RatingPool, rated: RatedEvent, people: list[Player]
) -> None:
    ada, ben, cem = people[:3]
    body = {"game": "g1", "player": ben.pk, "really": cem.pk, "reason": "wrong card"}
    assert officer.post(f"ratings/{pool.slug}/events/{rated.pk}/move/", body) == {"game": "g1", "revision": 3}
    live = RatedResult.objects.live().get(event=rated)
    assert (live.player, live.opponent) == (ada, cem)
    assert (
        "no longer has that rated game"
        in officer.post(f"ratings/{pool.slug}/events/{rated.pk}/move/", body, expect=400)["detail"]
    )
    anonymous = officer.post(f"clubs/harbour/players/{cem.pk}/anonymise/", {"reason": "requested"})
    assert anonymous == {"id": cem.pk, "name": f"Player {cem.pk}"}


def test_two_entries_are_merged_and_unmerged(officer: Officer, people: list[Player]) -> None:
    body = {"duplicate": people[3].pk, "kept": people[1].pk, "reason": "typed twice"}
    merge = officer.post("clubs/harbour/merges/", body, expect=201)
    assert merge["undone_at"] is None
    assert "already been merged" in officer.post("clubs/harbour/merges/", body, expect=400)["detail"]
    undone = officer.post(f"clubs/harbour/merges/{merge['id']}/undo/", {"reason": "twins"})
    assert undone["undone_at"] is not None
    assert [row["id"] for row in officer.get("clubs/harbour/merges/")["results"]] == [merge["id"]]


def test_another_clubs_people_are_out_of_reach(officer: Officer, pool: RatingPool, people: list[Player]) -> None:
    other = Club.objects.create(name="Other", slug="other")
    guest, second = (Player.objects.create(name=name, home_club=other) for name in ("S", "T"))
    theirs = PlayerMerge.objects.create(duplicate=guest, kept=second, reason="x")
    officer.post("clubs/other/merges/", {"duplicate": guest.pk, "kept": second.pk, "reason": "x"}, expect=403)
    body = {"duplicate": guest.pk, "kept": people[0].pk, "reason": "x"}
    officer.post("clubs/harbour/merges/", body, expect=404)
    officer.post(f"clubs/harbour/merges/{theirs.pk}/undo/", {"reason": "x"}, expect=404)
    officer.post(f"clubs/harbour/players/{guest.pk}/anonymise/", {"reason": "x"}, expect=404)
    officer.put(f"ratings/{pool.slug}/openings/{guest.pk}/", {"rating": 1, "games": None, "reason": "x"}, expect=404)
    theirs.refresh_from_db()
    assert list(PlayerMerge.objects.all()) == [theirs]
    assert theirs.undone_at is None
    assert Player.objects.get(pk=guest.pk).name == "S"
    assert not OpeningRating.objects.filter(player=guest).exists()


def test_what_a_pool_accepts(officer: Officer, pool: RatingPool, club: Club) -> None:
    lexicon = Lexicon.objects.create(slug="english", name="English", language="en", club=club)
    LexiconVersion.objects.create(lexicon=lexicon, label="1", checksum="1" * 64, word_count=1, file_name="e")
    path = f"ratings/{pool.slug}/accepts/"
    everything = {"game": "", "setting": "", "rules": [], "dictionaries": []}
    assert Api().get(path) == everything
    chosen = {"game": "crossword", "setting": "club", "rules": ["tournament"], "dictionaries": ["english"]}
    assert officer.put(path, chosen) == chosen
    for wrong in ({"game": "chess"}, {"rules": ["house"]}, {"dictionaries": ["klingon"]}):
        officer.put(path, {**chosen, **wrong}, expect=400)
    assert Api().get(path) == chosen
    assert officer.put(path, everything) == everything
    assert ActionLog.objects.filter(verb="rating_pool.accepts").count() == 2
