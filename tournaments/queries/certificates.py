"""Certificates of a finished event, each with a code by which anybody can check it.

Nothing is stored. A code names what the certificate is for (a prize, or 0 for a place) and whose it is, and ends with ten
letters of an HMAC over everything that the paper says. So a code cannot be guessed, and no longer agrees once a correction has
changed what it says. It opens nothing: the page behind it shows what is on the paper.
"""

import base64
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Division, Entry, Event, EventPrize
from tournaments.queries.prizes import Winner, prize_list
from tournaments.queries.standings import standings_of

_SALT = "tournaments.certificate"
#: Digits and letters that nobody confuses; O is read as 0, I and L as 1.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_READ = str.maketrans("OIL", "011", " ")
_SEAL = 10
_MOST = 2**31


@dataclass(frozen=True, slots=True)
class Certificate:
    """One certificate. ``prize``: what it is for, with its ``winner``; None: for taking part, with the final place.

    ``score``: wins, losses and spread of a place. ``shared``: several won the prize together.
    """

    code: str
    event: Event
    division: Division
    entry_id: int
    name: str
    team: str = ""
    prize: EventPrize | None = None
    winner: Winner | None = None
    shared: bool = False
    place: int = 0
    score: tuple[float, float, int] = (0, 0, 0)

    @property
    def day(self) -> date:
        """The event's first day."""
        return self.event.starts_on


def prize_certificates(event: Event) -> tuple[Certificate, ...]:
    """One for each winner of each prize, as they are read out; a team gets one. As many queries as ``prize_list``."""
    return tuple(
        _sealed(
            Certificate(
                "",
                event,
                winner.division,
                winner.entry_id,
                winner.name,
                winner.team,
                line.prize,
                winner,
                len(line.winners) > 1,
            )
        )
        for line in prize_list(event).awards
        for winner in line.winners
    )


def place_certificates(event: Event) -> tuple[Certificate, ...]:
    """One for every player, by division and place."""
    return tuple(_places(event))


def _places(event: Event) -> Iterator[Certificate]:
    for division in Division.objects.filter(event=event).order_by("position", "pk"):
        division.event = event
        for line in standings_of(division):
            score = (line.row.wins, line.row.losses, line.row.spread)
            yield _sealed(Certificate("", event, division, line.entry_id, line.name, place=line.row.rank, score=score))


def certificate_of(code: str) -> Certificate | None:
    """The certificate with this code, if what it says is still so; None for any other code."""
    ids = _ids(code)
    if ids is None:
        return None
    prize, entry = ids
    finished = Entry.objects.filter(pk=entry, division__event__state=Event.State.FINISHED)
    own = finished.select_related("division__event__club").first()
    if own is None:
        return None
    event = own.division.event
    every = prize_certificates(event) if prize else place_certificates(event)
    for one in every:
        if (one.prize.pk if one.prize else 0, one.entry_id) == (prize, entry):
            typed = _clean(code)
            known = (_code(one, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
            return one if any(constant_time_compare(typed, code) for code in known) else None
    return None


def _sealed(one: Certificate) -> Certificate:
    return replace(one, code=_code(one, settings.SECRET_KEY))


def _code(one: Certificate, secret: str | bytes) -> str:
    """Such as “2A-7F-9QX4T2M8WA”."""
    prize = one.prize.pk if one.prize else 0
    # A team by its name: how its players are listed depends on the reader's language.
    who = one.team or one.name
    says: list[object] = [prize, one.entry_id, one.event.name, one.day.isoformat(), one.division.name, who]
    if one.prize is not None and one.winner is not None:
        winner = one.winner
        says += [one.prize.name, one.shared, winner.value, winner.round, winner.opponent, winner.play]
    else:
        says += [one.place, *one.score]
    digest = salted_hmac(_SALT, repr(says), secret=secret, algorithm="sha256").digest()
    seal = base64.b32encode(digest).decode()[:_SEAL].translate(str.maketrans(_BASE32, _LETTERS))
    return f"{_written(prize)}-{_written(one.entry_id)}-{seal}"


def _written(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, len(_LETTERS))
        digits = _LETTERS[digit] + digits
    return digits


def _clean(code: str) -> str:
    return code.upper().translate(_READ)


def _ids(code: str) -> tuple[int, int] | None:
    """Prize and entry that a code names; None for what is no code."""
    parts = _clean(code[:60]).split("-")
    if len(parts) != 3 or len(parts[2]) != _SEAL or not all(part and set(part) <= set(_LETTERS) for part in parts):
        return None
    prize, entry = (
        sum(_LETTERS.index(letter) * len(_LETTERS) ** n for n, letter in enumerate(part[::-1])) for part in parts[:2]
    )
    return (prize, entry) if max(prize, entry) < _MOST else None
