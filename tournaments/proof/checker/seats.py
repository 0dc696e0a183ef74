"""Who goes first, and at which table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import facts as past_facts
from .facts import Facts, Starts, coin
from .violation import Violation

#: Nobody goes first with so many more firsts than seconds, if the other player has fewer.
MOST_ABOVE = 2


def firsts(facts: Facts, record: Mapping[str, Any]) -> Iterator[Violation]:
    """Who goes first, by the rule that the plan names; and nobody gets more than two firsts above seconds without need."""
    options, plan = record["options"], record["plan"]
    past = past_facts.past(facts, options)
    locked = {frozenset((a, b)): first for a, b, first in facts.locks}
    for pair in plan["pairs"]:
        one, other, start = pair["first"], pair["second"], pair["start"]
        lock = locked.get(frozenset((one, other)))
        if lock is not None and one != lock:
            yield Violation("first", f"{one} goes first against {other}; the director chose {lock}")
        mine, theirs = past.starts[one], past.starts[other]
        balanced = options["start_by"] == "balance" and start != "director"
        if balanced and mine.surplus >= MOST_ABOVE > theirs.surplus:
            yield Violation(
                "first", f"{one} goes first with {mine.surplus} firsts above seconds, {other} {theirs.surplus}"
            )
        if start == "schedule" or lock is not None:
            continue
        first, why = _first_by_rule(facts, record, one, other, past)
        if (first, why) != (one, start):
            yield Violation("first", f"{one} goes first against {other} by {start}; by the rule {first} by {why}")


def _first_by_rule(
    facts: Facts, record: Mapping[str, Any], one: int, other: int, past: past_facts.Past
) -> tuple[int, str]:
    """Who goes first and why, as docs/pairing.md says."""
    options = record["options"]
    number = {player.id: player.number for player in facts.players.values()}
    low, high = sorted((one, other), key=lambda player: number[player])
    mine, theirs = past.starts[low], past.starts[high]
    mutual = past.firsts_against[low, high], past.firsts_against[high, low]
    total = options["total_rounds"]
    draws = options["final_draw"] and total is not None and facts.round + options["meeting_games"] > total
    if options["start_by"] == "balance":
        by_mutual = (low if mutual[0] < mutual[1] else high), "mutual_record"
        too_many = max(mine.surplus, theirs.surplus) >= MOST_ABOVE > min(mine.surplus, theirs.surplus)
        if options["head_to_head_starts"] and mutual[0] != mutual[1] and not too_many:
            return by_mutual
        if mine.surplus != theirs.surplus:
            return (low if mine.surplus < theirs.surplus else high), "balance"
        if mine.firsts != theirs.firsts:
            return (low if mine.firsts < theirs.firsts else high), "fewer_firsts"
        if mutual[0] != mutual[1]:
            return by_mutual
        if options["swap_starts"] and not draws and _swap(mine, theirs):
            return (high if mine.last else low), "swap_last_round"
    first = low if coin(record["seed"], facts.round, number[low], number[high]) else high
    return first, "draw" if draws or options["start_by"] == "draw" else "coin"


def _swap(one: Starts, other: Starts) -> bool:
    return one.last is not None and other.last is not None and one.last != other.last


# --- tables


def tables(facts: Facts, record: Mapping[str, Any]) -> Iterator[Violation]:
    """Tables from 1 up, the best game on the first that is free; fixed tables; as many as possible stay where they were."""
    after = facts.round - 1 if facts.based_on is None else min(facts.based_on, facts.round - 1)
    standing = {player: place for place, player in enumerate(past_facts.order(facts, after))}
    pairs = record["plan"]["pairs"]
    if record["system"] != "team_matches":
        pairs = sorted(pairs, key=lambda pair: min(standing[pair["first"]], standing[pair["second"]]))
    seated = [pair["table"] for pair in pairs]
    if len(set(seated)) != len(seated):
        yield Violation("table", f"two games at one table: {sorted(seated)}")
    due: dict[int, int] = {}
    yield from _fixed_tables(facts, record, pairs, due)
    if record["options"]["board_stability"]:
        before = facts.last_tables
        own = [[before[p] for p in (pair["first"], pair["second"]) if p in before] for pair in pairs]
        possible = [[] if k in due else tables for k, tables in enumerate(own)]
        most = _most_staying(possible, set(due.values()))
        staying = sum(seated[k] in tables and seated[k] not in due.values() for k, tables in enumerate(possible))
        if staying < most:
            yield Violation("table", f"{staying} games stay at a table of theirs, {most} can")
        return
    free = (table for table in range(1, 2 * len(pairs) + 1) if table not in due.values())
    for k, pair in enumerate(pairs):
        if k not in due and seated[k] != (table := next(free)):
            yield Violation("table", f"{pair['first']}-{pair['second']} at table {seated[k]}, should be {table}")


def _fixed_tables(
    facts: Facts, record: Mapping[str, Any], pairs: Sequence[Mapping[str, Any]], due: dict[int, int]
) -> Iterator[Violation]:
    """Players with a table of their own have it (`due`: by game), or the clash is reported."""
    fixed = {p.id: p.fixed_table for p in facts.players.values() if p.active and p.fixed_table is not None}
    reported = set().union(*(conflict["players"] for conflict in record["plan"]["conflicts"]))
    # Which team match is the better game is not known here: there any other game may have the table first.
    taken = {pair["table"] for pair in pairs for p in (pair["first"], pair["second"]) if fixed.get(p) == pair["table"]}
    for k, pair in enumerate(pairs):
        before = taken if record["system"] == "team_matches" else set(due.values())
        both = {pair["first"], pair["second"]}
        own = sorted({fixed[player] for player in both if player in fixed})
        if len(own) > 1 and not both <= reported:
            yield Violation("table", f"tables {own} are both needed by one game, and that is not reported")
        if pair["table"] in own and pair["table"] not in due.values():
            due[k] = pair["table"]
        elif own and set(own) <= before:
            if not both & reported:
                yield Violation("table", f"table {own[0]} is needed twice, and that is not reported")
        elif len(own) == 1:
            yield Violation("table", f"table {own[0]} is fixed for {pair['first']}-{pair['second']}")


def _most_staying(possible: Sequence[Sequence[int]], occupied: set[int]) -> int:
    """The most games that can each have a table of theirs."""
    holder: dict[int, int] = {}

    def seat(game: int, tried: set[int]) -> bool:
        for table in possible[game]:
            if table in occupied or table in tried:
                continue
            tried.add(table)
            if table not in holder or seat(holder[table], tried):
                holder[table] = game
                return True
        return False

    return sum(seat(game, set()) for game in range(len(possible)))
