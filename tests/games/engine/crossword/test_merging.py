"""Two sheets of one crossword game of two, three or four players: a line changed, a line left out, racks each player's own."""

import json

import pytest

from games.engine.crossword import gcg
from games.engine.crossword.check import RecordCheck, check_record
from games.engine.crossword.merging import as_gcg, merged, side_by_side, written
from games.engine.crossword.record import Event, Player, Record
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import play_game
from games.engine.sheets import Sheet
from tests.games.engine.words import shipped_graph

RULES = RULE_SETS["tournament"]
NAMES = ("Ada Finch", "Bo Marsh", "Cy Rook", "Dee Holm")


def sheet(record: Record, events: list[Event], seat: int) -> Sheet[RecordCheck]:
    """The game as this player wrote it: only the own racks."""
    own = tuple(event if event.player == seat else event._replace(rack="") for event in events)
    return Sheet(check_record(gcg.write(Record(record.players, own)), rules=RULES), seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_changed_and_a_forgotten_line_at_a_table_of(players: int) -> None:
    names = NAMES[:players]
    graph = shipped_graph()
    record = play_game(
        words=graph, rules=RULES, seed=players, players=[Player(name.split()[0], name) for name in names]
    )
    events, seats = list(record.events), (players - 2, players - 1)
    orders = [tuple(range(players))] * 2
    wrong = events[4]
    other = [*events[:4], wrong._replace(score=(wrong.score or 0) + 2), *events[5:9], *events[10:]]
    both = [sheet(record, events, seats[0]), sheet(record, other, seats[1])]
    rows = side_by_side(both, orders)
    differing = [row.number for row in rows if row.differs]
    assert differing[:2] == [5, 10]
    found = merged(both, rows, orders, names, dict.fromkeys(differing, 0), "Merged")
    known = [event if event.player in seats else event._replace(rack="") for event in events]
    if known[9].player == seats[1]:  # whose sheet has not got it
        known[9] = known[9]._replace(rack="")
    assert [event[2:6] for event in found.events if event.rack] == [
        event[2:6] for event, one in zip(known, found.events, strict=True) if one.rack
    ]
    assert [(one[:2], one[3:6]) for one in found.events] == [(one[:2], (*one[3:5], one.score or 0)) for one in events]
    assert sum(bool(event.rack) for event in found.events) >= sum(bool(event.rack) for event in known) - 2
    again = check_record(as_gcg(found), rules=RULES)
    assert (
        again.final_scores == check_record(gcg.write(Record(record.players, tuple(events))), rules=RULES).final_scores
    )
    assert again.record.pragma("description") == "Merged"


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ann Lee", "Bo Marsh"), ["Ann", "Bo"]),
        (("Ann Lee", "Ann Moor"), ["Ann", "Ann_Moor"]),
        (("Ann", "Ann"), ["Ann", "Ann2"]),
        (("Ann Moor", "Ann Moor", "Ann Moor"), ["Ann", "Ann_Moor", "Ann_Moor_3"]),
    ],
)
def test_players_whom_a_record_leaves_unnamed_go_by_the_seats_and_no_two_alike(
    names: tuple[str, ...], short: list[str]
) -> None:
    pass_ = {"kind": "pass", "player": len(names) - 1, "score": 0, "total": 0}
    data = json.dumps({"players": [{"nick": ""} for _name in names], "events": [pass_]}).encode()
    again = gcg.read(as_gcg(written(check_record(data, rules=RULES), names))).record
    assert [player.nick for player in again.players] == short
    assert [player.name for player in again.players] == list(names)
    assert again.events[0].player == len(names) - 1


def test_a_file_is_written_though_some_texts_would_not_read_back() -> None:
    """GCG ends a rack at its first space, and knows a player by the short name alone."""
    play = {"kind": "play", "player": 1, "rack": "AI NRTVW", "place": "8D", "text": "TRAIN", "score": 12, "total": 12}
    data = json.dumps(
        {"players": [{"nick": "a"}, {"nick": "a"}], "events": [{**play, "note": " well\nfound"}], "racks": ["AE I"]}
    ).encode()
    again = gcg.read(as_gcg(written(check_record(data, rules=RULES)))).record
    assert [player.nick for player in again.players] == ["a", "a2"]
    only = again.events[0]
    assert (only.player, only.rack, only.text, only.note) == (1, "AINRTVW", "TRAIN", "well found")
    assert again.racks == ("AEI",)


def test_a_total_added_up_wrongly_is_marked_once_where_it_happened() -> None:
    def scored(*totals: int) -> RecordCheck:
        lines = [f">{'ab'[turn % 2]}: - +0 {total}\n" for turn, total in enumerate(totals)]
        return check_record(f"#player1 a Ann\n#player2 b Bob\n{''.join(lines)}".encode(), rules=RULES)

    both = [Sheet(scored(0, 0, 0, 0, 0, 0), 0), Sheet(scored(0, 0, 10, 0, 10, 0), 1)]
    rows = side_by_side(both, [(0, 1)] * 2)
    assert [(row.number, set(row.differs)) for row in rows if row.differs] == [(3, {"total"})]
