"""What a round depends on, read from JSON and counted anew: standings, games played, firsts, byes.

The JSON is a snapshot as the site stores it (`tournaments/engine/codec.py` describes the rows).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Player:
    """One entry."""

    id: int
    number: int
    rating: int | None
    active: bool
    fixed_table: int | None
    team: str | None
    club: str | None
    player_class: str | None


@dataclass(frozen=True)
class Game:
    """One pairing of an earlier round; `second` None for a bye."""

    round: int
    first: int
    second: int | None
    first_score: int | None
    second_score: int | None
    kind: str
    requested: bool = False
    margin: int | None = None
    first_known: bool = True
    winner: int | None = None

    @property
    def counts_as_played(self) -> bool:
        """Played, or being played."""
        return self.second is not None and self.kind in {"played", "pending"}

    @property
    def half_wins(self) -> int:
        """Of the first player, 2 for a win."""
        if self.winner is not None:
            return 2 if self.winner == self.first else 0
        lead = (self.first_score or 0) - (self.second_score or 0)
        return 2 if lead > 0 else 1 if lead == 0 else 0


@dataclass
class Total:
    """What a player has in the standings."""

    points: int = 0
    half_wins: int = 0
    spread: int = 0


@dataclass
class Starts:
    """A player's firsts and seconds; `last`: whether first in the latest game."""

    firsts: int = 0
    seconds: int = 0
    last: bool | None = None

    @property
    def surplus(self) -> int:
        """Firsts less seconds."""
        return self.firsts - self.seconds


@dataclass(frozen=True)
class Block:
    """Two players kept apart."""

    a: int
    b: int
    weak: bool
    until: int | None


@dataclass(frozen=True)
class Facts:
    """A snapshot."""

    round: int
    based_on: int | None
    settings: Mapping[str, Any]
    players: Mapping[int, Player]
    games: tuple[Game, ...]
    absent: frozenset[int]
    requested: frozenset[int]
    blocks: tuple[Block, ...]
    locks: tuple[tuple[int, int, int | None], ...]
    last_tables: Mapping[int, int] = field(default_factory=dict)

    @property
    def past(self) -> list[Game]:
        """The games of earlier rounds, by round; those of one round (a team may have several) by their players."""
        earlier = (game for game in self.games if game.round < self.round)
        return sorted(earlier, key=lambda game: (game.round, game.first, game.second or 0))

    def here(self) -> list[int]:
        """Everyone who takes part in the round, requested byes and locked pairs included."""
        return [p.id for p in self.players.values() if p.active and p.id not in self.absent]

    def free(self) -> set[int]:
        """Those to be paired: not locked, no requested bye."""
        locked = {player for a, b, _first in self.locks for player in (a, b)}
        return set(self.here()) - locked - self.requested


def read(data: Mapping[str, Any]) -> Facts:
    """A snapshot from its JSON."""
    teams, clubs, classes = ({row[0]: row[1] for row in data.get(name, ())} for name in ("teams", "clubs", "classes"))
    players = {}
    for id_, number, rating, active, table in data["players"]:
        extra = teams.get(id_), clubs.get(id_), classes.get(id_)
        players[id_] = Player(id_, number, rating, active, table, *extra)
    blocks = tuple(
        Block(row[0], row[1], *(row[3:] if len(row) > 3 else (False, None)))  # shorter where neither is given
        for row in data["blocked"]
    )
    return Facts(
        round=data["round"],
        based_on=data["based_on"],
        settings=data["settings"],
        players=players,
        games=tuple(Game(*row) for row in data["games"]),
        absent=frozenset(data["absent"]),
        requested=frozenset(data["requested_byes"]),
        blocks=blocks,
        locks=tuple((row[0], row[1], row[2]) for row in data["locked"]),
        last_tables=dict(data.get("last_tables", ())),
    )


def totals(facts: Facts, after: int, games: Iterable[Game] | None = None) -> dict[int, Total]:
    """Points, half wins and spread of everyone after a round."""
    rules, table = facts.settings, {player: Total() for player in facts.players}

    def add(player: int | None, halves: int, spread: int, round_: int) -> None:
        if player is None:
            return
        caps = rules.get("spread_caps") or ()
        cap = (caps[min(round_, len(caps)) - 1] or None) if caps else rules["spread_cap"]
        own = table[player]
        own.spread += spread if cap is None else max(-cap, min(cap, spread))
        own.half_wins += halves
        own.points += (rules["loss_points"], rules["tie_points"], rules["win_points"])[halves]

    for game in facts.games if games is None else games:
        if game.round > after:
            continue
        own = None if game.first_score is None else game.first_score - (game.second_score or 0)
        if game.kind == "played":
            margin = (own or 0) if game.margin is None else game.margin
            add(game.first, game.half_wins, margin, game.round)
            add(game.second, 2 - game.half_wins, -margin, game.round)
        elif game.kind == "bye":
            add(game.first, rules.get("bye_half_wins", 2), rules["bye_spread"] if own is None else own, game.round)
        elif game.kind == "forfeit_win":
            spread = -rules["forfeit_spread"] if own is None else own
            add(game.first, 2, spread, game.round)
            add(game.second, 0, -spread, game.round)
        elif game.kind == "forfeit_loss":
            spread = rules["forfeit_spread"] if own is None else own
            add(game.first, 0, spread, game.round)
            add(game.second, 2, -spread, game.round)
        elif game.kind == "double_forfeit":
            spread = rules["forfeit_spread"] if own is None else own
            add(game.first, 0, spread, game.round)
            add(game.second, 0, spread, game.round)
    return table


def order(facts: Facts, after: int) -> list[int]:
    """Everyone in order of the standings: points, spread, number."""
    table = totals(facts, after)
    return sorted(facts.players, key=lambda one: (-table[one].points, -table[one].spread, facts.players[one].number))


@dataclass
class Past:
    """What earlier rounds mean for the next one."""

    starts: dict[int, Starts]
    byes: Counter[int]
    times: Counter[frozenset[int]]
    last: set[tuple[int, int]]
    firsts_against: Counter[tuple[int, int]]


def past(facts: Facts, options: Mapping[str, Any]) -> Past:
    """Counted from the games of earlier rounds."""
    made = Past({player: Starts() for player in facts.players}, Counter(), Counter(), set(), Counter())
    all_byes: Counter[int] = Counter()
    matches = set()
    for game in facts.past:
        if game.kind == "bye":
            all_byes[game.first] += 1
            made.byes[game.first] += int(options["count_asked_byes"] or not game.requested)
            if options["bye_firsts"]:
                own = made.starts[game.first]
                if all_byes[game.first] % 2:
                    own.firsts += 1
                else:
                    own.seconds += 1
        if game.second is None or not game.counts_as_played:
            continue
        if game.first_known:
            first, second = made.starts[game.first], made.starts[game.second]
            first.firsts, first.last = first.firsts + 1, True
            second.seconds, second.last = second.seconds + 1, False
            made.firsts_against[game.first, game.second] += 1
        if game.round == facts.round - 1:
            made.last.add((game.first, game.second))
        if game.round >= options["repeats_from"]:
            matches.add((match_of(game.round, options), game.round, frozenset((game.first, game.second))))
    if options["meeting_games"] > 1:
        made.times = Counter(pair for _match, pair in {(match, pair) for match, _round, pair in matches})
    else:
        made.times = Counter(pair for _match, _round, pair in matches)
    return made


def match_of(round_: int, options: Mapping[str, Any]) -> int:
    """The number of the match that a round belongs to, where several rounds in a row are one."""
    later = max(0, round_ - options["first_round"])
    return int(round_ - later + later // options["meeting_games"])


def lots(count: int, *key: int | str) -> list[int]:
    """0 … count − 1 by lot: in the order of the BLAKE2b hashes of the key and the number."""
    text = ":".join(map(str, key))

    def lot(item: int) -> tuple[bytes, int]:
        return hashlib.blake2b(f"{text}:{item}".encode(), digest_size=8).digest(), item

    return sorted(range(count), key=lot)


def coin(*parts: int) -> bool:
    """A coin: the last bit of a hash of the numbers is 0."""
    text = ":".join(map(str, parts))
    return hashlib.blake2b(text.encode(), digest_size=1).digest()[0] % 2 == 0


def by_round(values: Sequence[Any], left: int) -> Any:
    """Of a list that begins with the last round, the value for this many rounds left."""
    return values[min(left, len(values)) - 1]
