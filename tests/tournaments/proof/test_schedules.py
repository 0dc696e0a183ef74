"""The checker on schedules: what is rare in one holds as the engine makes it, and whatever is wrong in one is noticed."""

from collections.abc import Sequence
from dataclasses import replace

from tests.tournaments.proof.played import (
    Change,
    DirectedEvent,
    bye,
    changed,
    event,
    faults,
    numbers,
    played,
    swap_opponents,
    swap_start,
    two_byes,
    won,
)
from tournaments.engine.model import BlockedPair, GameFact, PrizePlaces
from tournaments.proof.play import Record

#: After four rounds of eight 1 has four wins, 2 and 8 have three, 3, 6 and 7 two, 4 and 5 none.
FOUR_ROUNDS = (
    *won(1, (1, 4), (2, 5), (8, 3), (6, 7)),
    *won(2, (1, 5), (2, 4), (8, 6), (3, 7)),
    *won(3, (3, 4), (7, 5), (1, 2), (8, 6)),
    *won(4, (7, 4), (6, 5), (1, 8), (2, 3)),
)
TEAMS_OF_TWO = numbers(8, team="aabbccdd")
SIDES = numbers(6, team="ababab")


def finals(classes: str, prizes: int, games: tuple[GameFact, ...] = FOUR_ROUNDS) -> DirectedEvent:
    """The fifth and last round: a prize for the first place, and some for the players of class B."""
    players = numbers(8, player_class=classes)
    return event("finals", players, 5, games, prizes=PrizePlaces((1,), (("B", prizes),)))


def of_eight(system: str) -> Record:
    """The fourth of four rounds of eight players."""
    return played(event(system, numbers(8), 4))[-1]


def test_class_finals_are_for_the_prizes_that_the_leaders_leave() -> None:
    """1, 2 and 8 can still be first, and 3 makes them even; the last column is who plays for the prizes of class B."""
    cases: list[tuple[str, int, Sequence[Sequence[int]]]] = [
        ("AAAAAABA", 1, []),  # only one player of the class
        ("AAABBABA", 1, []),  # 7 is two wins ahead of 4, and there is no second prize
        ("AAABBABA", 2, [(4, 5)]),  # for the second prize
        ("AAABBBBA", 2, [(6, 7)]),  # both have a prize then, and nobody else can draw level
        ("AAABBBBA", 3, [(6, 7), (4, 5)]),
        ("BAABBBBA", 2, [(6, 7)]),  # 1 will have one of the two
        ("BBABBBBA", 2, []),
    ]
    for classes, prizes, pairs in cases:
        (record,) = played(finals(classes, prizes))
        case = f"{prizes} prizes, classes {classes}"
        assert record["scheduled"] == [[1, 2], [8, 3], *map(list, pairs)], case
        assert faults(record) == [], case
    (record,) = played(finals("AAABBBBA", 3))
    assert any("schedule: fixed are" in fault for fault in faults(changed(record, without_the_last)))
    # With these games the other way 6 has two wins, 8 one, 4 and 5 none: they can draw level with 8, who may win the second prize.
    games = list(FOUR_ROUNDS)
    for k in (2, 3, 11, 15):
        games[k] = replace(games[k], first=games[k].second or 0, second=games[k].first)
    (record,) = played(finals("AAABBBAB", 2, tuple(games)))
    assert record["scheduled"] == [[1, 3], [7, 2], [6, 8], [4, 5]]
    assert faults(record) == []


def without_the_last(record: Record) -> None:
    record["scheduled"].pop()


def test_knock_outs_go_on_without_those_who_are_missing() -> None:
    """Five in a bracket of eight: three have no opponent. Of two who are level the one goes on who has not withdrawn."""
    first, second, last = played(event("elimination", numbers(5), 3, bracket=8))
    assert first["scheduled"] == [[4, 5]]
    assert faults(first, second, last) == []
    # Of the losers, too, some have nobody to play.
    assert faults(*played(event("double_elimination", numbers(5), 7, bracket=8))) == []
    level = (GameFact(1, 1, 4, 400, 400), *won(1, (2, 3)))
    players = tuple(replace(player, active=player.id != 1) for player in numbers(4))
    (final,) = played(event("elimination", players, 2, level))
    assert final["scheduled"] == [[2, 4]]
    assert faults(final) == []


def test_an_australian_draw_forgets_rounds_and_may_not_exist_at_all() -> None:
    rounds = played(event("australian", numbers(4), 6))
    forgiven = [note["value"] for record in rounds for note in record["plan"]["notes"]]
    assert forgiven == [1, 2, 3]  # of four players everyone has met everyone after three rounds
    assert faults(*rounds) == []

    def one_more(record: Record) -> None:
        record["plan"]["notes"][0]["value"] += 1

    assert "schedule: repeats count from round 3, should be 2" in faults(changed(rounds[3], one_more))
    # 3 may play neither of the others and has had the bye: no draw, but the round must be paired.
    apart = (BlockedPair(1, 3), BlockedPair(2, 3))
    of = event("australian", numbers(3), 2, (*won(1, (1, 2)), bye(1, 3)))
    of.blocked = apart
    (record,) = played(of)
    assert record["scheduled"] == []
    assert faults(record) == []


def test_auto_and_a_package_take_the_system_of_the_round() -> None:
    """In matches of two games the second goes on from the first."""
    rounds = played(event("auto", numbers(6), 4, meeting_games=2, simulations=200, control_simulations=40))
    assert [record["system"] for record in rounds] == ["swiss", "swiss", "cop", "swiss"]
    assert faults(*rounds) == []

    def as_auto(record: Record) -> None:
        record["requested"]["system"] = "auto"

    assert "schedule: paired by swiss, should be cop" in faults(changed(of_eight("swiss"), as_auto))
    rounds = played(event("package", numbers(8), 6, package="guelph"))
    assert [record["system"] for record in rounds] == ["fontes"] * 3 + ["swiss"] * 2 + ["koth"]
    assert faults(*rounds) == []

    def in_the_package(record: Record) -> None:
        record["requested"] |= rounds[3]["requested"]

    assert "schedule: paired by koth, should be swiss" in faults(changed(of_eight("koth"), in_the_package))


def test_a_whole_round_robin_has_everyone_against_everyone() -> None:
    """Rounds that are right one by one may still be a cycle that is wrong."""
    right = {
        "four": event("round_robin", numbers(4), 3),
        "five": event("round_robin", numbers(5), 5),
        "a bye asked for": event("round_robin", numbers(5), 5, facts={3: {"requested_byes": (3,)}}),
        "a withdrawal": event("round_robin", numbers(4), 3, facts={3: {"absent": (4,)}}),
        "two games each": event("round_robin", numbers(4), 6, meeting_games=2),
    }
    for name, of in right.items():
        assert faults(*played(of)) == [], name
    first, second, last = played(event("round_robin", numbers(4), 3))
    again = "schedule: the cycle from round 1 has 4 different pairs of 4 players"
    assert again in faults(first, second, changed(last, swap_opponents))
    never_first = changed(first, swap_start), second, changed(last, lambda record: swap_start(record, 1))
    assert any("the cycle from round 1 leaves" in fault and "1: -3" in fault for fault in faults(*never_first))


def test_whatever_is_wrong_in_a_schedule_is_noticed() -> None:
    fontes = played(event("fontes", numbers(6), 4, opening=4))[-1]
    robin = played(event("round_robin", numbers(6), 5))[1]
    matches, sides = played(event("team_matches", TEAMS_OF_TWO, 2)), played(event("team_round_robin", SIDES, 3))
    cases: list[tuple[Record, Change, str]] = [
        (of_eight("elimination"), other_players, "schedule: fixed are ['frozenset"),
        (of_eight("win_groups"), swap_opponents, "schedule: (repeats, scores, starts, distance) are"),
        (fontes, fixed_again, "schedule: ['1', '4'] play again in the opening"),
        (robin, opponents_of_the_first_game, "play again in one cycle"),
        (robin, two_byes, "bye: 2 byes of an odd field"),
        (matches[0], swap_opponents, "schedule: 1 and 2 are of one team"),
        (matches[0], lambda record: swap_opponents(record, 1, 3), "schedule: a team plays two others"),
        (matches[0], crossed_boards, "schedule: the boards of ['a', 'c'] are not in order"),
        (matches[0], swap_start, "first: boards 1 and 2: c goes first on both"),
        (sides[0], within_a_side, "are of one side"),
        (sides[1], opponents_of_the_first_game, "play again in one cycle"),
    ]
    for record, change, words in cases:
        case = f"{record['system']}, round {record['round']}, {words}"
        assert faults(record) == [], case
        assert any(words in fault for fault in faults(changed(record, change))), case


def test_a_round_by_hand_is_compared_only_where_the_same_player_has_the_bye() -> None:
    """Another bye makes a round neither better nor worse than by hand; it is wrong because it was not due."""
    record = played(event("win_groups", numbers(7), 3))[-1]

    def other_bye(record: Record) -> None:
        (odd,), pair = record["plan"]["byes"], record["plan"]["pairs"][0]
        odd["player"], pair["first"] = pair["first"], odd["player"]

    assert faults(record) == []
    noticed = faults(changed(record, other_bye))
    assert any(fault.startswith("bye: passed over are") for fault in noticed)
    assert not any("tsh's" in fault for fault in noticed)


def other_players(record: Record) -> None:
    """Fixed are games of players who do not take part, and two byes."""
    record["scheduled"] = [[99, 1], [1, 99], [1, None], [2, None]]


def fixed_again(record: Record) -> None:
    record["scheduled"][0] = [1, 4]


def opponents_of_the_first_game(record: Record) -> None:
    """A game of the round before stands in the plan, and their opponents play the other game."""
    one, other = record["based"]["games"][0][1:3]
    pairs = record["plan"]["pairs"]
    opponent = {pair["first"]: pair["second"] for pair in pairs} | {pair["second"]: pair["first"] for pair in pairs}
    for pair in pairs:
        if one in (pair["first"], pair["second"]):
            pair["first"], pair["second"] = one, other
        elif other in (pair["first"], pair["second"]):
            pair["first"], pair["second"] = opponent[other], opponent[one]


def crossed_boards(record: Record) -> None:
    """The first of one team against the second of the other."""
    record["plan"]["pairs"][0] |= {"first": 1, "second": 6}
    record["plan"]["pairs"][1] |= {"first": 5, "second": 2}


def within_a_side(record: Record) -> None:
    pairs = record["plan"]["pairs"]
    pairs[0] |= {"first": 1, "second": 3}
    pairs[1] |= {"first": 2, "second": 4}
    pairs[2] |= {"first": 5, "second": 6}
