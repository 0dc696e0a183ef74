"""Use cases of events and divisions."""

from clubs.models import Club, User
from tournaments.inputs import DivisionInput, EventInput
from tournaments.models import Division, Event


def create_event(*, actor: User, club: Club, data: EventInput) -> Event:
    """Create an event in preparation with its first division. Raises TournamentError (address taken, unknown rules …)."""
    raise NotImplementedError


def add_division(*, actor: User, event: Event, data: DivisionInput) -> Division:
    """Add a division to an event that is not finished. Raises TournamentError (name taken, unknown rules …)."""
    raise NotImplementedError


def update_division(*, actor: User, division: Division, data: DivisionInput) -> Division:
    """Change a division's settings. Raises TournamentError naming each setting that cannot change any more, with the reason."""
    raise NotImplementedError


def finish_event(*, actor: User, event: Event) -> Event:
    """End the event: close its rounds and make its ratings final. Raises NotReadyError naming every missing or disputed result."""
    raise NotImplementedError


def reopen_event(*, actor: User, event: Event, reason: str) -> Event:
    """Take a finished event up again, so that results can be corrected. Raises TournamentError without a reason or when not finished."""
    raise NotImplementedError
