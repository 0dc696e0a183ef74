"""Each row in which the documents differ, played out: one test for a row, named after the documents and the paragraph."""

import pytest

from games.engine.crossword.ending import Ending
from games.engine.crossword.position import Position
from games.engine.crossword.rules import FINISH_LINES, NINE_TILE, RULE_SETS, RuleSet
from tests.games.engine.crossword.helpers import HEADER, check, codes

SLUGS = ("tokyo-club", "gujarati-club", "hasbro-zh", "tournament")
BAG = "AINRTVWBHOOSUYCDEFGKLEEEEEEEEEEEEEE"


def start(rules: RuleSet, bag: str = BAG, players: int = 2) -> Position:
    return Position.start(rules, rules.tiles.encode(bag), players)


def reasons(position: Position, move: str) -> list[str]:
    return [problem.code for problem in position.problems(move)]


@pytest.mark.parametrize(
    ("slug", "option", "scores", "turn"),
    [
        ("tokyo-club", "single", (12, 0), 1),  # the club's choice: nothing
        ("tokyo-club", "minus-ten", (12, -10), 1),  # −10 points
        ("tokyo-club", "double", (12, 0), 0),  # the challenger loses the next turn
        ("gujarati-club", None, (12, 0), 0),
        ("hasbro-zh", None, (12, 0), 1),
        ("tournament", "single", (12, 0), 1),
        ("tournament", "five", (17, 0), 1),
        ("tournament", "ten", (22, 0), 1),
        ("tournament", "five-per-word", (17, 0), 1),
        ("tournament", "ten-per-word", (22, 0), 1),
        ("tournament", "double", (12, 0), 0),
    ],
)
def test_row_1_a_challenge_that_fails(slug: str, option: str | None, scores: tuple[int, int], turn: int) -> None:
    rules = RULE_SETS[slug].with_options(**({"challenge": option} if option else {}))
    after = start(rules).play("8D TRAIN").challenge(valid=True)
    assert (after.scores, after.turn) == (scores, turn)


def test_row_1_tournament_void_refuses_the_play_itself() -> None:
    rules = RULE_SETS["tournament"].with_options(challenge="void")
    assert [problem.code for problem in start(rules).problems("8D VANITR", frozenset())] == ["phoney"]


def test_row_1_tokyo_and_tournament_leave_the_rule_open() -> None:
    assert [RULE_SETS[slug].challenge for slug in SLUGS] == [
        "open",
        "double",
        "single",
        "open",
    ]


@pytest.mark.parametrize(
    ("slug", "in_bag", "tiles", "allowed"),
    [
        ("tokyo-club", 7, "A", True),
        ("tokyo-club", 6, "A", False),
        ("tournament", 7, "AINRTVW", True),
        ("tournament", 6, "A", False),
        ("gujarati-club", 1, "A", True),
        ("gujarati-club", 1, "AI", False),
        ("hasbro-zh", 2, "AI", True),
        ("hasbro-zh", 0, "A", False),
    ],
)
def test_row_2_what_an_exchange_needs_in_the_bag(slug: str, in_bag: int, tiles: str, *, allowed: bool) -> None:
    position = start(RULE_SETS[slug], BAG[: 14 + in_bag])
    assert reasons(position, f"-{tiles}") == ([] if allowed else ["exchange_too_few"])


def test_row_2_with_nine_tiles_no_more_are_exchanged_than_can_be_drawn() -> None:
    """Seven in the bag are enough for an exchange, but not for one of nine."""
    rules = RULE_SETS["tournament"].with_options(**NINE_TILE)
    position = start(rules, "ABCDEFGHI" * 2 + "EEEEEEE")
    assert reasons(position, "-ABCDEFG") == []
    assert reasons(position, "-ABCDEFGH") == ["exchange_too_few"]


@pytest.mark.parametrize(
    ("slug", "moves"),
    [
        ("gujarati-club", "pass exchange pass"),  # one player passes twice running
        ("hasbro-zh", "pass pass pass pass"),  # every player passes twice running
        ("tournament", "pass exchange exchange pass pass exchange"),  # six scoreless turns running, whatever they are
    ],
)
def test_row_3_how_passing_ends_the_game(slug: str, moves: str) -> None:
    position = start(RULE_SETS[slug], "AINRTVWABHOSUYCDEFGKLEEEEEE")
    for move in moves.split():
        assert not position.is_over
        tile = position.rules.tiles.text(position.racks[position.turn])[0]
        position = position.play("-" if move == "pass" else f"-{tile}")
    assert position.ending is Ending.STUCK


def test_row_3_tokyo_passes_end_the_game_when_the_players_say_that_nobody_can_play() -> None:
    position = start(RULE_SETS["tokyo-club"], "AINRTVWABHOSUYCDEFGKLEEEEEE")
    steps = (("-", False), ("-A", False), ("-", False), ("-", True), ("8D TRAIN", False), ("-", False), ("-", True))
    for move, may in steps:
        position = position.play(move)
        assert (position.is_over, position.may_be_ended) == (False, may), move
    assert position.end_by_players().ending is Ending.STUCK
    tile = position.rules.tiles.text(position.racks[position.turn])[0]
    for other in (position.play(f"-{tile}"), start(RULE_SETS["tournament"]).play("-").play("-")):
        assert not other.may_be_ended
        with pytest.raises(ValueError, match="everybody has passed"):
            other.end_by_players()


def test_row_1_tokyo_whose_play_comes_off_has_passed() -> None:
    for slug, passes in (("tokyo-club", (1, 1)), ("hasbro-zh", (0, 1))):
        position = (
            start(RULE_SETS[slug], "AINRTVWABHOSUYCDEFGKLEEEEEE").play("8D TRAIN").challenge(valid=False).play("-")
        )
        assert position.passes == passes, slug


def test_row_3_hasbro_zh_passes_of_one_player_alone_end_nothing() -> None:
    position = start(RULE_SETS["hasbro-zh"], "AINRTVW" + "BHOOSUY" + "CDEFGKL" * 3)
    for move in ("-", "-B", "-", "-H", "-", "-O"):
        position = position.play(move)
    assert not position.is_over


def test_row_3_tournament_a_play_of_no_points_is_not_scoreless() -> None:
    position = start(RULE_SETS["tournament"], "??INRTVBHOOSUYCDEFGKL")
    for move in ("-", "-", "-", "-"):
        position = position.play(move)
    position = position.play("8H er")
    assert (position.scores[0], position.scoreless) == (0, 0)


@pytest.mark.parametrize(
    ("slug", "changes"),
    [("tokyo-club", (9, 0)), ("gujarati-club", (9, -9)), ("hasbro-zh", (9, -9)), ("tournament", (18, 0))],
)
def test_rows_4_and_5_going_out_and_what_the_others_lose(slug: str, changes: tuple[int, int]) -> None:
    rules = RULE_SETS[slug].with_options(challenge="single")
    position = start(rules, "AINRTVWXA").play("8D TRAIN").play("-").play("9C VW")
    assert (position.ending, position.adjustments) == (Ending.OUT, changes)


@pytest.mark.parametrize("slug", SLUGS)
def test_rows_4_and_5_with_three_players(slug: str) -> None:
    """X A with one opponent (9), Q with the other (10)."""
    rules = RULE_SETS[slug].with_options(challenge="single")
    bag = rules.tiles.encode("AINRTVW") + rules.tiles.encode("XAEEEEE") + rules.tiles.encode("QEEEEEE")
    dealt = Position.start(rules, bag, 3).play("8D TRAIN")
    racks = (dealt.racks[0], rules.tiles.encode("AX"), rules.tiles.encode("Q"))
    position = Position(**{**vars(dealt), "racks": racks, "turn": 0, "before": None}).play("9C VW")
    expected = {
        "tokyo-club": (19, 0, 0),
        "gujarati-club": (19, -9, -10),
        "hasbro-zh": (19, -9, -10),
        "tournament": (38, 0, 0),
    }
    assert position.adjustments == expected[slug]


@pytest.mark.parametrize(
    ("slug", "loses"), [("tokyo-club", False), ("gujarati-club", True), ("hasbro-zh", True), ("tournament", True)]
)
def test_row_6_nobody_out(slug: str, *, loses: bool) -> None:
    position = start(RULE_SETS[slug])
    while not position.is_over:
        position = position.end_by_players() if position.may_be_ended else position.play("-")
    unplayed = [position.rules.tiles.value(rack) for rack in position.racks]
    assert list(position.adjustments) == ([-value for value in unplayed] if loses else [0, 0])


@pytest.mark.parametrize(
    ("slug", "winners"),
    [("tokyo-club", (0,)), ("gujarati-club", (0,)), ("hasbro-zh", (0, 1)), ("tournament", (0, 1))],
)
def test_row_7_tied_totals(slug: str, winners: tuple[int, ...]) -> None:
    """120 and 108 before, 20 and 8 unplayed, nobody out: 100 each, but in Tokyo, where nothing is taken off."""
    rules = RULE_SETS[slug]
    racks = (rules.tiles.encode("QZ"), rules.tiles.encode("X"))
    values = {**vars(start(rules)), "racks": racks, "bag": b"", "scores": (120, 108), "ending": Ending.STUCK}
    assert Position(**values).winners == winners
    same = {**values, "scores": (108, 108), "racks": (racks[1], racks[1])}
    assert Position(**same).winners == (0, 1)


@pytest.mark.parametrize("slug", SLUGS)
def test_row_8_overtime_is_ten_a_minute_in_tournaments_only(slug: str) -> None:
    rules = RULE_SETS[slug]
    passes = "".join(f">{nick}: AEINRST - +0 0\n" for _ in range(3) for nick in ("anna", "ben"))
    penalties = codes(check(HEADER + passes + ">ben: (time) -20 -20\n", rules=slug))
    assert ("time_wrong" in penalties) is (rules.overtime_points == 0)
    assert rules.overtime_points == (10 if slug == "tournament" else 0)
    odd = codes(check(HEADER + passes + ">ben: (time) -15 -15\n", rules=slug))
    assert "time_wrong" in odd


@pytest.mark.parametrize("slug", SLUGS)
def test_gujarati_variation_nine_tiles_with_every_rule_set(slug: str) -> None:
    rules = RULE_SETS[slug].with_options(**NINE_TILE)
    position = start(rules, "ABCDEFGHI" + "E" * 30)
    assert [len(rack) for rack in position.racks] == [9, 9]
    plain = {length: position.play(f"8D {'ABCDEFGHI'[:length]}").scores[0] for length in (6, 7, 8, 9)}
    without = RULE_SETS[slug].with_options(rack_size=9, bingo_bonus=0)
    bare = {
        length: start(without, "ABCDEFGHI" + "E" * 30).play(f"8D {'ABCDEFGHI'[:length]}").scores[0] for length in plain
    }
    assert {length: plain[length] - bare[length] for length in plain} == {6: 0, 7: 50, 8: 50, 9: 50}


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(("players", "level"), sorted(FINISH_LINES))
def test_gujarati_variation_finish_line_with_every_rule_set(slug: str, players: int, level: str) -> None:
    target = FINISH_LINES[players, level]
    rules = RULE_SETS[slug].with_options(finish_line=target)
    almost = start(rules, BAG, players)
    for gap, over in ((13, False), (12, True)):
        position = Position(**{**vars(almost), "scores": (target - gap, *[0] * (players - 1))}).play("8D TRAIN")
        assert position.is_over is over
        if over:
            assert (position.ending, position.winners) == (Ending.FINISH_LINE, (0,))
            assert position.adjustments == (0,) * players
