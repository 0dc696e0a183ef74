"""The rule sheet of Word Basket, sentence by sentence: each test is named after its paragraph.

``docs/wordbasket.md`` has the table of sentences and tests, and a test compares the two.
"""

from collections import Counter

import pytest

from games.engine.wordbasket.cards import DECK, LETTERS, LINES, NUMBERS, Card, read_card
from games.engine.wordbasket.moves import Back, ForgottenReach, Miss, Penalty, Play, Reach, Reset, Turn, Win
from games.engine.wordbasket.position import IllegalMoveError, Position, ReachState
from games.engine.wordbasket.rules import HANDICAPS
from lexicon.engine.shiritori import Demand, Verdict, judge
from lexicon.engine.shiritori_index import NounDictionary, NounList, compile_nouns
from tests.games.engine.wordbasket.helpers import RULES, SHEET_PLAYS, cards, codes, codes_and_lines, table

FILL = "ぬ ね の"


def play(player: int, word: str, card: str) -> Play:
    return Play(player, word, Card(card))


# -- players and cards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 9))
def test_players_two_to_eight(players: int) -> None:
    game = Position.dealt(RULES, seed=1, players=players)
    assert game.players == players
    for wrong in (0, 1, 9):
        with pytest.raises(ValueError, match="2 to 8 players"):
            Position.dealt(RULES, seed=1, players=wrong)


def test_players_have_no_turns() -> None:
    game = table(f"か き {FILL}", "す せ て", top="あ")
    once = game.play(play(0, "あしか", "か"))
    assert codes(once, play(0, "かつおぶしき", "き")) == []  # the same player again
    assert codes(once, play(1, "からす", "す")) == []


def test_deck_of_60_cards() -> None:
    assert len(DECK) == 60
    letters = [card for card in DECK if card in LETTERS]
    assert len(letters) == 45
    assert letters.count(Card("わ")) == 2
    assert len(set(letters)) == 44
    assert not {"を", "ん"} & set(letters)


def test_deck_wild_cards() -> None:
    counts = Counter(DECK)
    assert {card: counts[card] for card in NUMBERS} == {"5": 2, "6": 2, "7+": 2}
    assert [card[0] for card in LINES] == list("あかさたなはまやら")
    assert all(counts[card] == 1 for card in LINES)


def test_deal_hands_of_five() -> None:
    game = Position.dealt(RULES, seed=5, players=4)
    assert list(map(len, game.hands)) == [5, 5, 5, 5]
    everywhere = [card for hand in game.hands for card in hand] + [*game.stock, *game.basket]
    assert Counter(everywhere) == Counter(DECK)


def test_deal_stock_in_two_piles() -> None:
    game = Position.dealt(RULES, seed=4)
    one, two = game.piles
    assert abs(len(one) - len(two)) <= 1
    assert Counter(one + two) == Counter(game.stock)
    assert (one[0], two[0]) == game.stock[:2]


# -- the start --------------------------------------------------------------------------------------------------------


def dealt_with(*front: str) -> Position:
    rest = list(DECK)
    for card in front:
        rest.remove(Card(card))
    hands, rest = rest[:10], rest[10:]
    return Position.dealt(RULES, deck=(*hands, *map(Card, front), *rest))


def test_start_top_card_of_the_stock() -> None:
    game = dealt_with("ゆ")
    assert (game.top, game.letters) == ("ゆ", "ゆ")


def test_start_wild_line_stands_for_its_row() -> None:
    game = dealt_with("さ*")
    assert (game.top, game.letters) == ("さ*", "さしすせそ")


def test_start_wild_number_turns_another() -> None:
    game = dealt_with("5", "7+", "ゆ")
    assert game.basket == cards("5 7+ ゆ")
    assert game.letters == "ゆ"
    unknown = Position.dealt(RULES)
    assert [problem.code for problem in unknown.problems(Turn(cards("5")))] == ["turn_number"]
    assert unknown.play(Turn(cards("5 7+ ゆ"))).counts == (5, 5, 47, 3)


# -- playing ----------------------------------------------------------------------------------------------------------


def test_play_links_both_letters() -> None:
    game = table(f"る か {FILL}", "ふ へ ひ", top="あ")
    assert codes(game, play(0, "あひる", "る")) == []
    assert codes(game, play(0, "いるか", "か")) == ["does_not_link"]
    assert codes(game, play(0, "あひる", "か")) == ["wrong_end"]
    assert codes(game, play(1, "あひる", "る")) == ["card_not_in_hand"]


def test_play_card_gives_the_next_letter() -> None:
    game = table(f"る {FILL}", "す せ て", top="あ").play(play(0, "あひる", "る"))
    assert (game.letters, game.top, len(game.hands[0])) == ("る", "る", 3)


def test_words_common_nouns_and_accepted_names() -> None:
    nouns = NounDictionary(compile_nouns(NounList(common=("あしか",), proper=("よーろっぱ",))))
    verdicts = [judge(word, Demand(), dictionary=nouns).verdict for word in ("あしか", "よーろっぱ", "ぎょふの")]
    assert verdicts == [Verdict.COMMON_NOUN, Verdict.PROPER_NAME, Verdict.NOT_LISTED]
    game = table(f"は {FILL}", "す せ て", top="よ")
    assert codes(game, play(0, "よーろっぱ", "は")) == []  # the players accept it
    refused = game.play(play(0, "よーろっぱ", "は")).play(Penalty(0, word_refused=True))
    assert len(refused.hands[0]) == 5


def test_words_at_least_three_letters() -> None:
    game = table(f"か {FILL}", "す せ て", top="い")
    assert codes(game, play(0, "いか", "か")) == ["too_short"]
    assert codes(game, play(0, "いるか", "か")) == []


def test_words_at_least_four_letters_for_the_last_card() -> None:
    game = table("か", "す せ て", top="い")
    assert codes(game, play(0, "いるか", "か")) == ["too_short"]
    assert codes(game, play(0, "いちょうか", "か")) == []


@pytest.mark.parametrize(
    ("word", "card"), [("すきー", "い"), ("すっこ", "こ"), ("すしゅ", "ゆ"), ("すしゃ", "や"), ("すしょ", "よ")]
)
def test_words_small_letters_and_long_vowels_count(word: str, card: str) -> None:
    assert codes(table(f"{card} {FILL}", "せ て", top="す"), play(0, word, card)) == []
    assert codes(table(card, "せ て", top="す"), play(0, word, card)) == ["too_short"]  # exactly three


# -- linking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "card", "top"), [("ばたー", "あ", "は"), ("すきー", "い", "す")])
def test_linking_final_long_vowel(word: str, card: str, top: str) -> None:
    game = table(f"{card} {FILL}", "せ て", top=top)
    assert codes(game, play(0, word, card)) == []


@pytest.mark.parametrize(("word", "card"), [("いんきょ", "よ"), ("いしゃ", "や"), ("いんしゅ", "ゆ")])
def test_linking_final_small_letter(word: str, card: str) -> None:
    assert codes(table(f"{card} {FILL}", "せ て", top="い"), play(0, word, card)) == []


def test_linking_ignores_sound_marks() -> None:
    game = table("は と ほ ぬ", "せ て", top="よ")
    for word, card, letter in (("よーろっぱ", "は", "は"), ("ばんど", "と", "と"), ("とんぼ", "ほ", "ほ")):
        game = game.play(play(0, word, card))
        assert game.letters == letter


def test_words_ending_in_n_are_illegal() -> None:
    game = table(f"か* 5 {FILL}", "せ て", top="み")
    for card, extra in (("か*", []), ("5", ["wrong_length"])):
        assert codes(game, play(0, "みかん", card)) == ["ends_in_n", *extra]
    after, problems = game.step(play(0, "みかん", "か*"))
    assert [problem.code for problem in problems] == ["ends_in_n"]
    assert after.play(Penalty(0)).counts == (6, 2, game.counts[2] - 1, 1)


def test_words_may_return_but_not_twice_running() -> None:
    game = table(f"し た* {FILL}", "あ 5", top="さ*")
    once = game.play(play(0, "しるし", "し"))
    assert codes(table(f"さ* {FILL}", "た 5", top="し").play(play(0, "しるし", "さ*")), play(0, "しるし", "ぬ")) == [
        "wrong_end",
        "word_repeated",
    ]
    assert codes(once, play(0, "シルシ", "た*")) == ["wrong_end", "word_repeated"]  # the same in katakana
    between = once.play(play(0, "したうち", "た*"))
    assert between.letters == "ち"
    other = table("さ* ぬ ね", "し の は", top="た*").play(play(1, "たわし", "し")).play(play(0, "しるし", "さ*"))
    assert "word_repeated" not in codes(other, play(1, "しるし", "の"))  # another player may


# -- wild cards -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "word", "problems"),
    [
        ("5", "しんがっき", []),
        ("5", "しるし", ["wrong_length"]),
        ("5", "しんこっちょう", ["wrong_length"]),
        ("6", "しんしゅつき", []),
        ("6", "しんがっき", ["wrong_length"]),
        ("7+", "しんがっき", ["length_below"]),
        ("7+", "しんこっちょう", []),
        ("7+", "しんこうしゅうきょう", []),
        ("5", "かんがっき", ["does_not_link"]),
    ],
)
def test_wild_numbers_ask_for_a_length(card: str, word: str, problems: list[str]) -> None:
    assert codes(table(f"{card} {FILL}", "せ て", top="し"), play(0, word, card)) == problems


@pytest.mark.parametrize(("word", "letter"), [("しんがっき", "き"), ("しょくぶつ", "つ")])
def test_wild_numbers_leave_the_last_letter(word: str, letter: str) -> None:
    assert table(f"5 {FILL}", "せ て", top="し").play(play(0, word, "5")).letters == letter


@pytest.mark.parametrize(("word", "letter"), [("ついか", "か"), ("つみき", "き")])
def test_wild_lines_take_any_letter_of_the_row(word: str, letter: str) -> None:
    game = table(f"か* {FILL}", "せ て", top="つ")
    assert game.play(play(0, word, "か*")).letters == letter
    assert codes(game, play(0, "つくし", "か*")) == ["wrong_end"]


# -- reset ------------------------------------------------------------------------------------------------------------


def test_reset_whole_hand_at_any_time() -> None:
    game = table("か き く", "せ て", top="あ")
    after = game.play(Reset(0, cards("く か き")))
    assert after.basket[-3:] == cards("く か き")
    assert after.letters == "き"
    with pytest.raises(IllegalMoveError) as caught:
        game.play(Reset(0, cards("か き")))
    assert [problem.code for problem in caught.value.problems] == ["reset_not_whole_hand"]
    assert after.play(Reset(1, cards("て せ"))).letters == "せ"


def test_reset_draws_one_more_than_thrown() -> None:
    game = table("か き く", "せ て", top="あ")
    after = game.play(Reset(0, cards("か き く")))
    assert len(after.hands[0]) == 4
    assert after.hands[0] == game.stock[:4]


def test_reset_wild_number_may_not_be_on_top() -> None:
    game = table("か 5", "せ て", top="あ")
    assert [problem.code for problem in game.problems(Reset(0, cards("か 5")))] == ["reset_top_number"]
    assert game.problems(Reset(0, cards("5 か"))) == ()


def test_reset_wild_line_on_top_stands_for_its_row() -> None:
    after = table("か ま*", "せ て", top="あ").play(Reset(0, cards("か ま*")))
    assert after.letters == "まみむめも"


# -- penalty ----------------------------------------------------------------------------------------------------------


def test_penalty_takes_the_card_back_and_draws_one() -> None:
    game = table(f"か {FILL}", "せ て", top="あ")
    wrong, problems = game.step(play(0, "いるか", "か"))
    assert [problem.code for problem in problems] == ["does_not_link"]
    assert wrong.letters == "か"
    after = wrong.play(Penalty(0))
    assert (after.letters, after.basket, after.last_words) == (game.letters, game.basket, game.last_words)
    assert Counter(after.hands[0]) == Counter((*game.hands[0], game.stock[0]))


def test_penalty_only_before_the_next_card() -> None:
    game = table(f"か {FILL}", "す て", top="あ")
    wrong, _ = game.step(play(0, "いるか", "か"))
    later = wrong.play(play(1, "からす", "す"))
    assert [problem.code for problem in later.problems(Penalty(0))] == ["penalty_no_play"]
    assert later.counts[:2] == (3, 1)


# -- reach and going out ----------------------------------------------------------------------------------------------


def test_reach_is_said_with_one_card() -> None:
    game = table("か ね", "す て", top="あ")
    assert [problem.code for problem in game.problems(Reach(0))] == ["reach_wrong"]
    one = game.play(play(0, "あしか", "か"))
    assert one.reach[0] is ReachState.DUE
    assert one.play(Reach(0)).reach[0] is ReachState.SAID


def test_reach_forgotten_costs_a_card_even_after_going_out() -> None:
    one = table("か ね", "す て", top="あ").play(play(0, "あしか", "か"))
    assert len(one.play(ForgottenReach(0)).hands[0]) == 2
    out = one.play(play(0, "かぎばね", "ね"))
    assert out.out == 0
    caught = out.play(ForgottenReach(0))
    assert (caught.out, len(caught.hands[0])) == (None, 1)
    assert caught.problems(play(1, "ねむりぐす", "す")) == ()
    called = one.play(Reach(0))
    assert [problem.code for problem in called.problems(ForgottenReach(0))] == ["reach_not_forgotten"]


def test_out_first_hand_emptied_wins() -> None:
    out = table("ね", "す て", top="か").play(play(0, "かぎばね", "ね"))
    assert [problem.code for problem in out.problems(play(1, "ねむりぐす", "す"))] == ["event_after_end"]
    assert [problem.code for problem in out.problems(Win(1))] == ["winner_wrong"]
    assert out.play(Win(0)).winner == 0


def test_out_stock_empty_basket_becomes_the_stock() -> None:
    game = table("か き", "せ て", top="あ", stock="さ し す")
    below = Counter(game.basket) + Counter(cards("か き"))
    after = game.play(Reset(0, cards("か き")))
    assert len(after.hands[0]) == 3
    assert after.shuffles == game.shuffles + 1
    assert Counter(after.stock) + Counter(after.basket) == below
    assert after.turned == after.basket
    assert after.letters == after.top or after.top in LINES
    assert sum(after.counts) == 60


def test_together_lower_card_counts_other_goes_back() -> None:
    game = table("か き", "す こ", top="あ").play(play(0, "あしか", "か"))
    after = game.play(Back(1, "あなご", Card("こ")))
    assert (after.hands, after.basket, after.stock) == (game.hands, game.basket, game.stock)
    assert [problem.code for problem in game.problems(Back(0, "あき", Card("き")))] == ["back_no_play"]


def test_missed_basket_is_not_played() -> None:
    game = table("か き", "す こ", top="あ")
    assert game.play(Miss(0, "あしか", Card("か"))) == game
    assert [problem.code for problem in game.problems(Miss(0, "あなご", Card("こ")))] == ["card_not_in_hand"]


# -- handicaps and the variation --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "shortest", "last"),
    [("beginner", "いか", "いるか"), ("even", "いるか", "いちょか"), ("strong", "いちょか", "いちょうか")],
)
def test_handicap_by_player(level: str, shortest: str, last: str) -> None:
    handicaps = (HANDICAPS[level], HANDICAPS["even"])
    assert codes(table(f"か {FILL}", "き こ", top="い", handicaps=handicaps), play(0, shortest, "か")) == []
    assert codes(table("か", "き こ", top="い", handicaps=handicaps), play(0, last, "か")) == []
    assert codes(table("か", "き こ", top="い", handicaps=handicaps), play(0, shortest, "か")) == ["too_short"]
    too_short = "か" if level == "beginner" else shortest.replace("ちょ", "る") if level == "strong" else "いか"
    assert "too_short" in codes(table(f"か {FILL}", "き こ", top="い", handicaps=handicaps), play(0, too_short, "か"))
    even = table(f"き {FILL}", "か こ", top="い", handicaps=handicaps)
    assert codes(even, play(1, "いか", "か")) == ["too_short"]


@pytest.mark.parametrize("card", ["5", "か*"])
def test_variation_no_wild_card_last(card: str) -> None:
    strict = RULES.with_options(wild_last=False)
    assert codes(table(card, "き こ", top="い"), play(0, "いちょうか", card)) == []
    assert codes(table(card, "き こ", top="い", rules=strict), play(0, "いちょうか", card)) == ["wild_last"]
    assert codes(table(f"{card} ぬ", "き こ", top="い", rules=strict), play(0, "いちょうか", card)) == []


# -- the document's own examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("basket", "word", "card", "then"),
    [("よ", "よーろっぱ", "は", "は"), *SHEET_PLAYS],
)
def test_examples_of_plays(basket: str, word: str, card: str, then: str) -> None:
    # は has one card: where it must be both on the basket and in the hand, the line lies on the basket.
    top = "は*" if basket == card else basket
    game = table(f"{card} {FILL}", "せ て", top=top)
    assert basket in game.letters
    after = game.play(play(0, word, card))
    assert after.letters == then


@pytest.mark.parametrize("word", ["すきー", "らっこ", "しゅみ"])
def test_examples_of_three_letters(word: str) -> None:
    assert judge(word, Demand(min_letters=3)).letters == 3
    assert judge(word, Demand(min_letters=4)).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(("word", "links_on"), [("ばたー", "あ"), ("すきー", "い")])
def test_examples_of_long_vowels(word: str, links_on: str) -> None:
    assert judge(word, Demand()).links_on == links_on


def test_the_examples_as_a_record() -> None:
    """The chain of the document, typed in Latin letters."""
    lines = ["start i", "A inkyo yo", "B yo-roppa ha", "A bando to", "B tonbo ho"]
    assert codes_and_lines("\n".join(lines)) == []
    assert read_card("ka*") == "か*"
