"""Every kind of message, said once: what it is about, who gets it, and where its words are.

The words of a kind are ``templates/mail/<key>.txt``: the whole of it is the mail; its subject and first paragraph are what a phone shows.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


class Topic(StrEnum):
    """What one asks to be told about."""

    TABLE = "table"
    RESULT = "result"
    CHECK_IN = "check_in"
    PLACE = "place"
    NEWS = "news"
    DESK = "desk"


#: The topics as they are offered, in order.
TOPICS: Final[dict[Topic, Words]] = {
    Topic.TABLE: _("My table in each round, and when it changes"),
    Topic.RESULT: _("A result of mine is disputed"),
    Topic.CHECK_IN: _("Check-in is open"),
    Topic.PLACE: _("My registration, and places offered from the waiting list"),
    Topic.NEWS: _("Event news"),
}
#: Offered, beside these, to accounts that settle results in a club.
OFFICIAL_TOPICS: Final[dict[Topic, Words]] = {
    Topic.DESK: _("A disputed result at an event that I direct"),
}
ALL_TOPICS: Final = TOPICS | OFFICIAL_TOPICS


class Audience(StrEnum):
    """Who gets a message, of those who asked for its topic."""

    ROUND = "players of the round"
    CHANGED = "players whose table changed"
    GAME = "players of the game"
    PAIRED = "players of a game from the queue"
    OFFICIALS = "those who settle results at the event"
    PLAYERS = "players of the event"
    REGISTERED = "those who registered"
    EVERYBODY = "players of the event and those who registered"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of message. ``label``: in the log of messages. ``hours``: how long a phone that is off may get it later."""

    key: str
    topic: Topic
    audience: Audience
    label: Words
    hours: int = 24


_KINDS: Final = (
    Kind("event-news", Topic.NEWS, Audience.EVERYBODY, _("event news"), hours=48),
    Kind("round-published", Topic.TABLE, Audience.ROUND, _("round published"), hours=2),
    Kind("round-unpublished", Topic.TABLE, Audience.ROUND, _("round unpublished"), hours=2),
    Kind("round-changed", Topic.TABLE, Audience.CHANGED, _("table changed"), hours=2),
    Kind("game-paired", Topic.TABLE, Audience.PAIRED, _("game from the queue"), hours=1),
    Kind("result-disputed", Topic.RESULT, Audience.GAME, _("result disputed"), hours=6),
    Kind("result-to-settle", Topic.DESK, Audience.OFFICIALS, _("disputed result to settle"), hours=6),
    Kind("check-in-open", Topic.CHECK_IN, Audience.PLAYERS, _("check-in open"), hours=4),
    Kind("registration-promoted", Topic.PLACE, Audience.REGISTERED, _("moved up from the waiting list")),
    Kind("registration-offered", Topic.PLACE, Audience.REGISTERED, _("place offered from the waiting list")),
    Kind("registration-ended", Topic.PLACE, Audience.REGISTERED, _("offer expired")),
    Kind("registration-received", Topic.PLACE, Audience.REGISTERED, _("registration received")),
    Kind("registration-accepted", Topic.PLACE, Audience.REGISTERED, _("registration accepted")),
    Kind("registration-refused", Topic.PLACE, Audience.REGISTERED, _("registration refused")),
    Kind("registration-sent-back", Topic.PLACE, Audience.REGISTERED, _("registration sent back")),
    Kind("registration-confirm", Topic.PLACE, Audience.REGISTERED, _("asked to confirm the details")),
    Kind("registration-cancelled", Topic.PLACE, Audience.REGISTERED, _("registration cancelled")),
)
KINDS: Final = {kind.key: kind for kind in _KINDS}


def kind_choices() -> list[tuple[str, Words]]:
    """Key and label of every kind, for models and filters."""
    return [(kind.key, kind.label) for kind in _KINDS]
