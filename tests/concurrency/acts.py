"""What the processes of ``test_submissions`` do, each for itself."""

from collections.abc import Callable
from typing import Any

from clubs.models import User
from tests.harness.processes import Job
from tournaments.inputs.results import ResultInput, RulingInput, ScoresheetInput
from tournaments.models import Event
from tournaments.services.archive.laptop import take_to_laptop
from tournaments.services.results.results import rule_result, submit_scoresheet
from tournaments.services.rounds.publish import publish_round

Answer = tuple[str, int | str]


def run(job: Job) -> list[Answer]:
    """Act once for each of the job's calls; the answer to each."""
    return [_one(ACTS[job["act"]], job, arguments) for arguments in job["calls"]]


def _one(act: Callable[..., Answer], job: Job, arguments: list[Any]) -> Answer:
    try:
        return act(job, *arguments)
    except ValueError as error:  # every refusal of a service is one
        return ("refused", str(error))


def _submit(job: Job, token: str, first: int, second: int) -> Answer:
    scores = ResultInput(first_score=first, second_score=second)
    data = ScoresheetInput(side=job["side"], channel="link", client_token=token, result=scores)
    outcome = submit_scoresheet(pairing_id=job["pairing"], data=data)
    return ("created" if outcome.created else "repeated", outcome.submission.pk)


def _rule(job: Job, version: int, first: int, second: int) -> Answer:
    scores = ResultInput(first_score=first, second_score=second)
    data = RulingInput(result=scores, reason="Recount.", expected_version=version)
    director = User.objects.get(username="director")
    return ("ruled", rule_result(actor=director, pairing_id=job["pairing"], data=data).version)


def _publish(_job: Job, round_id: int, version: int) -> Answer:
    director = User.objects.get(username="director")
    return ("published", publish_round(actor=director, round_id=round_id, expected_version=version).version)


def _take(_job: Job, event_id: int) -> Answer:
    director = User.objects.get(username="director")
    return ("taken", take_to_laptop(actor=director, event=Event.objects.get(pk=event_id)).pk)


ACTS: dict[str, Callable[..., Answer]] = {"submit": _submit, "rule": _rule, "publish": _publish, "take": _take}
