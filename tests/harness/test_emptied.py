"""After a test with real transactions nothing of it is left."""

import pytest
from django.contrib.auth.models import Permission

from clubs.models import Club
from tests import factories
from tests.harness import emptied

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.both]


def test_every_row_is_deleted_and_what_the_migrations_left_stays() -> None:
    """Also rows that others refer to."""
    director = factories.user("director")
    division = factories.division(factories.club(director), director)
    factories.start(division, director, 4)
    permissions = Permission.objects.count()
    assert {"clubs_club", "tournaments_pairing", "audit_actionlog"} <= set(emptied.tables_with_rows())
    emptied.empty()
    assert emptied.tables_with_rows() == []
    assert not Club.objects.exists()
    assert Permission.objects.count() == permissions > 0


@pytest.mark.parametrize("time", ["first", "second"])
def test_it_happens_after_each_of_them(time: str) -> None:
    """What the first one leaves, the second one would find."""
    assert emptied.tables_with_rows() == []
    factories.user(time)
