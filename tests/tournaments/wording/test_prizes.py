"""What a prize is limited to."""

from typing import Any

from tournaments.models import EventPrize
from tournaments.wording.prizes import limits_of


def test_a_prize_lists_what_its_name_need_not_say() -> None:
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({}, []),
        ({"player_class": "B"}, ["class B"]),
        ({"team": "Reds", "first_round": 2}, ["Reds", "from round 2"]),
        ({"first_round": 3, "last_round": 3}, ["round 3"]),
        ({"player_class": "B", "last_round": 4}, ["class B", "rounds 1 to 4"]),
    ]
    for values, limits in cases:
        assert limits_of(EventPrize(name="First", **values)) == limits, values
