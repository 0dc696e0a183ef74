"""Parts of a running site fail: people are told in plain words, nothing is lost or doubled, and it recovers without help.

One drill in the suite; all of them, also on PostgreSQL and Valkey, in the long run and by ``script/drill``.
"""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.harness.deep import deep, some
from tests.harness.drills import DRILLS, Drill, Stage, stage

pytestmark = [pytest.mark.processes, pytest.mark.long]

OF_A_CLUB = [drill for drill in DRILLS if not drill.on_servers and not drill.without_privilege]
WITHOUT_PRIVILEGE = [drill for drill in DRILLS if drill.without_privilege]
ON_SERVERS = [drill for drill in DRILLS if drill.on_servers]


@pytest.fixture(scope="module")
def unprivileged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """The same, bound by the rights of files even where root runs the tests."""
    with stage(tmp_path_factory.mktemp("unprivileged"), without_privilege=True) as running:
        yield running


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A site on PostgreSQL and Valkey, which can be away."""
    with stage(tmp_path_factory.mktemp("servers"), on_servers=True) as running:
        yield running


def test_the_command_starts_and_names_its_drills() -> None:
    """As ``script/drill`` does it: outside the tests, where Django is not set up."""
    command = [sys.executable, "-m", "tests.harness.drills", "no such drill"]
    assert "disk_full" in subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("drill", some(OF_A_CLUB), ids=lambda drill: drill.name)
def test_a_club_site_recovers(club: Stage, drill: Drill) -> None:
    assert drill.run(club).well_after < 120


@deep
@pytest.mark.parametrize("drill", WITHOUT_PRIVILEGE, ids=lambda drill: drill.name)
def test_a_site_that_may_not_write_recovers(unprivileged: Stage, drill: Drill) -> None:
    assert drill.run(unprivileged).well_after < 120


@deep
@pytest.mark.postgres
@pytest.mark.parametrize("drill", ON_SERVERS, ids=lambda drill: drill.name)
def test_a_site_on_servers_recovers(servers: Stage, drill: Drill) -> None:
    assert drill.run(servers).well_after < 120
