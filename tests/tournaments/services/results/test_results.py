"""Reports, conflicts, rulings and corrections through the services."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from audit.models import ActionLog
from clubs.models import Club, User
from ratings.models import RatedResult, RatingPool
from tests import factories
from tests.harness.deep import times
from tests.walk import check_each, undone
from tournaments.engine.results import State, derive
from tournaments.errors import NotOpenError, StaleEditError, TournamentError
from tournaments.inputs.results import ResultInput, RulingInput, ScoresheetInput
from tournaments.models import Division, Result, Round, Submission
from tournaments.queries.results import history_of, reports_of, rulings_of
from tournaments.services.entries.personal_links import replace_link
from tournaments.services.events.events import finish_event, reopen_event
from tournaments.services.results.corrections import correction_effects
from tournaments.services.results.results import SubmissionOutcome, rule_result, submit_scoresheet
from tournaments.services.results.results import stored_values as values_of
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import unpublish_round


@pytest.fixture
def game(running: Division) -> factories.Game:
    """Table 1 of round 1: Ada against Dua."""
    return factories.games(running.rounds.get(number=1))[0]


def ruling(
    first: int | None = None,
    second: int | None = None,
    *,
    kind: str = "played",
    reason: str = "Recount.",
    expected: int | None = None,
) -> RulingInput:
    return RulingInput(
        result=ResultInput(kind=kind, first_score=first, second_score=second), reason=reason, expected_version=expected
    )


def live_scores(pairing_id: int) -> tuple[int | None, int | None] | None:
    """The ledger's live row of the game, as (first, second); None when there is none."""
    return (
        RatedResult.objects.live()
        .filter(game_key=f"pairing:{pairing_id}")
        .values_list("player_score", "opponent_score")
        .first()
    )


def test_one_report_waits(game: factories.Game) -> None:
    outcome = factories.report(game.pairing_id, "first", 400, 350)
    assert (outcome.created, outcome.result.state, outcome.difference) == (True, "pending", None)
    assert live_scores(game.pairing_id) is None


@pytest.mark.postgres
def test_two_equal_reports_confirm_rate_and_log(game: factories.Game, running: Division) -> None:
    version = running.event.version
    outcome = factories.agree(game.pairing_id)
    assert (outcome.result.state, outcome.result.first_score, outcome.result.second_score) == ("confirmed", 400, 350)
    assert live_scores(game.pairing_id) == (400, 350)
    running.event.refresh_from_db()
    assert running.event.version > version
    assert ActionLog.objects.filter(verb="result.submitted", scope=f"event:{running.event.pk}").count() == 2


def test_zero_is_a_score(game: factories.Game) -> None:
    assert factories.agree(game.pairing_id, 0, 0).result.state == "confirmed"


def test_different_reports_are_a_conflict_that_names_the_difference(game: factories.Game) -> None:
    factories.report(game.pairing_id, "first", 400, 350)
    outcome = factories.report(game.pairing_id, "second", 400, 340)
    assert outcome.result.state == "conflict"
    assert outcome.difference is not None
    assert game.second.name in outcome.difference
    assert "350" in outcome.difference
    assert "340" in outcome.difference
    assert live_scores(game.pairing_id) is None


def test_a_players_correction_supersedes_and_may_end_the_conflict(game: factories.Game) -> None:
    factories.report(game.pairing_id, "first", 400, 350)
    wrong = factories.report(game.pairing_id, "second", 400, 340)
    right = factories.report(game.pairing_id, "second", 400, 350)
    assert right.submission.supersedes == wrong.submission
    assert right.result.state == "confirmed"


@pytest.mark.postgres
def test_the_same_token_twice_is_the_same_report(game: factories.Game) -> None:
    first = factories.report(game.pairing_id, "first", 400, 350, client_token="tap")
    again = factories.report(game.pairing_id, "first", 400, 350, client_token="tap")
    assert again.created is False
    assert again.submission == first.submission
    assert again.result.version == first.result.version
    assert Submission.objects.filter(pairing=game.pairing_id).count() == 1


def test_the_same_token_with_other_scores_is_refused_with_what_was_stored(game: factories.Game) -> None:
    factories.report(game.pairing_id, "first", 400, 350, client_token="tap")
    with pytest.raises(TournamentError, match="400 – 350"):
        factories.report(game.pairing_id, "first", 400, 351, client_token="tap")


def test_a_double_tap_after_the_round_was_closed_still_gets_its_answer(
    game: factories.Game, running: Division, director: User
) -> None:
    factories.report(game.pairing_id, "first", 400, 350, client_token="tap")
    Round.objects.filter(division=running).update(state=Round.State.CLOSED)
    assert factories.report(game.pairing_id, "first", 400, 350, client_token="tap").created is False
    with pytest.raises(NotOpenError, match="closed"):
        factories.report(game.pairing_id, "second", 400, 350)


def test_an_officials_entry_confirms_alone(game: factories.Game, director: User) -> None:
    assert factories.report(game.pairing_id, "official", 400, 350, actor=director).result.state == "confirmed"


def test_an_officials_entry_against_a_report_is_a_conflict(game: factories.Game, director: User) -> None:
    factories.report(game.pairing_id, "first", 401, 350)
    assert factories.report(game.pairing_id, "official", 400, 350, actor=director).result.state == "conflict"


def test_a_late_different_report_is_flagged_and_changes_nothing(game: factories.Game) -> None:
    factories.agree(game.pairing_id)
    outcome = factories.report(game.pairing_id, "second", 350, 400)
    assert (outcome.result.state, outcome.result.first_score, outcome.result.open_questions) == (
        "confirmed",
        400,
        1,
    )
    assert outcome.difference is not None
    assert live_scores(game.pairing_id) == (400, 350)


def test_players_cannot_report_what_officials_decide(game: factories.Game) -> None:
    def check(kind: str) -> None:
        with pytest.raises(TournamentError, match="official"):
            factories.report(game.pairing_id, "first", 0, 0, result=ResultInput(kind=kind))

    check_each(["void", "double_forfeit", "bye"], check)


def test_a_player_may_report_that_the_opponent_did_not_come(game: factories.Game) -> None:
    outcome = factories.report(game.pairing_id, "first", 0, 0, result=ResultInput(kind="forfeit_win"))
    assert (outcome.result.state, outcome.result.kind) == ("pending", "forfeit_win")


def test_a_draft_round_takes_no_reports(running: Division, director: User) -> None:
    factories.play(running.rounds.get(number=1))
    draft = draft_round(actor=director, division=running, number=2)
    with pytest.raises(NotOpenError, match="not published"):
        factories.report(factories.games(draft)[0].pairing_id, "first", 400, 350)


def test_a_game_whose_round_was_paired_again_takes_no_reports(running: Division, director: User) -> None:
    round_ = running.rounds.get()
    gone = factories.games(round_)[0].pairing_id
    unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong room.")
    draft_round(actor=director, division=running, number=1)
    with pytest.raises(NotOpenError, match="paired again"):
        factories.report(gone, "first", 400, 350)
    with pytest.raises(NotOpenError, match="paired again"):
        rule_result(actor=director, pairing_id=gone, data=ruling(400, 350))


def test_a_finished_event_takes_no_reports_but_corrections(
    game: factories.Game, running: Division, director: User
) -> None:
    factories.play(running.rounds.get(number=1))
    finish_event(actor=director, event=running.event)
    with pytest.raises(NotOpenError, match="finished"):
        factories.report(game.pairing_id, "first", 400, 350)
    assert rule_result(actor=director, pairing_id=game.pairing_id, data=ruling(1, 2)).second_score == 2
    reopen_event(actor=director, event=running.event, reason="A slip was misread.")
    assert rule_result(actor=director, pairing_id=game.pairing_id, data=ruling(401, 350)).first_score == 401


def test_a_ruling_ends_a_conflict_with_its_reason(game: factories.Game, director: User) -> None:
    factories.report(game.pairing_id, "first", 400, 350)
    conflict = factories.report(game.pairing_id, "second", 400, 340)
    result = rule_result(
        actor=director,
        pairing_id=game.pairing_id,
        data=ruling(400, 345, reason="Recounted.", expected=conflict.result.version),
    )
    assert (result.state, result.second_score) == ("confirmed", 345)
    assert live_scores(game.pairing_id) == (400, 345)
    logged = ActionLog.objects.get(verb="result.ruled")
    assert (logged.reason, logged.actor) == ("Recounted.", director)
    assert (logged.before["state"], logged.after["scores"]) == ("conflict", [400, 345])


@pytest.mark.postgres
def test_a_correction_keeps_every_earlier_fact(game: factories.Game, director: User) -> None:
    factories.agree(game.pairing_id)
    rule_result(actor=director, pairing_id=game.pairing_id, data=ruling(410, 350, reason="One play was missed."))
    rule_result(actor=director, pairing_id=game.pairing_id, data=ruling(411, 350, reason="And one point."))
    result = Result.objects.get(pairing=game.pairing_id)
    history = [(item.what, item.who, item.first_score, item.current) for item in history_of(result.pairing)]
    assert history == [
        ("submission", "first", 400, True),
        ("submission", "second", 400, True),
        ("ruling", "official", 410, False),
        ("ruling", "official", 411, True),
    ]
    ledger = RatedResult.objects.filter(game_key=f"pairing:{game.pairing_id}").values_list("kind", "player_score")
    assert list(ledger) == [("result", 400), ("void", None), ("result", 410), ("void", None), ("result", 411)]


def test_a_ruling_on_a_result_that_changed_meanwhile_is_refused(game: factories.Game, director: User) -> None:
    seen = factories.report(game.pairing_id, "first", 400, 350).result.version
    factories.report(game.pairing_id, "second", 400, 340)
    with pytest.raises(StaleEditError, match="changed while"):
        rule_result(actor=director, pairing_id=game.pairing_id, data=ruling(400, 350, expected=seen))


def test_a_ruling_on_nothing_expects_version_0(game: factories.Game, director: User) -> None:
    assert (
        rule_result(actor=director, pairing_id=game.pairing_id, data=ruling(kind="forfeit_win", expected=0)).version
        == 1
    )


def test_only_played_games_are_rated(game: factories.Game, director: User) -> None:
    def check(kind: str) -> None:
        factories.agree(game.pairing_id)
        result = rule_result(actor=director, pairing_id=game.pairing_id, data=ruling(kind=kind))
        assert (result.kind, result.first_score) == (kind, None)
        assert live_scores(game.pairing_id) is None

    check_each(["forfeit_win", "forfeit_loss", "double_forfeit", "void"], check)


def test_a_game_is_no_bye_and_a_bye_is_no_game(running: Division, director: User, club: Club, pool: RatingPool) -> None:
    odd = factories.division(club, director, pool=pool, seed=7)
    round_ = factories.start(odd, director, 3)
    game = factories.games(round_)[0]
    bye = round_.pairings.get(kind="bye")
    with pytest.raises(TournamentError, match="not a bye"):
        rule_result(actor=director, pairing_id=game.pairing_id, data=ruling(kind="bye"))
    with pytest.raises(TournamentError, match="has a bye"):
        rule_result(actor=director, pairing_id=bye.pk, data=ruling(400, 300))
    with pytest.raises(NotOpenError, match="nothing to report"):
        factories.report(bye.pk, "first", 0, 0, result=ResultInput(kind="forfeit_loss"))
    assert rule_result(actor=director, pairing_id=bye.pk, data=ruling(kind="forfeit_loss")).kind == "forfeit_loss"


def test_effects_of_a_correction_name_the_rounds_that_used_the_result(
    game: factories.Game, running: Division, director: User
) -> None:
    factories.play(running.rounds.get(number=1))
    factories.publish(running, director, 2)
    texts = correction_effects(pairing_id=game.pairing_id)
    assert any("Round 2 was paired using the old result" in text for text in texts)
    assert any("ratings" in text for text in texts)


def test_effects_of_correcting_a_result_that_came_after_the_next_pairing(
    game: factories.Game, running: Division, director: User
) -> None:
    factories.publish(running, director, 2, despite_missing=True)
    assert any("before this result was known" in text for text in correction_effects(pairing_id=game.pairing_id))


def test_only_officials_enter_or_rule(game: factories.Game) -> None:
    visitor = factories.user("visitor")
    with pytest.raises(PermissionDenied):
        factories.report(game.pairing_id, "official", 400, 350, actor=visitor)
    with pytest.raises(PermissionDenied):
        factories.report(game.pairing_id, "official", 400, 350, actor=None)
    with pytest.raises(PermissionDenied):
        rule_result(actor=visitor, pairing_id=game.pairing_id, data=ruling(400, 350))


@pytest.mark.parametrize("score", [-1501, 1501, 9999])
def test_impossible_scores_are_refused_by_the_input(score: int) -> None:
    with pytest.raises(ValidationError, match=str(abs(score))):
        ResultInput(first_score=score, second_score=0)


def test_a_adjudication_without_a_reason_is_refused_by_the_input() -> None:
    with pytest.raises(ValidationError, match="reason"):
        ruling(1, 2, reason="  ")


def test_an_empty_report_is_refused_by_the_input() -> None:
    with pytest.raises(ValidationError, match="Type both scores"):
        ScoresheetInput(side="first", channel="link", client_token="t")


acts = st.lists(
    st.tuples(st.sampled_from(["first", "second", "official", "rule"]), st.integers(399, 401), st.integers(0, 1)),
    min_size=1,
    max_size=6,
)


@pytest.mark.scaled
@settings(max_examples=times(6, deep=400), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts)
def test_the_stored_result_is_what_the_facts_derive(
    game: factories.Game, director: User, sequence: list[tuple[str, int, int]]
) -> None:
    """Whatever was submitted and ruled in whatever order: the derived row equals the pure function of the facts, and the ledger too."""
    with undone():
        for who, first, second in sequence:
            if who == "rule":
                rule_result(actor=director, pairing_id=game.pairing_id, data=ruling(first, second))
            else:
                factories.report(game.pairing_id, who, first, second, actor=director if who == "official" else None)
        result = Result.objects.get(pairing=game.pairing_id)
        derived = derive(reports_of(result.pairing.submissions.all()), rulings_of(result.pairing.rulings.all()))
        assert derived is not None
        values = values_of(derived, result.pairing.round.division)
        assert {name: getattr(result, name) for name in values} == values
        confirmed = derived.state is State.CONFIRMED
        assert live_scores(game.pairing_id) == ((derived.score.first, derived.score.second) if confirmed else None)
        assert (result.confirmed_at is not None) == confirmed


@pytest.mark.postgres
def test_a_ledger_of_submissions_is_linear_per_side(game: factories.Game, director: User) -> None:
    for score in (400, 401, 402):
        factories.report(game.pairing_id, "first", score, 350)
    chain = Submission.objects.filter(pairing=game.pairing_id).order_by("pk").values_list("pk", "supersedes")
    assert [supersedes for _pk, supersedes in chain] == [None, *[pk for pk, _supersedes in chain][:-1]]


def test_submitting_costs_a_bounded_number_of_queries(
    game: factories.Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    data = ScoresheetInput(
        side="first", channel="link", client_token="q", result=ResultInput(first_score=1, second_score=2)
    )
    with django_assert_max_num_queries(40):
        assert submit_scoresheet(pairing_id=game.pairing_id, data=data).created


def test_a_personal_link_reports_for_its_own_player_until_it_is_replaced(
    game: factories.Game, director: User, running: Division
) -> None:
    own, other = (factories.personal_link(game.pairing_id, side) for side in ("first", "second"))

    def send(link: int | None) -> SubmissionOutcome:
        data = ScoresheetInput(
            side="first",
            channel="link",
            link=link,
            client_token=f"by-{link}",
            result=ResultInput(first_score=400, second_score=380),
        )
        return submit_scoresheet(pairing_id=game.pairing_id, data=data)

    with pytest.raises(TournamentError, match="only report for its own player"):
        send(other)
    assert send(own).created
    replace_link(actor=director, entry=running.entries.get(pk=game.first.entry_id), reason="lost")
    with pytest.raises(TournamentError, match="only report for its own player"):
        send(own)
