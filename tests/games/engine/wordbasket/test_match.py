"""Several games in one text."""

import json

from games.engine.wordbasket.match import MAX_GAMES, split


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
