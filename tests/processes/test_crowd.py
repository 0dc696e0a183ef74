"""A hundred phones report a round while processes are killed, the database restarts and the broker is away: reports in, facts kept."""

from pathlib import Path

import pytest

from tests.harness.crowd import PLAYERS, SHORT, check_round, of_a_club, on_servers
from tests.harness.deep import deep
from tests.harness.drills import stage

pytestmark = [pytest.mark.processes, pytest.mark.long, deep]


def test_a_round_on_one_machine(tmp_path: Path) -> None:
    with stage(tmp_path, players=PLAYERS) as site:
        check_round(site, of_a_club())


@pytest.mark.postgres
def test_a_round_on_servers(tmp_path: Path) -> None:
    with stage(tmp_path, on_servers=True, players=PLAYERS) as site:
        check_round(site, on_servers(away=SHORT))
