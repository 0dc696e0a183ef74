"""What the tests of rating links have in common."""

from datetime import date

import pytest

from clubs.models import User
from ratings.models import OfficialList, RatingPool
from ratings.services.ledger import finalize_event
from ratings.services.official import publish_list
from ratings.services.recompute import recompute_pool
from tests import factories
from tournaments.models import Division


@pytest.fixture
def published(division: Division, director: User, pool: RatingPool) -> OfficialList:
    """The list after an earlier event, in which Ada beat Ben."""
    (game,) = factories.games(factories.start(division, director, 2))
    factories.report(game.pairing_id, "official", 400, 300, actor=director)
    finalize_event(event=pool.events.get())
    recompute_pool(pool_id=pool.pk)
    return publish_list(pool=RatingPool.objects.get(pk=pool.pk), name="May", effective=date(2026, 5, 3), actor=director)
