"""Several processes at one pairing at once, on whichever database is configured: nothing lost, one result."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection

from ratings.models import RatedResult
from tests import factories
from tournaments.engine.results import derive
from tournaments.models import Division, Result, Submission
from tournaments.queries.results import reports_of, rulings_of

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]
Job = dict[str, object]
ROOT = Path(__file__).resolve().parents[2]

#: What each process does: load everything, say so, wait for the word, report, tell what came of it.
WORKER = """
import json, sys, django
django.setup()
from tournaments.inputs import ResultInput, ScoresheetInput
from tournaments.services.results import submit_scoresheet
job = json.loads(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for token, first, second in job["reports"]:
    try:
        outcome = submit_scoresheet(pairing_id=job["pairing"], data=ScoresheetInput(
            side=job["side"], channel="link", client_token=token, result=ResultInput(first_score=first, second_score=second)))
        print(json.dumps(["kept" if outcome.created else "known", outcome.submission.pk]), flush=True)
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
        {"pairing": game, "side": side, "reports": [[f"{side}-{phone}-{number}", 400, 350] for number in range(5)]}
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
    answers = at_once([{"pairing": game, "side": "first", "reports": [["tap", 400, 350]]}] * 4, tmp_path)
    assert sorted(answer[0] for each in answers for answer in each) == ["kept", "known", "known", "known"]
    assert len({answer[1] for each in answers for answer in each}) == 1
    assert check(game).state == "pending"


def test_four_processes_that_disagree_lose_nothing(running: Division, tmp_path: Path) -> None:
    game = factories.games(running.rounds.get())[0].pairing_id
    jobs: list[Job] = [
        {
            "pairing": game,
            "side": side,
            "reports": [[f"{side}-{offset}-{number}", 400 + offset, 350] for number in range(4)],
        }
        for side, offset in (("first", 0), ("first", 1), ("second", 0), ("second", 2))
    ]
    answers = at_once(jobs, tmp_path)
    assert [answer[0] for each in answers for answer in each] == ["kept"] * 16
    assert Submission.objects.filter(pairing=game).count() == 16
    chain = Submission.objects.filter(pairing=game, side="first").order_by("pk").values_list("pk", "supersedes")
    assert [supersedes for _pk, supersedes in chain] == [None, *[pk for pk, _supersedes in chain][:-1]]
    assert check(game).version == 16
