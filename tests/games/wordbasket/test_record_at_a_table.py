"""A record beside the seats of a table: what every seat had left, and what gives no result."""

import pytest

from games.engine.sheets import Sheet
from games.errors import NoResultError, UnknownRulesError
from games.game import Seating
from games.registry import GAMES
from tests.games.engine.wordbasket.test_check import WHOLE

BASKET = GAMES["wordbasket"]
TWO = Seating(("Aiko Mori", "Ben Sato"))
THREE = Seating((*TWO.names, "Chie Oda"))
WON = WHOLE.replace("A ", "C ")  # Chie goes out


def test_a_record_of_more_players_than_sit_there_gives_no_result_and_is_not_laid_beside_a_sheet() -> None:
    rules = BASKET.rules("word-basket", "", {})
    data = f"#player A Aiko Mori\n#player B Ben Sato\n#player C Chie Oda\n{WON}".encode()
    whole, other = (BASKET.check(data, rules=rules, dictionary=None, seating=seating) for seating in (THREE, TWO))
    assert BASKET.ending(whole, THREE).games == ((5, 5, 0),)
    assert BASKET.side_by_side([Sheet(whole, 0), Sheet(whole, 1)], THREE)
    with pytest.raises(NoResultError, match="Type the cards left as well"):
        BASKET.ending(other, TWO)
    assert BASKET.side_by_side([Sheet(other, 0), Sheet(other, 1)], TWO) == ()


def test_there_is_one_rule_sheet() -> None:
    with pytest.raises(UnknownRulesError):
        BASKET.rules("word-basket-2", "", {})
