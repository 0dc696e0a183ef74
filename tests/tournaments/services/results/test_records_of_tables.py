"""Crossword tables of three and four: the record of the game comes on the slip, is checked, and gives everybody's points."""

from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Club, User
from tests import factories
from tests.walk import check_each
from tournaments.models import Pairing, Result
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db

#: Each sheet's end by passing, at a table of so many; who moves is named by the seat.
GAMES = {
    "tokyo-club": (3, "0 8D TRAIN 12,1 pass,2 pass,0 pass", (12, 0, 0)),
    "gujarati-club": (
        4,
        "0 8D TRAIN 12,1 pass,2 pass,3 pass,0 8D .....S 6,1 pass,0 (AEI) -3,1 (N) -1,2 (QZ) -20,3 (A) -1",
        (15, -1, -20, -1),
    ),
    "hasbro-zh": (
        3,
        "0 8D TRAIN 12,1 pass,2 pass,0 pass,1 pass,2 pass,0 pass,0 (AEI) -3,1 (N) -1,2 (QZ) -20",
        (9, -1, -20),
    ),
}


def typed(record: str, names: list[str]) -> str:
    """The record as it is typed, every line with its player's name."""
    return "\n".join(f"{names[int(line[0])]}: {line[2:]}" for line in record.split(","))


@pytest.mark.parametrize("rules", GAMES)
def test_the_record_of_a_table_gives_everybodys_points(club: Club, director: User, rules: str) -> None:
    size, record, points = GAMES[rules]
    division = factories.division(club, director, rules_slug=rules, table_size=size, challenge_rule="single")
    factories.start(division, director, size)
    pairing = Pairing.objects.get()
    seats = list(pairing.seats.select_related("entry").order_by("position"))
    names = [seat.entry.name for seat in seats]

    def send(side: str, moves: str) -> tuple[int, str]:
        address = factories.own_slip(pairing.pk, side)
        answer = Client().post(address, {"moves": moves, "client_token": str(uuid4())})
        return answer.status_code, answer.content.decode()

    def check_sent_back(moves: str, says: str) -> None:
        status, page = send("first", moves)
        assert (status, says in page) == (422, True), page
        assert not Result.objects.exists()

    good = typed(record, names)
    off_turn = typed(record.replace("1 pass", "2 pass", 1), names)
    check_each(
        [
            (good.rpartition("\n")[0], "does not give every player"),
            (off_turn, "turn"),
            (good.replace("TRAIN 12", "TRAIN 6"), "The play scores 12; the record says 6."),
        ],
        check_sent_back,
    )
    assert send("first", good)[0] == send("second", good)[0] == 302
    result = Result.objects.get()
    assert (result.state, result.tally) == ("confirmed", "/".join(map(str, points)))
    rows = {line.entry_id: line.row for line in standings_of(division)}
    best = max(range(size), key=lambda seat: points[seat])
    assert rows[seats[best].entry_id].rank == 1
    replayed = Client().get(f"/e/{division.event.slug}/games/{pairing.pk}/")
    assert all(name in replayed.content.decode() for name in names)
    assert replayed.context["replay"].players[best].final == points[best]
