"""Rounds of the demo: published, and reported through the slips' links as players do."""

from typing import Unpack

from clubs.models import User
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import Division, Pairing, Round
from tournaments.queries.rounds import PairingLine, pairings_of
from tournaments.services.results.results import submit_scoresheet
from tournaments.services.rounds.pairing import DraftChoice, draft_round
from tournaments.services.rounds.publish import publish_round


def publish(actor: User, division: Division, number: int, **choice: Unpack[DraftChoice]) -> list[PairingLine]:
    """Pair and publish a round, by the usual system or the one chosen; its games."""
    draft = draft_round(actor=actor, division=division, number=number, **choice)
    return games_of(publish_round(actor=actor, round_id=draft.pk, expected_version=draft.version))


def games_of(round_: Round) -> list[PairingLine]:
    """The round's games, without byes."""
    return [line for line in pairings_of(round_) if line.kind == Pairing.Kind.GAME]


def report(line: PairingLine, side: str, result: ResultInput, record: bytes = b"") -> None:
    """One player's report."""
    token = f"demo-{line.pairing_id}-{side}"
    data = ScoresheetInput(side=side, channel="link", client_token=token, result=result, record=record)
    submit_scoresheet(pairing_id=line.pairing_id, data=data)
