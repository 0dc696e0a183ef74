"""Output made from dataclasses: a field of the row is a field of the answer and of the schema, and what cannot be made is refused."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.models import Club
from core.api.rows import RowSerializer


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Shelf:
    number: int
    books: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shop:
    name: str
    colour: Colour
    open: bool
    since: date
    seen_at: datetime | None
    rent: Fraction
    club: Club
    best: Shelf | None
    shelves: tuple[Shelf, ...]
    gaps: tuple[Shelf | None, ...]
    sign: str | int = ""
    kind: str = "small"

    @property
    def books(self) -> int:
        return sum(len(shelf.books) for shelf in self.shelves)


class ShelfSerializer(RowSerializer[Shelf]):
    """A shelf."""


class ShopSerializer(RowSerializer[Shop]):
    """A shop."""

    names = """title=name colour open since seen_at rent club=club.slug club_id=club.pk best.number best shelves gaps sign
        kind books"""
    help = {"books": "On all shelves."}
    choices = {"kind": ["small", "large"]}

    shout = serializers.SerializerMethodField()

    def get_shout(self, shop: Shop) -> str:
        return shop.name.upper()


def shop(**changes: Any) -> Shop:
    values: dict[str, Any] = {
        "name": "Ferry",
        "colour": Colour.RED,
        "open": True,
        "since": date(2026, 1, 2),
        "seen_at": None,
        "rent": Fraction(5, 2),
        "club": Club(pk=7, slug="harbour"),
        "best": None,
        "shelves": (Shelf(1, ("Emma", "Dune")),),
        "gaps": (None, Shelf(2, ())),
    }
    return Shop(**{**values, **changes})


def test_a_row_in_the_api() -> None:
    assert ShopSerializer(shop()).data == {
        "title": "Ferry",
        "colour": "red",
        "open": True,
        "since": "2026-01-02",
        "seen_at": None,
        "rent": 2.5,
        "club": "harbour",
        "club_id": 7,
        "number": None,
        "best": None,
        "shelves": [{"number": 1, "books": ["Emma", "Dune"]}],
        "gaps": [None, {"number": 2, "books": []}],
        "sign": "",
        "kind": "small",
        "books": 2,
        "shout": "FERRY",
    }
    moment = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    full = ShopSerializer(shop(seen_at=moment, best=Shelf(3, ()), sign=5)).data
    assert (full["seen_at"], full["number"], full["best"], full["sign"]) == (
        "2026-01-02T03:04:00Z",
        3,
        {"number": 3, "books": []},
        "5",
    )


class ShopView(APIView):
    authentication_classes = ()

    @extend_schema(responses=ShopSerializer, operation_id="shop")
    def get(self, _request: object) -> Response:
        """The shop."""
        return Response(ShopSerializer(shop()).data)


def test_a_row_in_the_schema() -> None:
    generator: Any = SchemaGenerator(patterns=[path("shop/", ShopView.as_view())])  # type: ignore[no-untyped-call]
    with patched_settings({"POSTPROCESSING_HOOKS": []}):  # ours are for the addresses of the site
        schemas = generator.get_schema(public=True)["components"]["schemas"]
    fields = schemas["Shop"]["properties"]
    assert fields["since"] == {"type": "string", "format": "date"}
    assert fields["seen_at"] == {"type": "string", "format": "date-time", "nullable": True}
    assert fields["rent"] == {"type": "number", "format": "double"}
    assert fields["number"] == {"type": "integer", "nullable": True}
    assert fields["shelves"] == {"type": "array", "items": {"$ref": "#/components/schemas/Shelf"}}
    assert fields["books"] == {"type": "integer", "description": "On all shelves."}
    assert fields["colour"]["enum"] == ["red", "blue"]
    assert set(schemas["Shop"]["required"]) == set(fields)


def test_a_field_more_in_the_row_is_a_field_more_in_the_answer() -> None:
    @dataclass(frozen=True)
    class Note:
        text: str
        stars: int | None = None

    class NoteSerializer(RowSerializer[Note]):
        """A note."""

    assert NoteSerializer(Note("fine", 4)).data == {"text": "fine", "stars": 4}


def test_an_impossible_serializer_is_refused_at_import() -> None:
    @dataclass(frozen=True)
    class Odd:
        thing: object
        shelf: Shelf

    for names, more, message in (
        ("thing", {}, "There is no field for"),
        ("nothing", {}, "nothing"),
        ("shelf", {"help": {"shelve": "A slip of the pen."}}, "shelve"),
    ):
        with pytest.raises((TypeError, KeyError), match=message):
            type("OddSerializer", (RowSerializer[Odd],), {"names": names, **more})

    @dataclass(frozen=True)
    class Pen:
        ink: str

    class Short(RowSerializer[Pen]):
        """A pen."""

    class Long(RowSerializer[Pen]):
        """The same in more words."""

    @dataclass(frozen=True)
    class Case:
        pen: Pen

    with pytest.raises(TypeError, match="Pen has several serializers"):
        type("CaseSerializer", (RowSerializer[Case],), {})
