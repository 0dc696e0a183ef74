"""Every page of an event, for divisions that are not a crossword game of two: none breaks, whatever it shows."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from clubs.models import Club, User
from tests import factories
from tests.harness.deep import DEEP
from tests.walk import answer_of
from tournaments.inputs.results import ResultInput
from tournaments.models import Division, Pairing
from tournaments.queries.rounds import pairings_of
from tournaments.services.results.slips import slip_key
from tournaments.services.rounds.pairing import draft_round

pytestmark = pytest.mark.django_db

BASKET: dict[str, Any] = {"game": "wordbasket", "rules_slug": "word-basket"}
KINDS: dict[str, tuple[dict[str, Any], str]] = {
    "word basket": ({**BASKET, "best_of": 3}, "0-4 3-0 0-2"),
    "word basket tables": ({**BASKET, "table_size": 4}, "0-4-2-x"),
    "crossword tables": ({"table_size": 4}, "320/281/305/x"),
}


def patterns() -> list[URLPattern]:
    """The addresses of the tournaments app but those of leagues, of which there are none here."""
    patterns: list[URLPattern] = []
    for item in get_resolver().url_patterns:
        if isinstance(item, URLResolver) and (
            item.app_name == "tournaments" or "tournaments" in str(item.urlconf_name)
        ):
            patterns += [
                one
                for one in item.url_patterns
                if isinstance(one, URLPattern) and "league" not in one.pattern.converters
            ]
    return patterns


def addresses_of(pattern: URLPattern, values: dict[str, object], numbers: Sequence[int]) -> Iterator[str]:
    """The addresses of a page, every number in it being one of these."""
    for number in numbers:
        values_of = {name: values.get(name, number) for name in pattern.pattern.converters}
        with contextlib.suppress(NoReverseMatch):
            yield reverse(f"tournaments:{pattern.name}", kwargs=values_of)


#: What is played at this kind of table opens every page on PostgreSQL; in the suite the kinds share the pages out on SQLite.
WHOLE = "crossword tables"
SHARED = list(KINDS)


def numbers_for(kind: str, place: int) -> Sequence[int]:
    """The numbers to put into the address of this place in the table.

    A round that is published, one that is drafted, one that is not there; in the suite one of the first two, in turn.
    """
    if DEEP:
        return (1, 2, 3)
    if connection.vendor == "postgresql":
        return (1 + place % 2,)
    mine = SHARED[place % len(SHARED)] == kind
    return (1 + place // len(SHARED) % 2,) if mine else ()


@pytest.mark.scaled
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.postgres] if kind == WHOLE else []) for kind in KINDS]
)
def test_no_page_breaks(club: Club, director: User, kind: str) -> None:
    settings, tally = KINDS[kind]
    division: Division = factories.division(club, director, pool=factories.pool(club, director), **settings)
    round_ = factories.start(division, director, 8)
    lines = pairings_of(round_)
    for side in ("first", "second"):
        factories.report(lines[0].pairing_id, side, 0, 0, result=ResultInput(tally=tally))
    factories.report(lines[1].pairing_id, "first", 0, 0, result=ResultInput(tally=tally))
    draft_round(actor=director, division=division, number=2, despite_missing=True)
    pairing = Pairing.objects.get(pk=lines[0].pairing_id)
    values: dict[str, object] = {
        "event": division.event.slug,
        "division": division.slug,
        "club": club.slug,
        "pairing": pairing.pk,
        "pairing_id": pairing.pk,
        "entry": division.entries.all()[0].pk,
        "key": slip_key(pairing.slip_links.get()),
        "token": "00000000-0000-4000-8000-000000000000",
    }
    client = Client(raise_request_exception=False)
    client.force_login(director)
    addresses = {
        address
        for place, pattern in enumerate(patterns())
        for address in addresses_of(pattern, values, numbers_for(kind, place))
    }
    statuses = {address: answer_of(client.get(address)) for address in sorted(addresses)}
    assert {address: status for address, status in statuses.items() if status in range(500, 600)} == {}
    assert list(statuses.values()).count(200) > 30
