"""Rounds from draft to published and back."""

from tests import factories


def test_round_one_pairs_top_half_with_bottom_half(running):
    round_ = running.rounds.get(number=1)
    pairs = [(line.first.name, line.second.name) for line in factories.games(round_)]
    assert sorted(sorted(pair) for pair in pairs) == [["Ada", "Dua"], ["Ben", "Eli"], ["Cem", "Fay"]]
