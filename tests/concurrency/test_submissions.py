"""Several processes at one pairing at once, on whichever database is configured: nothing lost, one result."""

import pytest

from clubs.models import User
from ratings.models import RatedResult
from tests import factories
from tests.harness.processes import Crew, Job
from tournaments.engine.results import derive
from tournaments.models import Division, HeldReport, Result, SlipLink, Submission
from tournaments.queries.results import reports_of, rulings_of
from tournaments.services.rounds.pairing import draft_round

pytestmark = [
    pytest.mark.concurrency,
    pytest.mark.postgres,
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
]


def submit(game: int, side: str, *calls: list[object]) -> Job:
    """Reports of one side: a token and the two scores each."""
    return {"act": "submit", "pairing": game, "side": side, "calls": list(calls)}


def check_result(pairing_id: int) -> Result:
    """The result is what the facts derive, and the ledger holds it once."""
    result = Result.objects.get(pairing=pairing_id)
    derived = derive(reports_of(result.pairing.submissions.all()), rulings_of(result.pairing.rulings.all()))
    assert derived is not None
    assert (result.state, result.first_score, result.second_score) == (
        str(derived.state),
        derived.score.first,
        derived.score.second,
    )
    live = (
        RatedResult.objects.live()
        .filter(game_key=f"pairing:{pairing_id}")
        .values_list("player_score", "opponent_score")
    )
    assert list(live) == ([(result.first_score, result.second_score)] if result.state == "confirmed" else [])
    return result


def test_four_processes_report_the_same_game_at_once(running: Division, callers: Crew) -> None:
    """Two phones of each player, each reporting the same scores with tokens of its own: all stored, one confirmed result."""
    game = factories.games(running.rounds.get())[0].pairing_id
    jobs = [
        submit(game, side, *([f"{side}-{phone}-{number}", 400, 350] for number in range(5)))
        for side in ("first", "second")
        for phone in (1, 2)
    ]
    answers = callers.at_once(jobs)
    assert [answer[0] for each in answers for answer in each] == ["created"] * 20
    assert Submission.objects.filter(pairing=game).count() == 20
    assert {answer[1] for each in answers for answer in each} == set(Submission.objects.values_list("pk", flat=True))
    result = check_result(game)
    assert (result.state, result.version, result.open_questions) == ("confirmed", 20, 0)


def test_four_taps_of_one_form_are_one_report(running: Division, callers: Crew) -> None:
    game = factories.games(running.rounds.get())[0].pairing_id
    answers = callers.at_once([submit(game, "first", ["tap", 400, 350])] * 4)
    assert sorted(answer[0] for each in answers for answer in each) == ["created", "repeated", "repeated", "repeated"]
    assert len({answer[1] for each in answers for answer in each}) == 1
    assert check_result(game).state == "pending"


def test_four_processes_that_disagree_lose_nothing(running: Division, callers: Crew) -> None:
    game = factories.games(running.rounds.get())[0].pairing_id
    jobs = [
        submit(game, side, *([f"{side}-{offset}-{number}", 400 + offset, 350] for number in range(4)))
        for side, offset in (("first", 0), ("first", 1), ("second", 0), ("second", 2))
    ]
    answers = callers.at_once(jobs)
    assert [answer[0] for each in answers for answer in each] == ["created"] * 16
    assert Submission.objects.filter(pairing=game).count() == 16
    chain = Submission.objects.filter(pairing=game, side="first").order_by("pk").values_list("pk", "supersedes")
    assert [supersedes for _pk, supersedes in chain] == [None, *[pk for pk, _supersedes in chain][:-1]]
    assert check_result(game).version == 16


def test_of_four_rulings_at_once_one_counts_and_three_are_refused(running: Division, callers: Crew) -> None:
    game = factories.games(running.rounds.get())[0].pairing_id
    version = factories.agree(game).result.version
    jobs: list[Job] = [{"act": "rule", "pairing": game, "calls": [[version, 400 + number, 350]]} for number in range(4)]
    answers = [answer[0] for each in callers.at_once(jobs) for answer in each]
    assert sorted(answers) == ["refused", "refused", "refused", "ruled"]
    assert check_result(game).version == version + 1


def test_a_draft_is_published_once(running: Division, director: User, callers: Crew) -> None:
    factories.play(running.rounds.get())
    draft = draft_round(actor=director, division=running, number=2)
    jobs: list[Job] = [{"act": "publish", "calls": [[draft.pk, draft.version]]}] * 4
    answers = [answer[0] for each in callers.at_once(jobs) for answer in each]
    assert sorted(answers) == ["published", "refused", "refused", "refused"]
    assert SlipLink.objects.filter(pairing__round=draft, ended_at__isnull=True).count() == 3


def test_no_report_is_lost_when_a_laptop_takes_the_event(running: Division, callers: Crew) -> None:
    """Reports come while two directors take the event to a laptop: one laptop gets it, and each report counts or is kept."""
    game = factories.games(running.rounds.get())[0].pairing_id
    jobs = [
        submit(game, side, *([f"{side}-{number}", 400, 350] for number in range(4))) for side in ("first", "second")
    ]
    taking: Job = {"act": "take", "calls": [[running.event_id]]}
    *reported, ((one, _first),), ((other, _second),) = callers.at_once([*jobs, taking, taking])
    assert sorted((one, other)) == ["refused", "taken"]
    answers = [answer for each in reported for answer in each]
    kept = [said for act, said in answers if act == "refused"]
    assert all("Your report has been saved" in str(said) for said in kept)
    assert (Submission.objects.count(), HeldReport.objects.count()) == (8 - len(kept), len(kept))
    assert {one.client_token for one in Submission.objects.all()}.isdisjoint(
        one.client_token for one in HeldReport.objects.all()
    )
    running.event.refresh_from_db()
    assert running.event.on_laptop_since is not None
