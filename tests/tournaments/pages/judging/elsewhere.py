"""What the judge of one division has nothing to do with."""

from clubs.models import Club, User
from tests import factories
from tournaments.models import Seat


def seat_elsewhere(club: Club, director: User) -> Seat:
    """A seat in the first round of another division."""
    other = factories.division(club, director)
    return factories.start(other, director, 2).seats.order_by("pk")[0]
