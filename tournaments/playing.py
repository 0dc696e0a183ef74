"""Who is playing just now: an active entrant of a published round whose own game has no confirmed result."""

from clubs.models import User
from tournaments.models import Event, Result, Round, Seat


def is_playing(user: User) -> bool:
    """Whether the user sits at a table of a round that is being played. One query."""
    seats = Seat.objects.filter(
        entry__player__user=user,
        pairing__kind="game",
        round__state=Round.State.PUBLISHED,
        round__division__event__state=Event.State.RUNNING,
    )
    return seats.exclude(pairing__result__state=Result.State.CONFIRMED).exists()
