"""Two sheets of one game of Word Basket: what differs is marked, what only one sheet has is kept, and the true lines give the true game."""

import random
from dataclasses import replace

import pytest

from games.engine.sheets import Sheet, undecided
from games.engine.wordbasket.compare import first_difference, shared_kinds
from games.engine.wordbasket.match import MatchCheck, check_match
from games.engine.wordbasket.merging import merged, side_by_side
from games.engine.wordbasket.notation import read_text, write_text
from games.engine.wordbasket.record import Kind, Player, Record
from games.engine.wordbasket.selfplay import Deal, Style, Vocabulary, play_game
from lexicon.wordlists.japanese import shipped_list
from tests.games.engine.wordbasket.mutations import mutations
from tests.harness.deep import times

NAMES = ("Aiko Mori", "Ben Sato", "Chie Oda", "Dan Ito")
GAMES = times(4, deep=200)
LIVELY = Style(slip=0.15, together=0.15, miss=0.1, forget=0.4, restless=0.12)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary.build(word for word in shipped_list().common[::9] if 2 < len(word) < 9)


def played(vocabulary: Vocabulary, seed: int) -> Record:
    """A game of two to four as a player writes it: what lies where is not counted, and nobody knows the deal."""
    names = NAMES[: 2 + seed % 3]
    players = [Player("ABCD"[seat], name) for seat, name in enumerate(names)]
    record = play_game(words=vocabulary, seed=seed, players=players, style=LIVELY, deal=Deal.NONE)
    return replace(record, events=tuple(event for event in record.events if event.kind is not Kind.COUNT), options=())


def checked(*records: Record) -> MatchCheck:
    return check_match("".join(map(write_text, records)).encode())


def sheets(one: MatchCheck, other: MatchCheck) -> list[Sheet[MatchCheck]]:
    return [Sheet(one, 0), Sheet(other, 1)]


def names_of(record: Record) -> tuple[str, ...]:
    return tuple(player.name for player in record.players)


@pytest.mark.scaled
def test_every_change_of_a_line_is_marked_and_the_true_line_brings_the_game_back(vocabulary: Vocabulary) -> None:
    rng, marked_rows = random.Random(5), 0
    for seed in range(GAMES):
        true = played(vocabulary, seed)
        names, mine = names_of(true), checked(true)
        assert not any(row.differs for row in side_by_side(sheets(mine, mine), names)), seed
        for label, changed in rng.sample(list(mutations(true)), 12):
            both = sheets(mine, checked(changed))
            rows = side_by_side(both, names)
            differing = [row.number for row in rows if row.differs]
            found = first_difference(mine, both[1].check, names)
            assert bool(differing) == bool(found), f"{seed}, {label}"
            marked_rows += len(differing)
            if differing:
                assert undecided(rows, {}) == tuple(differing)
                with pytest.raises(ValueError, match="undecided"):
                    merged(both, rows, names, {})
            again = read_text(merged(both, rows, names, dict.fromkeys(differing, 0))).record
            kinds = shared_kinds(mine.games[0], both[1].check.games[0])
            wanted, got = (
                [(one.kind, one.player, one.word) for one in record.events if one.kind in kinds]
                for record in (true, again)
            )
            assert got == wanted, f"{seed}, {label}"
    assert marked_rows > 20 * GAMES / 4, "the changes are seen"


def test_what_a_sheet_leaves_out_altogether_is_no_difference_and_comes_from_the_other(vocabulary: Vocabulary) -> None:
    true = played(vocabulary, 3)
    names = names_of(true)
    left_out = {Kind.REACH, Kind.BACK, Kind.MISS} & {event.kind for event in true.events}
    assert len(left_out) > 1
    bare = replace(true, events=tuple(event for event in true.events if event.kind not in left_out))
    stopped = replace(bare, events=bare.events[:9])
    for short in (bare, stopped):
        for one, other in ((true, short), (short, true)):
            both = sheets(checked(one), checked(other))
            rows = side_by_side(both, names)
            assert not [row for row in rows if row.differs]
            assert read_text(merged(both, rows, names, {})).record.events == true.events


def test_players_in_another_order_and_several_games() -> None:
    one = (
        "#player A Aiko Mori\n#player B Ben Sato\nstart i\nA inkyo yo\nB win\ncount A 4 B 0 basket 2\n"
        "#wordbasket 1\n#player A Aiko Mori\n#player B Ben Sato\nstart a\nB ahiru ru\n"
    )
    other = (
        "#player x Ben Sato\n#player y Aiko Mori\nstart い\ny いんきょ よ\nx win\n"
        "#wordbasket 1\n#player x Ben Sato\n#player y Aiko Mori\nstart あ\nx あしか か\ny からす す\n"
    )
    both = sheets(check_match(one.encode()), check_match(other.encode()))
    rows = side_by_side(both, NAMES[:2])
    assert [(row.number, row.game) for row in rows if row.differs] == [(6, 2)]
    text = merged(both, rows, NAMES[:2], {6: 1}, "Merged")
    assert text == (
        "#wordbasket 1\n#description Merged\n#player A Aiko Mori\n#player B Ben Sato\nstart い\nA いんきょ よ\nB win\n"
        "count A 4 B 0 basket 2\n"
        "#wordbasket 1\n#description Merged\n#player A Aiko Mori\n#player B Ben Sato\nstart あ\nB あしか か\nA からす す\n"
    )


def test_the_deal_is_kept_where_the_players_were_dealt_to_in_the_order_of_the_seats() -> None:
    moves = "A あひる る\nB るす す\n"
    aiko, ben = "#player A Aiko Mori\n", "#player B Ben Sato\n"
    for players, kept_deal in ((aiko + ben, True), (ben + aiko, False)):
        both = sheets(
            check_match(f"{players}#deck seed 4\n{moves}".encode()), check_match(f"{players}{moves}".encode())
        )
        text = merged(both, side_by_side(both, NAMES[:2]), NAMES[:2], {})
        assert ("#deck seed 4\n" in text) is kept_deal, players


def test_a_sheet_of_more_players_than_sit_there_is_not_merged() -> None:
    three = "#player A Aiko Mori\n#player B Ben Sato\n#player C Chie Oda\nA あひる る\n"
    both = sheets(check_match(three.encode()), check_match(three.encode()))
    assert merged(both, side_by_side(both, NAMES[:3]), NAMES[:3], {})
    with pytest.raises(ValueError, match="more players than seats"):
        merged(both, side_by_side(both, NAMES[:2]), NAMES[:2], {})
