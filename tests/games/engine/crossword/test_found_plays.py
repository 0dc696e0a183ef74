"""Plays are the same however many of them are asked for."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from games.engine.crossword.found_plays import Plays, ScoredPlay, sub_racks
from games.engine.crossword.rules import RULE_SETS

RULES = RULE_SETS["tournament"]
STRIDE = RULES.layout.stride
RACK = RULES.tiles.encode("AABC??")

# Few scores, squares and beginnings, so that every part of the order counts; words of all lengths, codes of all sizes.
words = st.builds(
    lambda size, start, taken: bytes(size) + start + bytes(min(code, 127) for code in taken),
    st.integers(0, 8),
    st.sampled_from([b"\1", b"\1\1", b"\x41\2", b"\1\0\x42"]),
    st.sampled_from([b"", b"\3", b"\0", b"\3\0\0\x43"]),
)
scored = st.builds(
    ScoredPlay, st.integers(0, 3), st.sampled_from([17, 18, 240]), st.sampled_from([1, STRIDE]), words
).filter(lambda play: play.word[-1] != 0)
some_plays = st.sets(scored, max_size=150).map(list)


def in_order(plays: list[ScoredPlay]) -> list[ScoredPlay]:
    return sorted(plays, key=lambda play: (-play.score, play.step, play.square, play.word))


@given(some_plays, st.integers(-160, 160), st.integers(-160, 160))
def test_in_order_whichever_are_asked_for(plays: list[ScoredPlay], start: int, stop: int) -> None:
    expected = in_order(plays)
    assert list(Plays.of(plays, RACK, RULES)) == expected
    found = Plays.of(plays, RACK, RULES)
    assert len(found) == len(expected)
    assert found[start:stop] == expected[start:stop]
    assert found[:5] == expected[:5]
    assert found[::-3] == expected[::-3]
    if -len(expected) <= start < len(expected):
        assert Plays.of(plays, RACK, RULES)[start] == expected[start]


@given(some_plays, st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.0]), min_size=36, max_size=36), st.integers(0, 60))
def test_the_best_by_what_is_left(plays: list[ScoredPlay], added: list[float], most: int) -> None:
    lefts = sub_racks(RACK)
    assert len(set(lefts)) == len(lefts) == 36

    def left(play: ScoredPlay) -> bytes:
        rack = bytearray(RACK)
        for code in play.play.placed:
            rack.remove(code)
        return bytes(sorted(rack))

    def possible(play: ScoredPlay) -> bool:
        return all(play.play.placed.count(code) <= RACK.count(code) for code in play.play.placed)

    plays = [play for play in plays if possible(play)]
    worth = dict(zip(lefts, added, strict=True))
    expected = sorted(
        ((play.score + worth[left(play)], play) for play in in_order(plays)), key=lambda one: (-one[0], -one[1].score)
    )
    found = Plays.of(plays, RACK, RULES)
    assert found.best(np.array(added)) == expected
    assert found.best(np.array(added), most) == expected[:most]
    wanted = [len(kept) % 2 == 0 for kept in lefts]
    even = [one for one in expected if len(left(one[1])) % 2 == 0]
    assert found.best(np.array(added), most, among=np.array(wanted)) == even[:most]
