"""Use case of meetings of several rounds: publish all rounds of a meeting at once."""

from django.db import transaction

from clubs.models import User
from tournaments.engine.pairing import read_options
from tournaments.engine.pairing.matches import continues
from tournaments.models import Round
from tournaments.services.rounds.options import choice_of
from tournaments.services.rounds.pairing import draft_round, publish_round


def rounds_to_follow(round_: Round) -> range:
    """The rounds that repeat the pairs of ``round_``, loaded with its division and run. No query.

    None at tables of more than two: nothing is repeated there, each round is seated by the results before it.
    """
    if round_.run is None or round_.division.settings.table_size > 2:
        return range(0)
    rules = read_options(round_.run.plan["rules"])
    last = round_.number
    while last < round_.division.settings.rounds_planned and continues(rules, last + 1):
        last += 1
    return range(round_.number + 1, last + 1)


@transaction.atomic
def publish_meeting(*, actor: User, round_id: int, expected_version: int, reason: str = "") -> list[Round]:
    """Publish a draft and, paired by the same choice, the rounds after it in which its pairs meet again.

    So players go on to their next game without waiting for the hall. All of it or nothing; raises as ``publish_round``
    and ``draft_round``.
    """
    published = [publish_round(actor=actor, round_id=round_id, expected_version=expected_version, reason=reason)]
    first = published[0]
    if first.run is None:
        return published
    choice = choice_of(first.run)
    for number in rounds_to_follow(first):
        drafted = draft_round(actor=actor, division=first.division, number=number, despite_missing=True, **choice)
        published.append(publish_round(actor=actor, round_id=drafted.pk, expected_version=drafted.version))
    return published
