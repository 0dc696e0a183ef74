"""A position of Word Basket where the rule sheet says nothing: deals and cards that cannot be, and all cards in the hands."""

import pytest

from games.engine.wordbasket.cards import DECK, Card
from games.engine.wordbasket.moves import ForgottenReach, Play
from games.engine.wordbasket.position import Position
from games.engine.wordbasket.rules import HANDICAPS
from tests.games.engine.wordbasket.helpers import RULES, cards, table
from tests.walk import check_each


def test_a_deal_needs_the_whole_deck_and_a_level_for_each_player() -> None:
    decks = {"a card is missing": DECK[1:], "one of another kind": (*DECK[1:], Card("か"))}

    def check(case: str) -> None:
        with pytest.raises(ValueError, match="not the 60 cards"):
            Position.dealt(RULES, deck=decks[case])

    check_each(decks, check, undo=False)
    with pytest.raises(ValueError, match="3 players, but 2 handicaps"):
        Position.dealt(RULES, seed=1, players=3, handicaps=(HANDICAPS["even"],) * 2)


def test_a_play_needs_a_card_of_the_deck() -> None:
    game = table("る ぬ ね の", "す せ て", top="あ")
    for nothing in ("を", "?"):
        after, problems = game.step(Play(0, "あひる", Card(nothing)))
        assert [problem.code for problem in problems] == ["card_not_in_hand"], nothing
        assert after == game, "nothing was thrown"


def test_a_draw_with_all_cards_in_the_hands() -> None:
    """A draw takes what there is; a basket of a single card stays."""
    rest = list(DECK)
    for card in cards("あ か ね"):
        rest.remove(card)
    one = table("か ね", " ".join(rest), top="あ", stock="").play(Play(0, "あしか", Card("か")))
    assert one.counts == (1, 57, 0, 2)
    caught = one.play(ForgottenReach(0))
    assert (caught.counts, caught.shuffles) == ((2, 57, 0, 1), one.shuffles + 1)
    assert {caught.drawn, caught.basket} == {cards("あ"), cards("か")}
    assert caught.letters == caught.top
