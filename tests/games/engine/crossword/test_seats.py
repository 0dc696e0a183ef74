"""Who sits where: typed moves name players by a part of a name, at tables of two, three and four."""

import pytest

from games.engine.crossword.check import check_record
from games.engine.crossword.rules import RULE_SETS

NAMES = ("Cy Rook", "Flo Reed", "Ada Finch", "Bo Marsh")


@pytest.mark.parametrize(
    ("seats", "moves", "players"),
    [
        (2, "8D TRAIN\n7E HOB", ["Cy Rook", "Flo Reed"]),
        (2, "Flo 8D TRAIN\n7E HOB", ["Flo Reed", "Cy Rook"]),
        (2, "8D TRAIN\nFlo 7E HOB", ["Cy Rook", "Flo Reed"]),
        (3, "8D TRAIN\n7E HOB\nAda -", ["Cy Rook", "Flo Reed", "Ada Finch"]),
        (3, "Flo 8D TRAIN\nAda 7E HOB\nCy -", ["Flo Reed", "Ada Finch", "Cy Rook"]),
        (4, "Bo 8D TRAIN\n7E HOB\n-\nAda -", ["Bo Marsh", "Cy Rook", "Flo Reed", "Ada Finch"]),
    ],
)
def test_names_by_seats(seats: int, moves: str, players: list[str]) -> None:
    check = check_record(moves.encode(), rules=RULE_SETS["tournament"], seats=NAMES[:seats])
    assert [player.name for player in check.record.players] == players
    assert [finding.code for finding in check.findings if finding.code == "player_unknown"] == []
    assert [turn.player for turn in check.turns] == list(range(len(check.turns)))


def test_full_width_moves_need_no_heading_about_their_encoding() -> None:
    check = check_record("８Ｄ　ＴＲＡＩＮ　＋１２".encode(), rules=RULE_SETS["tournament"], seats=NAMES[:2])
    assert [(turn.text, turn.computed_score) for turn in check.turns] == [("8D TRAIN", 12)]
    assert [finding.code for finding in check.findings] == ["incomplete"]
