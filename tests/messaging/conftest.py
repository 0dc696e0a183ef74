"""An event whose players ask to be told."""

import pytest

from clubs.models import User
from tests.messaging.scene import Scene
from tournaments.models import Division


@pytest.fixture
def scene(division: Division, director: User) -> Scene:
    """Six players of a division of four rounds."""
    return Scene.of(division, director)
