"""The whole event through the API alone: a director with a token, players with the keys of their own links."""

import itertools
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.models import User
from games.engine.crossword.gcg import write
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import EXPERT, final_scores, play_game
from jobs.models import Job
from jobs.services import run_job
from lexicon.models import LexiconVersion
from lexicon.queries import shipped_lexicon
from tests import factories
from tests.api_client import Api, as_user
from tournaments.models import Division

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

PLAYERS = ["Ada", "Ben", "Cem", "Dua", "Eli"]
_tokens = itertools.count(1)


def token() -> str:
    """A token of its own for each report."""
    return f"report-{next(_tokens)}"


def work() -> int:
    """Do the queued jobs as the worker does them; returns how many there were."""
    jobs = list(Job.objects.filter(state=Job.State.QUEUED).values_list("pk", flat=True))
    for job in jobs:
        assert run_job(job_id=job), Job.objects.get(pk=job).error
    return len(jobs)


def played(first: str, second: str, seed: int = 7) -> tuple[bytes, tuple[int, ...]]:
    """A complete game by our own engine, as a GCG file, and its final scores."""
    rules = RULE_SETS["tournament"].with_options(challenge="double")
    record = play_game(
        words=WordGraph.build(shipped_lexicon(), rules),
        rules=rules,
        seed=seed,
        players=[Player(first, first), Player(second, second)],
        styles=(EXPERT, EXPERT),
    )
    return write(record), final_scores(record)


def sign_in() -> Api:
    """The director's client, by name and password."""
    factories.user("director")
    answer = Api().post("auth/login/", {"username": "director", "password": factories.PASSWORD})
    return Api(answer["token"])


def open_event(director: Api, dictionary: LexiconVersion) -> str:
    """A club, a pool and an event; returns the division's address."""
    director.post("clubs/", {"name": "Harbour", "about": "Tuesdays."}, expect=201)
    pool = director.post("clubs/harbour/rating-pools/", {"name": "Club"}, expect=201)
    dictionaries = director.get("dictionaries/")["results"]
    assert [edition["id"] for edition in dictionaries[0]["editions"]] == [dictionary.pk]
    division = {
        "rules_slug": "tournament",
        "challenge_rule": "double",
        "lexicon_version": dictionary.pk,
        "rounds_planned": 3,
        "rating_pool": pool["slug"],
        "bye_spread": 50,
        "forfeit_spread": -50,
    }
    event = director.post(
        "clubs/harbour/events/", {"name": "Spring Open", "starts_on": "2026-05-02", "division": division}, expect=201
    )
    assert event["slug"] == "spring-open"
    assert event["divisions"][0].items() >= division.items()
    changed = director.patch("events/spring-open/divisions/a/", {"rounds_planned": 2, "spread_cap": 300})
    assert changed.items() >= {**division, "rounds_planned": 2, "spread_cap": 300}.items()
    return "events/spring-open/divisions/a/"


def fill_roster(director: Api, division: str) -> None:
    """A dry run that finds the bad line, then the import; one more player, typed."""
    bad = "name,rating\nAda,1800\nBen,fast\n"
    preview = director.post(f"{division}roster/preview/", {"text": bad, "format": "csv"})
    assert (preview["ok"], [problem["line"] for problem in preview["problems"]]) == (False, [3])
    refused = director.post(f"{division}roster/import/", {"text": bad, "format": "csv"}, expect=400)
    assert refused["errors"][0]["field"] == "line.3"
    assert director.get(f"{division}entries/")["count"] == 0
    good = "name,rating\n" + "".join(f"{name},{1800 - 10 * index}\n" for index, name in enumerate(PLAYERS[:3]))
    assert director.post(f"{division}roster/preview/", {"text": good})["ok"]
    assert len(director.post(f"{division}roster/import/", {"text": good}, expect=201)) == 3
    again = director.post(f"{division}roster/import/", {"rows": [{"name": "Ada"}, {"name": "Dua"}]}, expect=201)
    assert [entry["name"] for entry in again] == ["Dua"]
    director.post(f"{division}entries/", {"name": "Eli", "rating": None}, expect=201)
    entries = director.get(f"{division}entries/")["results"]
    assert [entry["name"] for entry in entries] == PLAYERS


def pair(director: Api, division: str, number: int) -> list[dict[str, Any]]:
    """Round ``number``, drafted and published; returns its slips."""
    address = f"{division}rounds/{number}/"
    assert director.get(f"{address}readiness/")["ready"]
    draft = director.post(f"{address}draft/", {"system": "swiss"})
    assert draft["state"] == "draft"
    Api().get(address, expect=404)
    published = director.post(f"{address}publish/", {"expected_version": draft["version"]})
    assert published["state"] == "published"
    slips: list[dict[str, Any]] = director.get(f"{address}slips/")["results"]
    return slips


def scores(first: int, second: int) -> dict[str, Any]:
    return {"first_score": first, "second_score": second, "client_token": token()}


def test_an_event_from_sign_in_to_ratings(dictionary: LexiconVersion) -> None:
    director, player = sign_in(), Api()
    division = open_event(director, dictionary)
    player.get("events/spring-open/", expect=404)
    fill_roster(director, division)

    one, two = pair(director, division, 1)
    links = director.get(f"{division}personal-links/")["results"]
    own = {link["name"]: f"own/{link['key']}/rounds/1/" for link in links}
    assert player.get("events/spring-open/")["state"] == "running"

    # The first table: two players agree; a double tap is one report.
    page = player.get(own[one["first"]])
    assert (page["open"], page["pairing"]["first"]["name"]) == (True, one["first"])
    sheet = scores(431, 389)
    first = player.post(own[one["first"]], sheet, expect=201)
    assert first["result"]["state"] == "pending"
    assert player.post(own[one["first"]], sheet, expect=200) == first
    hidden = player.get(f"events/spring-open/pairings/{one['pairing_id']}/")
    assert (hidden["state"], hidden["result"]) == ("pending", None)
    second = player.post(own[one["second"]], scores(431, 389), expect=201)
    assert second["result"]["state"] == "confirmed"

    # The second table: a whole record against other scores; the director rules.
    gcg, (high, low) = played(two["first"], two["second"])
    upload = {"client_token": token(), "record_file": SimpleUploadedFile("game.gcg", gcg)}
    sent = player.upload(own[two["first"]], upload, expect=201)
    assert (sent["result"]["first_score"], sent["result"]["second_score"]) == (high, low)
    assert sent["report"]["complete"]
    assert sent["report"]["verdict"] in {"ok", "note"}
    other = player.post(own[two["second"]], scores(high, low + 9), expect=201)
    assert other["result"]["state"] == "conflict"
    assert str(low + 9) in other["difference"]
    game = f"events/spring-open/pairings/{two['pairing_id']}/"
    notes = director.get(f"{division}rounds/2/readiness/")
    assert not notes["ready"]
    assert "conflict" in [note["code"] for note in notes["notes"]]
    version = director.get(game)["result_version"]
    ruling = {"first_score": high, "second_score": low, "reason": "The record is right.", "expected_version": version}
    stale = director.post(f"{game}ruling/", {**ruling, "expected_version": version - 1}, expect=409)
    assert stale["type"] == "stale"
    assert director.post(f"{game}ruling/", ruling)["state"] == "confirmed"
    history = director.get(f"{game}history/")["results"]
    assert [(item["what"], item["who"]) for item in history] == [
        ("submission", "first"),
        ("submission", "second"),
        ("ruling", "official"),
    ]
    record = player.get(f"{game}record/")
    assert {turn["player"]: turn["computed_total"] for turn in record["report"]["turns"]} == {0: high, 1: low}
    original = player.client.get(f"/api/v1/{game}records/{record['uuid']}/original/")
    assert original.content == gcg

    # Standings after the round, and a player who leaves and comes back.
    table = player.get(f"{division}standings/?after_round=1")["results"]
    assert sorted(line["wins"] for line in table) == [0, 0, 1, 1, 1]
    best = next(line for line in table if line["name"] == one["first"])
    assert (best["spread"], best["firsts"]) == (42, 1)
    last = director.get(f"{division}entries/")["results"][-1]
    withdrawn = director.post(f"{division}entries/{last['id']}/withdraw/", {"after_round": 1, "reason": "Train."})
    assert (withdrawn["status"], withdrawn["withdrawn_after"]) == ("withdrawn", 1)
    director.post(f"{division}entries/{last['id']}/return/", {})

    # Round two: the desk enters the results; one is corrected afterwards.
    for slip in pair(director, division, 2):
        desk = {"first_score": 400, "second_score": 350, "client_token": token()}
        address = f"events/spring-open/pairings/{slip['pairing_id']}/"
        entered = director.post(f"{address}submissions/", desk, expect=201)
        assert entered["submission"]["channel"] == "api"
        assert director.post(f"{address}submissions/", desk, expect=200) == entered
    version = director.get(address)["result_version"]
    assert director.get(f"{address}consequences/")["consequences"]
    correction = {"first_score": 400, "second_score": 450, "reason": "Recounted.", "expected_version": version}
    assert director.post(f"{address}ruling/", correction)["second_score"] == 450

    # A live estimate first, then the official ratings.
    assert work()
    pool = player.get("ratings/")["results"][0]
    assert pool["up_to_date"]
    estimates = player.get(f"ratings/{pool['slug']}/players/")["results"]
    assert {line["rating"] for line in estimates} <= {None, *range(1000, 2000)}
    assert all(line["live_rating"] for line in estimates)
    assert director.post("events/spring-open/finish/")["state"] == "finished"
    assert not player.get(f"ratings/{pool['slug']}/")["up_to_date"]
    assert work() == 2  # the ratings, and the check of the event's figures
    rated = player.get(f"ratings/{pool['slug']}/players/")["results"]
    assert [line["rank"] for line in rated] == [1, 2, 3, None, None], "who has few games has no rank"
    assert sorted(line["name"] for line in rated) == PLAYERS
    card = player.get(f"ratings/{pool['slug']}/players/{rated[0]['player_id']}/")
    point = card["history"][0]
    explained = player.get(f"ratings/{pool['slug']}/events/{point['event_id']}/players/{rated[0]['player_id']}/")
    assert (explained["new"], explained["games"]) == (rated[0]["rating"], point["games"])
    assert all(game["opponent_name"] in PLAYERS for part in explained["segments"] for game in part["games"])

    late = player.post(own[one["first"]], scores(1, 2), expect=409)
    assert late["type"] == "not_open"
    director.post("events/spring-open/reopen/", {"reason": "A result was entered for the wrong table."})
    director.post("auth/logout/", expect=204)
    director.get("auth/me/", expect=401)


def test_a_draft_is_edited_discarded_and_a_round_taken_back(director: User, division: Division) -> None:
    factories.entries(division, director, 5)
    api, address = as_user(director), f"events/{division.event.slug}/divisions/{division.slug}/rounds/1/"
    draft = api.post(f"{address}draft/", {})
    lines = api.get(f"{address}pairings/")["results"]
    games, bye = [line for line in lines if line["second"]], lines[-1]
    assert (bye["kind"], bye["second"], len(games)) == ("bye", None, 2)

    swap = {"entry_a": games[0]["second"]["entry_id"], "entry_b": bye["first"]["entry_id"]}
    swapped = api.post(f"{address}swap-players/", {**swap, "expected_version": draft["version"]})
    api.post(f"{address}swap-players/", {**swap, "expected_version": draft["version"]}, expect=409)
    seats = {"pairing_id": games[0]["id"], "expected_version": swapped["version"]}
    turned = api.post(f"{address}swap-seats/", seats)
    line = api.get(f"{address}pairings/")["results"][0]
    assert (line["first"]["entry_id"], line["second"]["entry_id"]) == (swap["entry_b"], games[0]["first"]["entry_id"])
    run = api.get(f"{address}run/")
    assert run["system"] == "swiss"
    assert len(run["plan"]["pairs"]) == 2

    published = api.post(f"{address}publish/", {"expected_version": turned["version"]})
    slip = api.get(f"{address}slips/")["results"][0]
    new = api.post(f"events/{division.event.slug}/pairings/{slip['pairing_id']}/slip/", {"reason": "Lost."})
    assert Api().get(f"slips/{slip['key']}/", expect=410)["type"] == "slip_revoked"
    assert Api().get(f"slips/{new['key']}/")["pairing"]["id"] == slip["pairing_id"]
    back = api.post(f"{address}unpublish/", {"expected_version": published["version"], "reason": "Wrong roster."})
    assert back["state"] == "draft"
    Api().get(f"slips/{new['key']}/", expect=404)
    api.post(f"{address}discard/", {"expected_version": back["version"]}, expect=204)
    api.get(address, expect=404)
    assert api.get(address.replace("1/", ""))["results"] == []
