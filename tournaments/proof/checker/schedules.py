"""Schedules computed anew: finals, brackets, the Australian draw, what "auto" and the packages choose, whole round robins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import facts as past_facts
from .facts import Facts, order, totals
from .field import Field, absolute
from .matching import cheapest

Pair = tuple[int, int | None]
Line = int | None
#: Above this many players the Australian draw is not computed anew.
DRAWN_ANEW = 60


def roster(facts: Facts, first_round: int) -> list[int]:
    """Who was there when a schedule began."""
    present = {p for game in facts.past if game.round == first_round for p in (game.first, game.second)}
    return [player for player in (facts.players if present else facts.here()) if not present or player in present]


# --- finals


def finals(it: Field) -> set[Pair]:
    """Neighbours among those whose prize is open; then those of each class."""
    options, count = it.options, it.count
    bands = options["bands"] or list(range(1, it.prizes() + 1))

    def band(rank: int) -> int:
        return sum(rank >= last for last in bands)

    open_ = []
    for place in range(count):
        best = sum(not it.overtakes(ahead, place) for ahead in range(place))
        worst = place + sum(it.overtakes(place, behind) for behind in range(place + 1, count))
        if band(best) != band(worst):
            open_.append(place)
    if len(open_) % 2:
        open_ = [*open_, open_[-1] + 1] if open_[-1] + 1 < count else open_[:-1]
    pairs = list(zip(open_[::2], open_[1::2], strict=False))
    for name, prizes in options["class_prizes"]:
        paired = {place for pair in pairs for place in pair}
        members = [k for k, player in enumerate(it.ids) if it.facts.players[player].player_class == name]
        ahead = sum(k < bands[-1] or k in open_ for k in members)
        rest = [k for k in members if k >= bands[-1] and k not in paired and k not in open_]
        pairs += class_finals(it, rest, prizes - ahead)
    return {(it.ids[a], it.ids[b]) for a, b in pairs}


def class_finals(it: Field, members: Sequence[int], available: int) -> list[tuple[int, int]]:
    """Two neighbours of a class play if the lower can still draw level, as long as there are prizes, and then two more
    who can still draw level with the last winner."""

    def level(ahead: int, behind: int) -> bool:
        gap = it.total(ahead).half_wins - it.total(behind).half_wins
        lead = it.total(ahead).spread - it.total(behind).spread
        return gap < 2 * it.left() or (gap == 2 * it.left() and lead <= it.spread_left())

    pairs: list[tuple[int, int]] = []
    last_winner, k = -1, 0
    while k + 1 < len(members):
        one, two = members[k], members[k + 1]
        if available <= 0 and (last_winner < 0 or not level(last_winner, one)):
            break
        if level(one, two):
            pairs.append((one, two))
            last_winner = {1: one, 2: two}.get(available, last_winner)
            available, k = available - 2, k + 2
        else:
            available, k = available - 1, k + 1
    return pairs


# --- knock-outs


@dataclass
class Bracket:
    """A knock-out, read from the results."""

    facts: Facts
    options: Mapping[str, Any]
    seeds: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """The seeds: the standings before the first round."""
        present = set(roster(self.facts, self.options["first_round"]))
        ranked = [player for player in order(self.facts, self.options["first_round"] - 1) if player in present]
        self.size = 1
        while not self.options["bracket"] and 2 * self.size <= len(ranked):
            self.size *= 2
        self.size = self.options["bracket"] or self.size
        self.seeds = ranked[: self.size]

    def lines(self) -> list[Line]:
        """The first stage from top to bottom: 1 and 2 can only play in the final, and so on."""
        order_ = [0]
        while len(order_) < self.size:
            order_ = [seed for top in order_ for seed in (top, 2 * len(order_) - 1 - top)]
        return [self.seeds[k] if k < len(self.seeds) else None for k in order_]

    def rounds(self, stage: int) -> range:
        """The rounds of a stage (from 0)."""
        games = self.options["stage_games"]
        of = [games[min(k, len(games) - 1)] for k in range(stage + 1)]
        start = self.options["first_round"] + sum(of[:-1])
        return range(start, start + of[-1])

    def result(self, a: Line, b: Line, rounds: range) -> tuple[Line, Line, bool]:
        """(winner, loser, decided): most points, then spread, then the better seed; who has withdrawn loses what is open."""
        if a is None or b is None:
            return (b if a is None else a), None, True
        facts = self.facts
        games = [game for game in facts.past if game.round in rounds and {game.first, game.second} == {a, b}]
        table = totals(facts, facts.round, games)
        one, other = sorted((a, b), key=lambda p: (-table[p].points, -table[p].spread, self.seeds.index(p)))
        left = sum(round_ >= facts.round for round_ in rounds)
        lead = table[one].points - table[other].points
        decided = not left or lead > left * (facts.settings["win_points"] - facts.settings["loss_points"])
        level = lead == 0 and table[one].spread == table[other].spread
        active = {player: facts.players[player].active for player in (a, b)}
        if (level or not decided) and not active[one] and active[other]:
            one, other = other, one
        return one, other, decided or not all(active.values())

    def now(self, *, double: bool) -> set[Pair]:
        """The matches of the round."""
        for stage, matches in enumerate(self._double() if double else self._single()):
            rounds = self.rounds(stage)
            if self.facts.round in rounds:
                return {
                    (a, b)
                    for a, b in matches
                    if a is not None
                    and b is not None
                    and not (self.options["best_of"] and self.result(a, b, rounds)[2])
                }
        return set()

    def _single(self) -> Iterator[list[tuple[Line, Line]]]:
        lines, losers, stage = self.lines(), list[Line](), 0
        while len(lines) > 1:
            duels = list(zip(lines[::2], lines[1::2], strict=True))
            third = self.options["third_place"] and len(duels) == 1 and len(losers) == 2
            yield [*duels, (losers[0], losers[1])] if third else duels
            results = [self.result(a, b, self.rounds(stage)) for a, b in duels]
            lines, losers, stage = [r[0] for r in results], [r[1] for r in results], stage + 1

    def _double(self) -> Iterator[list[tuple[Line, Line]]]:
        upper, dropped = self.lines(), list[list[Line]]()
        depth, lower = len(upper).bit_length() - 1, list[Line]()
        for stage in range(2 * depth + 1):
            rounds = self.rounds(stage)
            first = list(zip(upper[::2], upper[1::2], strict=True)) if stage < depth else []
            second = self._losers(stage, depth, lower, dropped)
            final = [(upper[0], lower[0])] if stage >= 2 * depth - 1 else []
            yield [*first, *second, *final]
            if first:
                results = [self.result(a, b, rounds) for a, b in first]
                upper = [r[0] for r in results]
                dropped.append([r[1] for r in results])
            if second:
                lower = [self.result(a, b, rounds)[0] for a, b in second]
            elif not stage:
                lower = dropped[0]
            if final and self.result(*final[0], rounds)[0] == upper[0]:
                return

    @staticmethod
    def _losers(stage: int, depth: int, lower: list[Line], dropped: list[list[Line]]) -> list[tuple[Line, Line]]:
        if not 1 <= stage <= 2 * depth - 2:
            return []
        if stage % 2:
            return list(zip(lower[::2], lower[1::2], strict=True))
        new = dropped[stage // 2]
        return list(zip(lower, new[::-1] if stage % 4 == 2 else new, strict=True))


# --- the Australian draw


def australian(it: Field) -> tuple[set[Pair], int]:
    """From the top, each plays the highest not yet played who leaves a draw for the rest; and the first round that counts.

    Without any draw there are no pairs.
    """
    facts, options = it.facts, dict(it.options)
    for reset in range(options["repeats_from"], max(facts.round, options["repeats_from"]) + 1):
        pairs = _drawn(Field(facts, options | {"repeats_from": reset}))
        if pairs is not None:
            return pairs, reset
    return set(), int(options["repeats_from"])


def _drawn(it: Field) -> set[Pair] | None:
    barred = set().union(*absolute(it).values())
    barred |= {edge for edge, times in it.times().items() if times > (it.options["max_repeats"] or 0)}
    if it.bye is not None:
        barred |= {(place, it.bye) for place, count in enumerate(it.surplus_byes()) if count}

    def possible(nodes: Sequence[int]) -> bool:
        costs = [[int((min(i, j), max(i, j)) in barred) for j in nodes] for i in nodes]
        return cheapest(costs).cost == 0

    def without(*two: int) -> list[int]:
        return [node for node in rest if node not in two]

    rest = list(range(it.size))
    if not possible(rest):
        return None
    pairs: set[Pair] = set()
    while rest:
        top, half = rest[0], len(rest) // 2
        order = [*rest[half:], *reversed(rest[1:half])] if it.facts.round == 1 else rest[1:]
        other = next(other for other in order if (top, other) not in barred and possible(without(top, other)))
        pairs.add((it.ids[top], None if other == it.bye else it.ids[other]))
        rest = without(top, other)
    return pairs


# --- what is chosen for a round


def cycle_length(players: int) -> int:
    """Rounds of a round robin."""
    return 0 if players < 2 else players - 1 + players % 2


def chosen(facts: Facts, requested: Mapping[str, Any]) -> str | None:
    """The system that "auto" or a package takes for the round; None: the one that was asked for."""
    round_, total = facts.round, requested["total_rounds"]
    if requested["system"] == "auto":
        games = requested["meeting_games"]
        match = (round_ - 1) // games + 1
        if games > 1 and (round_ - 1) % games:
            return "swiss"  # the match of the round before goes on
        matches = match + -(-(total - round_ + 1) // games) - 1
        cycle = cycle_length(len(roster(facts, 1)))
        short = 3 if matches >= 6 else 0
        opening = matches // cycle * cycle if cycle and matches >= cycle else short
        if match <= opening:
            return "fontes"
        return "cop" if opening > short or 2 * match > matches + 1 else "swiss"
    if requested["system"] != "package":
        return None
    package, size = requested["package"], len(roster(facts, 1))
    whole = total // cycle_length(size) * cycle_length(size) if size > 1 else 0
    chew = "fontes" if round_ <= whole else "random" if round_ == 1 else "chew"
    if chew == "chew" and total - round_ < requested["koth_rounds"]:
        chew = "koth"
    if package == "bracket":
        return chew if round_ < requested["first_round"] else "elimination"
    nast = "fontes" if round_ <= 4 else "koth" if round_ == 8 or (round_ == 6 and total == 6) else "swiss"
    return {
        "guelph": ["fontes"] * 3 + ["swiss"] * 2 + ["koth"],
        "green": ["fontes"] * 5 + ["koth"],
        "basd": ["fontes"] * 9 + ["elimination"] * 9,
        "nast": [nast] * 9,
        "chew": [chew] * total,
    }[package][round_ - 1 if package not in {"nast", "chew"} else 0]


def sides(facts: Facts, options: Mapping[str, Any], split: str) -> list[set[int]]:
    """The sides of a team round robin."""
    players = sorted(roster(facts, options["first_round"]), key=lambda player: facts.players[player].number)
    if split == "teams":
        names = {facts.players[player].team for player in players}
        return [{player for player in players if facts.players[player].team == name} for name in names]
    half = (len(players) + 1) // 2
    parts = [players[:half], players[half:]] if split == "halves" else [players[::2], players[1::2]]
    return [set(part) for part in parts]


# --- whole events


def whole_cycles(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What is wrong with complete, undisturbed cycles of round robins: everyone plays everyone, firsts within one."""
    cycles: dict[int, list[Mapping[str, Any]]] = {}
    for record in records:
        if record["outcome"] != "plan" or record["system"] != "round_robin":
            continue
        if record["options"]["meeting_games"] == 1 and record["options"]["table_round"] is None:
            cycles.setdefault(record["cycle_start"], []).append(record)
    for start, rounds in cycles.items():
        fields = [frozenset(past_facts.read(record["based"]).here()) for record in rounds]
        size = len(fields[0])
        if len(rounds) != cycle_length(size) or len(set(fields)) > 1:
            continue
        if any(bye["reason"] != "odd_field" for record in rounds for bye in record["plan"]["byes"]):
            continue
        games = [(pair["first"], pair["second"]) for record in rounds for pair in record["plan"]["pairs"]]
        met = Counter(frozenset(pair) for pair in games)
        if len(met) != size * (size - 1) // 2 or max(met.values()) > 1:
            yield f"the cycle from round {start} has {len(met)} different pairs of {size} players"
        lead: Counter[int] = Counter()
        for one, other in games:
            lead[one] += 1
            lead[other] -= 1
        by_schedule = all(pair["start"] == "schedule" for record in rounds for pair in record["plan"]["pairs"])
        if by_schedule and max(map(abs, lead.values()), default=0) > 1:
            yield f"the cycle from round {start} leaves {dict(lead)} firsts above seconds"
