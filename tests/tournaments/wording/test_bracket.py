"""The words of a bracket."""

from typing import Any

from tournaments.engine.pairing.bracket_tree import Part
from tournaments.engine.pairing.brackets import DecidedBy
from tournaments.queries.bracket import BracketGame, BracketLine, BracketSide
from tournaments.wording.bracket import (
    decided_in_words,
    game_score,
    games_in_words,
    part_name,
    rounds_of_match,
    score_of,
    side_name,
    stage_name,
)

ADA, BEN = BracketSide(1, 1, 1, "Ada", won=1.5), BracketSide(2, 2, 2, "Ben", won=0.5)


def match(**values: Any) -> BracketLine:
    """A match between Ada and Ben in the last stage of a bracket."""
    usual: dict[str, Any] = {
        "number": 1, "part": Part.MAIN, "stage": 1, "size": 1, "first_round": 6, "last_round": 6, "best_of": 1,
        "one": ADA, "two": BEN, "winner": None, "by": None, "games": (),
    }  # fmt: skip
    return BracketLine(**usual | values)


def game(kind: str = "played", one: int | None = None, two: int | None = None) -> BracketGame:
    return BracketGame(6, 1, kind, one, two, "")


def test_a_stage_is_named_by_what_is_left_to_play() -> None:
    """The stages of a double knock-out are numbered: how many are left depends on who loses."""
    for line, double, name in (
        (match(), False, "Final"),
        (match(size=2), False, "Semi-finals"),
        (match(size=4), False, "Quarter-finals"),
        (match(size=8), False, "Round of 16"),
        (match(part=Part.THIRD_PLACE), False, "Third place"),
        (match(size=2, stage=2), True, "Stage 2"),
        (match(part=Part.LOSERS, stage=3), True, "Stage 3"),
        (match(part=Part.FINAL, stage=4), True, "Final"),
        (match(part=Part.FINAL, stage=5), True, "Second final"),
    ):
        assert stage_name(line, double=double) == name, (line, double)
    assert part_name(Part.MAIN, double=False) == "Bracket"
    assert part_name(Part.MAIN, double=True) == "Winners' bracket"
    assert part_name(Part.LOSERS, double=True) == "Losers' bracket"


def test_a_match_says_its_rounds_and_how_many_games_it_has() -> None:
    assert [rounds_of_match(match(last_round=last)) for last in (6, 8)] == ["Round 6", "Rounds 6–8"]
    for line, stop_early, words in (
        (match(), True, ""),
        (match(best_of=3, number=None), True, ""),
        (match(best_of=3), True, "best of 3"),
        (match(best_of=2), False, "2 games"),
    ):
        assert games_in_words(line, stop_early=stop_early) == words, line


def test_whoever_is_still_to_come_is_named_by_the_match() -> None:
    for side, name in (
        (ADA, "Ada"),
        (BracketSide(), "bye"),
        (BracketSide(winner_of=3), "Winner of match 3"),
        (BracketSide(loser_of=4), "Loser of match 4"),
    ):
        assert side_name(side) == name, side
        assert side.is_bye is (name == "bye"), side


def test_a_score_is_of_the_one_game_or_of_the_games_won() -> None:
    """A forfeit has no scores: then who won it says how it ended."""
    for line, scores in (
        (match(), ["", ""]),
        (match(games=(game(""),)), ["", ""]),
        (match(games=(game("played", 401, 380),)), ["401", "380"]),
        (match(games=(game("forfeit_win"),)), ["1½", "½"]),
        (match(best_of=3, games=(game("played", 401, 380),)), ["1½", "½"]),
    ):
        assert [score_of(line, index) for index in (0, 1)] == scores, line.games
    for one, words in (
        (game(""), "no result yet"),
        (game("played", 401, 380), "401–380"),
        (game("forfeit_win"), "forfeit"),
        (game("forfeit_loss"), "forfeit"),
        (game("double_forfeit"), "both forfeit"),
        (game("void"), "void"),
    ):
        assert game_score(one) == words, one


def test_what_separated_two_who_were_level_is_said() -> None:
    assert decided_in_words(match()) == decided_in_words(match(by=DecidedBy.GAMES)) == ""
    assert decided_in_words(match(by=DecidedBy.WITHDRAWAL)) == "The opponent has withdrawn."
