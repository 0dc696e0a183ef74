"""A table whose two players send scoresheets: one finished game, its slips, and the director at the desk."""

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.test import Client

from clubs.models import User
from core.packages import ROOT
from tests import factories
from tournaments.models import Division, Pairing, PersonalLink, Seat
from tournaments.services.entries.personal_links import key_of
from tournaments.services.entries.roster import import_roster
from tournaments.services.entries.roster_lines import RosterRow

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

#: Anna Lind beats Ben Okoro by 443 to 284.
GAME = (ROOT / "tests" / "data" / "gcg" / "club_game.gcg").read_text()
SCORES = (443, 284)
NAMES = ("Anna Lind", "Ben Okoro", "Cem Kaya", "Dua Oz")


def hall(director: User, **settings: Any) -> Division:
    """A division of four players under the rules of ``GAME``, whose round 1 is published: Anna plays Ben, Cem plays Dua."""
    division = factories.division(factories.club(director), director, **{"challenge_rule": "five", **settings})
    rows = [RosterRow(name=name, line=line, rating=1800) for line, name in enumerate(NAMES, 1)]
    import_roster(actor=director, division=division, rows=rows)
    factories.publish(division, director, 1)
    seat_in_order(division)
    return division


def seat_in_order(division: Division) -> None:
    """Whoever was drawn: the first two of ``NAMES`` sit at table 1 in this order, the others at table 2."""
    entries = {entry.name: entry for entry in division.entries.all()}
    tables = list(Pairing.objects.filter(round__division=division, round__number=1).order_by("table_number"))
    Seat.objects.filter(pairing__in=tables).delete()
    for index, name in enumerate(NAMES):
        table = tables[index // 2]
        Seat.objects.create(pairing=table, round=table.round, entry=entries[name], position=index % 2 + 1)


def table(division: Division, number: int = 1) -> Pairing:
    """A game of round 1."""
    return Pairing.objects.get(round__division=division, round__number=1, table_number=number)


def own_page(name: str) -> str:
    """The address of a player's own page."""
    return f"/p/{key_of(PersonalLink.objects.get(entry__name=name, ended_at=None))}/"


def own_slip(name: str) -> str:
    """The address of a player's slip for round 1."""
    return f"{own_page(name)}1/"


def send(
    name: str, record: str = "", scores: tuple[int, int] | None = SCORES, *, follow: bool = True, **more: str
) -> "Page":
    """A player's report by the own slip, followed to its answer unless nobody looks at that."""
    values = {"first_score": scores[0], "second_score": scores[1]} if scores else {}
    form = {"client_token": str(uuid4()), "moves": record, **values, **more}
    return Client().post(own_slip(name), form, follow=follow)


def text(page: "Page") -> str:
    """The page's HTML in one line."""
    return " ".join(page.content.decode().split())
