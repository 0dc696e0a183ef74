"""Results of Word Basket: matches of one game and of several, from slips, the desk and the API to standings."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, User
from tests import factories
from tests.walk import check_each
from tournaments.engine.pairing import SYSTEMS
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Result, Round
from tournaments.queries.results import player_card
from tournaments.queries.standings import standings_of
from tournaments.services.results.fast_entry import parse_line
from tournaments.services.results.results import SubmissionOutcome, rule_result
from tournaments.services.rounds.pairing import draft_round
from tournaments.wording.sentences import describe

BASKET: dict[str, Any] = {
    "game": "wordbasket",
    "rules_slug": "word-basket",
    "best_of": 3,
    "bye_spread": 3,
    "forfeit_spread": -3,
}


@pytest.fixture
def basket(club: Club, director: User) -> Division:
    """Three games of five players' Word Basket, best of three."""
    division = factories.division(club, director, **BASKET)
    factories.entries(division, director, 5)
    return division


@pytest.fixture
def round_(basket: Division, director: User) -> Round:
    return factories.publish(basket, director, 1)


def report_games(pairing: int, side: str, tally: str, *, actor: User | None = None) -> SubmissionOutcome:
    return factories.report(pairing, side, 0, 0, result=ResultInput(tally=tally), actor=actor)


def test_the_result_is_games_won_and_the_spread_cards(basket: Division, round_: Round, director: User) -> None:
    game, other = factories.games(round_)
    report_games(game.pairing_id, "first", "0-4 3-0 0-2")
    outcome = report_games(game.pairing_id, "second", "0-4 3-0 0-2")
    result = outcome.result
    assert (result.state, result.first_score, result.second_score, result.tally) == ("confirmed", 2, 1, "0-4 3-0 0-2")
    assert describe(result) == "2 – 1 (0 – 4, 3 – 0, 0 – 2 cards left)"
    report_games(other.pairing_id, "official", "9-0 8-0", actor=director)
    rows = {line.name: line.row for line in standings_of(basket)}
    assert (rows[game.first.name].wins, rows[game.first.name].spread) == (1, 3)
    assert (rows[game.second.name].losses, rows[game.second.name].spread) == (1, -3)
    assert rows[other.second.name].spread == 17
    card = player_card(basket.entries.get(pk=game.first.entry_id))
    assert (card[0].own_score, card[0].opponent_score, card[0].spread, card[0].tally) == (2, 1, 3, "0-4 3-0 0-2")


def test_games_decide_a_match_before_cards(basket: Division, round_: Round, director: User) -> None:
    game = factories.games(round_)[0]
    report_games(game.pairing_id, "official", "0-1 9-0 0-1", actor=director)
    rows = {line.name: line.row for line in standings_of(basket)}
    assert (rows[game.first.name].wins, rows[game.first.name].spread) == (1, -7)


def test_an_impossible_match_is_refused_with_a_reason(round_: Round) -> None:
    def check(tally: str, says: str) -> None:
        game = factories.games(round_)[0]
        with pytest.raises(TournamentError, match=says):
            report_games(game.pairing_id, "first", tally)
        assert not Result.objects.filter(pairing=game.pairing_id).exists()

    check_each(
        [
            ("0-4", "No one has won enough games"),
            ("0-4 0-2 0-1", "already decided before the last game"),
            ("0-4-2 0-1-1", "Every player at the table needs a number"),
            ("0-59 0-1", "Game 1: Too many cards"),
            ("320/281/305", "cannot be read"),
        ],
        check,
    )


@pytest.mark.parametrize("tally", ["4-4", "0-0", "x", "0-4 ", "hello", "1;2"])
def test_the_input_refuses_text_that_is_no_tally(tally: str) -> None:
    with pytest.raises(ValidationError):
        ResultInput(tally=tally)


def test_word_basket_is_not_reported_by_scores(round_: Round) -> None:
    with pytest.raises(TournamentError, match="at the end of each game"):
        factories.report(factories.games(round_)[0].pairing_id, "first", 2, 1)


def test_a_crossword_game_has_no_tally(running: Division) -> None:
    game = factories.games(running.rounds.get())[0]
    with pytest.raises(TournamentError, match="two scores"):
        report_games(game.pairing_id, "first", "0-4")


def test_different_games_are_a_conflict_that_names_them(round_: Round, director: User) -> None:
    game = factories.games(round_)[0]
    report_games(game.pairing_id, "first", "0-4 0-2")
    outcome = report_games(game.pairing_id, "second", "0-4 0-3")
    assert outcome.result.state == "conflict"
    assert outcome.difference
    assert "0 – 4, 0 – 2 cards left" in outcome.difference
    ruling = RulingInput(result=ResultInput(tally="0-4 0-3"), reason="counted again")
    result = rule_result(actor=director, pairing_id=game.pairing_id, data=ruling)
    assert (result.state, result.tally, result.first_score) == ("confirmed", "0-4 0-3", 2)


def test_forfeits_and_byes_count_the_divisions_cards(basket: Division, round_: Round, director: User) -> None:
    game = factories.games(round_)[0]
    rule_result(
        actor=director,
        pairing_id=game.pairing_id,
        data=RulingInput(result=ResultInput(kind="forfeit_loss"), reason="did not turn up"),
    )
    rows = {line.name: line.row for line in standings_of(basket)}
    assert (rows[game.first.name].losses, rows[game.first.name].spread) == (1, -3)
    assert (rows[game.second.name].wins, rows[game.second.name].spread) == (1, 3)
    bye = next(row for row in rows.values() if row.byes)
    assert (bye.wins, bye.spread) == (1, 3)


def test_the_same_form_twice_is_one_report(round_: Round) -> None:
    game = factories.games(round_)[0]
    same: factories.SheetFields = {"client_token": "once", "result": ResultInput(tally="0-4 0-2")}
    assert factories.report(game.pairing_id, "first", 0, 0, **same).created
    assert not factories.report(game.pairing_id, "first", 0, 0, **same).created
    with pytest.raises(TournamentError, match="already sent"):
        factories.report(game.pairing_id, "first", 0, 0, client_token="once", result=ResultInput(tally="0-4 0-3"))


#: Team round robins need teams, which these players have not.
NEEDS_TEAMS = {"team_round_robin", "team_matches"}


def test_every_pairing_system_pairs_the_next_round_from_the_results(club: Club, director: User) -> None:
    division = factories.division(club, director, **BASKET)
    for game in factories.games(factories.start(division, director, 8)):
        report_games(game.pairing_id, "official", "0-4 0-2", actor=director)

    def check(system: str) -> None:
        drafted = draft_round(actor=director, division=division, number=2, system=system)
        assert drafted.run is not None
        assert {tuple(row[7:]) for row in drafted.run.snapshot["games"]} == {(6,)}
        assert len(factories.games(drafted)) == 4

    check_each(sorted(set(SYSTEMS) - NEEDS_TEAMS), check)


def test_the_typed_line_takes_cards_and_matches() -> None:
    assert parse_line("12 0 7 4").scores == (0, 4)
    assert parse_line("12 7 0-4 3-0 0-2").games == ((0, 4), (3, 0), (0, 2))
    assert parse_line("3 1 2 0-X-2").games == ((0, None, 2),)
    for bad in ("12 7 0-4-2", "12 12 0-4", "0-4", "12 7 4-4"):
        with pytest.raises(ValidationError):
            parse_line(bad)


def test_a_report_needs_a_seat_at_the_table(round_: Round) -> None:
    def check(side: str) -> None:
        game = factories.games(round_)[0]
        with pytest.raises(TournamentError, match="not have that many players"):
            report_games(game.pairing_id, side, "0-4 0-2")

    check_each(["third", "eighth"], check)
