"""The processes that do something at the same moment."""

from collections.abc import Iterator

import pytest

from tests.harness.processes import Crew


@pytest.fixture(scope="module")
def crew(request: pytest.FixtureRequest, django_db_setup: None) -> Iterator[Crew]:
    """The processes; ``ACT`` of the test's module says what they do."""
    crew = Crew(request.module.ACT)
    yield crew
    crew.end()
