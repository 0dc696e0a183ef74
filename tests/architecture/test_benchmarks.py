"""The made-up history of many clubs, by which the growth of costs is measured, fits the tables and pages of today."""

import pytest

from benchmarks import growth

pytestmark = [pytest.mark.processes, pytest.mark.deep]


def test_how_costs_grow_is_measured() -> None:
    figures = {figure.name: figure.value for figure in growth.run(sizes=(3, 4))}
    assert (figures["games: 3 clubs"], figures["games: 4 clubs"]) == (6.048, 8.064)
    assert figures["search: 10,000 clubs, computed"] > 0
