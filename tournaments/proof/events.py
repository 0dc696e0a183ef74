"""Events made up by number: the same number is the same event everywhere.

Fields of 4 to 300 (most of them small), strengths and ratings, clubs, teams, classes, late entries, withdrawals and returns,
byes asked for, forfeits, missing and corrected results, players kept apart, locked pairs, fixed tables, several systems one
after the other, events cut short.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.engine.model import (
    BlockedPair,
    EntrySnapshot,
    GameFact,
    LockedPair,
    PrizePlaces,
    ResultKind,
    Snapshot,
    StandingsRules,
)
from tournaments.engine.pairing import Plan, systems
from tournaments.engine.pairing.options import PairingOptions, pairing_options
from tournaments.engine.pairing.plan import ByeReason

SYSTEMS = tuple(system.key for system in systems())
#: Simulations of COP in a made-up round: enough for every branch, not for a good pairing.
SIMULATIONS = {"simulations": 300, "control_simulations": 40}
#: Systems that begin in their first round and play on from there.
_ANCHORED = frozenset(
    {"round_robin", "interleaved", "team_round_robin", "team_matches", "fontes", "elimination", "double_elimination"}
)
_TEAMS = frozenset({"team_matches", "team_round_robin"})
_FROM_ROUND_ONE = frozenset({"auto", "package"})
_LAST_ROUNDS = frozenset({"finals", "koth"})
_PACKAGES = {"nast": 8, "guelph": 6, "green": 6, "chew": 7, "bracket": 7, "basd": 11}


#: The first systems of events go round this list; those that never come second are in it twice.
_TURNS = (*SYSTEMS, *sorted(_TEAMS | _FROM_ROUND_ONE))


@dataclass(frozen=True)
class Segment:
    """Rounds from `start` on, paired by `system`."""

    start: int
    system: str
    options: Mapping[str, Any]


@dataclass
class MadeUpEvent:
    """A division being played. `number` names it; `rounds` may shrink when it is cut short."""

    number: int
    dice: random.Random
    players: tuple[EntrySnapshot, ...]
    strength: dict[int, float]
    rules: StandingsRules
    rounds: int
    segments: Sequence[Segment]
    prizes: PrizePlaces
    trouble: float
    seed: int
    round: int = 1
    games: tuple[GameFact, ...] = ()
    blocked: tuple[BlockedPair, ...] = ()
    tables: dict[int, int] = field(default_factory=dict)
    late: list[EntrySnapshot] = field(default_factory=list)

    def segment(self) -> Segment:
        """The one of the round."""
        return max((one for one in self.segments if one.start <= self.round), key=lambda one: one.start)

    def options(self) -> PairingOptions:
        """The system of the round with its options."""
        segment = self.segment()
        return pairing_options(segment.system, total_rounds=self.rounds, **segment.options)

    def next_round(self) -> Snapshot:
        """Things happen, then the round is to be paired."""
        absent, requested = self._happens()
        out = {*absent, *requested}
        free = [player.id for player in self.players if player.active and player.id not in out]
        plain = self.segment().system not in {"round_robin", *_TEAMS, "interleaved"}
        blocked = {frozenset((pair.a, pair.b)) for pair in self.blocked}
        locks = []
        if plain and len(free) > 5 and self.dice.random() < self.trouble / 3:
            a, b = self.dice.sample(free, 2)
            if frozenset((a, b)) not in blocked:
                locks = [LockedPair(a, b, self.dice.choice([None, a, b]))]
        based_on = None
        if plain and self.round > 2 and self.dice.random() < 0.05:
            based_on = self.round - 2
        return Snapshot(
            round=self.round,
            players=self.players,
            games=self.games,
            settings=self.rules,
            based_on=based_on,
            absent=absent,
            requested_byes=requested,
            blocked=self.blocked if plain else (),
            locked=tuple(locks),
            last_tables=tuple(sorted(self.tables.items())),
            prizes=self.prizes,
        )

    def play(self, plan: Plan) -> None:
        """Results for a plan, and on to the next round; now and then the event is cut short."""
        facts = [
            GameFact(self.round, bye.player, kind=ResultKind.BYE, requested=bye.reason is ByeReason.REQUESTED)
            for bye in plan.byes
        ]
        facts += [self._game(pair.first, pair.second) for pair in plan.pairs]
        self.games += tuple(facts)
        self.tables = {player: pair.table for pair in plan.pairs for player in (pair.first, pair.second)}
        self.round += 1
        if self.round < self.rounds and self.dice.random() < self.trouble / 12:
            self.rounds = max(self.round, self.rounds - 2)

    def _game(self, first: int, second: int) -> GameFact:
        lot = self.dice.random()
        if lot < self.trouble / 20:
            kind = self.dice.choice(
                [
                    ResultKind.FORFEIT_WIN,
                    ResultKind.FORFEIT_LOSS,
                    ResultKind.DOUBLE_FORFEIT,
                    ResultKind.VOID,
                    ResultKind.PENDING,
                ]
            )
            return GameFact(self.round, first, second, kind=kind)
        lead = round(self.strength[first] - self.strength[second] + self.dice.gauss(8, 85))
        base = self.dice.randrange(320, 440)
        known = lot < 0.99 or self.trouble < 0.2
        return GameFact(self.round, first, second, base + max(lead, 0), base - min(lead, 0), first_known=known)

    def _happens(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """(absent, requested byes) of the round; entries, withdrawals, corrections, players kept apart."""
        dice, trouble = self.dice, self.trouble
        if self.round > 1:
            if self.late and dice.random() < trouble:
                self.players += (self.late.pop(),)
            active = [player.id for player in self.players if player.active]
            if len(active) > 4 and dice.random() < trouble / 2:
                self._set_active(dice.choice(active), active=False)
            gone = [player.id for player in self.players if not player.active]
            if gone and dice.random() < trouble / 3:
                self._set_active(dice.choice(gone), active=True)
            if self.games and dice.random() < trouble / 2:
                self._correct(dice.randrange(len(self.games)))
        active = [player.id for player in self.players if player.active]
        if len(active) > 5 and dice.random() < trouble / 3:
            a, b = dice.sample(active, 2)
            until = dice.choice([None, None, self.round, self.round + 2])
            self.blocked += (BlockedPair(a, b, "", weak=dice.random() < 0.4, until=until),)
        out: list[int] = []
        if len(active) > 5:
            out = dice.sample(active, sum(dice.random() < trouble / 3 for _ in range(2)))
        split = dice.randrange(len(out) + 1)
        return tuple(sorted(out[:split])), tuple(sorted(out[split:]))

    def _set_active(self, player: int, *, active: bool) -> None:
        self.players = tuple(replace(p, active=active) if p.id == player else p for p in self.players)

    def _correct(self, at: int) -> None:
        game = self.games[at]
        if game.second is None or game.round >= self.round:
            return
        again = replace(self._game(game.first, game.second), round=game.round)
        self.games = (*self.games[:at], again, *self.games[at + 1 :])


def made_up(number: int, system: str | None = None) -> MadeUpEvent:
    """The event of a number. Its first system goes round the list of systems; `system` takes another one."""
    dice = random.Random(f"event {number}")  # noqa: S311  # a made-up event, not a secret
    main = system or _TURNS[number % len(_TURNS)]
    size = _size(dice)
    rounds = dice.randrange(3, 9) if size <= 60 else dice.randrange(3, 6)
    rounds += dice.choice([0, 0, 3, 6]) if size <= 12 else 0
    options = _options(dice, main, rounds)
    if main == "package":
        rounds = _PACKAGES[options["package"]]
        size = 20 if options["package"] == "basd" else size
    # The Big Apple Showdown is for twenty players from the first round on.
    exact = options.get("package") == "basd"
    players = _field(dice, size, teams=main in _TEAMS)
    late = players[size:]
    wide = dice.choice([1, 1, 1, 3])
    return MadeUpEvent(
        number=number,
        dice=dice,
        players=tuple(players[:size]),
        strength={player.id: wide * _strength(dice, player) for player in players},
        rules=_rules(dice),
        rounds=rounds,
        segments=_segments(dice, main, options, rounds),
        prizes=_prizes(dice, size),
        trouble=0 if exact else dice.choice([0.0, 0.1, 0.3, 0.6]),
        seed=dice.randrange(1, 10**6),
        late=late,
    )


def _size(dice: random.Random) -> int:
    low, high = dice.choices([(4, 10), (11, 24), (25, 60), (61, 120), (121, 300)], [48, 30, 16, 4, 2])[0]
    return dice.randint(low, high)


def _field(dice: random.Random, size: int, *, teams: bool) -> list[EntrySnapshot]:
    """The players, and a few who come late."""
    late = dice.randrange(4)
    ids = dice.sample(range(1, 10 * size + 50), size + late)
    ratings = sorted((round(dice.gauss(1200, 350)) for _ in ids[:size]), reverse=True)
    ratings += [round(dice.gauss(1100, 300)) for _ in range(late)]
    clubs, classes = dice.choice([0, 3, 8]), dice.choice([0, 2])
    sides = dice.choice([2, 3, 4, max(2, size // 4)]) if teams else dice.choice([0, 0, 2, 5])
    players = []
    for k, (player, rating) in enumerate(zip(ids, ratings, strict=True)):
        players.append(
            EntrySnapshot(
                id=player,
                number=k + 1,
                rating=None if dice.random() < 0.1 else rating,
                fixed_table=dice.randrange(1, size // 2 + 1) if dice.random() < 0.02 else None,
                team=f"team {(k * 7 + k // 3) % sides}" if sides else None,
                club=f"club {dice.randrange(clubs)}" if clubs and dice.random() < 0.8 else None,
                player_class="BC"[k % 2] if classes and k > size // 2 else None,
            )
        )
    return players


def _strength(dice: random.Random, player: EntrySnapshot) -> float:
    return (player.rating or 1000) / 6 + dice.gauss(0, 20)


def _rules(dice: random.Random) -> StandingsRules:
    if dice.random() < 0.6:
        return StandingsRules()
    return StandingsRules(
        bye_spread=dice.choice([0, 50, 100]),
        forfeit_spread=dice.choice([-50, -100, 0]),
        spread_cap=dice.choice([None, 200, 300]),
        spread_caps=dice.choice([(), (), (150, 0, 250)]),
        bye_half_wins=dice.choice([2, 2, 1, 0]),
    )


def _prizes(dice: random.Random, size: int) -> PrizePlaces:
    if dice.random() < 0.5:
        return PrizePlaces()
    places = dice.randint(1, max(1, size // 3))
    bands = tuple(range(1, places + 1)) if dice.random() < 0.7 else tuple(sorted({1, max(1, places // 2), places}))
    return PrizePlaces(bands, (("B", 2), ("C", 1)) if dice.random() < 0.4 else ())


def _segments(dice: random.Random, main: str, options: dict[str, Any], rounds: int) -> list[Segment]:
    """The main system, in six of ten events with another one before or after it."""
    if main in _FROM_ROUND_ONE or dice.random() < 0.4:
        return [Segment(1, main, options)]
    other = dice.choice([key for key in SYSTEMS if key not in _FROM_ROUND_ONE | _TEAMS])
    change = dice.randint(2, rounds)
    order = [main, other]
    if main in _LAST_ROUNDS or (other not in _LAST_ROUNDS and main not in _TEAMS and dice.random() < 0.3):
        order.reverse()
    segments = []
    for system, start in zip(order, (1, change), strict=True):
        own = options if system == main else _options(dice, other, rounds)
        segments.append(Segment(start, system, own | ({"first_round": start} if system in _ANCHORED else {})))
    return segments


def _options(dice: random.Random, system: str, rounds: int) -> dict[str, Any]:
    """Most options at their defaults, some at other values; of the system's own too."""
    chances: dict[str, tuple[float, Sequence[Any]]] = {
        "byes": (0.3, ["top_down", "always_bottom", "german"]),
        "bye_bottom": (0.2, [1, 3, 6]),
        "count_asked_byes": (0.2, [False]),
        "start_by": (0.1, ["coin", "draw"]),
        "final_draw": (0.1, [True]),
        "head_to_head_starts": (0.15, [True]),
        "swap_starts": (0.1, [False]),
        "bye_firsts": (0.1, [True]),
        "balance_starts": (0.1, [False]),
        "board_stability": (0.15, [True]),
        "max_repeats": (0.3, [0, 0, 1, 2]),
        "repeats_from": (0.1, [2, 3]),
        "consecutive_apart": (0.15, [True]),
        "avoid_team_until": (0.2, [1, 3, 99]),
        "avoid_club_until": (0.2, [1, 3, 99]),
        "weak_avoidance": (0.3, [True]),
        "meeting_games": (0.1, [2, 3]),
        "order": (0.3, ["adjacent", "fold"]),
        "gibson": (0.4, [True]),
        "gibson_strict": (0.2, [True]),
        "gibson_class": (0.2, ["B"]),
        "gibson_groups": (0.2, [[[1, 2]], [[1, 2], [3, 4]]]),
        "gibson_spreads": (0.3, [[250, 200], [100], [500, 300, 100]]),
        "prizes": (0.3, [1, 2, 4]),
        "beside": (0.3, ["koth"]),
        "snaked": (0.4, [True]),
        "opening": (0.5, [2, 4, 5, 7]),
        "factor": (0.7, [1, 3, 5]),
        "quartile": (0.6, [2, 4]),
        "split": (0.6, ["halves", "odd_even"]),
        "team_system": (0.7, ["round_robin", "koth", "qoth", "australian", "random"]),
        "second_seed_first": (0.3, [True, False]),
        "stage_games": (0.3, [[2], [1, 2], [3]]),
        "best_of": (0.3, [True]),
        "third_place": (0.4, [True]),
        "bracket": (0.4, [2, 4]),
        "top_down_byes": (0.2, [True]),
        "package": (1.0, list(_PACKAGES)),
    }
    own = {one.name for one in pairing_options(system).options()}
    chosen = {
        name: dice.choice(values)
        for name, (chance, values) in chances.items()
        if dice.random() < chance and name in own
    }
    aside = copy(dice)  # so that an event keeps its number whatever is added here
    if "free_repeats" in own and aside.random() > 0.7:
        chosen["free_repeats"] = aside.choice([1, 1, 2])
    if system == "package":
        chosen.pop("meeting_games", None)
        if chosen["package"] == "bracket":
            chosen["first_round"] = 4
    if system == "fontes":
        chosen["opening"] = max(rounds, chosen.get("opening", 3))  # the opening lasts as long as the event
    return chosen | {name: value for name, value in SIMULATIONS.items() if name in own}
