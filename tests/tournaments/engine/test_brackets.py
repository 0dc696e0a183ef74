"""The whole bracket of a knock-out, settled or not, and where its drawings put each match."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.test_systems_by_place import numbers
from tournaments.engine.model import GameFact, ResultKind, Snapshot, StandingsRules
from tournaments.engine.pairing.bracket_drawing import BOX_HEIGHT, BOX_WIDTH, MOST, drawings_of
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.pairing.bracket_tree import Bracket, BracketMatch, Part, Side, bracket_of
from tournaments.engine.pairing.brackets import DecidedBy
from tournaments.engine.pairing.elimination import DoubleElimination, Elimination, KnockOut, entrants

PLAIN = StandingsRules()


def bracket(players: int, games: list[GameFact], rules: KnockOut) -> Bracket:
    drawn = bracket_of(numbers(players), games, PLAIN, rules)
    assert drawn is not None
    return drawn


def sides(drawn: Bracket) -> list[tuple[int | None, str, Side, Side]]:
    return [(match.number, match.part.value, *match.sides) for match in drawn.matches]


class TestExamples:
    FOUR = Elimination(third_place=True)
    SEMI_FINALS = (GameFact(1, 1, 4, 420, 380), GameFact(1, 2, 3, 350, 400))

    def test_before_the_first_result_lines_say_where_they_come_from(self) -> None:
        games = [GameFact(1, 1, 4, kind=ResultKind.PENDING), GameFact(1, 2, 3, kind=ResultKind.PENDING)]
        assert sides(bracket(4, games, self.FOUR)) == [
            (1, "main", Side(1), Side(4)),
            (2, "main", Side(2), Side(3)),
            (3, "main", Side(winner_of=1), Side(winner_of=2)),
            (4, "third_place", Side(loser_of=1), Side(loser_of=2)),
        ]

    def test_final_and_third_place(self) -> None:
        games = [*self.SEMI_FINALS, GameFact(2, 1, 3, 300, 310), GameFact(2, 4, 2, 400, 399)]
        drawn = bracket(4, games, self.FOUR)
        assert sides(drawn)[2:] == [(3, "main", Side(1), Side(3)), (4, "third_place", Side(4), Side(2))]
        assert drawn.winner == 3
        assert {player: match.number for player, match in drawn.out_in.items()} == {1: 3, 2: 2, 4: 1}
        assert drawn.third is not None
        assert (drawn.third.winner, drawn.third.half_wins) == (4, (2, 0))

    def test_play_offs_of_the_best_four_after_a_swiss(self) -> None:
        """Rounds 1 and 2 are a Swiss of six; 6 and 5 won it and are seeded 1 and 2 of the four."""
        swiss = [GameFact(1, 6, 1, 500, 300), GameFact(1, 5, 2, 450, 300), GameFact(1, 4, 3, 310, 300)]
        swiss += [GameFact(2, 6, 5, 350, 340), GameFact(2, 4, 1, 300, 380), GameFact(2, 3, 2, 310, 300)]
        rules = Elimination(bracket=4, first_round=3)
        assert bracket_of(numbers(6), swiss, PLAIN, rules) is None
        beside = [GameFact(3, 1, 2, 400, 300)]
        drawn = bracket(6, [*swiss, GameFact(3, 6, 1 + 3, 1, 0), GameFact(3, 5, 3, 1, 0), *beside], rules)
        assert drawn.seeds[0] == 6
        assert len(drawn.seeds) == 4
        assert {match.first_round for match in drawn.matches} == {3, 4}

    def test_best_of_three_with_the_games_won(self) -> None:
        rules = Elimination(bracket=2, stage_games=(3,), best_of=True)
        games = [GameFact(1, 1, 2, 400, 300), GameFact(2, 2, 1, 400, 300)]
        assert (bracket(2, games, rules).matches[0].half_wins, bracket(2, games, rules).winner) == ((2, 2), None)
        (match,) = bracket(2, [*games, GameFact(3, 1, 2, 300, 400)], rules).matches
        assert (match.half_wins, match.winner, match.by) == ((2, 4), 2, DecidedBy.GAMES)

    def test_what_separates_level_players(self) -> None:
        rules = Elimination(bracket=2, stage_games=(2,))
        games = [GameFact(1, 1, 2, 400, 300), GameFact(2, 2, 1, 401, 300)]
        (match,) = bracket(2, games, rules).matches
        assert (match.winner, match.by) == (2, DecidedBy.TIE_BREAK)
        (match,) = bracket(2, [games[0], GameFact(2, 2, 1, 400, 300)], rules).matches
        assert (match.winner, match.by) == (1, DecidedBy.SEED)
        players = tuple(replace(player, active=player.number != 1) for player in numbers(2))
        drawn = bracket_of(players, games[:1], PLAIN, rules)
        assert drawn is not None
        assert (drawn.winner, drawn.matches[0].by) == (2, DecidedBy.WITHDRAWAL)

    def test_the_director_says_who_goes_on_from_a_level_match(self) -> None:
        one_game = Elimination(bracket=2)
        tied = GameFact(1, 1, 2, 400, 400, goes_on=2)
        (match,) = bracket(2, [tied], one_game).matches
        assert (match.winner, match.by) == (2, DecidedBy.DIRECTOR)
        (match,) = bracket(2, [replace(tied, goes_on=1)], one_game).matches
        assert (match.winner, match.by) == (1, DecidedBy.DIRECTOR)
        (match,) = bracket(2, [replace(tied, first_score=401)], one_game).matches
        assert (match.winner, match.by) == (1, DecidedBy.GAMES)  # corrected since
        games = [GameFact(1, 1, 2, 400, 300, goes_on=1), GameFact(2, 2, 1, 401, 300, goes_on=1)]
        (match,) = bracket(2, games, Elimination(bracket=2, stage_games=(2,))).matches
        assert (match.winner, match.by) == (1, DecidedBy.DIRECTOR)

    def test_a_bye_is_no_match_and_its_player_is_already_in_the_next(self) -> None:
        drawn = bracket(3, [GameFact(1, 2, 3, 400, 300), GameFact(1, 1, kind=ResultKind.BYE)], Elimination(bracket=4))
        assert sides(drawn) == [
            (None, "main", Side(1), Side()),
            (1, "main", Side(2), Side(3)),
            (2, "main", Side(1), Side(2)),
        ]

    def test_in_a_double_knock_out_a_line_behind_a_bye_names_the_match_before_it(self) -> None:
        games = [GameFact(1, 2, 3, kind=ResultKind.PENDING), GameFact(1, 1, kind=ResultKind.BYE)]
        assert sides(bracket(3, games, DoubleElimination(bracket=4))) == [
            (None, "main", Side(1), Side()),
            (1, "main", Side(2), Side(3)),
            (2, "main", Side(1), Side(winner_of=1)),
            (None, "losers", Side(), Side(loser_of=1)),
            (3, "losers", Side(loser_of=1), Side(loser_of=2)),
            (4, "final", Side(winner_of=2), Side(winner_of=3)),
        ]

    def test_a_missing_result_settles_nothing(self) -> None:
        games = [self.SEMI_FINALS[0], GameFact(1, 2, 3, kind=ResultKind.PENDING)]
        drawn = bracket(4, games, Elimination())
        assert drawn.matches[-1].sides == (Side(1), Side(winner_of=2))
        assert drawn.winner is None
        assert set(drawn.out_in) == {4}


def events() -> st.SearchStrategy[tuple[int, KnockOut, int]]:
    """The number of players, the rules and a seed for the results."""
    rules = st.builds(
        lambda double, power, games, best_of, third, first: (DoubleElimination if double else Elimination)(
            bracket=2**power,
            stage_games=games,
            best_of=best_of,
            third_place=third and not double,
            first_round=first,
        ),
        st.booleans(),
        st.integers(1, 4),
        st.lists(st.integers(1, 3), min_size=1, max_size=2).map(tuple),
        st.booleans(),
        st.booleans(),
        st.integers(1, 3),
    )
    fitting = rules.flatmap(
        lambda own: st.tuples(st.integers((own.bracket or 2) // 2 + 1, (own.bracket or 2) + 3), st.just(own))
    )
    return st.tuples(fitting, st.integers(0, 10**6)).map(lambda one: (*one[0], one[1]))


def before(players: int, rules: KnockOut) -> list[GameFact]:
    """The rounds before the knock-out, in which nobody plays; and everybody is in its first round."""
    return [GameFact(1, player, kind=ResultKind.VOID) for player in range(1, players + 1) if rules.first_round > 1]


def play_round(games: list[GameFact], players: int, rules: KnockOut, dice: random.Random) -> list[tuple[int, int]]:
    """Play the bracket's matches of the next round, with everybody else out; the pairs that played."""
    round_ = max((game.round for game in games), default=0) + 1
    round_ = max(round_, rules.first_round)
    snapshot = Snapshot(round_, numbers(players), tuple(games))
    pairs = [(a, b) for a, b in rules.bracket_round(snapshot, entrants(snapshot, rules)) if b is not None]
    games += [GameFact(round_, a, b, *dice.choice([(400, 300), (300, 400), (350, 350)])) for a, b in pairs]
    beside = set(range(1, players + 1)) - {player for pair in pairs for player in pair}
    games += [GameFact(round_, player, kind=ResultKind.VOID) for player in beside]
    return pairs


@given(events())
@examples(40, deep=400)
def test_it_shows_in_each_round_just_the_matches_that_are_paired(event: tuple[int, KnockOut, int]) -> None:
    """The oracle is the pairing; in the end nobody but the winner is left, and the places agree."""
    players, rules, seed = event
    dice, games = random.Random(seed), before(players, rules)
    rounds = 0
    while True:
        drawn = bracket_of(numbers(players), games, PLAIN, rules) if games else None
        pairs = play_round(games, players, rules, dice)
        round_ = games[-1].round
        if drawn is not None:
            check_numbers(drawn)
            shown = [match for match in drawn.matches if match.first_round <= round_ <= match.last_round]
            open_ = {
                (match.sides[0].player, match.sides[1].player)
                for match in shown
                if match.winner is None or (not rules.best_of and match.by is not DecidedBy.BYE)
            }
            assert {frozenset(pair) for pair in open_} == {frozenset(pair) for pair in pairs}
        rounds += 1
        if drawn is not None and drawn.winner is not None and not pairs:
            break
        assert rounds < 60
    check_end(drawn, games, players, rules)


def check_numbers(drawn: Bracket) -> None:
    """Matches are numbered without gaps, and a line names an earlier match."""
    played = [match for match in drawn.matches if match.number is not None]
    assert [match.number for match in played] == list(range(1, len(played) + 1))
    for match in drawn.matches:
        earlier = [own.number for own in played if own.stage < match.stage]
        for side in match.sides:
            assert side.winner_of is None or side.winner_of in earlier
            assert side.loser_of is None or side.loser_of in earlier


def check_end(drawn: Bracket, games: list[GameFact], players: int, rules: KnockOut) -> None:
    """Everybody but the winner has lost once, in a double knock-out twice, and the winner stands first."""
    assert set(drawn.out_in) == set(drawn.seeds) - {drawn.winner}
    lost = Counter(match.loser for match in drawn.matches if match.number and match.part is not Part.THIRD_PLACE)
    limit = 2 if rules.double else 1
    assert all(lost[player] == limit for player in drawn.seeds if player != drawn.winner)
    assert lost[drawn.winner] < limit
    rows = placed(numbers(players), games, PLAIN, None, rules)
    assert rows[0].player.id == drawn.winner


@given(events())
@examples(40, deep=400)
def test_a_drawing_has_each_match_once_and_nothing_overlaps(event: tuple[int, KnockOut, int]) -> None:
    players, rules, seed = event
    dice, games = random.Random(seed), before(players, rules)
    for _round in range(random.Random(seed).randint(1, 6)):
        play_round(games, players, rules, dice)
    drawn = bracket(players, games, rules)
    drawings = drawings_of(drawn)
    shown = Counter[BracketMatch](box.match for drawing in drawings for box in drawing.boxes)
    assert shown == Counter(drawn.matches)
    for drawing in drawings:
        first = [box for box in drawing.boxes if box.x == min(one.x for one in drawing.boxes)]
        assert len(first) <= MOST
        for box in drawing.boxes:
            assert 0 < box.x < box.x + BOX_WIDTH < drawing.width
            assert 0 < box.y < box.y + BOX_HEIGHT < drawing.height
        for one, other in combinations(drawing.boxes, 2):
            assert abs(one.x - other.x) > BOX_WIDTH or abs(one.y - other.y) > BOX_HEIGHT
        starts = {(box.x + BOX_WIDTH, box.middle) for box in drawing.boxes}
        ends = {(box.x, box.middle) for box in drawing.boxes}
        assert {(line.x, line.y) for line in drawing.lines} <= starts
        assert {(line.to_x, line.to_y) for line in drawing.lines} <= ends
        assert all(line.x < line.turn < line.to_x for line in drawing.lines)


def test_sixteen_lines_are_a_page() -> None:
    """128 players: eight pages up to the last sixteen lines' winners, and one from the quarter-finals on."""
    games = [GameFact(1, player, kind=ResultKind.VOID) for player in range(1, 129)]
    pages = drawings_of(bracket(128, games, Elimination(bracket=128)))
    assert [(page.number, page.of, len(page.boxes)) for page in pages] == [(k, 9, 15) for k in range(1, 9)] + [
        (9, 9, 7)
    ]
    double = drawings_of(bracket(128, games, DoubleElimination(bracket=32)))
    assert [(page.part.value, len(page.boxes)) for page in double] == [
        *(("main", 15), ("main", 15), ("main", 2)),
        *(("losers", 14), ("losers", 14), ("losers", 2)),
    ]
