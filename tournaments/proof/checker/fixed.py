"""Rounds of fixed schedules, and the pairs that other schedules fix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from . import facts as past_facts
from . import tsh
from .facts import Facts
from .field import Field, absolute, kept_apart
from .schedules import DRAWN_ANEW, Bracket, australian, cycle_length, finals, roster, sides
from .violation import Violation


def schedule(field: Field, record: Mapping[str, Any]) -> Iterator[Violation]:
    """The pairs that a schedule fixes are the right ones."""
    system, facts, options = record["system"], field.facts, record["options"]
    if "scheduled" not in record:
        return
    given = {(frozenset(pair)) for pair in record["scheduled"]}
    due: set[frozenset[int | None]] | None = None
    if system == "finals":
        due = {frozenset(pair) for pair in finals(field)}
    elif system in {"elimination", "double_elimination"}:
        here = set(field.ids)
        matches = Bracket(facts, options).now(double=system == "double_elimination")
        due = {frozenset((a, b)) for a, b in matches if a in here and b in here}
    elif system == "australian" and field.count <= DRAWN_ANEW:
        pairs, reset = australian(Field(facts, options))
        due = {frozenset(pair) for pair in pairs}
        if reset != field.options["repeats_from"]:
            yield Violation("schedule", f"repeats count from round {field.options['repeats_from']}, should be {reset}")
    elif system == "win_groups" and field.count <= DRAWN_ANEW:
        yield from _as_good_as_tsh(field, record)
    elif system == "fontes":
        yield from _opening(facts, options, given)
    if due is not None and given != due:
        yield Violation(
            "schedule", f"fixed are {sorted(map(str, given - due))}, should be {sorted(map(str, due - given))}"
        )


def _as_good_as_tsh(field: Field, record: Mapping[str, Any]) -> Iterator[Violation]:
    """Where nobody is kept apart: no worse than tsh's way in repeats, scores, starts or distance."""
    if any(pairs for _name, pairs, _strict in kept_apart(field)) or absolute(field):
        return
    places, bye, _same = tsh.pair(field.facts, field.options)
    free = set(field.ids)
    mine = [(p["first"], p["second"]) for p in record["plan"]["pairs"] if p["first"] in free]
    odd = [b["player"] for b in record["plan"]["byes"] if b["player"] in free]
    if bye is not None and odd != [field.ids[bye]]:
        return
    theirs = [tsh.by_surplus(field, field.ids[i], field.ids[j]) for i, j in places]
    mine = [tsh.by_surplus(field, a, b) for a, b in mine]
    own, other = tsh.measured(field, mine), tsh.measured(field, theirs)
    if any(one > two for one, two in zip(own, other, strict=True)):
        yield Violation("schedule", f"(repeats, scores, starts, distance) are {own}, tsh's {other}")


def _opening(facts: Facts, options: Mapping[str, Any], given: set[frozenset[int | None]]) -> Iterator[Violation]:
    """In an opening nobody is meant to play anyone twice, unless a whole round robin fits more than once."""
    cycle = max(1, cycle_length(len(roster(facts, options["first_round"]))))
    most = -(-options["opening"] // cycle)
    met = Counter(
        frozenset((game.first, game.second))
        for game in facts.past
        if game.counts_as_played and game.round >= max(options["first_round"], options["repeats_from"])
    )
    for pair in given:
        if options["meeting_games"] == 1 and None not in pair and met[pair] >= most:
            yield Violation("schedule", f"{sorted(map(str, pair))} play again in the opening")


def fixed(facts: Facts, record: Mapping[str, Any]) -> Iterator[Violation]:
    """What a fixed schedule promises: in one cycle nobody plays anyone twice, and the right ones play."""
    plan, options, system = record["plan"], record["options"], record["system"]
    pairs = [(pair["first"], pair["second"]) for pair in plan["pairs"]]
    team = {player.id: player.team for player in facts.players.values()}
    if system == "team_matches" or (system == "team_round_robin" and options["split"] == "teams"):
        for a, b in pairs:
            if team[a] == team[b]:
                yield Violation("schedule", f"{a} and {b} are of one team")
    if system == "team_matches":
        yield from _boards(facts, plan["pairs"])
    if system == "round_robin" and "table_repeats" not in {note["code"] for note in plan["notes"]}:
        since = record["cycle_start"]
        if options["meeting_games"] == 1:
            played = {frozenset((g.first, g.second)) for g in facts.past if g.round >= since and g.second is not None}
            for a, b in pairs:
                if frozenset((a, b)) in played:
                    yield Violation("schedule", f"{a} and {b} play again in one cycle")
    if system in {"interleaved", "team_round_robin"}:
        yield from _sides(facts, options, pairs, "odd_even" if system == "interleaved" else options["split"])
    scheduled = sum(bye["reason"] == "odd_field" for bye in plan["byes"])
    if system == "round_robin" and scheduled > 1:
        yield Violation("bye", f"{scheduled} byes of an odd field")


def _sides(
    facts: Facts, options: Mapping[str, Any], pairs: Sequence[tuple[int, int]], split: str
) -> Iterator[Violation]:
    """Everyone plays players of the other sides, nobody twice in one cycle."""
    parts = sides(facts, options, split)
    rounds = cycle_length(len(parts)) * max(len(part) for part in parts)
    turn = past_facts.match_of(facts.round, options) - options["first_round"]
    since = options["first_round"] + turn // rounds * rounds
    met = {
        frozenset((game.first, game.second))
        for game in facts.past
        if past_facts.match_of(game.round, options) in range(since, options["first_round"] + turn)
        and (game.round - options["first_round"]) % options["meeting_games"] == 0  # later games of a match fill gaps
    }
    for a, b in pairs:
        if any({a, b} <= part for part in parts):
            yield Violation("schedule", f"{a} and {b} are of one side")
        if frozenset((a, b)) in met and facts.round >= options["first_round"] and turn:
            yield Violation("schedule", f"{a} and {b} play again in one cycle")


def _boards(facts: Facts, pairs: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    """A team plays one other, the best of the one against the best of the other; firsts alternate down the boards."""
    team = {player.id: player.team for player in facts.players.values()}
    out = facts.absent | facts.requested
    here = sorted((p for p in facts.players.values() if p.active and p.id not in out), key=lambda p: p.number)
    boards: dict[frozenset[str | None], list[Mapping[str, Any]]] = {}
    for pair in pairs:
        boards.setdefault(frozenset((team[pair["first"]], team[pair["second"]])), []).append(pair)
    if max(Counter(name for both in boards for name in both).values(), default=0) > 1:
        yield Violation("schedule", "a team plays two others")
    for both, own in boards.items():
        lines = [[player.id for player in here if player.team == name] for name in both]
        due = [frozenset(pair) for pair in zip(*lines, strict=False)]
        if sorted(map(sorted, due)) != sorted(sorted((pair["first"], pair["second"])) for pair in own):
            yield Violation("schedule", f"the boards of {sorted(map(str, both))} are not in order")
            continue
        on_board = {frozenset((pair["first"], pair["second"])): pair for pair in own}
        for board, (one, other) in enumerate(pairwise(due), start=1):
            pair, below = on_board[one], on_board[other]
            by_schedule = pair["start"] == below["start"] == "schedule"
            if by_schedule and team[pair["first"]] == team[below["first"]]:
                yield Violation("first", f"boards {board} and {board + 1}: {team[pair['first']]} goes first on both")
