"""Several processes at one pairing at once, on whichever database is configured: nothing lost, one result."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection

from clubs.models import User
from ratings.models import RatedResult
from tests import factories
from tournaments.engine.results import derive
from tournaments.models import Division, Result, SlipLink, Submission
from tournaments.queries.results import reports_of, rulings_of
from tournaments.services.pairing import draft_round

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]
Job = dict[str, object]
ROOT = Path(__file__).resolve().parents[2]

#: What each process does: load everything, say so, wait for the word, act, tell what came of it.
WORKER = """
import json, sys, django
django.setup()
from clubs.models import User
from tournaments.inputs import ResultInput, RulingInput, ScoresheetInput
from tournaments.services.pairing import publish_round
from tournaments.services.results import rule_result, submit_scoresheet
job = json.loads(sys.argv[1])
director = User.objects.get(username="director")
def submit(token, first, second):
    outcome = submit_scoresheet(pairing_id=job["pairing"], data=ScoresheetInput(
        side=job["side"], channel="link", client_token=token, result=ResultInput(first_score=first, second_score=second)))
    return ["kept" if outcome.created else "known", outcome.submission.pk]
def rule(version, first, second):
    data = RulingInput(result=ResultInput(first_score=first, second_score=second), reason="Recount.", expected_version=version)
    return ["ruled", rule_result(actor=director, pairing_id=job["pairing"], data=data).version]
def publish(round_id, version):
    return ["published", publish_round(actor=director, round_id=round_id, expected_version=version).version]
act = {"submit": submit, "rule": rule, "publish": publish}[job["act"]]
print("ready", flush=True)
sys.stdin.readline()
for arguments in job["calls"]:
    try:
        print(json.dumps(act(*arguments)), flush=True)
    except ValueError as error:
        print(json.dumps(["refused", str(error)]), flush=True)
"""


def database_url() -> str:
    """The test database as the environment of another process names it."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{given['NAME']}"
    host = quote(str(given["HOST"]), safe="")
    user = quote(str(given["USER"]), safe="")
    password = quote(str(given["PASSWORD"]), safe="")
    return f"postgres://{user}:{password}@{host}:{given['PORT']}/{given['NAME']}"


def at_once(jobs: list[Job], data: Path) -> list[list[tuple[str, int]]]:
    """Run the jobs in processes that all begin at the same word; the answers of each, in order."""
    environment = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "WORDHALL_DATA": str(data),
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, json.dumps(job)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for job in jobs
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    answers = [process.communicate(timeout=120)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(jobs)
    return [[tuple(json.loads(line)) for line in text.splitlines()] for text in answers]


def check(pairing_id: int) -> Result:
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


def test_four_processes_report_the_same_game_at_once(running: Division, tmp_path: Path) -> None:
    """Two phones of each player, each reporting the same scores with tokens of its own: all kept, one confirmed result."""
    game = factories.games(running.rounds.get())[0].pairing_id
    jobs: list[Job] = [
        {
            "act": "submit",
            "pairing": game,
            "side": side,
            "calls": [[f"{side}-{phone}-{number}", 400, 350] for number in range(5)],
        }
        for side in ("first", "second")
        for phone in (1, 2)
    ]
    answers = at_once(jobs, tmp_path)
    assert [answer[0] for each in answers for answer in each] == ["kept"] * 20
    assert Submission.objects.filter(pairing=game).count() == 20
    assert {answer[1] for each in answers for answer in each} == set(Submission.objects.values_list("pk", flat=True))
    result = check(game)
    assert (result.state, result.version, result.late_difference) == ("confirmed", 20, False)


def test_four_taps_of_one_form_are_one_report(running: Division, tmp_path: Path) -> None:
    game = factories.games(running.rounds.get())[0].pairing_id
    answers = at_once([{"act": "submit", "pairing": game, "side": "first", "calls": [["tap", 400, 350]]}] * 4, tmp_path)
    assert sorted(answer[0] for each in answers for answer in each) == ["kept", "known", "known", "known"]
    assert len({answer[1] for each in answers for answer in each}) == 1
    assert check(game).state == "pending"


def test_four_processes_that_disagree_lose_nothing(running: Division, tmp_path: Path) -> None:
    game = factories.games(running.rounds.get())[0].pairing_id
    jobs: list[Job] = [
        {
            "act": "submit",
            "pairing": game,
            "side": side,
            "calls": [[f"{side}-{offset}-{number}", 400 + offset, 350] for number in range(4)],
        }
        for side, offset in (("first", 0), ("first", 1), ("second", 0), ("second", 2))
    ]
    answers = at_once(jobs, tmp_path)
    assert [answer[0] for each in answers for answer in each] == ["kept"] * 16
    assert Submission.objects.filter(pairing=game).count() == 16
    chain = Submission.objects.filter(pairing=game, side="first").order_by("pk").values_list("pk", "supersedes")
    assert [supersedes for _pk, supersedes in chain] == [None, *[pk for pk, _supersedes in chain][:-1]]
    assert check(game).version == 16


def test_of_four_directors_who_rule_at_once_one_is_heard_and_three_are_told(running: Division, tmp_path: Path) -> None:
    game = factories.games(running.rounds.get())[0].pairing_id
    version = factories.agree(game).result.version
    jobs: list[Job] = [{"act": "rule", "pairing": game, "calls": [[version, 400 + number, 350]]} for number in range(4)]
    answers = [answer[0] for each in at_once(jobs, tmp_path) for answer in each]
    assert sorted(answers) == ["refused", "refused", "refused", "ruled"]
    assert check(game).version == version + 1


def test_a_draft_is_published_once(running: Division, director: User, tmp_path: Path) -> None:
    factories.play(running.rounds.get())
    draft = draft_round(actor=director, division=running, number=2)
    jobs: list[Job] = [{"act": "publish", "calls": [[draft.pk, draft.version]]}] * 4
    answers = [answer[0] for each in at_once(jobs, tmp_path) for answer in each]
    assert sorted(answers) == ["published", "refused", "refused", "refused"]
    assert SlipLink.objects.filter(pairing__round=draft, revoked_at__isnull=True).count() == 3
