"""Two sheets of one crossword game of two, three or four players: a line changed, a line left out, racks each player's own."""

import pytest

from games.engine.crossword import gcg
from games.engine.crossword.check import RecordCheck, check_record
from games.engine.crossword.merging import as_gcg, merged, side_by_side
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
