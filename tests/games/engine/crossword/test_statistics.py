"""Statistics of a game, counted by hand on games of our own."""

from games.engine.crossword.statistics import PlayerStatistics, statistics
from tests.games.engine.crossword.helpers import HEADER, check
from tests.games.engine.crossword.test_files import FILES


def of(
    text: str, *, phoneys: frozenset[int] = frozenset(), players: int = 2, **options: object
) -> tuple[PlayerStatistics, ...]:
    report = check(text, **options)  # type: ignore[arg-type]  # options of a rule set
    return statistics(report.turns, players=players, rules=report.rules, phoneys=phoneys)


def test_the_club_game() -> None:
    anna, ben = of(FILES["club_game"].read_text())
    assert (sum(anna.by_turn), sum(ben.by_turn)) == (436, 304)  # without a challenge bonus, unplayed tiles and time
    assert (anna.turns, ben.turns) == (16, 15)
    assert (anna.bingos, ben.bingos) == (1, 1)  # CARNAGEY came off
    assert anna.best is not None
    assert (anna.best.text, anna.best.computed_score) == ("8A SENZA", 75)
    assert (anna.challenged_off, ben.challenged_off, anna.stood, ben.stood) == (0, 1, 1, 0)
    report = check(FILES["club_game"].read_text())
    on_board = sum(char != "." for row in report.turns[-1].board for char in row)
    exchanged = sum(len(turn.text) - 1 for turn in report.turns if turn.kind == "exchange")
    assert anna.turnover + ben.turnover == on_board + exchanged
    assert anna.blanks + ben.blanks == sum(char.islower() for row in report.turns[-1].board for char in row)


def test_a_play_that_came_off_is_no_bingo_and_a_turn_of_nothing() -> None:
    text = HEADER + ">anna: AINRTED 8D TRAINED +68 68\n>anna: AINRTED -- -68 0\n"
    anna, ben = of(text, phoneys=frozenset({1}))
    assert (anna.bingos, anna.best, anna.turnover, anna.phoneys) == (0, None, 0, 0)
    assert (anna.by_turn, anna.average, anna.challenged_off) == ((0,), 0, 1)
    assert ben == PlayerStatistics((), 0, None, 0, 0, 0, 0, 0, 0, 0)


def test_challenges_that_failed_count_for_the_play_they_concern() -> None:
    start = HEADER + ">anna: AINRTVW 8D TRAIN +12 12\n"
    for line in (
        ">anna: (challenge) +5 17\n",
        ">ben: (challenge) -5 -5\n",
        ">ben: - +0 0\n#note #unsuccessful-challenge\n",
    ):
        anna, ben = of(start + line)
        assert (anna.stood, ben.stood, ben.passes) == (1, 0, 0)


def test_exchanges_by_letters_and_by_number_turn_tiles_over() -> None:
    anna, ben = of(HEADER + ">anna: AINRTVW -VW +0 0\n>ben: BHOOSUY -3 +0 0\n>anna: - +0 0\n")
    assert (anna.turnover, anna.exchanges, anna.passes) == (2, 1, 1)
    assert (ben.turnover, ben.exchanges) == (3, 1)


def test_nine_tile_bingos_and_phoneys_left() -> None:
    text = HEADER + ">anna: AEINRSTUV 8D TRAINERS +66 66\n"
    assert of(text, phoneys=frozenset({1}), rack_size=9, bingo_from=7)[0].bingos == 1
    assert of(text, phoneys=frozenset({1}), rack_size=9, bingo_from=9)[0].bingos == 0
    assert of(text, phoneys=frozenset({1}))[0].phoneys == 1
