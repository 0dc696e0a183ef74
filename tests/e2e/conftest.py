"""A real site, in processes of its own, for the people of these tests."""

from collections.abc import Iterator

import pytest

from tests.harness.site import Site, running_site


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo site, running: one for all tests of a process. Whoever changes something makes a club of their own first."""
    with running_site(tmp_path_factory.mktemp("site"), demo=True) as running:
        yield running


@pytest.fixture
def site(demo: Site) -> Site:
    """The site that the people of a test look at."""
    return demo


@pytest.fixture
def site_address(site: Site) -> str:
    """Where the people's devices look."""
    return site.url
