"""The director chooses how a round is paired: every system, its options, the standings, the same again."""

import ast
from pathlib import Path

import pytest

import tournaments.engine.pairing
from clubs.models import User
from tests import factories
from tests.tournaments.scenes.hall import make_hall, text
from tests.walk import check_each
from tournaments.engine.pairing import SYSTEMS
from tournaments.errors import TournamentError
from tournaments.forms.pairing import PairForm
from tournaments.models import Division, PairingRun, Round
from tournaments.services.rounds import constraints as conditions
from tournaments.services.rounds.pairing import draft_round
from tournaments.wording.engine import system_choices
from tournaments.wording.run_notes import note_sentences

pytestmark = pytest.mark.django_db


def test_every_system_can_be_chosen() -> None:
    assert {value for value, _label in system_choices()} == set(SYSTEMS)


def test_every_system_pairs_a_first_round(division: Division, director: User) -> None:
    factories.entries(division, director, 6)

    def check(system: str) -> None:
        draft_round(actor=director, division=division, number=1, system=system)
        run = PairingRun.objects.get(round_number=1)
        assert run.system == system
        assert len(run.plan["pairs"]) == 3

    check_each(sorted(set(SYSTEMS) - {"team_round_robin", "team_matches"}), check)


def test_options_reach_the_engine(division: Division, director: User) -> None:
    factories.entries(division, director, 6)
    fold = draft_round(actor=director, division=division, number=1, options={"order": "fold"})
    assert fold.run is not None
    seats = {entry.pk: entry.number for entry in division.entries.all()}
    met = {frozenset((seats[pair["first"]], seats[pair["second"]])) for pair in fold.run.plan["pairs"]}
    assert met == {frozenset({1, 6}), frozenset({2, 5}), frozenset({3, 4})}


def test_what_does_not_fit_is_refused_in_words(division: Division, director: User) -> None:
    factories.entries(division, director, 6)

    def check(system: str, options: dict[str, object], message: str) -> None:
        with pytest.raises(TournamentError, match=message):
            draft_round(actor=director, division=division, number=1, system=system, options=options)
        assert not Round.objects.exists()

    check_each(
        [
            ("magic", {}, "not a pairing system"),
            ("factor", {"factor": 0}, "do not work"),
            ("swiss", {"colour": "red"}, "no such options"),
            ("team_round_robin", {}, "have no team"),
            ("fontes", {"first_round": 2}, "the opening rounds are 2"),
        ],
        check,
    )


def test_a_round_on_the_seeding(running: Division, director: User) -> None:
    factories.play(Round.objects.get(division=running, number=1))
    drafted = draft_round(
        actor=director, division=running, number=2, system="koth", based_on=0, options={"max_repeats": 5}
    )
    assert drafted.run is not None
    assert drafted.run.snapshot["based_on"] == 0


def test_the_page_offers_the_systems_and_pairs_by_the_one_chosen() -> None:
    hall = make_hall()
    page = text(hall.client.get(hall.url("manage_round", 1)))
    assert "King of the hill – 1 v 2" in page
    done = hall.client.post(hall.url("draft_round", 1), {"system": "koth"})
    assert done.status_code == 302
    assert "Paired by King of the hill, random seed" in text(hall.client.get(hall.url("manage_round", 1)))


def test_pairing_a_draft_again_keeps_its_system() -> None:
    hall = make_hall()
    hall.client.post(hall.url("draft_round", 1), {"system": "factor", "factor": "1", "quartile": "3"})
    hall.client.post(hall.url("draft_round", 1))
    run = Round.objects.get(division=hall.scene.division, number=1).run
    assert run is not None
    assert (run.system, run.plan["rules"]["factor"]) == ("factor", 1)


@pytest.mark.parametrize(
    "form", [{"system": "magic"}, {"system": "factor", "factor": "-3"}, {"system": "swiss", "based_on": "7"}]
)
def test_a_senseless_choice_says_so_and_pairs_nothing(form: dict[str, str]) -> None:
    hall = make_hall()
    answer = hall.client.post(hall.url("draft_round", 1), form, follow=True)
    assert "notice-error" in text(answer)
    assert not Round.objects.filter(division=hall.scene.division, number=1).exists()


def test_why_works_for_what_is_weighed_and_says_so_of_fixed_tables() -> None:
    hall = make_hall()
    for system, expected in (
        ("random", "They are paired"),
        ("round_robin", "fixed schedule"),
        ("cop", "They are paired"),
    ):
        hall.client.post(hall.url("draft_round", 1), {"system": system})
        factories.run_jobs()
        run = Round.objects.get(division=hall.scene.division, number=1).run
        assert run is not None
        pair = run.plan["pairs"][0]
        page = hall.client.get(hall.url("explain_pair", 1), {"a": pair["first"], "b": pair["second"]})
        assert expected in text(page)


def test_the_form_gives_only_what_was_filled_in() -> None:
    form = PairForm({"system": "elimination", "stage_games": "3", "bracket": "4"}, number=3)
    assert form.is_valid()
    assert form.options() == {"stage_games": (3,), "bracket": 4}


def test_the_draft_says_what_the_director_should_know_about_it() -> None:
    hall = make_hall()
    hall.client.post(hall.url("draft_round", 1), {"system": "cop"})
    factories.run_jobs()
    assert "Still in contention for 1 prize" in text(hall.client.get(hall.url("manage_round", 1)))
    hall.client.post(hall.url("draft_round", 1), {"system": "auto"})
    assert "Paired by Automatic (" in text(hall.client.get(hall.url("manage_round", 1)))


NOTES: list[tuple[dict[str, object], str]] = [
    ({"code": "gibsonized", "players": [1, 2]}, "Gibsonized: Ada, Ben."),
    ({"code": "contenders", "players": [1, 2]}, "in contention for a prize: Ada, Ben."),
    ({"code": "control_loss", "players": [1, 2]}, "Ada, Ben"),
    ({"code": "repeats_forgiven", "players": [], "value": 2}, "up to round 2"),
    ({"code": "cop_fallback", "players": [], "names": ["last_round"]}, "king of the hill for the prizes"),
    ({"code": "hopeful", "players": [1, 2], "value": 2}, "2 prizes, down to Ben: 2 players"),
    ({"code": "meeting_game", "players": [], "value": 2}, "Game 2 of the match"),
    ({"code": "by_hand", "players": []}, "Paired as if by hand"),
    ({"code": "table_round", "players": [], "value": 4}, "Round 4 of the round-robin schedule"),
    ({"code": "table_repeats", "players": [], "value": 2}, "2 games repeat earlier"),
]


@pytest.mark.parametrize(("note", "expected"), NOTES)
def test_every_note_has_words(note: dict[str, object], expected: str) -> None:
    run = PairingRun(system="cop", plan={"notes": [note]})
    (sentence,) = note_sentences(run, {1: "Ada", 2: "Ben"})
    assert expected in sentence


def test_every_note_of_the_engine_is_known_here() -> None:
    codes = set()
    for path in Path(tournaments.engine.pairing.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Note":
                assert isinstance(node.args[0], ast.Constant)
                codes.add(node.args[0].value)
    assert codes == {note["code"] for note, _ in NOTES}


def test_a_round_that_cannot_be_paired_names_the_ways_out(division: Division, director: User) -> None:
    one, two, *_rest = players = factories.entries(division, director, 4)
    for other in players[1:]:
        conditions.block_pair(actor=director, division=division, entry_a=one.pk, entry_b=other.pk, reason="x")
    with pytest.raises(TournamentError) as caught:
        draft_round(actor=director, division=division, number=1)
    message = str(caught.value)
    assert f"No opponent is left for {one.name}." in message
    assert "It could be paired if you pair players who are kept apart" in message
    assert f"{one.name} – " in message
    assert caught.value.code == "infeasible"
    assert two.name not in message.split("(", maxsplit=1)[0]


def test_where_everybody_has_an_opponent_but_not_all_at_once_the_message_says_who_is_needed(
    division: Division, director: User
) -> None:
    ada, ben, cem, _dua = factories.entries(division, director, 4)
    for one, other in ((ada, ben), (ada, cem), (ben, cem)):
        conditions.block_pair(actor=director, division=division, entry_a=one.pk, entry_b=other.pk, reason="x")
    with pytest.raises(TournamentError) as caught:
        draft_round(actor=director, division=division, number=1)
    message = str(caught.value)
    assert "3 groups of players can only be completed by Dua, each by one of them." in message
    assert "No opponent is left" not in message, "everybody may play Dua"
    assert "It could be paired if you pair players who are kept apart" in message


def test_team_mates_and_repeats_are_ways_out_too(running: Division, director: User) -> None:
    factories.play(Round.objects.get(division=running, number=1))
    running.entries.update(team="Red")
    with pytest.raises(TournamentError, match="pair team-mates"):
        draft_round(actor=director, division=running, number=2, options={"avoid_team_until": 9})
