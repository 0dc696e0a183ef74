"""Which words were challenged decides; free challenges; what a record says about it (gaps.md 3.1, directing.md 3.6)."""

import itertools

import pytest

from games.engine.crossword import gcg, movelist, record_json
from games.engine.crossword.challenge import Challenge, Outcome, challenge_by_rules
from games.engine.crossword.challenge_rules import CHALLENGE_RULES
from games.engine.crossword.ending import Ending
from games.engine.crossword.position import IllegalChallengeError, Position
from games.engine.crossword.record import Record
from games.engine.crossword.rules import RULE_SETS, RuleSet
from tests.games.engine.crossword.helpers import HEADER, TOURNAMENT, check, codes

TRAIN = ">anna: AINRTVW 8D TRAIN +12 12\n"
HOB = ">ben: BHOOSUY 7E HOB +25 25\n"  # HOB, HR, OA, BI: three of them no words
WORDS = frozenset({"TRAIN", "HOB"})


def after_hob(**options: object) -> Position:
    rules = TOURNAMENT.with_options(**options)
    start = Position.start(rules, rules.tiles.encode("AINRTVWBHOOSUYCDEFGKLEEEEEEEE"))
    return start.play("8D TRAIN").play("7E HOB")


def test_a_rack_noted_beside_the_points_is_checked() -> None:
    for rack, expected in (("OSUY", []), ("QQ", ["rack_not_available"])):
        record = HEADER + TRAIN + HOB + f">ben: {rack} (challenge) +5 30\n"
        assert [code for code in codes(check(record, challenge="five")) if "rack" in code] == expected


# -- which words ------------------------------------------------------------------------------------------------------


def test_a_play_with_a_bad_word_stands_when_only_a_good_one_is_challenged() -> None:
    position = after_hob(challenge="five")
    assert position.words == ("HOB", "HR", "OA", "BI")
    assert position.challenge_words(["HOB"], WORDS).scores == (12, 30)
    assert position.challenge_words(["HOB", "OA"], WORDS).scores == (12, 0)


@pytest.mark.parametrize(("rule", "points"), [("five", 5), ("ten", 10), ("five-per-word", 10), ("ten-per-word", 20)])
def test_each_word_challenged_counts_under_a_rule_per_word(rule: str, points: int) -> None:
    position = after_hob(challenge=rule)
    assert position.challenge_words(["HOB", "OA"], WORDS | {"OA"}).scores == (12, 25 + points)


@pytest.mark.parametrize("named", [[], ["TRAIN"], ["HOB", "QI"]])
def test_only_words_just_formed_can_be_challenged(named: list[str]) -> None:
    with pytest.raises(IllegalChallengeError, match="HOB, HR, OA, BI"):
        after_hob(challenge="five").challenge_words(named, WORDS)


def bonus(points: int, named: str = "") -> str:
    note = f"#note #challenged {named}\n" if named else ""
    return HEADER + TRAIN + HOB + f">ben: (challenge) +{points} {25 + points}\n" + note


@pytest.mark.parametrize(
    ("points", "named", "right"),
    [
        (5, "HOB", True),
        (10, "HOB", False),
        (10, "HOB OA", True),
        (5, "HOB OA", False),
        (20, "HOB HR OA BI", True),
        (10, "", True),  # nobody noted how many
        (25, "", False),  # but there were four
    ],
)
def test_the_bonus_per_word_is_checked_against_the_words_named(points: int, named: str, *, right: bool) -> None:
    findings = codes(check(bonus(points, named), challenge="five-per-word"))
    assert findings == ([] if right else ["bonus_wrong"])


def test_a_word_that_the_play_did_not_form() -> None:
    assert codes(check(bonus(5, "TRAIN"), challenge="five")) == ["challenged_not_formed"]


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("HOB", {"phoney": "HR, OA, BI"}),
        ("HOB OA", {"bonus_for_phoney": "OA", "phoney": "HR, BI"}),
        ("", {"bonus_for_phoney": "HR, OA, BI"}),
    ],
)
def test_an_unnamed_phoney_is_a_phoney_not_a_wrong_verdict(named: str, expected: dict[str, str]) -> None:
    report = check(bonus(5, named), words=WORDS, challenge="five")
    assert {one.code: one.stated for one in report.findings if "phoney" in one.code} == expected


@pytest.mark.parametrize(("named", "valid"), [("HOB", True), ("HOB OA", False), ("", False)])
def test_a_play_that_came_off_is_judged_by_the_words_named(named: str, *, valid: bool) -> None:
    note = f"#note #challenged {named}\n" if named else ""
    report = check(HEADER + TRAIN + HOB + ">ben: BHOOSUY -- -25 0\n" + note, words=WORDS, challenge="five")
    assert ("withdrawn_valid" in codes(report, notes=True)) is valid
    assert report.turns[2].challenged == tuple(named.split())


def test_a_turn_lost_names_its_words_too() -> None:
    lost = ">anna: - +0 12\n#note #challenged HOB OA\n#note #unsuccessful-challenge\n"
    report = check(HEADER + TRAIN + HOB + lost, words=WORDS, challenge="double")
    assert report.turns[2].challenged == ("HOB", "OA")
    findings = {one.code: one.stated for one in report.findings if "phoney" in one.code}
    assert findings == {"bonus_for_phoney": "OA", "phoney": "HR, BI"}


@pytest.mark.parametrize(
    "lines",
    [
        bonus(5, "HOB OA"),
        HEADER + TRAIN + HOB + ">ben: BHOOSUY -- -25 0\n#note #challenged HOB\n#note it was late\n",
        HEADER + TRAIN + HOB + ">anna: - +0 12\n#note #challenged HOB\n#note #unsuccessful-challenge\n",
    ],
)
def test_every_form_of_record_keeps_the_words(lines: str) -> None:
    record = gcg.read(lines.encode()).record
    assert record.events[-1].challenged
    assert gcg.read(gcg.write(record)).record == record
    assert record_json.read(record_json.write(record)).record == record
    assert movelist.read(movelist.write(record, TOURNAMENT).encode(), TOURNAMENT).record == record


def test_the_note_alone_is_a_note_where_no_words_can_be() -> None:
    record = gcg.read((HEADER + TRAIN + "#note #challenged TRAIN\n").encode()).record
    assert (record.events[0].note, record.events[0].challenged) == ("#challenged TRAIN", ())


# -- free challenges --------------------------------------------------------------------------------------------------

PENALTIES = {
    "single": Outcome(),
    "double": Outcome(turn_lost=True, scoreless=1, on_turn="challenged"),  # type: ignore[arg-type]  # equal to the enum's value
    "five": Outcome(award=5),
    "ten": Outcome(award=10),
    "ten-per-word": Outcome(award=20),
    "minus-five": Outcome(award=-5),
    "triple": Outcome(game_over=True, on_turn=None, loser="challenger"),  # type: ignore[arg-type]
    "void": Outcome(possible=False),
}


@pytest.mark.parametrize(("rule", "free"), list(itertools.product(PENALTIES, (1, 2, 3))))
def test_free_then_any_penalty(rule: str, free: int) -> None:
    rules = TOURNAMENT.with_options(challenge=rule, free_challenges=free)
    by_count = [
        challenge_by_rules(rules, Challenge(valid=True, words=2, failed_before=failed)) for failed in range(free + 2)
    ]
    assert by_count == [Outcome()] * free + [PENALTIES[rule]] * 2


def test_free_then_five_is_five_with_one_free() -> None:
    named = TOURNAMENT.with_options(challenge="free-then-five")
    spelt = TOURNAMENT.with_options(challenge="five", free_challenges=1)
    for valid, failed, out in itertools.product((True, False), (None, 0, 1, 2), (True, False)):
        facts = Challenge(valid=valid, failed_before=failed, out_play=out)
        assert challenge_by_rules(named, facts) == challenge_by_rules(spelt, facts)


def test_without_the_count_free_challenges_stay_open() -> None:
    rules = TOURNAMENT.with_options(challenge="double", free_challenges=1)
    assert not challenge_by_rules(rules, Challenge(valid=True)).decided
    assert challenge_by_rules(rules, Challenge(valid=False)).removed


def test_free_then_double_in_a_game() -> None:
    position = after_hob(challenge="double", free_challenges=1)
    first = position.challenge(valid=True)
    assert (first.turn, first.scoreless, first.failed_challenges) == (0, 0, (1, 0))
    second = first.play("-").play("9C YO").challenge(valid=True)
    assert (second.turn, second.failed_challenges) == (1, (2, 0))


def test_free_then_void_in_a_game() -> None:
    position = after_hob(challenge="void", free_challenges=1).challenge(valid=True)
    with pytest.raises(IllegalChallengeError):
        position.play("-").play("9C YO").challenge(valid=False)


def test_a_record_of_free_then_ten() -> None:
    first = HEADER + TRAIN + HOB + ">ben: (challenge) +{0} {1}\n"
    second = first + ">anna: - +0 12\n>ben: - +0 {1}\n"
    rules: dict[str, object] = {"challenge": "ten", "free_challenges": 1}
    assert codes(check(first.format(0, 25), options=rules)) == []
    assert codes(check(first.format(10, 35), options=rules)) == ["bonus_wrong"]
    assert codes(check(second.format(0, 25) + ">anna: - +0 12\n", options=rules)) == []
    again = second.format(0, 25) + ">anna: - +0 12\n>ben: OOSUY 9C YO +7 32\n>ben: (challenge) +{} {}\n"
    assert "bonus_wrong" not in codes(check(again.format(10, 42), options=rules))
    assert "bonus_wrong" in codes(check(again.format(0, 32), options=rules))


def test_a_record_of_free_then_double() -> None:
    lost = HEADER + TRAIN + HOB + ">anna: - +0 12\n#note #unsuccessful-challenge\n"
    assert codes(check(lost, challenge="double")) == []
    assert codes(check(lost, challenge="double", free_challenges=1)) == ["lost_turn_other"]


# -- three and four players -------------------------------------------------------------------------------------------


def test_among_three_players_the_challenger_decides_whether_it_was_free() -> None:
    """Ben has used up his free challenge, Cleo has not: both amounts are possible, a third is not."""
    start = HEADER + "#player3 cleo Cleo Ash\n" + TRAIN
    one = start + ">anna: (challenge) +0 12\n" + HOB + ">cleo: - +0 0\n>anna: VW 9C VW +12 24\n"
    for points, right in ((0, True), (5, True), (10, False)):
        text = one + f">anna: (challenge) +{points} {24 + points}\n"
        findings = codes(check(text, challenge="free-then-five"))
        assert ("bonus_wrong" not in findings) is right


def three(rules: RuleSet) -> Position:
    return Position.start(rules, rules.tiles.encode("AINRTVWBHOOSUYCDEFGKLEEEEEEEE"), 3).play("8D TRAIN")


def test_any_opponent_may_challenge() -> None:
    position = three(TOURNAMENT.with_options(challenge="minus-ten"))
    assert position.challenge(valid=True, challenger=2).scores == (12, 0, -10)
    with pytest.raises(IllegalChallengeError, match="own play"):
        position.challenge(valid=True, challenger=0)


@pytest.mark.parametrize(("challenger", "order"), [(1, [2, 0, 1]), (2, [1, 0, 1])])
def test_a_lost_turn_of_three(challenger: int, order: list[int]) -> None:
    position = three(TOURNAMENT.with_options(challenge="double")).challenge(valid=True, challenger=challenger)
    turns = []
    for _ in range(3):
        turns.append(position.turn)
        position = position.play("-")
    assert turns == order


def test_triple_loses_for_one_and_the_score_decides_among_the_others() -> None:
    position = three(TOURNAMENT.with_options(challenge="triple")).challenge(valid=True, challenger=1)
    assert (position.ending, position.loser, position.winners) == (Ending.CHALLENGE, 1, (0,))


@pytest.mark.parametrize(("line", "winners"), [(">ben: (challenge) +0 25\n", (1,)), (">ben: BHOOSUY -- -25 0\n", (0,))])
def test_triple_in_a_record_decides_the_game(line: str, winners: tuple[int, ...]) -> None:
    report = check(HEADER + TRAIN + HOB + line, challenge="triple")
    assert (report.complete, report.winners) == (True, winners)
    assert report.as_dict()["winners"] == list(winners)


@pytest.mark.parametrize("slug", RULE_SETS)
@pytest.mark.parametrize("rule", [rule for rule in CHALLENGE_RULES if rule != "void"])
def test_the_out_play_of_every_rule_set_may_be_challenged(slug: str, rule: str) -> None:
    """directing.md 3.6, last column: a good one ends the game, with its points, and nobody loses a turn."""
    rules = RULE_SETS[slug].with_options(challenge=rule)
    start = Position.start(rules, rules.tiles.encode("AINRTVWXA"))
    over = start.play("8D TRAIN").play("-").play("9C VW")
    assert over.ending is Ending.OUT
    off = over.challenge(valid=False)
    stays = over.challenge(valid=True)
    if rule == "triple":
        assert (off.winners, stays.winners) == ((1,), (0,))
        return
    assert (off.ending, off.scores, off.racks[0]) == (None, (12, 0), rules.tiles.encode("VW"))
    assert stays.ending is Ending.OUT
    award = challenge_by_rules(rules, Challenge(valid=True, out_play=True, failed_before=0)).award
    moved = tuple(new - old for new, old in zip(stays.scores, over.scores, strict=True))
    assert moved == ((award, 0) if award >= 0 else (0, award))
    assert stays.adjustments == over.adjustments


def test_an_empty_record_has_no_winner() -> None:
    assert check(gcg.write(Record(gcg.read(HEADER.encode()).record.players, ()))).winners == ()
