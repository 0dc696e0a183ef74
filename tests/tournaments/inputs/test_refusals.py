"""What use cases do not take, whoever sends it: each input refuses it in words, with a code for programs."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.factories import DAY
from tests.walk import check_each
from tournaments.inputs.entries import EntryChanges
from tournaments.inputs.events import EventChanges
from tournaments.inputs.prizes import PrizeFundInput, PrizeInput
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.inputs.screens import ScreensInput

#: An input, the values without which it cannot be, and for each further value that it refuses the code and the words.
Refusals = tuple[Callable[..., object], dict[str, Any], list[tuple[dict[str, Any], str, str]]]
MONEY = 10**9 + 1

PRIZES: Refusals = (
    PrizeInput,
    {"name": "First", "division_id": 1},
    [
        ({"kind": "luck"}, "kind", "“luck” is not a kind of prize."),
        ({"name": " "}, "name", "Give the prize a name (up to 80 characters)."),
        ({"name": "x" * 81}, "name", "Give the prize a name"),
        ({"value": "x" * 61}, "word", "“xxxxxxxxxxxxxxxxxxxx …” is too long."),
        ({"player_class": "x" * 31}, "word", "is too long"),
        ({"team": "a\nb"}, "word", "“a\nb …”"),
        ({"exclusive": "x" * 31}, "exclusive", "The name of the group is too long."),
        ({"amount": -1}, "amount", "Type an amount of money from 0 to 10000000."),
        ({"amount": MONEY}, "amount", "Type an amount of money"),
        ({"place": 0}, "place", "Places count from 1, or from -1 for the last."),
        ({"first_round": 3, "last_round": 2}, "rounds", "the first before the last."),
        ({"count": 0}, "count", "Type a number from 1 to 999."),
        ({"shown": 1000}, "count", "Type a number from 1 to 999."),
        ({"division_id": None}, "division", "belongs to one division"),
        ({"winner_ids": (1,)}, "winners", "Winners are chosen only for a prize awarded by hand."),
    ],
)
FUNDS: Refusals = (
    PrizeFundInput,
    {},
    [
        ({"currency": "Euro"}, "currency", "A currency has three letters, such as EUR."),
        ({"currency": "€€€"}, "currency", "A currency has three letters"),
        ({"fee": -1}, "fee", "Type an amount of money from 0 to 10000000."),
        ({"costs": MONEY}, "costs", "Type an amount of money from 0 to 10000000."),
        ({"unit": 0}, "unit", "Type an amount of money from 0.01 to 10000000."),
        ({"sharing": "by_age"}, "sharing", "“by_age” is not a way to share."),
    ],
)
RESULTS: Refusals = (
    ResultInput,
    {},
    [
        ({"kind": "nonsense"}, "kind", "“nonsense” is not a kind of result."),
        ({"kind": "forfeit_win", "spread": 1501}, "spread", "A spread must be −1500 to 1500."),
        ({"kind": "forfeit_win", "spread": -1501}, "spread", "A spread must be −1500 to 1500."),
        ({"first_score": 1, "second_score": 2, "spread": 3}, "spread", "follows from the scores."),
    ],
)
SHEETS: Refusals = (
    ScoresheetInput,
    {"side": "first", "channel": "link", "client_token": "t", "result": ResultInput(first_score=1, second_score=0)},
    [
        ({"side": "umpire"}, "side", "Say who is reporting: the first player, the second player or an official."),
        ({"channel": "pigeon"}, "channel", "“pigeon” is not a way to report a game."),
        ({"client_token": ""}, "token", "The form has lost its token"),
        ({"client_token": "t" * 41}, "token", "The form has lost its token"),
    ],
)
ENTRIES: Refusals = (
    EntryChanges,
    {"name": "Ada"},
    [
        ({"handicap": "expert"}, "handicap", "The level must be even, beginner or strong."),
        ({"player_class": "x" * 31}, "word", "The class can have at most 30 characters."),
        ({"team": "a\tb"}, "word", "The team can have at most 30 characters."),
        ({"club": "x" * 31}, "word", "The club can have at most 30 characters."),
        (
            {"spread_changes": "3 -25", "spread_reason": "x" * 201},
            "spread_reason",
            "The reason must be one line of at most 200 characters.",
        ),
        ({"spread_changes": "3 -25", "spread_reason": "late\nagain"}, "spread_reason", "The reason must be one line"),
    ],
)
EVENTS: Refusals = (
    EventChanges,
    {"name": "Open", "starts_on": DAY},
    [
        ({"visibility": "friends"}, "visibility", "Choose who can see the event."),
        ({"map_url": "javascript:alert(1)"}, "map_url", "The map link must begin with https://."),
        ({"about": "x" * 10_001}, "about", "The text is too long; the limit is 10000 characters."),
        ({"place": "x" * 201}, "place", "The text is too long; the limit is 200 characters."),
        ({"fees": "x" * 301}, "fees", "The text is too long; the limit is 300 characters."),
    ],
)
SCREENS: Refusals = (
    ScreensInput,
    {},
    [
        ({"shows": "films"}, "shows", "Choose what the screens show."),
        ({"seconds": 0}, "seconds", "Choose 5 to 120 seconds."),
        ({"text": "x" * 201}, "text", "The text can have up to 200 characters."),
        ({"shows": "text", "text": " "}, "text", "Type the text that the screens show."),
    ],
)


def test_every_refusal_has_its_code_and_says_what_to_change() -> None:
    rows = []
    for make, needed, cases in (PRIZES, FUNDS, RESULTS, SHEETS, ENTRIES, EVENTS, SCREENS):
        if make is not ResultInput:  # of which nothing but a result can be
            make(**needed)
        rows += [(words, values, code, make, needed) for values, code, words in cases]  # the telling part first

    def check(
        words: str, values: dict[str, Any], code: str, make: Callable[..., object], needed: dict[str, Any]
    ) -> None:
        with pytest.raises(ValidationError) as refused:
            make(**needed | values)
        assert refused.value.code == code
        assert words in refused.value.message

    check_each(rows, check, undo=False)
