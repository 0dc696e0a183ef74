"""Undoing entries: what counts afterwards, what is refused, and that every fact stays."""

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.models import ActionLog
from clubs.models import Club, User
from ratings.models import RatedResult
from tests import factories
from tests.harness.deep import times
from tests.walk import undone
from tournaments.engine.results import State, derive
from tournaments.errors import NotOpenError, TournamentError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, OpenQuestion, Pairing, Result, ResultRuling, Round, Submission
from tournaments.queries.results import history_of, reports_of, rulings_of
from tournaments.queries.undo import own_entries
from tournaments.services.events.events import finish_event
from tournaments.services.results.results import confirm_reported, rule_result, stored_values
from tournaments.services.results.undo import Undone, undo_entry


@pytest.fixture
def game(running: Division) -> Pairing:
    """Table 1 of round 1."""
    return Pairing.objects.get(pk=factories.games(running.rounds.get(number=1))[0].pairing_id)


def enter(game: Pairing, actor: User, first: int = 400, second: int = 350) -> Submission:
    """An official's entry."""
    return factories.report(game.pk, "official", first, second, actor=actor).submission


def correct(game: Pairing, actor: User, first: int, second: int) -> ResultRuling:
    """A correction."""
    result = ResultInput(first_score=first, second_score=second)
    rule_result(actor=actor, pairing_id=game.pk, data=RulingInput(result=result, reason="Recount."))
    return ResultRuling.objects.latest("pk")


def undo(actor: User, fact: Submission | ResultRuling) -> Undone:
    return undo_entry(actor=actor, fact=fact)


def rated(game: Pairing) -> tuple[int | None, int | None] | None:
    """The live row of the game in the ledger."""
    rows = RatedResult.objects.live().filter(game_key=f"pairing:{game.pk}")
    return rows.values_list("player_score", "opponent_score").first()


def stored(game: Pairing) -> tuple[str, int | None] | None:
    """State and first score of the game's result; None without one."""
    return Result.objects.filter(pairing=game).values_list("state", "first_score").first()


def test_the_only_entry_undone_leaves_no_result_and_its_history(game: Pairing, director: User) -> None:
    event = game.round.division.event
    fact = enter(game, director)
    event.refresh_from_db()
    before = event.version
    done = undo(director, fact)
    assert (done.result, stored(game), rated(game)) == (None, None, None)
    event.refresh_from_db()
    assert event.version > before, "open pages see it"
    history = [(item.kind, item.current, item.undone) for item in history_of(game)]
    assert history == [("played", False, True), ("undone", False, False)]
    logged = ActionLog.objects.get(verb="result.undone")
    assert (logged.reason, logged.before["scores"], logged.after) == ("undone", [400, 350], {})
    with pytest.raises(TournamentError, match="has already been undone"):
        undo(director, fact)
    with pytest.raises(TournamentError, match="entered and then undone"):  # the device's queue sends its line once more
        factories.report(game.pk, "official", 400, 350, actor=director, client_token=fact.client_token)
    again = enter(game, director, 410, 350)
    assert stored(game) == ("confirmed", 410)
    assert Result.objects.get(pairing=game).version > 2, "an older page is still recognised as such"
    undo(director, again)
    assert stored(game) is None
    assert Submission.objects.filter(pairing=game).count() == 4


def test_what_players_reported_counts_again(game: Pairing, director: User) -> None:
    factories.report(game.pk, "first", 400, 350)
    version = Result.objects.get(pairing=game).version
    confirm_reported(actor=director, round_=game.round, versions={game.pk: version})
    assert stored(game) == ("confirmed", 400)
    undo(director, Submission.objects.get(pairing=game, side="official"))
    assert (stored(game), rated(game)) == (("pending", 400), None)
    confirm_reported(actor=director, round_=game.round, versions={game.pk: Result.objects.get(pairing=game).version})
    assert stored(game) == ("confirmed", 400), "confirmed anew"
    undo(director, Submission.objects.filter(pairing=game, side="official").latest("pk"))
    conflict = enter(game, director, 390, 350)
    assert stored(game) == ("conflict", 390)
    undo(director, conflict)
    assert stored(game) == ("pending", 400)


def test_a_correction_undone_leaves_what_was_corrected(game: Pairing, director: User) -> None:
    enter(game, director)
    one, other = correct(game, director, 401, 350), correct(game, director, 402, 350)
    with pytest.raises(TournamentError, match="has since ruled on this game"):
        undo(director, one)
    done = undo(director, other)
    assert done.result is not None
    assert (done.result.first_score, rated(game)) == (401, (401, 350))
    undo(director, one)
    assert (stored(game), rated(game)) == (("confirmed", 400), (400, 350))
    late = factories.report(game.pk, "first", 399, 350)
    assert late.result.open_questions == 1
    correct(game, director, 399, 350)
    undo(director, ResultRuling.objects.latest("pk"))
    assert OpenQuestion.objects.filter(pairing=game, settled="").count() == 1, "what the ruling settled is open again"


def test_each_undoes_only_their_own(game: Pairing, director: User, club: Club, running: Division) -> None:
    scorer = factories.member(club, director, "scorer")
    fact = enter(game, scorer)
    ruling_of_other = correct(game, director, 420, 350)
    assert own_entries(director, game.round)[0][0].fact == ruling_of_other
    assert [entry.fact for entry in own_entries(scorer, game.round)[0]] == [fact]
    with pytest.raises(TournamentError, match="Only the person who typed an entry"):
        undo(director, fact)
    with pytest.raises(PermissionDenied):
        undo(scorer, ruling_of_other)
    with pytest.raises(TournamentError, match="has since ruled on this game"):
        undo(scorer, fact)
    undo(director, ruling_of_other)
    undo(scorer, fact)
    assert stored(game) is None


def test_nothing_is_undone_that_a_later_round_or_a_finished_event_rests_on(
    running: Division, director: User, game: Pairing
) -> None:
    fact = enter(game, director)
    factories.publish(running, director, 2, despite_missing=True)
    with pytest.raises(NotOpenError, match="Round 2 has since been published"):
        undo(director, fact)
    later = enter(Pairing.objects.get(pk=factories.games(running.rounds.get(number=1))[1].pairing_id), director)
    undo(director, later)  # round 2 was paired without it
    assert stored(later.pairing) is None
    unplayed = Pairing.objects.filter(kind="game", result=None, round__division=running)
    last = [enter(one, director) for one in unplayed][-1]
    finish_event(actor=director, event=running.event)
    with pytest.raises(NotOpenError, match="finished"):
        undo(director, last)


def test_a_round_closed_by_its_last_result_takes_reports_again(running: Division, director: User) -> None:
    round_ = running.rounds.get(number=1)
    *others, last = [Pairing.objects.get(pk=line.pairing_id) for line in factories.games(round_)]
    factories.publish(running, director, 2, despite_missing=True)
    for game in others:
        enter(game, director)
    fact = enter(last, director)
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED
    undo(director, fact)
    round_.refresh_from_db()
    assert round_.state == Round.State.PUBLISHED
    factories.agree(last)
    assert stored(last) == ("confirmed", 400)


def test_the_list_has_the_last_ten_and_costs_the_same_for_many(running: Division, director: User) -> None:
    round_ = running.rounds.get(number=1)
    games = [Pairing.objects.get(pk=line.pairing_id) for line in factories.games(round_)]
    assert factories.queries(lambda: own_entries(director, round_)) == 2
    enter(games[0], director)
    alone = factories.queries(lambda: own_entries(director, round_))
    for score in range(14):
        correct(games[0], director, 300 + score, 200)
    enter(games[1], director)
    assert factories.queries(lambda: own_entries(director, round_)) == alone
    standing, taken_back = own_entries(director, round_)
    assert (len(standing), taken_back) == (10, [])
    assert [entry.refusal for entry in standing[:3]] == [None, None, "ruled"]
    undo(director, standing[1].fact)
    standing, taken_back = own_entries(director, round_)
    assert [entry.fact.first_score for entry in standing[:2]] == [400, 312]
    assert [entry.fact.first_score for entry in taken_back] == [313]


acts = st.lists(
    st.tuples(st.sampled_from(["first", "official", "rule", "undo", "undo"]), st.integers(399, 401)),
    min_size=2,
    max_size=7,
)


@pytest.mark.scaled
@settings(max_examples=times(10, deep=400), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts)
def test_the_stored_result_is_what_the_facts_derive(
    game: Pairing, director: User, sequence: list[tuple[str, int]]
) -> None:
    """Whatever was entered and undone in whatever order, the newest first: the row and the ledger equal the pure function of the facts."""
    with undone():
        versions = [0]
        for act, score in sequence:
            open_ = [entry for entry in own_entries(director, game.round)[0] if entry.refusal is None]
            if act == "undo" and open_:
                undo(director, open_[0].fact)
            elif act == "rule":
                correct(game, director, score, 300)
            elif act != "undo":
                factories.report(game.pk, act, score, 300, actor=director if act == "official" else None)
            versions.extend(Result.objects.filter(pairing=game).values_list("version", flat=True))
        assert versions == sorted(versions), "a version never comes back"
        derived = derive(reports_of(game.submissions.all()), rulings_of(game.rulings.all()))
        result = Result.objects.filter(pairing=game).first()
        assert (derived is None) == (result is None)
        confirmed = derived is not None and derived.state is State.CONFIRMED
        assert rated(game) == ((derived.score.first, derived.score.second) if derived and confirmed else None)
        if derived is not None:
            values = stored_values(derived, game.round.division)
            assert {name: getattr(result, name) for name in values} == values
