"""What the pages print adds up: games to their sum, parts to the result, in every system. And “performance” means one thing."""

import random
import re
from datetime import date

import pytest
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st

from clubs.models import Player
from ratings.engine.printed import balanced
from ratings.engine.registry import SYSTEMS
from ratings.engine.types import RatedGame
from ratings.models import RatedEvent, RatingPool
from ratings.services.ledger import finalize_event, open_event, record_result
from ratings.services.openings import set_opening_rating
from ratings.services.recompute import recompute_pool

DAY = date(2026, 3, 1)


@example([0.025], 2)
@given(st.lists(st.floats(-40, 40), min_size=1, max_size=12), st.integers(0, 2))
def test_rounded_parts_sum_to_the_rounded_total(values: list[float], decimals: int) -> None:
    total = sum(values)
    parts = balanced(values, total, decimals)
    assert round(sum(parts), 6) == round(total, decimals)
    assert all(abs(part - value) <= 10**-decimals + 1e-9 for part, value in zip(parts, values, strict=True))


def number(cell: str) -> float:
    """A printed figure: “+3.9”, “−0.4”, “1523”."""
    return float(re.sub(r"<[^>]+>", "", cell).strip().replace("\N{MINUS SIGN}", "-").replace("+", ""))


def tables(page: str) -> tuple[list[list[str]], list[tuple[str, float]]]:
    """The cells of the games, and the lines of the sum with their figures."""
    games, working = page.split('<table class="working">')[:2]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in games.split("<tbody>")[1].split("</tr>")[:-1]]
    lines = re.findall(r'<th scope="row">(.*?)</th><td class="num">(.*?)</td>', working.split("</table>")[0], re.S)
    return rows, [(re.sub(r"<[^>]+>.*", "", name, flags=re.S), number(value)) for name, value in lines]


@pytest.fixture
def event(pool: RatingPool, players: list[Player]) -> RatedEvent:
    """Four players, five times everybody against everybody, with odd scores: nothing comes out round."""
    dice = random.Random(7)
    for index, player in enumerate(players):
        set_opening_rating(pool=pool, player=player, rating=1511 + 83 * index, games=60 + 200 * (index % 2))
    event = open_event(pool=pool, key="a", name="Spring", date=DAY, rounds=15)
    pairs = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)]
    for turn in range(5):
        for index, (one, other) in enumerate(pairs):
            scores = dice.randint(300, 480), dice.randint(300, 480)
            key = f"{turn}-{index}"
            record_result(
                event=event, game=RatedGame(key, 3 * turn + index // 2 + 1, players[one].pk, players[other].pk, *scores)
            )
    finalize_event(event=event)
    return event


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_printed_parts_add_up(
    client: Client, pool: RatingPool, players: list[Player], event: RatedEvent, slug: str
) -> None:
    RatingPool.objects.filter(pk=pool.pk).update(system=slug, params={})
    recompute_pool(pool_id=pool.pk)
    checked = 0
    for player in players:
        page = client.get(f"/ratings/{pool.slug}/events/{event.pk}/players/{player.pk}/").content.decode()
        rows, lines = tables(page)
        if "First rating" in page:
            continue
        start, *parts, result = (value for _name, value in lines)
        assert round(start + sum(parts), 6) == result, (slug, lines)
        of_games = next(value for name, value in lines if name.startswith("Games"))
        assert round(sum(number(row[-1]) for row in rows), 6) == of_games, (slug, rows)
        checked += 1
    assert checked


@pytest.mark.django_db
def test_performance_is_said_once(client: Client, pool: RatingPool, players: list[Player]) -> None:
    """A newcomer's page names it twice; both are the same figure. No wins and all wins have one, too."""
    set_opening_rating(pool=pool, player=players[0], rating=1500, games=60)
    event = open_event(pool=pool, key="a", name="A", date=DAY, rounds=2)
    for key, (own, theirs) in {"g": (450, 380), "h": (420, 400)}.items():
        record_result(event=event, game=RatedGame(key, 1, players[1].pk, players[0].pk, own, theirs))
    recompute_pool(pool_id=pool.pk)
    newcomer, rated = (
        client.get(f"/ratings/{pool.slug}/events/{event.pk}/players/{player.pk}/").content.decode()
        for player in (players[1], players[0])
    )
    assert "performance 2424" in newcomer
    assert "2424.0" in newcomer
    (lost,) = re.findall(r"performance ([0-9]+)", rated)
    assert int(lost) < 1000
