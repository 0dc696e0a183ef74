"""Initial Fontes, Australian draw, team round robins, knock-outs, packages and "auto"."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples, some
from tests.tournaments.engine.events import Event, field_of
from tests.tournaments.engine.test_systems_by_place import numbers, seeds, teams
from tournaments.engine.model import BlockedPair, EntrySnapshot, GameFact, LockedPair, ResultKind, Snapshot
from tournaments.engine.pairing import PairingOptions, Plan, choose, pairing_options, plan
from tournaments.engine.pairing.australian import draw
from tournaments.engine.pairing.brackets import bracket_order
from tournaments.engine.pairing.explain import explain_pair
from tournaments.engine.pairing.fontes import groups_of, opening_round
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.packages import Package
from tournaments.engine.pairing.plan import ByeReason
from tournaments.engine.pairing.round_robin import cycle_length
from tournaments.engine.pairing.team_round_robin import Split


def everybody(planned: Plan) -> list[int]:
    seated = [player for pair in planned.pairs for player in (pair.first, pair.second)]
    return sorted(seated + [bye.player for bye in planned.byes])


def played(size: int, rounds: int, rules: PairingOptions, seed: int = 1) -> Event:
    event, dice = Event(numbers(size)), random.Random(seed)
    for _ in range(rounds):
        event.play(dice, rules, seed)
    return event


def times_played(event: Event) -> Counter[frozenset[int]]:
    return Counter(frozenset((game.first, game.second)) for game in event.games if game.second is not None)


#: Sizes and numbers of rounds for "auto": first those at which others fail, and events of more than one cycle.
AUTO = [(3, 2), (5, 3), (6, 3), (6, 4), (2, 5), (4, 7), (8, 9)]
AUTO += [case for case in product((2, 3, 4, 5, 6, 7, 8, 11), (1, 2, 3, 4, 5, 7, 9)) if case not in AUTO]


class TestFontes:
    @pytest.mark.parametrize(
        ("size", "sizes"),
        [
            (8, [4, 4]),
            (10, [4, 6]),
            (14, [4, 4, 6]),
            (22, [4, 4, 4, 4, 6]),
            (9, [4, 5]),  # residue 1: five of them
            (11, [4, 4, 3]),  # residue 3: three
            (6, [6]),  # at most twice the rounds: one group
        ],
    )
    def test_group_sizes_for_three_rounds(self, size: int, sizes: list[int]) -> None:
        for snaked in (False, True):
            assert [len(group) for group in groups_of(range(size), 3, 1, snaked=snaked)] == sizes

    def test_initial_snaked(self) -> None:
        assert groups_of(range(1, 9), 3, 1, snaked=True) == [[1, 4, 5, 8], [2, 3, 6, 7]]

    def test_odd_players_of_a_snaked_opening_come_from_the_middle(self) -> None:
        assert groups_of(range(1, 12), 3, 1, snaked=True)[-1] == [5, 6, 7]

    def test_the_three_round_group_schedules(self) -> None:
        """directing.md 1.4: 4 players [3,2,1,0] [2,3,0,1] [1,0,3,2]; likewise for 5 and 6."""
        expected = {
            4: ["3210", "2301", "1032"],
            5: ["43.10", "240.1", "1032."],
            6: ["521430", "345012", "103254"],
        }
        for size, rows in expected.items():
            for turn, row in enumerate(rows, start=1):
                opponent = dict.fromkeys(range(size), ".")
                for a, b in opening_round(range(size), 3, turn, 1):
                    opponent[a] = "." if b is None else str(b)
                    if b is not None:
                        opponent[b] = str(a)
                assert "".join(opponent.values()) == row, f"{size} players, round {turn}"

    def test_random_groups_have_one_player_of_each_layer(self) -> None:
        for group in groups_of(range(16), 3, 7):
            assert [player // 4 for player in group] == [0, 1, 2, 3]
        assert groups_of(range(16), 3, 7) != groups_of(range(16), 3, 8)

    @given(size=st.integers(2, 70), rounds=st.integers(1, 12), seed=st.integers(0, 99), snaked=st.booleans())
    @examples(80, deep=500)
    def test_any_field_and_any_number_of_rounds(self, size: int, rounds: int, seed: int, snaked: bool) -> None:
        """Everybody once in each round, at most one bye, and nobody twice before everybody has been played."""
        met: Counter[frozenset[int]] = Counter()
        for turn in range(1, rounds + 1):
            pairs = opening_round(range(size), rounds, turn, seed, snaked=snaked)
            here = [player for pair in pairs for player in pair if player is not None]
            assert len(here) == len(set(here))
            assert rounds % cycle_length(size) == 2 or sorted(here) == list(range(size))
            assert sum(None in pair for pair in pairs) <= 1
            met.update(frozenset((a, b)) for a, b in pairs if b is not None)
        # After whole cycles the rest of the rounds is one more, partial one.
        assert max(met.values()) <= -(-rounds // cycle_length(size))

    @pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 9, 10, 13, 18])
    @pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
    def test_it_never_fails_even_with_withdrawals_and_late_entries(self, size: int, rounds: int) -> None:
        rules = pairing_options("fontes", opening=rounds)
        event, dice = Event(numbers(size)), random.Random(size)
        for turn in range(rounds):
            planned = event.play(dice, rules, 3)
            assert everybody(planned) == sorted(player.id for player in event.players if player.active)
            assert len(planned.byes) == len(everybody(planned)) % 2
            if turn == 0 and size > 3:
                event.withdraw(1)
                event.enter(EntrySnapshot(id=900, number=900))
                event.enter(EntrySnapshot(id=901, number=901))
        if size > 8:
            assert max(times_played(event).values()) == 1

    def test_the_groups_stay_when_somebody_leaves(self) -> None:
        whole, broken = (Event(numbers(16)) for _ in range(2))
        rules = pairing_options("fontes")
        for event in (whole, broken):
            event.play(random.Random(1), rules, 5)
        broken.withdraw(2)
        planned_pairs = {frozenset(pair) for pair in seeds(plan(whole.snapshot, rules, 5))}
        now = {frozenset(pair) for pair in seeds(plan(broken.snapshot, rules, 5))}
        assert planned_pairs - now == {pair for pair in planned_pairs if 2 in pair}

    def test_outside_the_opening(self) -> None:
        with pytest.raises(RulesError, match="opening rounds are 1 to 3"):
            plan(Snapshot(4, numbers(8)), pairing_options("fontes"), 1)


class TestAustralian:
    def test_round_one_is_top_half_against_bottom_half(self) -> None:
        assert seeds(plan(Snapshot(1, numbers(8)), pairing_options("australian"), 1)) == [
            (1, 5),
            (2, 6),
            (3, 7),
            (4, 8),
        ]

    def test_the_middle_player_of_an_odd_field_has_the_first_bye(self) -> None:
        planned = plan(Snapshot(1, numbers(7)), pairing_options("australian"), 1)
        assert planned.bye is not None
        assert planned.bye.player == 4

    def test_a_blocked_pair_of_round_one_goes_to_the_next_below(self) -> None:
        planned = plan(Snapshot(1, numbers(8), blocked=(BlockedPair(1, 5),)), pairing_options("australian"), 1)
        assert (1, 6) in seeds(planned)

    def test_later_the_top_player_plays_the_highest_not_yet_played(self) -> None:
        games = tuple(GameFact(1, a, b, 400, 300) for a, b in [(1, 4), (2, 5), (3, 6)])
        assert seeds(plan(Snapshot(2, numbers(6), games), pairing_options("australian"), 1)) == [(1, 2), (3, 4), (5, 6)]

    def test_rounds_are_ignored_one_at_a_time_when_there_is_no_draw(self) -> None:
        event = played(4, 3, pairing_options("australian"))
        assert max(times_played(event).values()) == 1
        planned = plan(event.snapshot, pairing_options("australian"), 1)
        assert [(note.code, note.value) for note in planned.notes] == [("repeats_forgiven", 1)]
        first = {frozenset((game.first, game.second)) for game in event.games if game.round == 1}
        assert {frozenset(pair) for pair in seeds(planned)} == first

    def test_what_cannot_be_drawn_is_explained(self) -> None:
        blocked = tuple(BlockedPair(1, other) for other in (2, 3, 4))
        with pytest.raises(Infeasible) as caught:
            plan(Snapshot(1, numbers(4), blocked=blocked), pairing_options("australian"), 1)
        assert [way.constraints for way in caught.value.relaxations] == [("blocked",)]

    @given(st.integers(1, 4).map(lambda half: 2 * half), st.data())
    @examples(60, deep=500)
    def test_it_is_the_first_draw_in_order_of_all_there_are(self, size: int, data: st.DataObject) -> None:
        pairs = list(combinations(range(size), 2))
        legal = {pair for pair in pairs if data.draw(st.integers(0, 2))}
        barred = tuple(
            frozenset(j for j in range(size) if (min(i, j), max(i, j)) not in legal and i != j) for i in range(size)
        )
        assert draw(barred, halves=False) == next(_draws(list(range(size)), legal), None)

    def test_large_fields(self) -> None:
        event = played(150, 4, pairing_options("australian"))
        assert max(times_played(event).values()) == 1

    def test_it_can_be_explained(self) -> None:
        event = played(8, 2, pairing_options("australian"))
        pair = plan(event.snapshot, pairing_options("australian"), 1).pairs[0]
        explanation = explain_pair(choose(event.snapshot, pairing_options("australian")), pair.first, pair.second)
        assert explanation.paired
        assert explanation.changes[0].name == "schedule"


def _draws(rest: list[int], legal: set[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All draws, by hand: the top one plays the highest first."""
    if not rest:
        yield ()
        return
    for other in rest[1:]:
        if (rest[0], other) in legal:
            for more in _draws([node for node in rest[1:] if node != other], legal):
                yield ((rest[0], other), *more)


class TestTeamRoundRobin:
    @pytest.mark.parametrize(("size", "count"), [(8, 2), (12, 3), (12, 4), (9, 3), (7, 2), (10, 5), (11, 4)])
    def test_everybody_plays_everybody_of_the_other_teams_once(self, size: int, count: int) -> None:
        players = teams(size, count)
        longest = -(-size // count)
        event, dice = Event(players), random.Random(1)
        for _ in range(longest * cycle_length(count)):
            event.play(dice, pairing_options("team_round_robin"), 1)
        of = {player.id: player.team for player in players}
        pairs = {frozenset(pair) for pair in combinations(of, 2) if of[pair[0]] != of[pair[1]]}
        assert times_played(event) == dict.fromkeys(pairs, 1)

    @pytest.mark.parametrize("split", [Split.HALVES, Split.ODD_EVEN])
    def test_two_halves(self, split: Split) -> None:
        event = played(10, 5, pairing_options("team_round_robin", split=split))
        pairs = times_played(event)
        assert len(pairs) == 25
        for pair in pairs:
            a, b = sorted(pair)
            assert (a <= 5 < b) if split is Split.HALVES else (a % 2 != b % 2)
        firsts = Counter(game.first for game in event.games)
        assert all(abs(2 * firsts[player] - 5) <= 1 for player in range(1, 11))

    def test_an_absent_players_opponent_has_a_bye(self) -> None:
        snapshot = Snapshot(1, teams(8, 2), absent=(1,))
        planned = plan(replace(snapshot, absent=()), pairing_options("team_round_robin"), 1)
        opponent = next(other for pair in seeds(planned) if 1 in pair for other in pair if other != 1)
        games = tuple(GameFact(1, pair.first, pair.second, 400, 300) for pair in planned.pairs)
        then = plan(Snapshot(5, teams(8, 2), games, absent=(1,)), pairing_options("team_round_robin"), 1)
        assert [(bye.player, bye.reason) for bye in then.byes] == [(opponent, ByeReason.NO_OPPONENT)]

    @pytest.mark.parametrize(
        ("players", "message"), [(numbers(4), "have no team: #1, #2"), (teams(4, 1), "at least two teams")]
    )
    def test_without_teams(self, players: tuple[EntrySnapshot, ...], message: str) -> None:
        with pytest.raises(RulesError, match=message):
            plan(Snapshot(1, players), pairing_options("team_round_robin"), 1)

    def test_locked_pairs_do_not_fit_a_table(self) -> None:
        with pytest.raises(RulesError, match="fixed schedule"):
            plan(Snapshot(1, teams(4, 2), locked=(LockedPair(1, 2),)), pairing_options("team_round_robin"), 1)


class TestElimination:
    @pytest.mark.parametrize(("size", "order"), [(2, (1, 2)), (4, (1, 4, 2, 3)), (8, (1, 8, 4, 5, 2, 7, 3, 6))])
    def test_bracket_lines(self, size: int, order: tuple[int, ...]) -> None:
        assert tuple(seed + 1 for seed in bracket_order(size)) == order

    def test_better_seeds_win_through(self) -> None:
        """Eight of ten players; the better number always wins, so the final is 1 v 2; the others play on."""
        rules, event = pairing_options("elimination"), Event(numbers(10))
        for expected in ([(1, 8), (2, 7), (3, 6), (4, 5)], [(1, 4), (2, 3)], [(1, 2)]):
            planned = plan(event.snapshot, rules, 1)
            assert set(expected) <= set(seeds(planned))
            assert everybody(planned) == list(range(1, 11))
            event.games += tuple(GameFact(event.round, a, b, 400, 300) for a, b in seeds(planned))
            event.round += 1
        assert everybody(plan(event.snapshot, rules, 1)) == list(range(1, 11))  # the final is over: Swiss for all

    def test_a_match_of_three_games_goes_to_most_wins_then_spread(self) -> None:
        rules = pairing_options("elimination", stage_games=(3, 1))
        games = []
        for round_, (one, two) in enumerate(
            [((400, 300), (350, 400)), ((400, 450), (400, 390)), ((400, 395), (0, 1))], 1
        ):
            games += [GameFact(round_, 1, 4, *one), GameFact(round_, 2, 3, *two)]
        for round_ in (2, 3):
            so_far = tuple(game for game in games if game.round < round_)
            assert seeds(plan(Snapshot(round_, numbers(4), so_far), rules, 1)) == [(1, 4), (2, 3)]
        # 1 wins 2-1; 3 wins 2-1 after winning games one and three
        assert (1, 3) in seeds(plan(Snapshot(4, numbers(4), tuple(games)), rules, 1))

    def test_who_withdraws_loses_the_match(self) -> None:
        players = tuple(replace(player, active=player.id != 1) for player in numbers(4))
        games = (GameFact(1, 1, 4, kind=ResultKind.VOID), GameFact(1, 2, 3, 400, 300))
        assert (2, 4) in seeds(plan(Snapshot(2, players, games), pairing_options("elimination"), 1))

    def test_after_preliminary_rounds_the_standings_are_the_seeding(self) -> None:
        event = played(12, 4, pairing_options())
        rules = pairing_options("elimination", first_round=5, bracket=4)
        planned = plan(event.snapshot, rules, 1)
        assert everybody(planned) == list(range(1, 13))
        scheduled = [pair for pair in planned.pairs if not pair.terms]
        assert len(scheduled) >= 2
        with pytest.raises(RulesError, match="starts in round 5"):
            plan(Snapshot(2, numbers(12)), rules, 1)

    @pytest.mark.parametrize("wrong", [{"bracket": 6}, {"stage_games": ()}, {"stage_games": (0,)}])
    def test_senseless_brackets(self, wrong: dict[str, object]) -> None:
        with pytest.raises(RulesError):
            pairing_options("elimination", **wrong)

    def test_too_few_players(self) -> None:
        with pytest.raises(RulesError, match="bracket of 16"):
            plan(Snapshot(1, numbers(6)), pairing_options("elimination", bracket=16), 1)


class TestPackages:
    @pytest.mark.parametrize(
        ("package", "rounds"), [(Package.GUELPH, 6), (Package.GREEN, 6), (Package.NAST, 8), (Package.CHEW, 8)]
    )
    @pytest.mark.parametrize("size", [14, 15, 24])
    def test_whole_events(self, package: Package, rounds: int, size: int) -> None:
        event = played(size, rounds, pairing_options("package", package=package, total_rounds=rounds))
        assert [everybody(planned) for planned in event.plans] == [list(range(1, size + 1))] * rounds
        assert event.plans[-1].used == "koth"
        if package is not Package.CHEW:
            with pytest.raises(RulesError):
                plan(event.snapshot, pairing_options("package", package=package, total_rounds=20), 1)

    def test_big_apple_showdown(self) -> None:
        event = played(20, 12, pairing_options("package", package=Package.BASD))
        assert max(times_played(Event(event.players, tuple(g for g in event.games if g.round <= 9))).values()) == 1
        assert event.plans[9].used == "elimination"
        with pytest.raises(RulesError, match="exactly 20 players; there are 19"):
            plan(Snapshot(1, numbers(19)), pairing_options("package", package=Package.BASD), 1)

    def test_green_round_six_is_based_on_round_five_with_one_repeat(self) -> None:
        event = played(16, 5, pairing_options("package", package=Package.GREEN))
        packaged = plan(event.snapshot, pairing_options("package", package=Package.GREEN), 1)
        direct = plan(replace(event.snapshot, based_on=5), pairing_options("koth", max_repeats=1), 1)
        assert packaged.pairs == direct.pairs


class TestAuto:
    @pytest.mark.parametrize(("size", "rounds"), some(AUTO, suite=7))
    def test_every_field_and_round_count(self, size: int, rounds: int) -> None:
        """The sizes at which others fail: 2 rounds, 5 players in 3 rounds, 6 players in 3 or 4."""
        event = played(size, rounds, pairing_options("auto", total_rounds=rounds))
        for planned in event.plans:
            assert everybody(planned) == list(range(1, size + 1))
        byes = Counter(bye.player for planned in event.plans for bye in planned.byes)
        if size % 2:
            assert max(byes.values()) - min(byes[player] for player in range(1, size + 1)) <= 1
        whole = rounds // cycle_length(size) * cycle_length(size)
        if whole:
            met = times_played(Event(event.players, tuple(game for game in event.games if game.round <= whole)))
            assert met == dict.fromkeys(
                map(frozenset, combinations(range(1, size + 1), 2)), whole // cycle_length(size)
            )

    def test_the_number_of_rounds_must_be_known(self) -> None:
        with pytest.raises(RulesError, match="how many rounds"):
            plan(Snapshot(1, numbers(4)), pairing_options("auto"), 1)
        with pytest.raises(RulesError, match="beyond"):
            plan(Snapshot(4, numbers(4)), pairing_options("auto", total_rounds=3), 1)


def test_plans_do_not_depend_on_the_order_of_facts() -> None:
    for system in ("fontes", "australian", "elimination", "auto"):
        rules = pairing_options(system, opening=5, total_rounds=9)
        event = Event(field_of(13))
        for _ in range(3):
            event.play(random.Random(2), rules, 4)
        turned = replace(event.snapshot, players=event.players[::-1], games=event.games[::-1])
        assert plan(turned, rules, 4) == plan(event.snapshot, rules, 4)
        assert all(a.table <= b.table for a, b in pairwise(plan(turned, rules, 4).pairs))
