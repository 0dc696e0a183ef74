"""Plans of rounds: what is typed, what is written, what it means for a round, one round more or fewer."""

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.event_templates import PLAN_TEMPLATES
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.round_plan import (
    Names,
    Plan,
    PlannedRound,
    checked,
    choice_in,
    read_plan,
    refuse_too_long,
    stretches,
    with_round_after,
    without_round,
    write_plan,
)

LAGGED = "8 rounds: 2 round robin in fours, 4 Swiss on lagged standings, 2 KOTH"
#: Systems with some of their options, of every kind that can be typed.
KINDS: list[tuple[str, dict[str, Any]]] = [
    ("swiss", {}),
    ("swiss", {"max_repeats": 2}),
    ("swiss", {"free_repeats": 1, "max_repeats": 1}),
    ("win_groups", {"free_repeats": 3}),
    ("swiss", {"order": "fold", "gibson": True, "gibson_groups": [[1, 2], [3, 4]], "gibson_spreads": [500, 250]}),
    ("koth", {"max_repeats": 0, "balance_starts": False}),
    ("finals", {"class_prizes": [["B", 2], ["C 1", 1]]}),
    ("cop", {"control_threshold": 0.5, "hopefulness": [0.2, 0.1]}),
    ("round_robin", {"second_seed_first": True}),
    ("elimination", {}),
    ("package", {"package": "basd"}),
]
ROUNDS = [PlannedRound(), *(checked(PlannedRound(system, options), 1) for system, options in KINDS)]
PLANS = st.lists(
    st.tuples(st.sampled_from(ROUNDS), st.sampled_from([0, 0, 1, 3]), st.sampled_from([None, None, 40])),
    min_size=1,
    max_size=12,
).map(
    lambda rounds: {
        number: replace(one, lag=min(lag, number - 1) if one.system else 0, minutes=minutes)
        for number, (one, lag, minutes) in enumerate(rounds, start=1)
    }
)


def in_short(plan: Plan) -> list[tuple[str, int]]:
    return [(one.system, one.lag) for one in plan.values()]


def test_the_plan_of_the_example() -> None:
    plan = read_plan(LAGGED)
    assert in_short(plan) == [("fontes", 0)] * 2 + [("swiss", 1)] * 4 + [("koth", 0)] * 2
    assert [choice_in(plan, number)["based_on"] for number in plan] == [None, None, 1, 2, 3, 4, None, None]
    assert [choice_in(plan, number)["options"].get("first_round") for number in plan] == [None] * 8
    again = read_plan("2 swiss, 3 opening, 2 rr, 2 knock-out")
    starts = [choice_in(again, number)["options"].get("first_round") for number in again]
    assert starts == [None, None, 3, 3, 3, 6, 6, 8, 8], "where schedules begin"
    assert choice_in(read_plan(LAGGED), 4, games=2)["options"] == {"first_round": 3}, "and matches of several rounds"
    assert choice_in(plan, 9) == choice_in({9: PlannedRound(minutes=40)}, 9) == {}


def test_the_same_plan_in_other_words() -> None:
    same = [
        "2 rounds of round robin in fours\n4x swiss rounds one round behind\n2 king of the hill",
        "2 Fontes (opening=3) then 4 Swiss lagged by 1 and 2 koth.",
        "2 opening (Number of opening rounds=3), swiss lagged, 2 KOTH",
    ]
    assert [read_plan(text, total=8) for text in same] == [read_plan(LAGGED)] * 3
    repeats = read_plan("3 Swiss with no repeats of 40 minutes, 2 Swiss up to 2 repeats in 50 min")
    assert [(one.options["max_repeats"], one.minutes) for one in repeats.values()] == [(0, 40)] * 3 + [(2, 50)] * 2
    free = read_plan("2 Swiss with 1 free repeat, 3 win groups with 2 free repeats at most 4 repeats")
    assert free == read_plan("2 Swiss (free_repeats=1), 3 win groups (free_repeats=2; max_repeats=4)")
    assert write_plan(free) == "2 Swiss with 1 free repeat, 3 Win groups with 2 free repeats at most 4 repeats"
    with pytest.raises(RulesError, match="King of the hill has no option “with 1 free repeat”"):
        read_plan("2 KOTH with 1 free repeat")
    assert read_plan("スイス, 1 KOTH", total=3, names={"スイス": ("swiss", {})}) == read_plan("2 swiss, 1 koth")
    assert read_plan("2 koth", first=7) == {7: PlannedRound("koth"), 8: PlannedRound("koth")}


@given(PLANS)
def test_what_is_written_reads_the_same(plan: Plan) -> None:
    for first in (1, 1 + len(plan) // 2):
        rest = {number: one for number, one in plan.items() if number >= first}
        written = write_plan(plan, first=first)
        if any(one != PlannedRound() for one in rest.values()):
            assert read_plan(written, first=first) == rest
        else:
            assert written == ""  # nothing is planned


def test_rounds_between_that_are_not_planned_are_written_and_read() -> None:
    swiss, koth = PlannedRound("swiss"), PlannedRound("koth")
    plan = {1: swiss, 4: koth}
    assert write_plan(plan, rounds=6) == "1 Swiss, 2 not planned, 1 KOTH, 2 not planned"
    assert read_plan("1 Swiss, 2 rounds not planned, 1 koth, not planned of 30 minutes", total=6) == {
        1: swiss,
        2: PlannedRound(),
        3: PlannedRound(),
        4: koth,
        **dict.fromkeys((5, 6), PlannedRound(minutes=30)),
    }
    with pytest.raises(RulesError, match="rounds that are not planned have no options"):
        read_plan("2 not planned at most 1 repeat")


def test_a_number_that_an_option_cannot_have_is_named_as_it_was_typed() -> None:
    with pytest.raises(RulesError, match="“with 200 free repeats” is not possible; the number must be 0 to 99"):
        read_plan("2 Swiss with 200 free repeats")


def test_a_plan_typed_on_other_keyboards() -> None:
    names: Names = {"スイス式": ("swiss", {}), "山丘之王": ("koth", {}), "સ્વિસ": ("swiss", {})}
    plain = read_plan("4 Swiss (max_repeats=1), 2 KOTH")
    for text in (
        "６ rounds： ４ Ｓｗｉｓｓ（max_repeats＝１），２ KOTH",
        "4スイス式(max_repeats=1)、2 KOTH",
        "૪ સ્વિસ (max_repeats=૧), ૨ KOTH",
        "4 Swiss（max_repeats=1）；2山丘之王",
        "4ラウンドスイス式（max_repeats=1）､2×KOTH。",
        "4輪スイス式（max_repeats=1），2輪山丘之王。",
        "૪ રાઉન્ડ સ્વિસ (max_repeats=૧), ૨ × KOTH",
    ):
        assert read_plan(text, names=names) == plain, text
    named = read_plan("૩ રાઉન્ડ રોબિન", names={"રાઉન્ડ રોબિન": ("round_robin", {}), **names})
    assert [one.system for one in named.values()] == ["round_robin"] * 3


def test_play_offs_are_typed_with_their_size() -> None:
    for typed in ("2 knock-out of four", "2 knock-out of 4"):
        assert read_plan(typed) == read_plan("2 knock-out (bracket=4)"), typed
    assert write_plan(read_plan("3 Swiss, 2 knock-out of 4")) == "3 Swiss, 2 knock-out of 4"


def test_openings_of_every_length_are_written_so_that_they_read_the_same() -> None:
    for opening in range(1, 12):
        for count in range(1, opening + 1):
            plan = read_plan(f"{count} opening (opening={opening}), 1 koth")
            assert read_plan(write_plan(plan)) == plan, (opening, count)


@given(PLANS, st.data())
def test_one_round_more_and_that_one_removed_is_the_plan_as_it_was(plan: Plan, data: st.DataObject) -> None:
    after = data.draw(st.integers(1, len(plan)))
    longer = with_round_after(plan, after)
    assert len(longer) == len(plan) + 1
    assert longer[after + 1].kind() == plan[after].kind()
    again = without_round(longer, after + 1)
    assert {number: one.kind() for number, one in again.items()} == {n: one.kind() for n, one in plan.items()}
    assert all(one.lag < number for number, one in longer.items())
    # by brute force: each round is in exactly one stretch, and stretches beside each other differ
    parts = stretches(longer, len(longer))
    assert [n for part in parts for n in range(part.first, part.last + 1)] == list(longer)
    assert all(longer[n] == part.planned for part in parts for n in range(part.first, part.last + 1))
    assert all(one.planned != other.planned for one, other in pairwise(parts))


def test_after_a_complete_opening_one_more_round_is_like_the_next() -> None:
    plan = read_plan("3 round robin in fours, 2 swiss")
    assert in_short(with_round_after(plan, 3))[3:] == [("swiss", 0)] * 3
    assert in_short(with_round_after(plan, 1))[:4] == [("fontes", 0)] * 3 + [("swiss", 0)], "it cannot be longer"
    assert with_round_after({}, 4) == {}
    with pytest.raises(RulesError, match="ends after 3 rounds; round 4"):
        refuse_too_long(dict.fromkeys(range(1, 5), PlannedRound("fontes")))
    refuse_too_long(dict.fromkeys(range(1, 7), PlannedRound("fontes")), games=2)


def test_what_is_wrong_is_said_with_the_part_that_it_is_about() -> None:
    wrong = {
        "": "nothing is planned",
        "4 swizz": "no pairing system “swizz” (did you mean “swiss”?)",
        "4 nonsense here": "there are: Swiss",
        "4": "no pairing system “4”",
        "swiss, koth": "“swiss” and “koth” have no number of rounds",
        "8 swiss, koth": "no round is left for “koth”: the other parts take 8 of the 8 rounds",
        "9 rounds: 3 swiss": "the parts add up to 3 rounds, but the plan begins with 9",
        "61 swiss": "at most 60 rounds",
        "0 swiss": "“0 swiss” has no rounds",
        "6 round robin in fours": "round robin in fours ends after 3 rounds; round 4 needs another system",
        "4 round robin in fives": "did you mean “round robin in sixes”",
        "3 swiss (order=foo)": "order must be one of",
        "3 swiss (foo=1)": "Swiss has no option “foo”",
        "3 swiss (order)": "“order” cannot be read",
        "3 swiss (gibson=maybe)": "“maybe” does not fit “gibson”",
        "3 RR at most 2 repeats": "Round robin has no option “at most 2 repeats”",
        "3 swiss (": "a parenthesis is missing",
        "3 swiss at most 100 repeats": "“at most 100 repeats” is not possible; the number must be 0 to 99",
    }
    for text, message in wrong.items():
        with pytest.raises(RulesError) as refused:
            read_plan(text, total=8, most=60)
        assert message in str(refused.value), text
    with pytest.raises(RulesError, match="how many rounds of “swiss”"):
        read_plan("swiss")


def test_each_template_is_a_plan_for_events_of_usual_lengths() -> None:
    for template in PLAN_TEMPLATES.values():
        for rounds in (6, 8, 15):
            plan = read_plan(template.plan, total=rounds)
            assert list(plan) == list(range(1, rounds + 1)), template.key
            assert read_plan(write_plan(plan)) == plan, template.key


@given(st.text(alphabet="0123456789 swikothlagedrunbh,;()=:\n", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    plan: Plan = {}
    with suppress(RulesError):
        plan = read_plan(text, total=8, most=60)
    assert list(plan) == list(range(1, len(plan) + 1))
