"""What a challenge comes to: the situations of the tournament rules under every challenge rule, and against the replay."""

import pytest

from games.crossword.challenge_wording import all_consequences, describe_challenge
from games.engine.crossword.challenge import Challenge, Outcome, Party, outcome
from games.engine.crossword.challenge_rules import CHALLENGE_RULES
from games.engine.crossword.check import check_record
from games.engine.crossword.rules import RULE_SETS

RESUMES = Outcome(removed=True, scoreless=1)
#: The five situations: a bad play, a good one, the same two when the play had ended the game, and a good play with
#: three words challenged.
SITUATIONS = {
    "bad": Challenge(valid=False),
    "good": Challenge(valid=True, failed_before=1),
    "bad out": Challenge(valid=False, out_play=True),
    "good out": Challenge(valid=True, out_play=True, failed_before=1),
    "good, three words": Challenge(valid=True, words=3, failed_before=0),
}
OVER = {"game_over": True, "on_turn": None}


def row(good: Outcome, good_out: Outcome, three: Outcome | None = None, bad: Outcome = RESUMES) -> dict[str, Outcome]:
    return {
        "bad": bad,
        "good": good,
        "bad out": bad,
        "good out": good_out,
        "good, three words": good if three is None else three,
    }


IMPOSSIBLE = Outcome(possible=False)
WON = Outcome(removed=True, scoreless=1, game_over=True, on_turn=None, loser=Party.CHALLENGED)
LOST = Outcome(game_over=True, on_turn=None, loser=Party.CHALLENGER)
TABLE = {
    "void": row(IMPOSSIBLE, IMPOSSIBLE, bad=IMPOSSIBLE),
    "open": row(Outcome(decided=False), Outcome(decided=False, **OVER)),  # type: ignore[arg-type]
    "single": row(Outcome(), Outcome(**OVER)),  # type: ignore[arg-type]
    "double": row(
        Outcome(turn_lost=True, scoreless=1, on_turn=Party.CHALLENGED),
        Outcome(**OVER),  # type: ignore[arg-type]
    ),
    "five": row(Outcome(award=5), Outcome(award=5, **OVER)),  # type: ignore[arg-type]
    "ten": row(Outcome(award=10), Outcome(award=10, **OVER)),  # type: ignore[arg-type]
    "five-per-word": row(Outcome(award=5), Outcome(award=5, **OVER), Outcome(award=15)),  # type: ignore[arg-type]
    "ten-per-word": row(Outcome(award=10), Outcome(award=10, **OVER), Outcome(award=30)),  # type: ignore[arg-type]
    "minus-five": row(Outcome(award=-5), Outcome(award=-5, **OVER)),  # type: ignore[arg-type]
    "minus-ten": row(Outcome(award=-10), Outcome(award=-10, **OVER)),  # type: ignore[arg-type]
    "free-then-five": row(Outcome(award=5), Outcome(award=5, **OVER), Outcome()),  # type: ignore[arg-type]
    "triple": row(LOST, LOST, bad=WON),
}


def test_the_table_has_every_rule() -> None:
    assert set(TABLE) == set(CHALLENGE_RULES)


@pytest.mark.parametrize("rule", CHALLENGE_RULES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_situation_under_each_rule(rule: str, situation: str) -> None:
    assert outcome(CHALLENGE_RULES[rule], SITUATIONS[situation]) == TABLE[rule][situation]


@pytest.mark.parametrize("slug", RULE_SETS)
@pytest.mark.parametrize("rule", CHALLENGE_RULES)
def test_every_outcome_of_every_rule_set_has_its_sentences(slug: str, rule: str) -> None:
    rules = RULE_SETS[slug].with_options(challenge=rule)
    for facts in SITUATIONS.values():
        sentence = describe_challenge(rules, facts, play_score=24)
        assert sentence.endswith(".")
        assert ("24 points" in sentence) == (not facts.valid and rule != "void")
    assert len(all_consequences(rules)) == 2 * 2 * 8


def test_the_free_first_challenge_is_explained_when_the_count_is_not_known() -> None:
    rules = RULE_SETS["tournament"].with_options(challenge="free-then-five")
    sentence = all_consequences(rules)["101"]
    assert (
        "first failed challenge of a game is free. Each later one: The challenged player receives 5 points." in sentence
    )


@pytest.mark.parametrize(
    ("rule", "failed", "words"),
    [
        (
            "ten-per-word",
            None,
            "first 2 failed challenges of a game are free. Each later one: The challenged player receives 20",
        ),
        ("ten-per-word", 1, "first 2 failed challenges of a game are free. The challenger plays next."),
        ("ten-per-word", 2, "receives 20 points"),
        ("void", None, "are free. After that there are no more challenges."),
        ("void", 1, "are free. The challenger plays next."),
        ("void", 2, "has no challenges left"),
        ("triple", 2, "loses the game regardless of the score"),
        ("open", 0, "not set for this event"),
    ],
)
def test_free_challenges_come_before_any_penalty(rule: str, failed: int | None, words: str) -> None:
    rules = RULE_SETS["tournament"].with_options(challenge=rule, free_challenges=2)
    assert words in describe_challenge(rules, Challenge(valid=True, words=2, failed_before=failed))


@pytest.mark.parametrize(
    ("slug", "factor", "players", "words"),
    [
        ("tournament", 2, 2, "receives twice the value of the other's unplayed tiles."),
        ("tokyo-club", 1, 2, "receives the value of the other's unplayed tiles."),
        ("tournament", 3, 2, "receives 3 times the value of the other's unplayed tiles."),
        ("tournament", 0, 2, "The game is over."),
        ("hasbro-zh", 1, 2, "the other's unplayed tiles. The other player loses the value of those tiles."),
        ("tournament", 2, 3, "receives 2 times the value of everyone else's unplayed tiles."),
        ("tokyo-club", 1, 3, "receives the value of everyone else's unplayed tiles."),
        ("tournament", 0, 4, "The game is over."),
        ("hasbro-zh", 1, 4, "everyone else's unplayed tiles. Each of the others loses the value of their own."),
    ],
)
def test_a_last_play_that_stands_ends_the_game_and_the_tablet_says_what_it_is_worth(
    slug: str, factor: int, players: int, words: str
) -> None:
    rules = RULE_SETS[slug].with_options(challenge="single", out_factor=factor)
    sentence = describe_challenge(rules, Challenge(valid=True, out_play=True, failed_before=1, players=players))
    assert "The game is over." in sentence
    assert sentence.endswith(words)


WORDS = frozenset({"TRAIN", "QI"})
OPENING = b"#player1 a Ada\n#player2 b Ben\n"


@pytest.mark.parametrize(
    "rule", ["single", "double", "five", "ten", "five-per-word", "ten-per-word", "minus-five", "minus-ten"]
)
def test_a_record_that_follows_the_adjudication_on_a_good_play_has_no_finding(rule: str) -> None:
    """From adjudication to score: write down what the judge says, and let the replay check it."""
    challenged, challenger = outcome(CHALLENGE_RULES[rule], Challenge(valid=True)).points(12)
    lines = [b">a: AINRTXX 8D TRAIN +12 12"]
    if challenged:
        lines.append(f">a: XX (challenge) +{challenged} {12 + challenged}".encode())
    elif challenger:
        lines.append(f">b: QQ (challenge) {challenger} {challenger}".encode())
    elif rule == "double":
        lines.append(b">b: AEIOUQS - +0 0")
    rules = RULE_SETS["tournament"].with_options(challenge=rule)
    report = check_record(OPENING + b"\n".join(lines) + b"\n", rules=rules, words=WORDS)
    wrong = [finding.code for finding in report.findings if "bonus" in finding.code or "total" in finding.code]
    assert wrong == []
    assert list(report.turns)[-1].computed_total in {12 + challenged, challenger}


@pytest.mark.parametrize("rule", [rule for rule in CHALLENGE_RULES if rule != "void"])
def test_a_record_that_follows_the_adjudication_on_a_bad_play_has_no_finding(rule: str) -> None:
    result = outcome(CHALLENGE_RULES[rule], Challenge(valid=False))
    assert result.points(12) == (-12, 0)
    data = OPENING + b">a: AINRTXX 8D NAIRT +12 12\n>a: AINRTXX -- -12 0\n"
    rules = RULE_SETS["tournament"].with_options(challenge=rule)
    report = check_record(data, rules=rules, words=WORDS)
    assert not [finding.code for finding in report.findings if finding.code.startswith(("withdrawn", "total"))]
    assert report.turns[-1].computed_total == 0
