"""Results with more than two numbers, as they are typed."""

import pytest
from django.core.exceptions import ValidationError

from tests.walk import check_each
from tournaments.forms.game_scores import TallyField
from tournaments.forms.rounds import RulingForm
from tournaments.models import Entry


def test_a_tally_is_read_whatever_its_dashes_and_spaces() -> None:
    for cards, typed, tally in (
        (True, " 0 – 4, 3ー0 ", "0-4 3-0"),
        (True, "０−４・３：０", "0-4 3-0"),
        (True, "0-×", "0-x"),
        (False, "320-281-305", "320/281/305"),
        (False, "320 / 281 / −5", "320/281/-5"),
        (False, "320/281/X", "320/281/x"),
    ):
        assert TallyField(cards=cards).clean(typed) == tally, typed


def test_what_is_no_tally_is_answered_with_an_example() -> None:
    def check(cards: bool, typed: str, example: str) -> None:
        with pytest.raises(ValidationError) as refused:
            TallyField(cards=cards).clean(typed)
        assert refused.value.messages == [f"Type a number for each seat, such as {example}."]

    cases = [(True, "four", "0-4"), (True, "0", "0-4"), (False, "320/281/", "320/281/305")]
    check_each(cases, check, undo=False)


def test_a_ruling_on_a_table_of_three_has_a_result_exactly_where_it_was_played() -> None:
    names = {side: Entry(name=name) for side, name in (("first", "Ada"), ("second", "Ben"), ("third", "Cem"))}
    for kind, typed, tally, errors in (
        ("played", "", None, ["A played game needs a result."]),
        ("played", "lots", None, ["Type a number for each seat, such as 320/281/305."]),
        ("played", "320/281/305", "320/281/305", []),
        ("void", "320/281/305", "", []),
    ):
        form = RulingForm({"kind": kind, "tally": typed, "reason": "Recount."}, names=names, cards=False)
        assert form.is_valid() is (not errors), (kind, typed)
        assert form.errors.get("tally", []) == errors, (kind, typed)
        if not errors:
            assert form.ruling_input().result.tally == tally, (kind, typed)
