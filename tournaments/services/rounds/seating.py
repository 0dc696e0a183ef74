"""Who sits at a table, as the games ask for it, and records read for it."""

from typing import Any

from games.game import RecordCheck, Seating
from lexicon.models import LexiconVersion
from tournaments.models import Handicap, Pairing
from tournaments.services.events.rules import rules_of


def seating_of(pairing: Pairing) -> Seating:
    """The players by seats, and who has a handicap."""
    entries = [seat.entry for seat in sorted(pairing.seats.all(), key=lambda seat: seat.position)]
    given = {entry.name: entry.handicap for entry in entries if entry.handicap != Handicap.EVEN}
    return Seating(tuple(entry.name for entry in entries), given)


def check_of(pairing: Pairing, data: bytes, *, dictionary: LexiconVersion | None = None) -> RecordCheck:
    """A record of this game replayed by the division's rules; words are judged only by a ``dictionary`` that is given."""
    division = pairing.round.division
    rules: Any = rules_of(division)
    found: RecordCheck = division.played.check(data, rules=rules, dictionary=dictionary, seating=seating_of(pairing))
    return found
