"""Several games in one text."""

import json

from games.engine.wordbasket.match import MAX_GAMES, check_match, next_word, split
from games.engine.wordbasket.record import MAX_BYTES
from tests.games.engine.wordbasket.helpers import table


def test_a_text_is_cut_at_its_headings_up_to_nine_games() -> None:
    for count in (1, 2, MAX_GAMES, MAX_GAMES + 1):
        games = [f"#wordbasket 1\n#player P{number}\n".encode() for number in range(count)]
        whole = b"".join(games)
        assert list(split(whole)) == (games if count <= MAX_GAMES else [whole]), count
        listed = [{"game": number} for number in range(count)]
        data = json.dumps(listed).encode()
        read = split(data)
        assert [json.loads(game) for game in read] == (listed if count <= MAX_GAMES else [listed]), count
    assert split(b"") == (b"",)


def test_what_is_too_long_or_no_list_is_one_game() -> None:
    heading = b"#wordbasket 1\n"
    assert len(split(heading * MAX_GAMES)) == MAX_GAMES
    for data in (heading * 2 + b"; " * MAX_BYTES, b"[1, 2", b"[" * 100_000):
        assert split(data) == (data,), data[:20]
    long = check_match(heading * 2 + b"; " * MAX_BYTES)
    assert [(one["code"], one["game"]) for one in long.findings()] == [("too_large", 1)]


def test_the_next_word_is_one_in_kana_and_goes_with_what_the_player_may_hold() -> None:
    game = table("か", "き く", top="あ")
    assert next_word(game, 0, "あかんさか").cards == ("か",)
    for text, reason in (("海", "not_kana"), ("あか", "too_short"), ("いかんさか", "does_not_link")):
        answer = next_word(game, 0, text)
        assert [str(fault.reason) for fault in answer.judgement.faults] == [reason], text
        assert (answer.letters, answer.cards, answer.last_card) == ("あ", (), True), text
