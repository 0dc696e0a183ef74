"""A real site in processes of its own for each module that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.site import Site, running_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An empty running site: web, worker, database, broker."""
    folder: Path = tmp_path_factory.mktemp("site")
    with running_site(folder) as running:
        yield running
