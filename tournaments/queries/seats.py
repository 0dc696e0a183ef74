"""Where an account's player sits, and so whether a private record is theirs."""

from clubs.models import User
from clubs.permissions import Visitor
from tournaments.engine.results import SEATS
from tournaments.models import Pairing, RecordVisibility, Seat


def side_of(pairing: Pairing, user: User) -> str:
    """The seat of the account's player in the game; "" for none. One query."""
    own = Seat.objects.filter(pairing=pairing, entry__player__user=user).values_list("position", flat=True).first()
    return str(SEATS[own - 1]) if own else ""


def record_is_hidden(pairing: Pairing, visitor: Visitor, *, official: bool) -> bool:
    """Whether the record is private and the visitor neither a player of the game nor an official. One query, none for a public record."""
    if official or pairing.record_visibility != RecordVisibility.PRIVATE:
        return False
    return not (visitor.is_authenticated and side_of(pairing, visitor))
