"""Rounds and pairings as the public sees them: read once for each public version of the event, as standings are (``public_standings``)."""

import pickle

from tournaments.models import Division, Event, Round
from tournaments.queries.at_version import at_version
from tournaments.queries.public_standings import unpacked
from tournaments.queries.rounds import PairingLine, pairings_of, rounds_of


def public_pairings(round_: Round) -> list[PairingLine]:
    """The round's pairings by table, byes last, with results; its event is loaded. One query, none if they are cached."""
    event = round_.division.event
    if event.state == Event.State.DRAFT:
        return pairings_of(round_)
    return list(unpacked(at_version(event, f"pairings:{round_.pk}", lambda: pickle.dumps(pairings_of(round_)))))


def public_rounds_of(division: Division) -> list[Round]:
    """The division's rounds without drafts, by number; its event is loaded. One query, none if they are cached."""
    return at_version(division.event, f"rounds:{division.pk}", lambda: rounds_of(division, drafts=False))
