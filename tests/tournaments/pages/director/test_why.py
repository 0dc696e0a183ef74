"""“Why?” tells the true reason of a pair, or none."""

import re

import pytest

from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tests.walk import check_each
from tournaments.models import Division, Entry, Round
from tournaments.services.entries.past_rounds import import_past
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.rounds.constraints import block_pair, lock_pair
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

pytestmark = pytest.mark.django_db
FALSE = "Equal scores, the right distance, no repeat"


def whys(hall: Hall, number: int) -> list[str]:
    """What “Why?” says at each table and bye of a round, without markup."""
    page = text(hall.client.get(hall.url("manage_round", number)))
    reasons = re.findall(r"<summary>Why\?</summary>(.*?)</details>", page, re.DOTALL)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part)).strip() for part in reasons]


def play(hall: Hall, number: int, system: str, **options: object) -> Round:
    """Pair, publish and play a round."""
    actor, division = hall.scene.director, Division.objects.get(pk=hall.scene.division.pk)
    draft = draft_round(actor=actor, division=division, number=number, system=system, options=options)
    round_ = publish_round(actor=actor, round_id=draft.pk, expected_version=draft.version)
    factories.play(round_)
    return round_


def test_what_nothing_weighed_says_what_gave_the_pairs() -> None:
    def check(system: str, options: dict[str, object], expected: list[str]) -> None:
        Division.objects.all().delete()
        hall = make_hall(f"{system}-{len(expected)}-{len(options)}", players=4)
        for number, words in enumerate(expected, start=1):
            play(hall, number, system, **options)
            reasons = whys(hall, number)
            assert len(reasons) == 2
            for one in reasons:
                assert FALSE not in one
            assert words in reasons[0], reasons

    check_each(
        [
            ("round_robin", {}, ["Round 1 of the round robin", "Round 2 of the round robin"]),
            ("round_robin", {"meeting_games": 2}, ["Round 1 of the round robin", "Game 2 of their match"]),
            ("elimination", {}, ["Semi-final of the knock-out", "Final of the knock-out"]),
            (
                "elimination",
                {"stage_games": [2]},
                ["Semi-final of the knock-out", "Game 2 of their match", "Final of the"],
            ),
            ("double_elimination", {}, ["Semi-final of the knock-out", "Final of the knock-out"]),
            ("swiss", {"meeting_games": 2}, ["No rule counts against", "The same pair as in round 1"]),
            ("koth", {"balance_starts": False}, ["Neighbours in the standings", "Neighbours in the standings"]),
            ("random", {}, ["No rule counts against"]),
        ],
        check,
    )


def test_who_plays_beside_a_knock_out_is_not_in_its_bracket() -> None:
    hall = make_hall(players=8)
    play(hall, 1, "elimination", bracket=4)
    assert sum("Semi-final" in why for why in whys(hall, 1)) == 2
    play(hall, 2, "elimination", bracket=4, third_place=True)
    reasons = whys(hall, 2)
    assert sum("Final of the knock-out" in why for why in reasons) == 1
    assert sum("The match for third place." in why for why in reasons) == 1
    assert sum("knock-out" in why for why in reasons) == 2


def test_a_fixed_pair_has_the_director_as_its_only_reason() -> None:
    hall = make_hall(players=4)
    one, other = Entry.objects.order_by("number")[:2]
    lock_pair(actor=hall.scene.director, division=hall.scene.division, number=1, first=one.pk, second=other.pk)
    hall.draft()
    why_fixed = next(why for why in whys(hall, 1) if "fixed" in why)
    assert "The director fixed this pair." in why_fixed
    assert FALSE not in why_fixed


def test_who_starts_by_the_directors_hand_does_not_start_by_balance() -> None:
    hall = make_hall(players=4)
    draft = hall.draft()
    game = hall.games()[0]
    hall.client.post(hall.url("swap_seats", 1, game.pk), {"expected_version": draft.version})
    reasons = whys(hall, 1)
    assert f"{hall.entries(game)[0].name} was chosen by the director" in reasons[0]


def test_a_late_entrys_bye_does_not_count_as_requested() -> None:
    hall = make_hall(players=5)
    factories.change(Division.objects.all(), late_rounds="bye")
    factories.play(hall.publish())
    add_entry(actor=hall.scene.director, division=hall.scene.division, row=RosterRow(name="Zoe"), from_round=3)
    hall.draft(2)
    for number in (1, 2):
        zoe = next(why for why in whys(hall, number) if "Joined in round 3" in why)
        assert "earlier rounds count as a bye." in zoe
        assert "Asked" not in zoe
        assert "changed by hand" not in zoe
    odd = [why for why in whys(hall, 1) if "Odd number of players" in why]
    assert len(odd) == 1


def test_an_imported_round_has_no_reasons() -> None:
    hall = make_hall(players=0)
    file = "Able, Ada 1500 2; 400\nBee, Ben 1400 1; 300\n"
    import_past(actor=hall.scene.director, division=hall.scene.division, text=file)
    (why,) = whys(hall, 1)
    assert "was imported or entered as played" in why
    assert "by hand" not in why
    assert "What else was possible" not in why
    assert hall.client.get(hall.url("explain_pair", 1)).status_code == 404


def answer(hall: Hall, one: int, other: int | None, number: int = 1) -> str:
    """What the page says about two players, by their numbers, or about one and the bye."""
    entries = dict(hall.scene.division.entries.values_list("number", "pk"))
    query = {"a": entries[one], "b": entries[other] if other else ""}
    return " ".join(text(hall.client.get(hall.url("explain_pair", number), query)).split())


def test_the_verdict_says_what_another_pairing_would_have_cost() -> None:
    """Four players, of whom the first cannot play the third: 1–2, 3–4 and 1–4, 2–3 are as good as each other."""
    hall = make_hall(players=4)
    ids = [entry.pk for entry in hall.scene.entries]

    def keep_apart(one: int, other: int) -> None:
        block_pair(
            actor=hall.scene.director,
            division=hall.scene.division,
            entry_a=ids[one - 1],
            entry_b=ids[other - 1],
            reason="They are sisters.",
        )
        hall.draft()

    keep_apart(1, 3)
    for one, other, verdict in (
        (1, 2, "They are paired; another pairing would have been exactly as good."),
        (1, 4, "They are not paired, although a pairing with this pair would have been just as good."),
        (1, 3, "A rule forbids this pair: players kept apart."),
    ):
        assert verdict in answer(hall, one, other), (one, other)
    keep_apart(1, 4)
    for one, opponent, verdict in (
        (1, 2, "They are paired: without this pair the round cannot be paired at all."),
        (2, 3, "They are not paired: with this pair, someone else would have no opponent."),
        (1, None, "These two were not both free to be paired in this round"),
    ):
        assert verdict in answer(hall, one, opponent), (one, opponent)


def test_a_fixed_schedule_says_only_when_two_play() -> None:
    hall = make_hall(players=4)
    fixed = "This round follows a fixed schedule, so there is nothing to compare."
    for system, one, other, verdict in (
        ("round_robin", 1, 2, f"{fixed} The schedule has these two play in round 3."),
        ("round_robin", 1, None, f"{fixed}<"),
        ("interleaved", 1, 2, f"{fixed}<"),
    ):
        draft_round(actor=hall.scene.director, division=hall.scene.division, number=1, system=system)
        assert verdict in answer(hall, one, other), (system, one, other)


def test_a_pair_made_by_hand_is_explained_beside_the_plan() -> None:
    hall = make_hall(players=6)
    draft = hall.draft()
    one, mate = hall.entries(hall.games()[0])
    other, _last = hall.entries(hall.games()[1])
    hall.client.post(hall.url("swap_players", 1), {"expected_version": draft.version, "entry": [mate.pk, other.pk]})
    why = hall.url("explain_pair", 1)
    assert "The director paired these two by hand" in text(hall.client.get(why, {"a": one.pk, "b": other.pk}))
    assert "The director split these two by hand" in text(hall.client.get(why, {"a": one.pk, "b": mate.pk}))
