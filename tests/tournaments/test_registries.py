"""A tie-break, a kind of prize and a challenge rule are each declared once: one more is on the pages, in the API and in the docs."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from django.db import connection
from django.db.models import CheckConstraint, Q
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings
from rest_framework.generics import CreateAPIView
from rest_framework.serializers import Serializer

from core.packages import ROOT
from games.engine.crossword.challenge_rules import CHALLENGE_RULES, ChallengeRule
from lexicon.models import LexiconVersion
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import USUAL_POINTS, Hall, make_hall, make_running_hall, text
from tournaments.api.serializers.events import DivisionSerializer
from tournaments.api.serializers.prizes import PrizeSerializer
from tournaments.documentation import markdown
from tournaments.engine.prizes import PRIZE_KINDS, Candidate, Facts, Prize, PrizeKind
from tournaments.engine.standings import TIEBREAKS, Tiebreak, standings
from tournaments.engine.standings.records import Ints, Numbers, Records
from tournaments.engine.standings.tiebreak import Facts as StandingsFacts
from tournaments.models import Division, EventPrize
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Six players after round 1; seed 6 has the lowest rating."""
    hall = make_running_hall()
    for game in hall.games():
        factories.report(game.pk, "official", 400, 390, actor=hall.scene.director)
    return hall


def described(serializer: type[Serializer[Any]], field: str) -> dict[str, Any]:
    """A field as the schema of the API describes it; the whole schema is made once in a process."""
    view = type("Fresh", (CreateAPIView,), {"serializer_class": serializer}).as_view()  # type: ignore[attr-defined]
    with patched_settings({"POSTPROCESSING_HOOKS": []}):  # they know the real addresses only
        schema = SchemaGenerator(patterns=[path("fresh/", view)]).get_schema(public=True)  # type: ignore[no-untyped-call]
    (parts,) = (one["properties"] for one in schema["components"]["schemas"].values() if field in one["properties"])
    properties: dict[str, Any] = parts[field]
    return properties


def test_the_page_of_the_documents_is_up_to_date() -> None:
    assert (ROOT / "docs" / "tie-breaks-and-prizes.md").read_text(encoding="utf-8") == markdown()


class Underdog(Tiebreak):
    """The lower rating first."""

    key = "underdog"
    label = "underdog: the lower rating"
    head = "Underdog"

    def value(self, facts: StandingsFacts, player: int, _tied: Collection[int]) -> int:
        return -(facts.rows[player].player.rating or 0)

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        return np.broadcast_to([-(one.rating or 0) for one in records.players], records.points.shape)


def test_one_more_tie_break(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TIEBREAKS, "underdog", Underdog())
    rules = hall.url("standings_rules")
    assert '<option value="underdog">underdog: the lower rating</option>' in text(hall.client.get(rules))
    form = {"criterion_1": "points", "criterion_2": "underdog", "reason": "announced", "seen": "1"}
    chosen = hall.client.post(rules, form | USUAL_POINTS)
    assert chosen.status_code == 302
    lines = standings_of(Division.objects.get())
    assert [(line.row.points, line.rating) for line in lines] == sorted(
        ((line.row.points, line.rating) for line in lines), key=lambda pair: (-pair[0], pair[1])
    )
    page = text(hall.client.get(hall.url("standings")))
    assert "underdog: the lower rating" in page
    assert ">Underdog</" in page
    assert hall.client.post(hall.url("contention")).status_code == 302
    assert "then underdog: the lower rating" in text(hall.client.get(hall.url("contention")))
    api, where = as_user(hall.scene.director, described=False), "events/spring/divisions/a/"
    assert api.get(where)["standings_order"] == "points underdog"
    changed = api.patch(where, {"standings_order": "points underdog spread", "reason": "announced"})
    assert changed["standings_order"] == "points underdog spread"
    assert "performance underdog." in described(DivisionSerializer, "standings_order")["description"]
    assert "| `underdog` | underdog: the lower rating |  |  |" in markdown()


def most_starts(facts: Facts, _prize: Prize) -> Iterable[Candidate]:
    """The most games started."""
    rows = standings(facts.players, facts.games, facts.settings)
    return (Candidate(row.player.id, (row.firsts,)) for row in rows)


MOST_STARTS = PrizeKind(
    "most_starts", "Most starts (games begun)", most_starts, "The most games started.", "%(number)d games begun"
)


@pytest.fixture
def unchecked() -> Iterator[None]:
    """The database's check knows the kinds of the last migration."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = 1")
        yield
        cursor.execute("PRAGMA ignore_check_constraints = 0")


@pytest.mark.usefixtures("unchecked")
def test_one_more_kind_of_prize(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PRIZE_KINDS, "most_starts", MOST_STARTS)
    prizes = "/e/spring/manage/prizes/"
    assert '<option value="most_starts">Most starts (games begun)</option>' in text(hall.client.get(f"{prizes}new/"))
    form = {"kind": "most_starts", "place": "1", "first_round": "1", "count": "6", "shown": "0"}
    assert hall.client.post(f"{prizes}new/", form).status_code == 302
    page = text(hall.client.get(prizes))
    assert "Most starts" in page
    assert "1 games begun" in page
    api = as_user(hall.scene.director, described=False)
    prize = api.post("events/spring/prizes/", {"name": "Starter", "kind": "most_starts"}, expect=201)
    assert prize["kind"] == "most_starts"
    assert [len(one["winners"]) for one in api.get("events/spring/awards/")] == [3, 3]
    assert described(PrizeSerializer, "kind")["enum"][-1] == "most_starts"
    assert "| `most_starts` | Most starts (games begun) | The most games started. |" in markdown()


def test_the_database_knows_the_kinds_of_prizes_from_the_table() -> None:
    checks = {one.name: one.condition for one in EventPrize._meta.constraints if isinstance(one, CheckConstraint)}
    assert checks["prize_known_kind"] == Q(kind__in=list(PRIZE_KINDS))
    inside = [key for key, kind in PRIZE_KINDS.items() if kind.in_division]
    assert checks["prize_place_in_a_division"] == ~Q(kind__in=inside) | Q(division__isnull=False)


def test_one_more_challenge_rule(dictionary: LexiconVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = make_hall()
    monkeypatch.setitem(CHALLENGE_RULES, "twenty", ChallengeRule("twenty", "20 points to the opponent", 20))
    assert '<option value="twenty">20 points to the opponent</option>' in text(
        hall.client.get(hall.url("division_settings"))
    )
    division = Division.objects.get()
    factories.use_dictionary(division, dictionary)
    api, where = as_user(hall.scene.director, described=False), "events/spring/divisions/a/"
    assert api.patch(where, {"challenge_rule": "twenty"})["challenge_rule"] == "twenty"
    body = {"words": ["train"], "client_token": str(uuid4())}
    assert (
        "The challenged player receives 20 points."
        in api.post(f"{where}adjudications/", body, expect=201)["consequence"]
    )
    assert "20 points to the opponent" in text(hall.client.get("/e/spring/manage/log/"))
    assert described(DivisionSerializer, "challenge_rule")["enum"][-1] == "twenty"
    assert "| `twenty` | 20 points to the opponent | 20 |  |  |" in markdown()
