"""Processes that do something at the same moment; they load the program once for all tests."""

from collections.abc import Iterator

import pytest

from tests.harness.processes import Crew


@pytest.fixture(scope="session")
def senders(django_db_setup: None) -> Iterator[Crew]:
    """They send forms to the site."""
    crew = Crew("tests.concurrency.requests.send")
    yield crew
    crew.end()


@pytest.fixture(scope="session")
def callers(django_db_setup: None) -> Iterator[Crew]:
    """They call services."""
    crew = Crew("tests.concurrency.acts.run")
    yield crew
    crew.end()
