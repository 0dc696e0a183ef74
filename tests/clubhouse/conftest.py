"""Fixtures of the clubhouse's tests."""

import pytest

from clubs.models import Club, User
from tests.clubhouse.scene import Clubhouse, clubhouse


@pytest.fixture
def home(club: Club, director: User) -> Clubhouse:
    """A club without events, and its director at the page."""
    return clubhouse(club, director)
