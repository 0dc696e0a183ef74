"""Events that come from tsh and go to it: past rounds, the division file, tables as CSV and JSON."""

import csv
import io
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import Club, User
from tests import factories
from tests.api_client import as_user
from tests.harness.deep import examples
from tests.tournaments.scenes.hall import make_hall, make_running_hall, text
from tests.walk import check_each
from tournaments.engine.exporters.tsh import TshPlayer, write_tsh
from tournaments.engine.importers.tsh import game_facts, parse_tsh
from tournaments.engine.model import GameFact, ResultKind, StandingsRules
from tournaments.engine.results import derive
from tournaments.errors import TournamentError
from tournaments.forms.entries import MAX_ROSTER_BYTES
from tournaments.models import Division, Result, Round
from tournaments.queries.exports import tsh_file
from tournaments.queries.results import reports_of, rulings_of
from tournaments.queries.standings import standings_of
from tournaments.services.entries.past_rounds import import_past, preview_past
from tournaments.services.results.results import alone_score, stored_values

pytestmark = pytest.mark.django_db

#: Two complete rounds and a third under way: a bye, a forfeit known beforehand, a player who has left.
FILE = """\
Alder, Ann 1700 2 3 4; 431 377 ; p12 1 2 1; lifeg 40
Birch, Bob 1650 1 4 5; 389 402 ; p12 2 1 2; team Red
Cedar, Cat 1500 0 1 0; 50 402 50; p12 0 1 0; class B
Dogwood, Dan 1400 5 2 1; 350 398 ; p12 1 2 2
Elm, Eve 0 4 0 2; 350 -50 ; p12 2 0 1; off 0
"""

#: The same players as a list, and a table of results of two rounds.
PLAYERS = "name,rating\n" + "\n".join(
    f'"{name}",{rating}'
    for name, rating in {
        "Alder, Ann": 1700,
        "Birch, Bob": 1650,
        "Cedar, Cat": 1500,
        "Dogwood, Dan": 1400,
        "Elm, Eve": "",
    }.items()
)
RESULTS = """\
round,first_name,first_score,second_name,second_score
1,"Alder, Ann",431,"Birch, Bob",389
1,"Dogwood, Dan",350,"Elm, Eve",350
"""


def records(division: Division) -> dict[str, tuple[float, float, int]]:
    return {line.name: (line.row.wins, line.row.losses, line.row.spread) for line in standings_of(division)}


def test_penalties_of_a_file_adjust_the_spread(division: Division, director: User) -> None:
    import_past(actor=director, division=division, text=FILE.replace("team Red", "team Red; penalty 0 -25"))
    bob = division.entries.get(name="Birch, Bob")
    assert (bob.spread_changes, bob.spread_reason) == ("2 -25", "penalty in the file")
    before = records(division)["Birch, Bob"]
    bob.spread_changes = bob.spread_reason = ""
    bob.save()
    assert records(division)["Birch, Bob"][2] == before[2] + 25
    bob.spread_changes, bob.spread_reason = "2 -25", "penalty in the file"
    bob.save()
    assert "penalty 0 -25" in tsh_file(division, with_ids=False)


def test_a_file_is_taken_over_with_its_rounds(division: Division, director: User) -> None:
    preview = preview_past(division=division, text=FILE)
    assert (preview.ok, preview.rounds, preview.games, preview.pending) == (True, 3, 6, 2)
    assert not division.entries.exists()
    rounds = import_past(actor=director, division=division, text=FILE)
    assert [(item.number, Round.objects.get(pk=item.pk).state) for item in rounds] == [
        (1, "closed"),
        (2, "closed"),
        (3, "published"),
    ]
    assert records(division) == {
        "Alder, Ann": (1, 1, 42 - 25),
        "Birch, Bob": (1, 1, -42 + 4),
        "Cedar, Cat": (3, 0, 50 + 25 + 50),
        "Dogwood, Dan": (0.5, 1.5, -4),
        "Elm, Eve": (0.5, 1.5, -50),
    }
    assert list(division.entries.order_by("number").values_list("player_class", "team", "status"))[1:] == [
        ("", "Red", "active"),
        ("B", "", "active"),
        ("", "", "active"),
        ("", "", "withdrawn"),
    ]


def test_what_was_taken_over_follows_from_facts(division: Division, director: User) -> None:
    import_past(actor=director, division=division, text=FILE)
    results = Result.objects.select_related("pairing")
    assert len(results) == 7  # four games, a forfeit and two byes
    for result in results:
        pairing = result.pairing
        derived = derive(
            reports_of(pairing.submissions.all()), rulings_of(pairing.rulings.all()), alone=alone_score(pairing)
        )
        assert derived is not None
        assert (values := stored_values(derived, result.pairing.round.division)) == {
            name: getattr(result, name) for name in values
        }


def test_the_event_goes_on_and_its_games_are_rated(division: Division, director: User) -> None:
    rounds = import_past(actor=director, division=division, text=FILE)
    pool = division.rating_pool
    assert pool is not None
    assert pool.events.get().results.count() == 4
    factories.play(rounds[2])
    assert factories.publish(division, director, 4).number == 4
    assert division.event.__class__.objects.get().state == "running"


def test_a_file_that_cannot_be_is_refused_whole(division: Division, director: User) -> None:
    def check(file: str, words: str) -> None:
        with pytest.raises(TournamentError, match=words):
            import_past(actor=director, division=division, text=file)
        assert not division.entries.exists()

    check_each(
        [
            ("Ann 1 2; 400\nBob 1 1; 1600\n", "scores must be −1500 to 1500"),
            ("Ann 1 00 2; 0 400\nBob 1 00 1; 0 300\n", "There are no games in round 1"),
            ("Ann 1\nBob 1\n", "no played round"),
            ("Ann 1 2; 400\nBob 1 0; 50\n", "has a bye"),
        ],
        check,
    )


def test_over_http(division: Division, director: User) -> None:
    """Without ``dry_run`` being false nothing is written."""
    api, path = as_user(director), f"events/{division.event.slug}/divisions/{division.slug}/past-rounds/"
    preview = api.post(path, {"text": FILE})
    assert (preview["ok"], preview["rounds"], preview["games"], preview["pending"]) == (True, 3, 6, 2)
    assert not division.entries.exists()
    assert api.post(path, {"text": FILE, "dry_run": False}) == preview
    assert records(division)["Alder, Ann"] == (1, 1, 42 - 25)
    too_large = api.post(path, {"text": "x" * (MAX_ROSTER_BYTES + 1)}, expect=413)
    assert too_large["type"] == "too_large"


def test_a_division_without_rounds_and_with_nobody_else_takes_past_rounds(
    club: Club, director: User, division: Division
) -> None:
    short = factories.division(club, director, rounds_planned=2)
    assert any("planned for 2" in fault for fault in preview_past(division=short, text=FILE).faults)
    factories.entries(division, director, 2)
    (fault,) = preview_past(division=division, text=FILE).faults
    assert fault.startswith("Entered here but not in the file: Ada, Ben.")
    division.entries.all().delete()
    import_past(actor=director, division=division, text=FILE)
    (fault,) = preview_past(division=division, text=FILE).faults
    assert fault.startswith("The division already has rounds")


@pytest.mark.parametrize("kind", ["t", "csv"])
def test_players_who_are_entered_already_get_their_played_rounds(
    client: Client, club: Club, director: User, division: Division, kind: str
) -> None:
    """Whoever imports the players alone at first, as a roster, is not locked out of the rounds."""
    client.force_login(director)
    path = [division.event.slug, division.slug]
    files = {"t": FILE.replace("Ann 1700", "Ann 1710"), "csv": RESULTS}
    client.post(reverse("tournaments:import_roster", args=path), {"text": PLAYERS, "format": "csv"})
    assert division.entries.count() == 5
    page = text(checked := client.post(reverse("tournaments:check_roster", args=path), {"text": files[kind]}))
    assert "Import the players and the rounds played so far" in page
    form = re.search(r'<form id="import".*?</form>', checked.content.decode(), re.DOTALL)
    assert form is not None, "the button has a form to send"
    sent = {"text": files[kind], "format": {"t": "tsh", "csv": "results"}[kind], "past": "1"}
    client.post(reverse("tournaments:import_roster", args=path), sent)
    assert division.rounds.exists()
    assert division.entries.count() == 5
    assert division.entries.get(player__name="Alder, Ann").rating == (1710 if kind == "t" else 1700)


def test_a_note_names_byes_with_another_spread(club: Club, director: User) -> None:
    division = factories.division(club, director, bye_spread=100)
    notes = preview_past(division=division, text=FILE).notes
    assert notes == ("Byes in the file have a spread of 50 and keep it; later ones get 100 from the settings.",)


def test_export_then_import_gives_the_same_standings(division: Division, club: Club, director: User) -> None:
    import_past(actor=director, division=division, text=FILE)
    again = factories.division(club, director)
    import_past(actor=director, division=again, text=tsh_file(division, with_ids=True), despite_double_booking=True)
    assert records(again) == records(division)
    assert tsh_file(again, with_ids=True) == tsh_file(division, with_ids=True)


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters=":"), max_size=20).map(
    lambda name: f"N{name}"
)


@examples(40, deep=1000)
@given(st.lists(NAMES, min_size=2, max_size=8, unique_by=str.casefold), st.data())
def test_the_division_file_is_read_as_written(names: list[str], data: st.DataObject) -> None:
    count = len(names) // 2 * 2
    rounds = data.draw(st.integers(1, 4))
    facts = [
        GameFact(number, a, a + 1, data.draw(st.integers(0, 900)), data.draw(st.integers(0, 900)))
        for number in range(1, rounds + 1)
        for a in range(1, count, 2)
    ]
    players = [TshPlayer(number=place, name=name) for place, name in enumerate(names, start=1)]
    parse = parse_tsh(write_tsh(players, facts, StandingsRules()))
    if not parse.problems:  # two names may become one when they are composed
        assert list(game_facts(parse.rows)) == facts


def test_special_results_are_spreads_in_the_file() -> None:
    players = [TshPlayer(1, "Ann; the first", 1500, off=0), TshPlayer(2, "Bob 7")]
    kinds = [ResultKind.FORFEIT_WIN, ResultKind.DOUBLE_FORFEIT, ResultKind.VOID, ResultKind.PENDING]
    games = [GameFact(number, 1, 2, kind=kind) for number, kind in enumerate(kinds, start=1)]
    assert write_tsh(players, games, StandingsRules(forfeit_spread=-75)) == (
        "Ann\\; the first 1500 0 0 0 2; 75 -75 0; p12 0 0 0 1; off 0\nBob #7 0 0 0 0 1; -75 -75 0; p12 0 0 0 2\n"
    )


def read(client: Client, name: str) -> Any:
    answer = client.get(reverse(f"tournaments:{name}", args=["spring", "a"]))
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return answer.content.decode()


def test_tables_to_take_along() -> None:
    hall = make_hall()
    round_ = hall.publish()
    factories.play(round_)
    rows = list(csv.DictReader(io.StringIO(read(Client(), "standings_csv"))))
    assert [row["rank"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    results = list(csv.DictReader(io.StringIO(read(Client(), "results_csv"))))
    assert [(row["table"], row["first_score"], row["kind"]) for row in results] == [
        ("1", "450", "played"),
        ("2", "440", "played"),
        ("3", "430", "played"),
    ]
    document = json.loads(read(Client(), "division_json"))
    assert len(document["standings"]) == 6
    assert document["results"][0]["first_score"] == 450
    assert len(parse_tsh(read(Client(), "division_tsh")).rows) == 6


def test_drafts_and_reports_that_wait_are_in_no_file() -> None:
    hall = make_running_hall()
    factories.report(hall.games()[0], "first", 500, 300)
    hall.scene.event.__class__.objects.update(state="running")
    assert "500" not in read(Client(), "results_csv")
    assert "500" not in read(Client(), "division_tsh")


def test_a_name_is_no_formula() -> None:
    hall = make_running_hall()
    hall.scene.division.entries.filter(number=1).update(name="=1+1")
    assert "'=1+1" in read(Client(), "standings_csv")


def test_files_of_an_event_in_preparation_are_for_officials() -> None:
    hall = make_hall()
    hall.scene.event.__class__.objects.update(state="draft")
    for name in ("standings_csv", "results_csv", "division_json", "division_tsh"):
        where = reverse(f"tournaments:{name}", args=["spring", "a"])
        assert Client().get(where).status_code == 404
        assert hall.client.get(where).status_code == 200


def test_the_director_looks_before_the_rounds_are_taken_over() -> None:
    hall = make_hall(players=0)
    page = text(hall.client.post(hall.url("check_roster"), {"text": FILE, "format": "tsh"}))
    assert "The file has 3 rounds." in page
    assert "Import the players and the rounds played so far" in page
    answer = hall.client.post(hall.url("import_roster"), {"text": FILE, "format": "tsh", "past": "1"})
    assert answer.status_code == 302
    assert Round.objects.count() == 3
    again = hall.client.post(hall.url("import_roster"), {"text": FILE, "format": "tsh", "past": "1"})
    assert again.status_code == 422
