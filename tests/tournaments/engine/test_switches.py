"""What a director can set: byes, who goes first, tables, who is kept apart, the Gibson rule's details."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.events import Event, field_of, played_event
from tests.tournaments.engine.test_systems_by_place import numbers, seeds
from tournaments.engine.byes import ByeOrder, bye_order, surplus_byes
from tournaments.engine.codec import fingerprint, snapshot_as_dict, snapshot_from_dict
from tournaments.engine.model import BlockedPair, GameFact, ResultKind, Snapshot, StandingsRules
from tournaments.engine.pairing import PairingOptions, pairing_options, plan, read_options
from tournaments.engine.pairing.finals import Finals
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.manual import ManualPair, Severity, validate_manual
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.schedule import Beside
from tournaments.engine.pairing.swiss import Koth, Swiss
from tournaments.engine.starts import StartBy, StartReason, StartRecord, StartRules, choose_first
from tournaments.engine.tables import assign_tables

SWISS = Swiss()


def bye_of(snapshot: Snapshot, rules: PairingOptions) -> int:
    bye = plan(snapshot, rules, 1).bye
    assert bye is not None
    return bye.player


class TestByes:
    def test_orders_by_hand(self) -> None:
        byes = [0, 1, 0, 0, 1, 0]
        assert bye_order(byes) == (5, 3, 2, 0, 4, 1)
        assert bye_order(byes, ByeOrder.TOP_DOWN) == (0, 2, 3, 5, 1, 4)
        assert bye_order(byes, ByeOrder.ALWAYS_BOTTOM, bottom=2) == (5, 4, 3, 2, 1, 0)
        assert bye_order(byes, ByeOrder.GERMAN, rounds_left=1)[0] == 5
        assert bye_order([0] * 6, ByeOrder.GERMAN, rounds_left=4)[0] == 2
        assert bye_order([0] * 3, ByeOrder.GERMAN, rounds_left=9)[0] == 0

    @given(st.lists(st.integers(0, 4), max_size=12), st.sampled_from(list(ByeOrder)), st.integers(1, 12))
    def test_everybody_has_a_turn_and_the_first_has_no_surplus(
        self, byes: list[int], order: ByeOrder, bottom: int
    ) -> None:
        turns = bye_order(byes, order, bottom=bottom)
        assert sorted(turns) == list(range(len(byes)))
        assert all(count >= 0 for count in surplus_byes(byes, order, bottom=bottom))
        if byes:
            assert surplus_byes(byes, order, bottom=bottom)[turns[0]] == 0

    @pytest.mark.parametrize(
        ("rules", "first", "second"),
        [
            (SWISS, 7, 6),
            (replace(SWISS, byes=ByeOrder.TOP_DOWN), 1, 2),
            (replace(SWISS, byes=ByeOrder.ALWAYS_BOTTOM, bye_bottom=1), 7, 7),
            (replace(SWISS, byes=ByeOrder.GERMAN, total_rounds=4), 4, 5),
        ],
    )
    def test_orders_in_a_plan(self, rules: PairingOptions, first: int, second: int) -> None:
        assert bye_of(Snapshot(1, numbers(7)), rules) == first
        games = tuple(
            GameFact(1, player, kind=ResultKind.BYE if player == first else ResultKind.FORFEIT_WIN, first_score=0)
            for player in range(1, 8)
        )
        assert bye_of(Snapshot(2, numbers(7), games), rules) == second

    @pytest.mark.parametrize(("counted", "expected"), [(True, 3), (False, 5)])
    def test_a_requested_bye_need_not_count(self, *, counted: bool, expected: int) -> None:
        """5 is last and has had a requested bye; 3 is the lowest of the others."""
        games = (
            GameFact(1, 5, kind=ResultKind.BYE, first_score=-400, requested=True),
            GameFact(1, 1, 3, 400, 300),
            GameFact(1, 2, 4, 400, 320),
        )
        snapshot = Snapshot(2, numbers(5), games, StandingsRules(bye_half_wins=0))
        assert bye_of(snapshot, replace(SWISS, count_asked_byes=counted)) == expected

    @pytest.mark.parametrize("worth", [0, 1, 2])
    def test_the_worth_of_a_bye_does_not_decide_who_gets_the_next(self, worth: int) -> None:
        event = Event(numbers(9))
        dice = random.Random(4)
        for _ in range(9):
            planned = plan(replace(event.snapshot, settings=StandingsRules(bye_half_wins=worth)), SWISS, 1)
            event.play(dice)
            assert planned.bye is not None
        had = [bye.player for planned in event.plans for bye in planned.byes]
        assert len(set(had)) == 9


class TestStarts:
    def test_head_to_head_before_balance(self) -> None:
        a, b = StartRecord(1, 5, 4), StartRecord(2, 4, 5)
        choose = partial(choose_first, a, b, a_first_against_b=0, b_first_against_a=1, round_=8, seed=1)
        assert choose() == (False, StartReason.BALANCE)
        assert choose(rules=StartRules(head_to_head=True)) == (True, StartReason.MUTUAL_RECORD)

    def test_head_to_head_takes_nobody_beyond_two_firsts_above_seconds(self) -> None:
        a, b = StartRecord(1, 5, 3), StartRecord(2, 4, 5)
        choose = partial(choose_first, a, b, a_first_against_b=0, b_first_against_a=1, round_=8, seed=1)
        assert choose(rules=StartRules(head_to_head=True)) == (False, StartReason.BALANCE)

    def test_equals_draw_in_the_last_round_only(self) -> None:
        event = played_event(8, 2, 1)
        rules = replace(SWISS, final_draw=True, total_rounds=4)
        before = plan(event.snapshot, rules, 1)
        assert StartReason.DRAW not in {pair.start for pair in before.pairs}
        last = plan(event.snapshot, replace(rules, total_rounds=3), 1)
        balance = {p.id: 0 for p in event.players}
        for game in event.games:
            balance[game.first] += 1
            balance[game.second or 0] -= 1
        for pair in last.pairs:
            assert (pair.start is StartReason.DRAW) == (balance[pair.first] == balance[pair.second])

    def test_all_by_lot_or_by_draw(self) -> None:
        snapshot = played_event(10, 3, 2).snapshot
        assert {pair.start for pair in plan(snapshot, replace(SWISS, start_by=StartBy.COIN), 1).pairs} == {
            StartReason.COIN
        }
        assert {pair.start for pair in plan(snapshot, replace(SWISS, start_by=StartBy.DRAW), 1).pairs} == {
            StartReason.DRAW
        }

    def test_byes_are_first_and_second_in_turn(self) -> None:
        """3 had a bye and 1 was first: if the bye counts as a first the two are equal."""
        games = (GameFact(1, 3, kind=ResultKind.BYE), GameFact(1, 1, 2, 400, 390))
        (plain,) = plan(Snapshot(2, numbers(3), games), SWISS, 1).pairs
        (counted,) = plan(Snapshot(2, numbers(3), games), replace(SWISS, bye_firsts=True), 1).pairs
        assert (plain.first, plain.second, plain.start) == (3, 1, StartReason.BALANCE)
        assert ({counted.first, counted.second}, counted.start) == ({1, 3}, StartReason.COIN)


class TestTables:
    def test_one_of_each_game_stays(self) -> None:
        seated = assign_tables([(1, 5), (2, 6), (3, 7)], {}, [[3], [1, 2], [2]])
        assert seated.tables == (3, 1, 2)

    def test_as_many_as_can_be(self) -> None:
        """The second would like table 1 as well, but can also keep table 2."""
        assert assign_tables([(1, 5), (2, 6)], {}, [[1], [1, 2]]).tables == (1, 2)
        assert assign_tables([(1, 5), (2, 6)], {}, [[1, 2], [1]]).tables == (2, 1)

    def test_a_fixed_table_goes_before(self) -> None:
        assert assign_tables([(1, 5), (2, 6)], {6: 1}, [[1], []]).tables == (2, 1)

    @given(st.lists(st.lists(st.integers(1, 6), max_size=2, unique=True), max_size=7))
    def test_every_table_once(self, stay: list[list[int]]) -> None:
        pairs = [(2 * k, 2 * k + 1) for k in range(len(stay))]
        tables = assign_tables(pairs, {}, stay).tables
        assert len(set(tables)) == len(pairs)

    def test_the_winner_keeps_the_table(self) -> None:
        event = played_event(8, 1, 1)
        snapshot = event.snapshot
        at = {player: pair.table for pair in event.plans[0].pairs for player in (pair.first, pair.second)}
        planned = plan(
            replace(snapshot, last_tables=tuple(sorted(at.items()))), replace(SWISS, board_stability=True), 1
        )
        assert all(pair.table in (at[pair.first], at[pair.second]) for pair in planned.pairs)
        assert sorted(pair.table for pair in planned.pairs) == [1, 2, 3, 4]


class TestKeptApart:
    def test_a_weak_block_holds_while_it_costs_no_repeat(self) -> None:
        weak = BlockedPair(1, 5, "friends", weak=True)
        planned = plan(Snapshot(1, numbers(8), blocked=(weak,)), SWISS, 1)
        assert (1, 5) not in seeds(planned)
        two = plan(Snapshot(1, numbers(2), blocked=(replace(weak, b=2),)), SWISS, 1)
        assert seeds(two) == [(1, 2)]
        assert [term.name for term in two.pairs[0].terms] == ["blocked_weakly"]

    def test_a_block_ends(self) -> None:
        block = BlockedPair(1, 5, "", until=1)
        assert (1, 5) not in seeds(plan(Snapshot(1, numbers(8), blocked=(block,)), SWISS, 1))
        games = tuple(GameFact(1, k, kind=ResultKind.FORFEIT_WIN, first_score=0) for k in range(1, 9))
        assert (1, 5) in seeds(plan(Snapshot(2, numbers(8), games, blocked=(block,)), SWISS, 1))

    @pytest.mark.parametrize("what", ["team", "club"])
    def test_mates_until_a_round(self, what: str) -> None:
        mates = [replace(p, team="x") if what == "team" else replace(p, club="x") for p in numbers(8)]
        players = tuple(mate if mate.number in (1, 5) else p for mate, p in zip(mates, numbers(8), strict=True))
        rules = read_options({f"avoid_{what}_until": 1})
        assert (1, 5) not in seeds(plan(Snapshot(1, players), rules, 1))
        games = tuple(GameFact(1, k, kind=ResultKind.FORFEIT_WIN, first_score=0) for k in range(1, 9))
        assert (1, 5) in seeds(plan(Snapshot(2, players, games), rules, 1))

    def test_when_all_are_mates(self) -> None:
        players = tuple(replace(p, club="x") for p in numbers(4))
        with pytest.raises(Infeasible) as caught:
            plan(Snapshot(1, players), replace(SWISS, avoid_club_until=1), 1)
        assert [way.constraints for way in caught.value.relaxations] == [("club",)]
        assert len(caught.value.relaxations[0].pairs) == 2
        planned = plan(Snapshot(1, players), replace(SWISS, avoid_club_until=1, weak_avoidance=True), 1)
        assert {term.name for pair in planned.pairs for term in pair.terms} >= {"club"}

    def test_nobody_plays_the_opponent_of_the_round_before(self) -> None:
        games = (GameFact(1, 1, 2, 400, 300),)
        assert seeds(plan(Snapshot(2, numbers(2), games), SWISS, 1)) == [(1, 2)]
        with pytest.raises(Infeasible) as caught:
            plan(Snapshot(2, numbers(2), games), replace(SWISS, consecutive_apart=True), 1)
        assert [way.constraints for way in caught.value.relaxations] == [("again_at_once",)]

    @pytest.mark.parametrize("system", ["cop", "chew", "quartile", "koth", "australian"])
    def test_every_system_heeds_a_weak_block(self, system: str) -> None:
        rules = pairing_options(system, total_rounds=6, simulations=200, control_simulations=50)
        event = played_event(12, 2, 3)
        planned = plan(event.snapshot, rules, 1)
        pair = planned.pairs[0]
        block = BlockedPair(pair.first, pair.second, weak=True)
        again = plan(replace(event.snapshot, blocked=(block,)), rules, 1)
        pairs = {frozenset((pair.first, pair.second)) for pair in again.pairs}
        if system == "australian":  # a draw by hand knows no more or less
            assert len(pairs) == 6
        else:
            assert frozenset((block.a, block.b)) not in pairs

    def test_by_hand_it_is_a_warning(self) -> None:
        snapshot = Snapshot(1, numbers(2), blocked=(BlockedPair(1, 2, "friends", weak=True),))
        (problem,) = validate_manual(snapshot, [ManualPair(1, 2, 1)])
        assert (problem.severity, problem.code) == (Severity.WARNING, "better_apart")


class TestGibson:
    STATE = tuple(
        GameFact(
            round_, player, kind=ResultKind.FORFEIT_WIN if round_ <= won else ResultKind.FORFEIT_LOSS, first_score=0
        )
        for player, won in enumerate((9, 5, 5, 4, 1, 0), start=1)
        for round_ in range(1, 10)
    )
    RULES = Koth(gibson=True, prizes=2, total_rounds=10)

    def victim(self, snapshot: Snapshot, rules: PairingOptions) -> int:
        return next(b for a, b in seeds(plan(snapshot, rules, 1)) if a == 1)

    def test_the_victim_is_the_best_placed_without_a_prize(self) -> None:
        assert self.victim(Snapshot(10, numbers(6), self.STATE), self.RULES) == 5

    def test_a_repeat_is_avoided_unless_the_rule_is_strict(self) -> None:
        pairs = (*self.STATE, GameFact(3, 1, 5, kind=ResultKind.PENDING))
        snapshot = Snapshot(10, numbers(6), pairs)
        assert self.victim(snapshot, self.RULES) == 6
        assert self.victim(snapshot, replace(self.RULES, gibson_strict=True)) == 5

    def test_the_victim_is_of_a_class_if_there_is_one(self) -> None:
        players = tuple(replace(p, player_class="C" if p.number == 6 else "A") for p in numbers(6))
        assert self.victim(Snapshot(10, players, self.STATE), replace(self.RULES, gibson_class="C")) == 6
        assert self.victim(Snapshot(10, players, self.STATE), replace(self.RULES, gibson_class="X")) == 5


@pytest.mark.parametrize(("caps", "leader"), [((500, 100), 1), ((100, 500), 2), ((100, 0), 2), ((200,), 1)])
def test_each_round_has_its_cap(caps: tuple[int, ...], leader: int) -> None:
    """1 won round 1 by 300 and 2 won round 2 by 300; a cap of 0 is none, the last one stands for all later rounds."""
    games = (GameFact(1, 1, 3, 700, 400), GameFact(2, 2, 4, 700, 400))
    snapshot = Snapshot(3, numbers(5), games, StandingsRules(spread_caps=caps))
    rules = replace(SWISS, byes=ByeOrder.TOP_DOWN)
    assert bye_of(snapshot, rules) == leader


def test_a_snapshot_with_all_of_it_survives_storage() -> None:
    players = tuple(replace(p, club="C", team="T", player_class="B") for p in field_of(4))
    one, two, three, four = (p.id for p in players)
    snapshot = Snapshot(
        2,
        players,
        (GameFact(1, one, two, 400, 300), GameFact(1, three, kind=ResultKind.BYE, requested=True)),
        StandingsRules(spread_caps=(200, 0, 500), bye_half_wins=1),
        blocked=(BlockedPair(one, two, "x", weak=True, until=3), BlockedPair(three, four)),
        last_tables=((one, 1), (two, 1)),
    )
    again = snapshot_from_dict(snapshot_as_dict(snapshot))
    assert fingerprint(again) == fingerprint(snapshot)
    assert snapshot_as_dict(again) == snapshot_as_dict(snapshot)
    assert {(pair.weak, pair.until) for pair in again.blocked} == {(True, 3), (False, None)}
    assert [game.requested for game in again.games if game.kind is ResultKind.BYE] == [True]
    assert again.settings == snapshot.settings


@pytest.mark.parametrize(
    "wrong",
    [
        {"bye_bottom": 0},
        {"meeting_games": 0},
        {"system": "finals", "bands": (4, 2)},
        {"system": "finals", "bands": (0,)},
        {"system": "cop", "class_prizes": (("B", 0),)},
        {"avoid_club_until": -1},
        {"system": "package", "koth_rounds": -1},
    ],
)
def test_options_out_of_range(wrong: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        read_options(wrong)


def test_options_by_name_survive_json() -> None:
    rules = read_options(
        {"system": "finals", "byes": "german", "beside": "koth", "start_by": "draw", "class_prizes": [["B", 2]]}
    )
    assert isinstance(rules, Finals)
    assert (rules.byes, rules.beside, rules.class_prizes) == (ByeOrder.GERMAN, Beside.KOTH, (("B", 2),))
    with pytest.raises(RulesError):
        read_options({"byes": "by height"})
