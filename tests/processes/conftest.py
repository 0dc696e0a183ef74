"""Running sites for tests that can share one: starting it takes longer than most of them."""

from collections.abc import Iterator

import pytest

from tests.harness.drills import Stage, stage
from tests.harness.post_office import PostOffice, open_office
from tests.harness.site import Site, running_site


@pytest.fixture(scope="session")
def office() -> Iterator[PostOffice]:
    """The mail server of ``busy_site``."""
    with open_office() as opened:
        yield opened


@pytest.fixture(scope="session")
def busy_site(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Site]:
    """A running site without rows; each test looks at what it made itself. Soon after the death of a process another does its job."""
    environment = {
        "EMAIL_URL": f"smtp://127.0.0.1:{office.port}",
        "JOB_LEASE_SECONDS": "3",
        "SITE_URL": "https://wordhall.example.org",
    }
    with running_site(tmp_path_factory.mktemp("site"), environment=environment) as site:
        yield site


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A site on one machine, with SQLite, in the middle of a round."""
    with stage(tmp_path_factory.mktemp("club")) as running:
        yield running
