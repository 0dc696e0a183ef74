"""One order of names, without regard to accents and case: in Python, in both databases, on pages, in prints and over the API."""

import unicodedata

import pytest
from django.db import connection
from django.test import Client

from clubs.models import Club, Player
from clubs.names import by_name, in_order, name_key
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import make_hall
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.both]

#: In their order.
NAMES = [
    "Abel",
    "Ábel Zorn",
    "Æsir Club",
    "Afton",
    "Çelik",
    "Chen",
    "ebru",
    "Émile",
    "EMILIA",
    "Łukasz",
    "Lund",
    "Øst",
    "Oštrić",
    "Szabó",
    "Ünal",
    "Zoë",
    "Żuk",
    "Ωmega",
    "Анна",
    "Ёлка",
    "かな",
    "ガルーダ",
    "さくら",
    "漢字",
]


def order_on_page(text: str, names: list[str]) -> list[str]:
    """The names in the order in which a page has them first."""
    return sorted((name for name in names if name in text), key=text.index)


def test_the_order_is_the_same_in_python_and_in_the_database() -> None:
    letters = [
        chr(code)
        for code in (*range(0x41, 0x590), *range(0x1E00, 0x2000), *range(0x3041, 0x3100))
        if chr(code).isalpha()
    ]
    names = [*NAMES, *(unicodedata.normalize("NFD", name) + " 2" for name in NAMES), *letters]
    Player.objects.bulk_create(Player(name=name) for name in reversed(names))
    assert sorted(NAMES, key=in_order) == NAMES
    stored = list(Player.objects.order_by(*by_name()).values_list("name", flat=True))
    assert stored == sorted(names, key=in_order)


def test_clubs_in_their_list_and_over_the_api() -> None:
    Club.objects.bulk_create(Club(name=name, slug=f"c{number}") for number, name in enumerate(reversed(NAMES)))
    assert order_on_page(Client().get("/clubs/").content.decode(), NAMES) == NAMES
    rows = as_user(factories.user("ann")).get("clubs/")["results"]
    assert [row["name"] for row in rows] == NAMES


def test_players_in_the_printed_list_of_pairings() -> None:
    hall = make_hall(players=6)
    expected = ["Émile Roux", "EMILIA Sand", "Łukasz Nowak", "Lund Per", "Øst Ida", "Zoë Bell"]
    for entry, name in zip(Entry.objects.all(), reversed(expected), strict=True):
        Entry.objects.filter(pk=entry.pk).update(name=name)
    hall.publish()
    for address in (hall.url("print_alphabetical", 1), hall.url("find_table", 1)):
        page = hall.client.get(address)
        assert page.status_code == 200
        assert [item.seat.name for item in page.context["names"]] == expected
    found = Client().get(hall.url("find_table", 1) + "?q=lukasz").content.decode()
    assert "Łukasz Nowak" in found, "on a keyboard without that letter"


def test_sorting_costs_a_list_of_players_little() -> None:
    """One query, whatever the number of names."""
    Player.objects.bulk_create(Player(name=f"{name} {number}") for number in range(50) for name in NAMES)
    assert factories.queries(lambda: list(Player.objects.order_by(*by_name())[:50])) == 1
    assert name_key("Ångström") == "angstrom"
    assert connection.vendor in {"sqlite", "postgresql"}
