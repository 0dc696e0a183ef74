"""Games lost on time: reports keep the scores on the board, the result has those that count, and only officials enter it."""

from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from audit.models import ActionLog
from clubs.models import User
from games.engine.crossword.ending import after_time_loss
from games.engine.crossword.rules import RULE_SETS
from ratings.models import RatedResult
from tests import factories
from tests.harness.deep import examples
from tests.tournaments.scenes.hall import make_running_hall, text
from tournaments.engine.results import TIME_LOSS, Score, counted
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Result, Submission
from tournaments.queries.standings import standings_of
from tournaments.services.events.history import state_after
from tournaments.services.results.results import rule_result, same_result

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("first", "second", "late", "counts"),
    [
        (420, 380, "first", (330, 380)),
        (380, 420, "first", (330, 420)),
        (400, 400, "second", (400, 350)),
        (30, 300, "first", (0, 300)),
        (0, 0, "first", (0, 1)),
    ],
    ids=["led", "trailed", "level", "not below nothing", "nothing scored yet"],
)
def test_gaps_3_1_a_loss_on_time(first: int, second: int, late: str, counts: tuple[int, int]) -> None:
    """Loss on time: the winner's score less 50 if the player led, 50 off if the player trailed."""
    score = counted(Score("played", first, second, lost_on_time=late))
    assert (score.first, score.second) == counts


@examples(40, deep=1000)
@given(st.integers(0, 1500), st.integers(0, 1500), st.sampled_from(["first", "second"]))
def test_the_player_who_ran_out_of_time_loses(first: int, second: int, late: str) -> None:
    score = counted(Score("played", first, second, lost_on_time=late))
    assert score.first is not None
    assert score.second is not None
    assert (score.first < score.second) == (late == "first")
    assert min(score.first, score.second) >= 0
    winner = second if late == "first" else first
    assert abs(score.first - score.second) >= min(TIME_LOSS, winner)


@examples(40, deep=1000)
@given(st.integers(0, 1500), st.integers(0, 1500), st.integers(0, 1000))
def test_a_division_chooses_what_a_loss_on_time_costs(first: int, second: int, cost: int) -> None:
    """As the rules of the game have it, but nobody has less than nothing and somebody has won."""
    score = counted(Score("played", first, second, lost_on_time="first"), cost)
    late, other = after_time_loss(replace(RULE_SETS["tournament"], overtime_spread=cost), (first, second), loser=0)
    assert score.first == max(0, late)
    assert score.second == max(other, max(0, late) + 1)


def test_the_rules_of_the_division_decide(running: Division, director: User) -> None:
    factories.change(Division.objects.all(), rule_options={"overtime_spread": 80})
    game = factories.games(running.rounds.get(number=1))[0]
    factories.agree(game.pairing_id, 420, 380)
    decided = ResultInput(first_score=420, second_score=380, lost_on_time="first")
    data = RulingInput(result=decided, reason="The flag fell.")
    result = rule_result(actor=director, pairing_id=game.pairing_id, data=data)
    assert (result.first_score, result.second_score) == (300, 380)
    assert same_result(Result.objects.get(pk=result.pk), decided)
    log = ActionLog.objects.filter(verb="result.ruled").latest("pk")
    (then,) = state_after(running.event, log).divisions
    assert 300 in {played.first_score for played in then.rounds[0].games}


@examples(40, deep=1000)
@given(st.integers(0, 1500), st.integers(0, 1500))
def test_other_games_count_as_they_are(first: int, second: int) -> None:
    assert counted(Score("played", first, second)) == Score("played", first, second)


def test_a_ruling_keeps_the_board_and_changes_what_counts(running: Division, director: User) -> None:
    game = factories.games(running.rounds.get(number=1))[0]
    factories.agree(game.pairing_id, 420, 380)
    decided = ResultInput(first_score=420, second_score=380, lost_on_time="first")
    result = rule_result(
        actor=director, pairing_id=game.pairing_id, data=RulingInput(result=decided, reason="The flag fell.")
    )
    assert (result.first_score, result.second_score, result.lost_on_time) == (330, 380, "first")
    assert (result.ruling.first_score, result.ruling.second_score) == (420, 380)  # type: ignore[union-attr]  # just made
    row = RatedResult.objects.live().get(game_key=f"pairing:{game.pairing_id}")
    assert (row.player_score, row.opponent_score) == (330, 380)
    (line,) = [line for line in standings_of(running) if line.entry_id == game.first.entry_id]
    assert line.row.spread == -50


def test_players_cannot_report_a_loss_on_time(running: Division) -> None:
    game = factories.games(running.rounds.get(number=1))[0]
    with pytest.raises(TournamentError, match="official"):
        factories.report(
            game.pairing_id, "first", 1, 2, result=ResultInput(first_score=1, second_score=2, lost_on_time="first")
        )


@pytest.mark.parametrize("values", [{"kind": "void"}, {"tally": "0-4"}, {"first_score": 1, "second_score": 2}])
def test_only_a_played_game_of_two_is_lost_on_time(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ResultInput(lost_on_time="third" if "first_score" in values else "first", **values)  # type: ignore[arg-type]


def test_at_the_desk_and_on_every_page() -> None:
    hall = make_running_hall(players=4)
    game = hall.games()[0]
    first, second = hall.numbers(game)
    typed = f"{second} 380 {first} 420 t{first}"
    done = hall.client.post(hall.url("enter_line", 1), {"line": typed, "client_token": "a"}, follow=True)
    assert "first player lost on time" in text(done)
    report = Submission.objects.get(pairing=game)
    assert (report.first_score, report.second_score, report.lost_on_time) == (420, 380, "first")
    stored = Result.objects.get(pairing=game)
    assert (stored.state, stored.first_score, stored.second_score) == ("confirmed", 330, 380)
    again = hall.client.post(hall.url("enter_line", 1), {"line": typed, "client_token": "b"}, follow=True)
    assert "Already entered" in text(again)
    page = text(hall.client.get(hall.url("manage_game", 1, game.pk)))
    assert 'value="420"' in page, "a correction starts from the scores on the board"
    assert 'value="first" selected' in page
    assert f"{hall.entries(game)[0].name} lost on time" in text(Client().get(hall.url("round", 1)))
