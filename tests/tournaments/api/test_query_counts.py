"""Every list asks the database as often for many rows as for one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Membership, User
from clubs.scopes import Scope
from clubs.tokens import TokenInput, make_token, sign_in
from lexicon.models import Lexicon, LexiconVersion, Upload
from ratings.engine.types import RatedGame
from ratings.models import RatingPool
from ratings.services.ledger import record_result
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.api_client import Api
from tests.harness.deep import times
from tests.walk import check_each
from tournaments.models import Division, Event

pytestmark = pytest.mark.django_db

#: A signed-in request reads its token with its user, and notes that it was used (once a minute).
TOKEN = 2


def clubs(_director: User, rows: int) -> str:
    Club.objects.bulk_create(Club(name=f"Club {index}", slug=f"club-{index}") for index in range(rows - 1))
    return "clubs/"


def members(director: User, rows: int) -> str:
    club = Club.objects.get()
    for index in range(rows - 1):
        Membership.objects.create(user=User.objects.create(username=f"m{index}"), club=club, role="member")
    return f"clubs/{club.slug}/members/"


def events(_director: User, rows: int) -> str:
    for index in range(rows):
        club = Club.objects.create(name=f"Club {index}", slug=f"club-{index}")
        Event.objects.create(club=club, name="E", slug=f"e{index}", starts_on=factories.DAY, state="running")
    return "events/"


def club_events(_director: User, rows: int) -> str:
    club = Club.objects.get()
    for index in range(rows):
        Event.objects.create(club=club, name="E", slug=f"e{index}", starts_on=factories.DAY)
    return f"clubs/{club.slug}/events/"


def divisions(director: User, rows: int) -> str:
    division = factories.division(Club.objects.get(), director)
    for index in range(rows - 1):
        Division.objects.create(event=division.event, name=f"D{index}", slug=f"d{index}", position=index + 2)
    return f"events/{division.event.slug}/"


def dictionaries(_director: User, rows: int) -> str:
    for index in range(rows):
        lexicon = Lexicon.objects.create(slug=f"l{index}", name="L", language="en", club=Club.objects.get())
        for label in ("old", "new"):
            checksum = f"{label}{index}".ljust(64, "0")
            LexiconVersion.objects.create(
                lexicon=lexicon, label=label, checksum=checksum, word_count=1, file_name=checksum
            )
    return "dictionaries/"


def tokens(director: User, rows: int) -> str:
    for index in range(rows):
        data = TokenInput(name=f"t{index}", scopes=frozenset({Scope.READ}), days=1, club=Club.objects.get().slug)
        make_token(actor=director, data=data)
    return "auth/tokens/"


def uploads(director: User, rows: int) -> str:
    club = Club.objects.get()
    for index in range(rows):
        lexicon = Lexicon.objects.create(slug=f"u{index}", name="L", language="en", club=club, visibility="club")
        Upload.objects.create(club=club, lexicon=lexicon, name="L", label=str(index), language="en", actor=director)
    return f"clubs/{club.slug}/uploads/"


def pools(_director: User, rows: int) -> str:
    for index in range(rows):
        RatingPool.objects.create(name="P", slug=f"p{index}", club=Club.objects.get())
    return "ratings/"


def _rows_division(director: User, players: int, *, pool: bool = False) -> str:
    club = Club.objects.get()
    division = factories.division(club, director, pool=factories.pool(club, director) if pool else None)
    factories.entries(division, director, players)
    return f"events/{division.event.slug}/divisions/{division.slug}/"


def players(director: User, rows: int) -> list[str]:
    address = _rows_division(director, rows)
    return [address + "entries/", address + "standings/"]


def _with_round(director: User, games: int, *, pool: bool = False) -> str:
    address = _rows_division(director, 2 * games, pool=pool)
    factories.play(factories.publish(Division.objects.get(), director, 1))
    return address


def games(director: User, rows: int) -> list[str]:
    address = _with_round(director, rows)
    return [address + "rounds/1/pairings/", address + "rounds/1/slips/"]


def readiness(director: User, rows: int) -> str:
    address = _rows_division(director, 2 * rows)
    factories.publish(Division.objects.get(), director, 1)
    return address + "rounds/2/readiness/"


def rounds(director: User, rows: int) -> str:
    address = _with_round(director, 1)
    division = Division.objects.get()
    for number in range(2, rows + 1):
        division.rounds.create(number=number, state="published")
    return address + "rounds/"


def history(director: User, rows: int) -> str:
    _with_round(director, 1)
    line = factories.games(Division.objects.get().rounds.get())[0]
    for index in range(rows):
        factories.report(line.pairing_id, "official", 400, index, actor=director)
    return f"events/spring-open/pairings/{line.pairing_id}/history/"


def _rated(director: User, players: int) -> RatingPool:
    _with_round(director, (players + 1) // 2, pool=True)
    pool = RatingPool.objects.get()
    recompute_pool(pool_id=pool.pk)
    return pool


def rated(director: User, rows: int) -> list[str]:
    pool = _rated(director, rows)
    return [f"ratings/{pool.slug}/players/", f"ratings/{pool.slug}/events/{pool.events.get().pk}/"]


def rated_events(director: User, rows: int) -> str:
    pool = _rated(director, 2)
    for index in range(rows - 1):
        event = pool.events.create(key=f"k{index}", name="E", date=factories.DAY, rounds=1)
        one, other = pool.ratings.order_by("pk").values_list("player_id", flat=True)[:2]
        record_result(event=event, game=RatedGame("g", 1, one, other, 400, 350))
    return f"ratings/{pool.slug}/events/"


#: (list or lists of one scene, queries of each). A page of rows costs two, counting and reading, where the database makes the page.
TABLE: list[tuple[Callable[[User, int], str | list[str]], int | list[int]]] = [
    (clubs, 2),
    (members, 4),
    (events, 2),
    (club_events, 3),
    (divisions, 3),
    (dictionaries, 3),
    (tokens, 2),
    (uploads, 4),
    (pools, 2),
    (players, [4, 5]),
    (rounds, 3),
    (games, [3, 4]),
    (readiness, 13),
    (history, 5),
    (rated, [4, 2]),
    (rated_events, 3),
]


def rows_of(answer: Any) -> int:
    """How many rows the answer shows."""
    for name in ("results", "divisions", "notes"):
        if name in answer:
            return len(answer[name])
    raise AssertionError(answer)


@pytest.mark.scaled
def test_a_list_takes_the_same_queries_whatever_its_length(director: User, club: Club) -> None:
    def check(make: Callable[[User, int], str | list[str]], rows: int, queries: int | list[int]) -> None:
        made = make(director, rows)
        addresses = [made] if isinstance(made, str) else made
        counts = [queries] if isinstance(queries, int) else queries
        for address, count in zip(addresses, counts, strict=True):
            api = Api(sign_in(director)[1])
            with CaptureQueriesContext(connection) as queries_made:
                answer = api.get(address)
            assert rows_of(answer) >= rows, address
            statements = "\n".join(query["sql"][:300] for query in queries_made)
            assert len(queries_made) == TOKEN + count, f"{address}\n{statements}"

    lengths = (1, times(3, deep=30))
    check_each([(make, rows, queries) for make, queries in TABLE for rows in lengths], check)
