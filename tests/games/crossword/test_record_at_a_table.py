"""A record beside the seats of a table: whose points are whose, whose plays, and what it does not give."""

import pytest

from games.engine.crossword import gcg
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import play_game
from games.engine.sheets import Sheet
from games.errors import NoResultError
from games.game import Seating
from games.registry import GAMES
from tests.games.engine.crossword.helpers import check
from tests.games.engine.crossword.test_files import FILES
from tests.games.engine.words import few_words_graph

CROSSWORD = GAMES["crossword"]
GAME = FILES["club_game"].read_text()  # Anna Lind 443, Ben Okoro 284
ANNA, BEN = "8A SENZA", "1B HYoIDE(A)N"  # the best play of each


@pytest.mark.parametrize(
    ("names", "scores", "plays"),
    [
        (("Anna Lind", "Ben Okoro"), (443, 284), [ANNA, BEN]),
        (("Ben Okoro", "Anna Lind"), (284, 443), [BEN, ANNA]),
        (("Ben Okoro", "Anna Lind"), (443, 284), [BEN, ANNA]),  # names tell more than scores
        (("Ben", "Cleo"), (443, 284), [BEN, ANNA]),  # one name will do
        (("Cleo", "Dee"), (443, 284), [ANNA, BEN]),
        (("Cleo", "Dee"), (284, 443), [BEN, ANNA]),  # no name tells, so the scores do
        (("Cleo", "Cleo"), (284, 443), [BEN, ANNA]),
        (("Cleo", "Dee"), (400, 390), [ANNA, BEN]),  # nothing tells: as it is written
        (("Anna Lind", "Ben Okoro", "Cleo"), (443, 284, 0), []),
    ],
)
def test_each_player_has_a_best_play_of_their_own(
    names: tuple[str, ...], scores: tuple[int, ...], plays: list[str]
) -> None:
    summary = check(GAME, challenge="five").as_dict()
    assert [best.play_text for best in CROSSWORD.best_plays(summary, names, scores)] == plays


def test_a_record_with_an_error_has_no_best_plays() -> None:
    summary = check(GAME.replace("2N LI", "16N LI"), challenge="five").as_dict()
    assert summary["verdict"] == "error"
    assert CROSSWORD.best_plays(summary, ("Anna Lind", "Ben Okoro"), (443, 284)) == ()


@pytest.fixture(scope="module")
def three() -> bytes:
    """A whole game of Ada, who began, Bo and Cy."""
    players = [Player("ada", "Ada Finch"), Player("bo", "Bo Marsh"), Player("cy", "Cy Rook")]
    return gcg.write(play_game(words=few_words_graph(), rules=RULE_SETS["tournament"], seed=3, players=players))


def test_points_at_a_table_of_three_go_by_the_names_or_else_in_the_order_of_the_record(three: bytes) -> None:
    rules = CROSSWORD.rules("tournament", "double", {})
    seatings = [Seating(("Cy Rook", "Ada Finch", "Bo Marsh")), Seating(("Cy Rook", "Ada Finch", "Dee Holm"))]
    read = [CROSSWORD.check(three, rules=rules, dictionary=None, seating=seating) for seating in seatings]
    ada, bo, cy = read[0].final_scores
    assert len({ada, bo, cy}) == 3
    named, unnamed = (CROSSWORD.ending(one, seating) for one, seating in zip(read, seatings, strict=True))
    assert named.games == ((cy, ada, bo),)
    assert unnamed.games == ((ada, bo, cy),)


def test_a_record_of_another_number_of_players_gives_no_result_and_is_not_laid_beside_a_sheet(three: bytes) -> None:
    rules = CROSSWORD.rules("tournament", "five", {})
    pair, trio = Seating(("Anna Lind", "Ben Okoro")), Seating(("Ada Finch", "Bo Marsh", "Cy Rook"))
    of_two, of_three = (
        CROSSWORD.check(data, rules=rules, dictionary=None, seating=seating)
        for data, seating in ((GAME.encode(), pair), (three, trio))
    )
    with pytest.raises(NoResultError, match="Type both scores as well"):
        CROSSWORD.ending(of_three, pair)
    with pytest.raises(NoResultError, match="does not give every player's points"):
        CROSSWORD.ending(of_two, trio)
    for seating in (pair, trio):
        assert CROSSWORD.side_by_side([Sheet(of_two, 0), Sheet(of_three, 1)], seating) == (), seating
    assert CROSSWORD.side_by_side([Sheet(of_two, 0), Sheet(of_two, 1)], pair)
