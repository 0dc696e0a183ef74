"""Rates of requests are counted in the cache, which outlives a test."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def fresh_rates() -> None:
    """Nobody has asked anything yet."""
    cache.clear()
