#!/usr/bin/env python3
"""Check the figures of an event, or of a league's season: all are worked out again from the facts in its file.

    python3 auditor.py event.json           a line for each difference, or "Everything agrees."
    python3 auditor.py --json event.json    the same for programs; "-" instead of a file reads the standard input

This file is the whole program: it needs Python 3.11 or newer and nothing of Wordhall, so that a fault there cannot hide here
as well. Exit status: 0 without differences, 1 with some, 2 if the file cannot be read. docs/auditing.md describes the parts of
the file and the rules. Players are numbers inside their division, as on the slips. Two half wins are a win, one is a tie.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import re
import sys
from collections import defaultdict, namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from pathlib import Path
from typing import Any

VERSION = "2"
EVENT, SEASON = "wordhall event 1", "wordhall season 1"
Data = dict[str, Any]
WRONG = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)


# --- What is noticed
class Place(namedtuple("Place", "division round about", defaults=("", None, ""))):
    """Where a figure stands: division, round, and a player, table or prize."""

    def __str__(self) -> str:
        named = [self.division and f"division {self.division}", self.round and f"round {self.round}", self.about]
        return ", ".join(one for one in named if one) or "event"


class Audit:
    """The differences so far, and what this file does not let us check."""

    def __init__(self) -> None:
        self.differences: list[Data] = []
        self.unchecked: list[Data] = []

    def compare(self, place: Place, what: str, stated: Any, ours: Any) -> None:
        """Note a figure that is not the one worked out here."""
        if canonical(stated) != canonical(ours):
            stated, ours = (one if isinstance(one, str) else canonical(one) for one in (stated, ours))
            self.differences.append({**place._asdict(), "what": what, "stated": stated, "recomputed": ours})

    def compare_figures(self, place: Place, stated: Data | None, ours: Data) -> None:
        """The same for several figures of one thing."""
        for name, value in ours.items():
            self.compare(place, name, stated and stated.get(name), value)

    def compare_rows(self, place: Place, what: str, stated: Iterable[Any], ours: Iterable[Any]) -> None:
        """The same for lists in any order: each row that stands more often in one of the two."""
        left, right = list(map(canonical, stated)), list(map(canonical, ours))
        if sorted(left) != sorted(right):
            for row in sorted({*left, *right}):
                self.compare(place, what, [row] * left.count(row), [row] * right.count(row))


def canonical(value: Any) -> str:
    """The one way to write a value: keys in order, no blanks."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def check_seals(document: Data, audit: Audit) -> None:
    """A part that was changed by hand no longer has its seal. The part "results" of division a is sealed as a/results."""
    parts = {name: part for name, part in document.items() if name not in {"format", "seals", "divisions"}}
    for division in document["divisions"]:
        parts |= {f"{division['slug']}/{name}": part for name, part in division.items() if name != "slug"}
    for name in sorted({*parts, *document["seals"]}):
        ours = hashlib.sha256(canonical(parts[name]).encode()).hexdigest() if name in parts else None
        audit.compare(Place(about=name), "seal", document["seals"].get(name), ours)


# --- Results from reports and rulings
SIDES = ("official", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
OF_SCORE = ("kind", "first_score", "second_score", "tally", "lost_on_time", "led_before", "spread")


def score_of(row: Data) -> Data:
    """How a game ended, by a report, a ruling or a result."""
    return {name: row.get(name) for name in OF_SCORE}


def not_undone(facts: Sequence[Data], source: Callable[[Data], object]) -> list[Data]:
    """Each fact of kind "undone" takes back the latest one of its source."""
    left: list[Data] = []
    for fact in facts:
        same = [at for at, other in enumerate(left) if source(other) == source(fact)]
        if fact["kind"] != "undone":
            left.append(fact)
        elif same:
            del left[same[-1]]
    return left


def derive(alone: Data | None, reports: Sequence[Data], rulings: Sequence[Data]) -> tuple[str, Data] | None:
    """State and score of a pairing. Two players who agree confirm it, or an official; then only a ruling changes it."""
    current = ("confirmed", alone) if alone else None
    latest: dict[tuple[str, bool], Data] = {}
    waiting = not_undone(rulings, lambda _ruling: None)
    for report in not_undone(reports, lambda report: (report["side"], report["voice"] != 0)):
        while waiting and waiting[0]["after"] < report["id"]:
            current = ("confirmed", score_of(waiting.pop(0)))
        latest[report["side"], report["voice"] != 0] = report  # a side's later report replaces its earlier one
        if current is None or current[0] != "confirmed":
            current = compared(list(latest.values()))
    return ("confirmed", score_of(waiting[-1])) if waiting else current


def compared(reports: list[Data]) -> tuple[str, Data]:
    """Voice 0 is the table's shared link, which is nobody's voice; without a voice the side counts as one."""
    reports.sort(key=lambda row: (row["voice"] == 0, SIDES.index(row["side"])))
    leading = score_of(reports[0])
    if any(score_of(row) != leading for row in reports):
        return "conflict", leading
    voices = {row["side"] if row["voice"] is None else row["voice"] for row in reports} - {0}
    return ("confirmed" if len(voices) > 1 or reports[0]["side"] == "official" else "pending"), leading


def counted(score: Data, time_loss: int) -> Data:
    """Lost on time: who led ends so many points behind, who trailed loses as many, and nobody falls below 0 by it."""
    late, other = ("first_score", "second_score")[:: 1 if score["lost_on_time"] == "first" else -1]
    if not score["lost_on_time"] or score[late] is None or score[other] is None:
        return score
    points = max(min(score[late], 0), min(score[late], score[other]) - time_loss)
    return {**score, late: points, other: max(score[other], points + 1)}


def check_results(division: Data, audit: Audit) -> None:
    """Each result from its reports and rulings, which only the officials' file has."""
    facts: dict[tuple[str, int], list[Data]] = defaultdict(list)
    for name in ("reports", "rulings"):
        for row in sorted(division[name], key=lambda row: int(row["id"])):
            facts[name, row["pairing"]].append(row)
    stated = {row["pairing"]: row for row in division["results"]}
    for pairing in division["pairings"]:
        kind = {"bye": "bye", "forfeit": "forfeit_loss"}.get(pairing["kind"])
        empty = {"kind": kind, "spread": pairing["spread"], "tally": "", "lost_on_time": "", "led_before": ""}
        reports, rulings = (facts[name, pairing["id"]] for name in ("reports", "rulings"))
        ours = derive(score_of(empty) if kind else None, reports, rulings)
        row = stated.pop(pairing["id"], None)
        place = Place(division["slug"], pairing["round"], f"table {pairing['table']} {pairing['seats']}")
        audit.compare(place, "state", row and row["state"], ours and ours[0])
        if row and ours:
            audit.compare_figures(place, row, counted(ours[1], division["settings"]["time_loss"]))
    audit.compare(Place(division["slug"]), "results without a pairing", len(stated), 0)


# --- Games
#: A game played, seen by one player: points of both, half wins.
Side = namedtuple("Side", "round player opponent own other half")
GameRow = namedtuple(
    "GameRow",
    "round first second kind own other margin winner known on_time",
    defaults=(None, None, None, None, True, True),
)


class Game(GameRow):
    """A result between two players, or of one alone. Kind "pending": paired, no result yet. `margin`: the first player's
    spread where it is not that of the scores; `winner`: who wins equal scores; `known`: who went first is known."""

    def sides(self) -> Iterator[Side]:
        """A game played from both sides; nothing of any other."""
        if self.kind == "played" and self.second is not None:
            half = 1 + (self.own > self.other) - (self.own < self.other)
            half = half if self.winner is None else 2 * (self.winner == self.first)
            yield Side(self.round, self.first, self.second, self.own, self.other, half)
            yield Side(self.round, self.second, self.first, self.other, self.own, 2 - half)


def games_of(division: Data) -> list[Game]:
    """What counts, in the order of rounds and tables."""
    results = {row["pairing"]: row for row in division["results"] if row["state"] == "confirmed"}
    return [game for pairing in division["pairings"] for game in games_at(pairing, results.get(pairing["id"]))]


def games_at(pairing: Data, result: Data | None) -> Iterator[Game]:
    """The games of one pairing. A table of more than two is a game between every two of it, by fewer cards or more points;
    who is not there forfeits."""
    number, seats, known = pairing["round"], pairing["seats"], pairing["starter_known"]
    if result is None:
        for one, other in list(combinations(seats, 2)) or [(seats[0], None)]:
            yield Game(number, one, other, "void" if other is None else "pending", known=known)
        return
    tally = [[None if one == "x" else int(one) for one in re.split("[/-]", game)] for game in result["tally"].split()]
    seat = SIDES.index(result["led_before"]) - 1 if result["led_before"] not in ("", "level") else -1
    if len(seats) <= 2:
        margin = sum((game[1] or 0) - (game[0] or 0) for game in tally) if tally else None
        own = result["first_score"] if result["spread"] is None else result["spread"]
        scores, second = (own, result["second_score"], margin), seats[1] if len(seats) > 1 else None
        winner, on_time = seats[seat] if seat >= 0 else None, not result["lost_on_time"]
        yield Game(number, seats[0], second, result["kind"], *scores, winner, known, on_time)
    for game in tally if len(seats) > 2 and result["kind"] == "played" else ():
        for one, other in combinations([place for place, value in enumerate(game) if value is not None], 2):
            ahead = ((game[one] or 0) - (game[other] or 0)) * (1 if "/" in result["tally"] else -1)
            won = ahead or (one == seat) - (other == seat)
            yield Game(number, seats[one], seats[other], "played", int(won > 0), int(won < 0), ahead, known=known)
        yield from (Game(number, seats[k], None, "forfeit_loss") for k, value in enumerate(game) if value is None)


# --- Standings
FORFEITS = {"forfeit_win": (False, True), "forfeit_loss": (True, False), "double_forfeit": (True, True)}


class Line:
    """What a player has; wins and losses with halves for ties. `values`: by the tie-breaks in their order."""

    rank = points = ties = spread = full_spread = played = byes = forfeits = firsts = seconds = 0
    wins = losses = 0.0
    by_bracket, values = False, tuple[Fraction, ...]()

    def __init__(self, player: int) -> None:
        self.player, self.sides = player, list[Side]()

    def add(self, half: int, spread: int, number: int, settings: Data) -> None:
        """A result of a round. No more than the round's cap counts; 0 in the list of caps is no cap."""
        caps = settings["spread_caps"]
        cap = (caps[min(number, len(caps)) - 1] or None) if caps else settings["spread_cap"]
        self.full_spread += spread
        self.spread += spread if cap is None else max(-cap, min(cap, spread))
        self.wins, self.losses, self.ties = self.wins + half / 2, self.losses + 1 - half / 2, self.ties + (half == 1)
        self.points += (settings["loss_points"], settings["tie_points"], settings["win_points"])[half]


class Field:
    """The players of a division with its settings. `seeds`: the place of each in the seed order."""

    def __init__(self, settings: Data, entries: Sequence[Data]) -> None:
        self.settings = settings
        self.entries: dict[int, Data] = {entry["number"]: entry for entry in entries}
        self.seeds = {number: seed for seed, number in enumerate(self.seed_order(), 1)}

    def seed_order(self) -> list[int]:
        """By rating, equals by number; seeds set by hand stand where they say, and late entries fit in by rating."""

        def by_rating(entry: Data) -> tuple[Any, ...]:
            return entry["rating"] is None, -(entry["rating"] or 0), entry["number"]

        ordered = sorted(self.entries.values(), key=by_rating)
        by_hand = sorted((one for one in ordered if one["seed"]), key=lambda one: (one["seed"], one["number"]))
        late = [one for one in ordered if by_hand and not one["seed"] and one["joined_round"] > 1]
        order = [one for one in ordered if one not in by_hand and one not in late]
        for entry in by_hand:
            order.insert(entry["seed"] - 1, entry)
        for entry in late:
            below = (k for k, one in enumerate(order) if not one["seed"] and by_rating(one) > by_rating(entry))
            order.insert(next(below, len(order)), entry)
        return [entry["number"] for entry in order]

    def count(self, game: Game, lines: dict[int, Line]) -> None:
        """Add a result to the totals; void and pending games count for nothing."""
        first, second = lines[game.first], lines.get(game.second or 0)
        if game.kind == "played" and second is not None:
            lead = game.own - game.other if game.margin is None else game.margin
            for line, side, spread in zip((first, second), game.sides(), (lead, -lead), strict=True):
                line.add(side.half, spread, game.round, self.settings)
                line.played += 1
                line.sides.append(side)
            first.firsts, second.seconds = first.firsts + game.known, second.seconds + game.known
        elif game.kind == "bye":
            first.byes += 1
            spread = self.settings["bye_spread"] if game.own is None else game.own
            first.add(self.settings["bye_half_wins"], spread, game.round, self.settings)
        elif game.kind in FORFEITS:
            lost = FORFEITS[game.kind]
            usual = self.settings["forfeit_spread"] * (1 if lost[0] else -1)
            spread = usual if game.own is None else game.own
            spreads = (spread, spread if all(lost) else -spread)
            for one, is_lost, own in zip((first, second), lost, spreads, strict=True):
                if one is not None:
                    one.forfeits += is_lost
                    one.add(0 if is_lost else 2, own, game.round, self.settings)

    def tiebreak(self, key: str, line: Line, lines: dict[int, Line], tied: set[int]) -> Fraction | float:
        """A player's value; more is better. Opponents are those really played. `tied`: who is level so far."""
        sides, counting = line.sides, Fraction(line.wins + line.losses)
        if key in {"buchholz", "median"}:
            points = sorted(lines[side.opponent].points for side in sides)
            return sum(points[1:-1] if key == "median" and len(points) > 2 else points)
        if key == "percent":
            return line.points / counting if counting else 0
        if key in {"sum_of_scores", "head_to_head"}:
            total = key == "sum_of_scores"
            return Fraction(sum(side.own if total else side.half for side in sides if total or side.opponent in tied))
        if key == "sonneborn_berger":
            return Fraction(sum(side.half * lines[side.opponent].points for side in sides), 2)
        if key == "performance":  # the mean rating of the opponents, 400 more for a win and less for a loss
            rated = [(self.entries[side.opponent]["rating"], side.half) for side in sides]
            values = [rating + 400 * (half - 1) for rating, half in rated if rating is not None]
            return Fraction(sum(values), len(values)) if values else 0
        value: float = getattr(line, key)
        return -value if key == "losses" else value

    def standings(self, games: Iterable[Game], after: int | None = None, among: Sequence[int] = ()) -> list[Line]:
        """After a round (None: after all games), best first. Players level in all tie-breaks share a place."""
        lines = {number: Line(number) for number in among or self.entries}
        for game in games:
            if after is None or game.round <= after:
                self.count(game, lines)
        place = {player: index for index, player in enumerate(among)} or self.seeds
        return self.ranked(lines, sorted(lines.values(), key=lambda line: place[line.player]))

    def ranked(self, lines: dict[int, Line], ordered: list[Line]) -> list[Line]:
        """By the tie-breaks, equals as they come; `lines`: their opponents' too."""
        for key in self.settings["order"]:
            groups = [list(group) for _, group in groupby(ordered, key=lambda line: line.values)]
            for group in groups:
                tied = {line.player for line in group}
                values = [Fraction(self.tiebreak(key, line, lines, tied)) for line in group]
                for line, value in zip(group, values, strict=True):
                    line.values = (*line.values, value)
            ordered.sort(key=lambda line: [-value for value in line.values])
        for index, line in enumerate(ordered):
            level = index and line.values == ordered[index - 1].values
            line.rank = ordered[index - 1].rank if level else index + 1
        return ordered

    def placed(self, games: list[Game], knock_out: Data | None, after: int | None) -> list[Line]:
        """The standings after a round; once a knock-out has begun, how far each player got comes first."""
        rows = self.standings(games, after)
        last = max((game.round for game in games), default=0) if after is None else after
        if knock_out is None or last < knock_out["first_round"]:
            return rows
        bracket = Bracket(self, [game for game in games if game.round <= last], knock_out, last)
        if not bracket.seeds:
            return rows
        groups = bracket.groups()
        ordered: list[Line] = []
        for group in [*groups, self.entries.keys() - set().union(*groups)]:
            part = [row for row in rows if row.player in group]
            start, old = len(ordered), [row.rank for row in part]
            for row, rank in zip(part, old, strict=True):
                row.rank, row.by_bracket = start + 1 + old.index(rank), True
            ordered += part
        return ordered

    def with_handicaps(self, games: Iterable[Game]) -> Iterator[Game]:
        """Every game with its head start; a loss on time stays a loss."""
        for game in games:
            if game.kind == "played" and game.second is not None and game.on_time:
                one, other = self.head_start(self.entries[game.first], self.entries[game.second])
                lead, winner = (game.margin or 0) + one - other, game.winner if one == other else None
                if game.margin is None:
                    game = game._replace(own=game.own + one, other=game.other + other, winner=winner)  # noqa: PLW2901
                elif one != other:
                    game = game._replace(own=int(lead > 0), other=int(lead < 0), margin=lead)  # noqa: PLW2901
            yield game

    def head_start(self, one: Data, other: Data) -> tuple[int, int]:
        """Each player's own points, or for the weaker a share of the rating difference, fractions dropped."""
        if self.settings["handicap_by"] != "rating":
            return one["handicap_points"], other["handicap_points"]
        if one["rating"] is None or other["rating"] is None:
            return 0, 0
        points = abs(one["rating"] - other["rating"]) * self.settings["handicap_percent"] // 100
        points = points if self.settings["handicap_cap"] is None else min(points, self.settings["handicap_cap"])
        return (points, 0) if one["rating"] < other["rating"] else (0, points)


# --- Knock-outs
Player = int | None  # None: a line of the bracket without a player, a bye for the opponent
Duel = tuple[Player, Player]
Stage = tuple[range, dict[str, list[Duel]]]


class Bracket:
    """A knock-out as the results up to a round show it: its players are those paired in its first round, seeded by the
    standings before. `seeds`: empty for a field that is too small."""

    def __init__(self, field_: Field, games: list[Game], rules: Data, last: int) -> None:
        self.field, self.games, self.rules, self.last = field_, games, rules, last
        self.gone = {number for number, one in field_.entries.items() if one["withdrawn_after"] is not None}
        first = rules["first_round"]
        present = {player for game in games if game.round == first for player in (game.first, game.second)}
        present = present or field_.entries.keys() - self.gone
        ranking = [line.player for line in field_.standings(games, first - 1) if line.player in present]
        size = rules["bracket"] or 1 << max(0, len(ranking).bit_length() - 1)
        self.seeds = ranking[:size] if len(ranking) >= 2 and 2 <= size < 2 * len(ranking) else []

    def outcome(self, duel: Duel, rounds: range) -> tuple[Player, Player, bool]:
        """Winner, loser, and whether it is decided: by points, then the tie-breaks, then the better seed."""
        one, other = duel
        if one is None or other is None:
            return one or other, None, True
        games = [game for game in self.games if game.round in rounds and {game.first, game.second} == {one, other}]
        first, second = self.field.standings(games, among=sorted((one, other), key=self.seeds.index))
        left, settings = sum(number > self.last for number in rounds), self.field.settings
        over = not left or first.points - second.points > left * (settings["win_points"] - settings["loss_points"])
        gone = [first.player in self.gone, second.player in self.gone]
        if (not over or first.rank == second.rank) and gone == [True, False]:
            first, second = second, first
        return first.player, second.player, over or any(gone)

    def stages(self) -> Iterator[Stage]:
        """Stage after stage: its rounds and its matches. The last number of games counts for all later stages."""
        order = [0]
        while len(order) < len(self.seeds):
            order = [seed for top in order for seed in (top, 2 * len(order) - 1 - top)]
        lines: list[Player] = [self.seeds[k] if k < len(self.seeds) else None for k in order]
        depth, start, rounds = len(order).bit_length() - 1, self.rules["first_round"], list[range]()
        for number in range(2 * depth + 1):
            games = self.rules["stage_games"][min(number, len(self.rules["stage_games"]) - 1)]
            rounds.append(range(start, start + games))
            start += games
        return self.double(lines, depth, rounds) if self.rules["double"] else self.single(lines, rounds[:depth])

    def single(self, lines: list[Player], rounds: list[range]) -> Iterator[Stage]:
        """One lost match puts a player out."""
        losers: list[Player] = []
        for span in rounds:
            upper = pairs(lines)
            third = pairs(losers) if self.rules["third_place"] and len(upper) == 1 and len(losers) == 2 else []
            yield span, {"upper": upper, "third": third}
            results = [self.outcome(duel, span) for duel in upper]
            lines, losers = [one[0] for one in results], [one[1] for one in results]

    def double(self, winners: list[Player], depth: int, rounds: list[range]) -> Iterator[Stage]:
        """It takes two lost matches: losers go on in a bracket of their own, which new losers enter from the other end."""
        losers: list[Player] = []
        dropped: list[list[Player]] = []
        for turn, span in enumerate(rounds):
            upper, lower = pairs(winners) if turn < depth else [], list[Duel]()
            if 1 <= turn <= 2 * depth - 2:
                new = dropped[turn // 2]
                mixed = list(zip(losers, new[::-1] if turn % 4 == 2 else new, strict=False))
                lower = pairs(losers) if turn % 2 else mixed
            final: list[Duel] = [(winners[0], losers[0])] if turn >= 2 * depth - 1 else []
            yield span, {"upper": upper, "lower": lower, "final": final}
            results = [self.outcome(duel, span) for duel in upper]
            losers = [self.outcome(duel, span)[0] for duel in lower] if lower else losers
            if upper:
                winners = [one[0] for one in results]
                dropped.append([one[1] for one in results])
            losers = losers if turn else dropped[0]
            if final and self.outcome(final[0], span)[0] == winners[0]:
                return

    def decided(self, duels: Iterable[Duel], span: range) -> list[tuple[Player, Player] | None]:
        """Winner and loser of each match; None while it is not decided or a result is missing."""
        waiting = [{one.first, one.second} for one in self.games if one.kind == "pending" and one.round in span]
        results = [(set(duel) in waiting, self.outcome(duel, span)) for duel in duels]
        return [(one[0], one[1]) if one[2] and not missing else None for missing, one in results]

    def groups(self) -> list[set[int]]:
        """The players, best first: those still in, then those of each stage who went out in it."""
        out: list[set[int]] = []
        finals = 0
        for span, matches in self.stages():
            if span.start > self.last:
                break
            for third in self.decided(matches.get("third", []), span):
                if third and third[0] and third[1]:
                    out[-1:] = [{third[1]}, {third[0]}]
            final = matches.get("final", [])
            finals += len(final)
            results = self.decided(matches["lower" if self.rules["double"] else "upper"], span)
            # the first final of a double knock-out ends it only if the player who has not lost yet wins it
            results += [one for one in self.decided(final, span) if one and (finals == 2 or one[0] == final[0][0])]
            out.append({one[1] for one in results if one and one[1] is not None})
            if None in self.decided((duel for duels in matches.values() for duel in duels), span):
                break
        return [set(self.seeds).difference(*out), *reversed(out)]


def pairs(players: Sequence[Player]) -> list[Duel]:
    """Neighbours play each other."""
    return list(zip(players[::2], players[1::2], strict=True))


# --- Comparing standings, repeats, players kept apart, Gibsonized players
def written(value: Any) -> Any:
    """A tie-break's value as the file writes it: a whole number, or "7/2"."""
    return int(value) if Fraction(value).denominator == 1 else str(value)


def check_table(division: Data, name: str, after: Callable[[int], list[Line]], audit: Audit) -> None:
    """The standings after each round: every column of every player."""
    plain, columns = division["settings"]["order"] == ["points", "spread"], division[name]["columns"][1:]
    last = max((pairing["round"] for pairing in division["pairings"]), default=0)
    audit.compare(Place(division["slug"]), f"rounds of {name}", len(division[name]["rounds"]), last)
    for number, stated in enumerate(division[name]["rounds"], 1):
        ours = {line.player: line for line in after(number)}
        audit.compare_rows(Place(division["slug"], number), f"players of {name}", [row[0] for row in stated], ours)
        for player, *figures in stated:
            own = {column: getattr(ours.get(player), column, None) for column in columns}
            own["values"] = [] if plain or player not in ours else [written(value) for value in ours[player].values]
            if figures != list(own.values()):
                who = Place(division["slug"], number, player_name(division["entries"], player))
                audit.compare_figures(who, dict(zip(columns, figures, strict=True)), own)


def player_name(entries: Iterable[Data], number: int) -> str:
    """#5 Ann Reed."""
    return " ".join([f"#{number}", *(entry["name"] for entry in entries if entry["number"] == number)])


def check_repeats(division: Data, games: Iterable[Game], audit: Audit) -> None:
    """Who played whom in more than one round."""
    rounds: dict[tuple[int, int], set[int]] = defaultdict(set)
    for game in games:
        if game.second is not None and game.kind in {"played", "pending"}:
            rounds[min(game.first, game.second), max(game.first, game.second)].add(game.round)
    ours = [[*pair, sorted(own)] for pair, own in rounds.items() if len(own) > 1]
    audit.compare_rows(Place(division["slug"]), "repeats", division["repeats"], ours)


def check_apart(division: Data, audit: Audit) -> None:
    """Players to be kept apart who sat at one table nevertheless; only the officials' file has them."""
    broken = []
    for row in division["apart"]:
        at_table = [one["round"] for one in division["pairings"] if {row["low"], row["high"]} <= set(one["seats"])]
        rounds = [one for one in at_table if row["until"] is None or one <= row["until"]]
        broken += [[row["low"], row["high"], rounds]] if rounds else []
    audit.compare_rows(Place(division["slug"]), "paired though kept apart", division["paired_apart"], broken)


def can_catch(ahead: Sequence[int], behind: Sequence[int], rounds: int, spread: int) -> bool:
    """Whether the one behind (half wins, spread) can draw level; `spread`: the most the gap can change in all rounds."""
    gap = ahead[0] - behind[0]
    return gap < 2 * rounds or (gap == 2 * rounds and ahead[1] - behind[1] <= spread)


def gibsonized(row: Data) -> list[int]:
    """Who is sure of a place when a round is paired: nobody below can catch them any more."""
    players, totals = [one[0] for one in row["field"]], [one[1:] for one in row["field"]]
    left, spreads, prizes = row["rounds_left"], row["spreads"], row["prizes"]
    if row["rule"] == "cop":  # apart from both neighbours, by the spread of this round
        most = 2 * left * spreads[min(left, len(spreads)) - 1]
        apart = [not can_catch(one, other, left, most) for one, other in pairwise(totals)] + [True]
        return [players[k] for k in range(min(prizes, len(players))) if apart[k] and (k == 0 or apart[k - 1])]
    most = 2 * sum(spreads[min(one, len(spreads)) - 1] for one in range(1, left + 1))
    best = [1 + sum(not can_catch(a, b, left, most - 1) for a in totals[:k]) for k, b in enumerate(totals)]
    sure, rank = 0, 1
    while rank <= min(prizes, len(best)):  # from the top; places that win the same, together or not at all
        last = next((end for start, end in row["groups"] if start <= rank <= end), rank)
        if last < len(best) and best[last] != last + 1:
            break
        sure, rank = last, last + 1
    return players[:sure]


def check_gibson(division: Data, field_: Field, games: list[Game], audit: Audit) -> None:
    """The Gibson rule in each round paired by it, and the standings that it looked at, unless results changed since."""
    for row in division["gibson"]:
        audit.compare(Place(division["slug"], row["round"]), "Gibsonized", row["gibsonized"], gibsonized(row))
        lines = {line.player: line for line in field_.standings(games, row["based_on"])}
        totals = [[player, round(2 * lines[player].wins), lines[player].spread] for player, *_ in row["field"]]
        if not row["corrected_since"]:
            audit.compare_rows(Place(division["slug"], row["round"]), "Gibson rule: totals", row["field"], totals)


# --- Prizes
#: Somebody in the running, more is better; and the game, or the team, that it is for.
Candidate = namedtuple("Candidate", "player value round opponent team", defaults=(None, None, ""))


class Contest(namedtuple("Contest", "slug field games knock_out plays")):
    """What decides the prizes of one division."""

    def candidates(self, prize: Data) -> Iterator[Candidate]:
        """Everybody in the running, perhaps several times."""
        kind, last, entries = prize["kind"], prize["last_round"], self.field.entries
        first = self.first_round(prize)
        games = [game for game in self.games if first <= game.round <= (last or math.inf)]
        position = {number: index for index, number in enumerate(entries)}
        ordered = sorted(games, key=lambda game: (game.round, position[game.first]))
        sides = [side for game in ordered for side in game.sides()]
        if kind == "given":
            yield from (Candidate(number, (0,)) for number in entries if [self.slug, number] in prize["winners"])
        elif kind in {"rank", "over_seed", "under_seed"}:
            sign = {"over_seed": 1, "under_seed": -1}.get(kind, 0)
            for line in self.field.placed(self.games, self.knock_out, last):
                above = sign * (self.field.seeds[line.player] - line.rank)
                worth = (-line.rank, *line.values) if line.by_bracket else line.values
                if above > 0 or not sign:
                    yield Candidate(line.player, (above,) if sign else worth)
        elif kind == "handicap_rank" and self.field.settings["handicap_by"] != "none":
            lines = self.field.standings(self.field.with_handicaps(self.games), last)
            yield from (Candidate(line.player, line.values) for line in lines)
        elif kind in {"spread", "round_record", "last_hour", "lower_half_record", "team_total"}:
            yield from self.by_rounds(prize, self.field.standings(games))
        elif kind in {"high_game", "high_win", "high_loss", "low_win", "low_loss", "high_play", "high_word"}:
            yield from self.by_single_games(kind, sides, first, last or math.inf)
        elif kind == "tough_luck":  # the smallest sum of so many lost games
            for player in entries:
                margins = sorted(one.other - one.own for one in sides if one.player == player and one.half == 0)
                if len(margins) >= prize["count"]:
                    yield Candidate(player, (-sum(margins[: prize["count"]]),))
        elif kind in {"upset", "handicap"}:
            yield from self.by_ratings(kind, sides)

    def by_single_games(self, kind: str, sides: list[Side], first: int, last: float) -> Iterator[Candidate]:
        """The score of one game, or the best play or word in one."""
        if kind in {"high_play", "high_word"}:
            for player, number, opponent, *points in self.plays:
                best = points[kind == "high_word"]
                if first <= number <= last and best:
                    yield Candidate(player, (best,), number, opponent)
            return
        sign = 1 if kind.startswith("high") else -1
        for one in sides:
            if kind == "high_game" or (one.own != one.other and (one.own > one.other) == kind.endswith("win")):
                yield Candidate(one.player, (sign * one.own,), one.round, one.opponent)

    def first_round(self, prize: Data) -> int:
        """The first round that counts: of the last hour so many rounds from the end."""
        if prize["kind"] != "last_hour":
            return int(prize["first_round"])
        end = prize["last_round"] or max([self.field.settings["rounds_planned"], *(game.round for game in self.games)])
        return max(int(prize["first_round"]), int(end - prize["count"] + 1))

    def by_ratings(self, kind: str, sides: list[Side]) -> Iterator[Candidate]:
        """The largest rating gap beaten, or the most wins above expectation, in thousandths."""
        excess: dict[int, float] = defaultdict(float)
        for one in sides:
            own, theirs = (self.field.entries[number]["rating"] for number in (one.player, one.opponent))
            if own is not None and theirs is not None:
                excess[one.player] += one.half / 2 - 1 / (1 + 10 ** ((theirs - own) / 400))
                if kind == "upset" and one.half == 2 and theirs > own:
                    yield Candidate(one.player, (theirs - own,), one.round, one.opponent)
        if kind == "handicap":
            yield from (Candidate(player, (round(1000 * wins),)) for player, wins in excess.items())

    def by_rounds(self, prize: Data, lines: list[Line]) -> Iterator[Candidate]:
        """By the standings of the prize's rounds alone; or of those below the middle before; or by teams."""
        before = self.field.placed(self.games, self.knock_out, prize["first_round"] - 1)
        lower = {line.player for line in before[(len(before) + 1) // 2 :]}
        teams: dict[str, list[Line]] = defaultdict(list)
        for line in sorted(lines, key=lambda line: self.field.seeds[line.player]):
            teams[self.field.entries[line.player]["team"]].append(line)
            if prize["kind"] != "team_total" and (prize["kind"] != "lower_half_record" or line.player in lower):
                yield Candidate(line.player, (line.spread,) if prize["kind"] == "spread" else line.values)
        for team, own in teams.items() if prize["kind"] == "team_total" else ():
            if team and len(own) >= prize["count"]:
                means = [Fraction(sum(getattr(line, name) for line in own), len(own)) for name in ("points", "spread")]
                yield Candidate(own[0].player, tuple(means), team=team)

    def best(self, prize: Data) -> list[tuple[str, Candidate]]:
        """Everybody who may win it once, by the best value, equals by seed."""
        best: dict[int, Candidate] = {}
        for one in self.candidates(prize):
            entry = self.field.entries[one.player]
            fits = prize["class"] in ("", entry["class"]) and prize["team"] in ("", entry["team"])
            if fits and (one.player not in best or one.value > best[one.player].value):
                best[one.player] = one
        ordered = sorted(best.values(), key=lambda one: ([-part for part in one.value], self.field.seeds[one.player]))
        return [(self.slug, one) for one in ordered]


#: Prizes that are equal in these differ in their places only.
SERIES = ("kind", "division", "first_round", "last_round", "class", "team", "group", "count")


def awards(contests: Sequence[Contest], prizes: Sequence[Data]) -> Iterator[Data]:
    """Who wins what, in the order of the list; nobody wins two prizes of one group."""
    won: dict[str, dict[tuple[str, int], str]] = defaultdict(dict)
    together: dict[Any, list[tuple[str, Candidate]]] = {}  # who is level for several places wins their prizes
    for index, prize in enumerate(prizes):
        series, passed = [prize[name] for name in SERIES], list[list[Any]]()
        winners = together.pop((*series, prize["place"]), None)
        if winners is None:
            row = [one for part in contests if prize["division"] in (None, part.slug) for one in part.best(prize)]
            row.sort(key=lambda one: [-part for part in one[1].value])
            row = row[::-1] if prize["place"] < 0 else row
            earlier = won[prize["group"]] if prize["group"] else {}
            winners = row
            if prize["kind"] != "given":
                who, rank = [(slug, one.player) for slug, one in row], abs(prize["place"]) - 1
                free = [one for one, player in zip(row, who, strict=True) if player not in earlier]
                at = rank - sum(player in earlier for player in who[:rank])
                chosen = free[at : at + 1]
                winners = [one for one in free if chosen and one[1].value == chosen[0][1].value]
                above = who[rank : row.index(chosen[0])] if chosen else []
                passed = [[*player, earlier[player]] for player in above if player in earlier]
                ahead = free.index(winners[0]) - at if winners else 0
                for step in filter(None, range(ahead, ahead + len(winners))):
                    together[*series, prize["place"] + (step if prize["place"] > 0 else -step)] = winners
            earlier.update(((slug, one.player), prize["name"]) for slug, one in winners)
        named = [[slug, *one._replace(value=tuple(map(written, one.value)))] for slug, one in winners]
        yield {"prize": index, "winners": named, "passed_over": passed}


# --- Ratings
# fmt: off
NASPA: Data = {
    "curve": 0.0031879, "established_games": 50, "prorate": True, "split_after": (16, 35), "games_at_split": False,
    "acceleration_threshold": 5.0, "acceleration_factor": 1.0, "feedback": 1 / 20, "floor": 1, "change_divisor": 1,
    "change_limit": None, "newcomer_start": 1500, "newcomer_floor": 500, "newcomer_ceiling": 3000, "newcomer_cap": 400,
    "newcomer_share": 0.05, "newcomer_rounds": 50,
}
WESPA = {**NASPA, "curve": 1 / 172, "prorate": False, "acceleration_factor": 2 / 3, "split_after": (1000, 1000)}
SYSTEMS = {
    "naspa": NASPA, "naspa2024": {**NASPA, "games_at_split": True}, "wespa-172": WESPA,
    "wespa-250": {**NASPA, "curve": 1 / 250}, "elo": {"k": 20, "scale": 400, "start": 1500, "floor": 1},
}
#: Lowest rating of each band, K of players with few games, K of the others.
BANDS = ((0, 30, 20), (1800, 24, 16), (2000, 15, 10))
# fmt: on


#: A rated game from one side; a pair at a table of n weighs 2 / n of a game.
Rated = namedtuple("Rated", "round opponent spread earned weight")
Sides = dict[int, list[Rated]]


def rated_sides(rows: Iterable[Sequence[Any]]) -> Sides:
    """Everybody's rated games, players in order."""
    sides: Sides = defaultdict(list)
    for number, one, other, own, theirs, seats, tie_won_by, _moved in rows:
        earned = {"player": 1.0, "opponent": 0.0}.get(tie_won_by, 0.5) if own == theirs else float(own > theirs)
        sides[one].append(Rated(number, other, own - theirs, earned, 2 / seats))
        sides[other].append(Rated(number, one, theirs - own, 1 - earned, 2 / seats))
    return {player: sides[player] for player in sorted(sides)}


def logistic(x: float) -> float:
    """1 / (1 + e^-x) for any x."""
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, x))))


class Naspa:
    """The NASPA system and its relatives, by their parameters."""

    def __init__(self, parameters: Data) -> None:
        self.p = parameters

    def k(self, rating: float, games: int | None) -> int:
        """K by rating and career games; an unknown number of games is many."""
        band = max((one for one in BANDS if one[0] <= rating), default=BANDS[0])
        return band[2] if games is None or games >= self.p["established_games"] else band[1]

    def spend(self, rating: float, excess: float, games: int | None) -> float:
        """The rating after so many wins more than expected; where K changes on the way, the rest counts with the new K."""
        while True:
            k = self.k(rating, games)
            end = rating + k * excess
            if not self.p["prorate"] or self.k(end, games) == k:
                return end
            up, down = (b[0] for b in BANDS if b[0] > rating), (b[0] - 1 for b in BANDS[::-1] if b[0] <= max(0, rating))
            edge = next(up if excess > 0 else down)
            rating, excess = edge, excess - (edge - rating) / k

    def performance(self, opponents: Sequence[float], won: float) -> int:
        """The rating that expects so many wins, by halves; the last one tried counts. All won is taken as 95 %, none as 5 %."""
        share = self.p["newcomer_share"] * len(opponents)
        won = max(share, min(len(opponents) - share, won)) if won in (0, len(opponents)) else won
        low, high, tried = 0, int(self.p["newcomer_ceiling"]), 0
        while high - low > 1:
            tried = (low + high) // 2
            enough = sum(logistic(self.p["curve"] * (tried - other)) for other in opponents) >= won
            low, high = (low, tried) if enough else (tried, high)
        return tried

    def first_ratings(self, sides: Sides, rated: dict[int, float]) -> dict[int, float]:
        """All newcomers together, until a pass changes nothing; if that does not happen, the mean of as many passes more."""
        known = {n: [rated[one.opponent] for one in own if one.opponent in rated] for n, own in sides.items()}
        new, passes = [player for player in sides if player not in rated], list[dict[int, float]]()
        now = {n: sum(known[n]) / len(known[n]) if known[n] else self.p["newcomer_start"] for n in new}
        while len(passes) < 2 * self.p["newcomer_rounds"]:
            averaging, strength, before = len(passes) >= self.p["newcomer_rounds"], {**rated, **now}, now
            now = {}
            for player in new:
                won = sum(one.earned for one in sides[player])
                opponents = [strength[one.opponent] for one in sides[player]]
                value: float = self.performance(opponents, won)
                if known[player] or not averaging:  # at most so far above the strongest opponent
                    value = min(value, max(known[player] or opponents) + self.p["newcomer_cap"] * won / len(opponents))
                now[player] = max(self.p["newcomer_floor"], value)
            if now == before and not averaging:
                break
            passes.append(now)
        passes = passes[self.p["newcomer_rounds"] :] or [now]
        return {player: math.floor(sum(one[player] for one in passes) / len(passes) + 0.5) for player in new}

    def segment_ends(self, rounds: int) -> tuple[int, ...]:
        """Long events are rated in two or three parts: the last round of each."""
        last, (one, two) = rounds - 1, self.p["split_after"]
        if rounds > two:
            return last // 3 + 1, (2 * last + 1) // 3 + 1, rounds
        return (last // 2 + 1, rounds) if rounds > one else (rounds,)

    def segment(self, sides: Sides, now: dict[int, float], games: dict[int, int | None]) -> dict[int, float]:
        """Wins against expected wins; a gain beyond so many points a game counts more, and opponents get a share of that."""
        after = self.first_ratings(sides, {player: now[player] for player in sides if player in now})
        strength, p = {**now, **after}, self.p
        base, extra, threshold = {}, {}, p["acceleration_threshold"]
        for player in sides.keys() - after.keys():
            own = now[player]
            expected = [logistic(p["curve"] * (own - strength[one.opponent])) for one in sides[player]]
            excess = sum(one.weight * (one.earned - e) for one, e in zip(sides[player], expected, strict=True))
            base[player] = self.spend(own, excess, games[player])
            gain = base[player] - own - (threshold or 0) * sum(one.weight for one in sides[player])
            extra[player] = 0 if threshold is None else p["acceleration_factor"] * max(0.0, gain)
        for player, value in base.items():
            back = sum(extra.get(one.opponent, 0) * p["feedback"] * one.weight for one in sides[player])
            change = (value - now[player] + extra[player] + back) / p["change_divisor"]
            limit = math.inf if p["change_limit"] is None else p["change_limit"]
            after[player] = max(p["floor"], math.floor(now[player] + max(-limit, min(limit, change)) + 0.5))
        return after

    def rate(self, row: Data) -> dict[int, tuple[int, float | None]]:
        """Rating after the event by player; rounds beyond the planned ones belong to the last part."""
        everything, first = rated_sides(row["games"]), 1
        now = {one["player"]: float(one["rating"]) for one in row["before"] if one["rating"] is not None}
        games = {one["player"]: one["games"] if one["listed"] else None for one in row["before"]}
        for last in self.segment_ends(row["rounds"]):
            stop = math.inf if last == row["rounds"] else last
            part = {n: [one for one in own if first <= one.round <= stop] for n, own in everything.items()}
            sides = {player: own for player, own in part.items() if own}
            now.update(self.segment(sides, now, games))
            if self.p["games_at_split"]:
                games = {n: None if known is None else known + len(part.get(n, ())) for n, known in games.items()}
            first = last + 1
        return {player: (int(now[player]), None) for player in everything}


def elo(row: Data, p: Data) -> dict[int, tuple[int, float | None]]:
    """R + k · (W - E), all games from the ratings before the event; the exact rating goes on, the shown one is rounded."""
    exact = {one["player"]: one["rating"] if one["exact"] is None else one["exact"] for one in row["before"]}
    start = {player: p["start"] if value is None else value for player, value in exact.items()}
    after, scale = {}, math.log(10) / p["scale"]
    for player, own in rated_sides(row["games"]).items():
        chances = [logistic(scale * (start[player] - start[one.opponent])) for one in own]
        moves = [p["k"] * one.weight * (one.earned - chance) for one, chance in zip(own, chances, strict=True)]
        after[player] = start[player] + sum(moves)
    return {player: (max(p["floor"], math.floor(value + 0.5)), value) for player, value in after.items()}


def check_ratings(division: Data, audit: Audit) -> None:
    """The rated games follow from the results, the changes from these games and the ratings before."""
    for row in division["ratings"]:
        if row["changes"] is None or row["system"] not in SYSTEMS:
            why = "ratings being recomputed" if row["changes"] is None else "ratings of this system"
            audit.unchecked.append(
                {"division": division["slug"], "what": why, "about": f"{row['list']}, {row['system']}"}
            )
            continue
        check_rated_games(division, row, audit)
        system = {**SYSTEMS[row["system"]], **row["parameters"]}
        ours = elo(row, system) if row["system"] == "elo" else Naspa(system).rate(row)
        sides, before = rated_sides(row["games"]), {one["player"]: one for one in row["before"]}
        audit.compare_rows(Place(division["slug"]), "rated players", [one["player"] for one in row["changes"]], ours)
        for stated in row["changes"]:
            place = Place(
                division["slug"], None, f"{player_name(division['entries'], stated['player'])}, {row['list']}"
            )
            rating, exact = ours.get(stated["player"], (0, None))
            own, old = sides.get(stated["player"], []), before[stated["player"]]
            games = None if old["games"] is None else old["games"] + len(own)
            figures = {"old_rating": old["rating"], "new_rating": rating, "games": len(own), "old_games": old["games"]}
            figures |= {"new_games": games, "half_wins": round(sum(2 * one.earned for one in own))}
            figures |= {"spread": sum(one.spread for one in own), "exact": exact and round(exact, 6)}
            audit.compare_figures(place, {**stated, "exact": exact and round(stated["exact"], 6)}, figures)


def check_rated_games(division: Data, row: Data, audit: Audit) -> None:
    """Games that were played, and no others, are rated. Where a ratings officer decided otherwise they are taken as they are."""
    simple = all(not one["tally"] for one in division["results"]) and not row["merged"]
    if not simple or any(one[7] for one in row["games"]):
        audit.unchecked.append({"division": division["slug"], "what": "which games are rated", "about": row["list"]})
        return
    seats = {pairing["id"]: (pairing["round"], *pairing["seats"]) for pairing in division["pairings"]}
    played = [one for one in division["results"] if one["state"] == "confirmed" and one["kind"] == "played"]
    tie = {"first": "player", "second": "opponent"}
    scores = [(one["first_score"], one["second_score"], 2, tie.get(one["led_before"], "")) for one in played]
    ours = [[*seats[one["pairing"]], *score] for one, score in zip(played, scores, strict=True)]
    stated = [one[:7] for one in row["games"]]
    audit.compare_rows(Place(division["slug"], None, row["list"]), "rated games", stated, ours)


# --- The season of a league
SUMS = ("points", "wins", "losses", "ties", "spread", "full_spread", "played", "byes", "forfeits")
SHOWN = ("points", "wins", "losses", "spread")
Parts = list[tuple[int, Line]]  # events by their places in the file, and what each gave a player


def event_lines(event: Data, rules: Data) -> dict[int, Line]:
    """What an event gave each of its people: spreads and caps of the event, points of the season."""
    points = {name: rules[name] for name in ("win_points", "tie_points", "loss_points", "bye_half_wins")}
    person, field_ = dict(event["people"]), Field({**event["settings"], **points}, ())
    lines = {player: Line(player) for player in person.values()}
    for game in games_of(event):
        first, second, winner = (person.get(number) for number in (game.first, game.second, game.winner))
        if first != second:  # nobody plays their own second entry
            field_.count(game._replace(first=first, second=second, winner=winner), lines)
    return lines


def season_table(rules: Data, field_: Field, parts: dict[int, Parts], home: set[int]) -> list[Data]:
    """The table of a division. Of everybody's events those with the most points count, then with the best spread."""
    lines, rows = dict[int, Line](), dict[int, Data]()
    for player, own in parts.items():
        best = sorted(own, key=lambda part: (-part[1].points, -part[1].spread))[: rules["best"]]
        lines[player] = total = Line(player)
        for name in SUMS:
            setattr(total, name, sum(getattr(line, name) for _event, line in best))
        total.sides = [side for _event, line in best for side in line.sides]
        short = max(0, rules["min_games"] - sum(line.played for _event, line in own))
        row = {"number": player, "rank": None, "short": short, **{name: getattr(total, name) for name in SUMS}}
        row["came"] = any(line.played + line.byes + line.forfeits for _event, line in own)
        row["events"] = [[part[0], *(getattr(part[1], name) for name in SHOWN), part in best] for part in own]
        rows[player] = {**row, "values": [], "zone": "", "tied": False}
    listed = [player for player in sorted(home) if rows[player]["came"] and not rows[player]["short"]]
    ranked = field_.ranked(lines, [lines[player] for player in listed])
    for line in ranked:
        rows[line.player] |= {"rank": line.rank, "values": list(map(written, line.values))}
    waiting = [rows[player] for player in home.difference(listed)]
    waiting.sort(key=lambda row: (not row["came"], row["short"], row["number"]))
    return [*(rows[line.player] for line in ranked), *waiting]


def mark_zones(tables: Sequence[list[Data]], exchanges: Sequence[int]) -> None:
    """As many come down from a division as go up to it; nobody does both. Who is level across a line is marked."""
    up = 0
    for k, table in enumerate(tables):
        ranked, below = ([row for row in one if row["rank"]] for one in (table, [*tables, []][k + 1]))
        down = min([*exchanges, 0][k + 1], len(ranked) - up, len(below))
        for cut in (up, len(ranked) - down):
            ranks = [row["rank"] for row in ranked[max(0, cut - 1) : cut + 1]]
            for row in ranked if len(ranks) == 2 and ranks[0] == ranks[1] else ():
                row["tied"] |= row["rank"] == ranks[0]
        for index, row in enumerate(ranked):
            row["zone"] = "up" if index < up else "down" if index >= len(ranked) - down else ""
        up = down


def check_season(document: Data, audit: Audit) -> None:
    """The tables of all divisions. In an open season who has no place belongs to the division of the first event entered."""
    rules, divisions = document["rules"], document["divisions"]
    field_ = Field(rules, [{**one, "seed": None} for one in document["players"]])
    events, home = [event_lines(event, rules) for event in document["events"]], dict(document["places"])
    for slug, event in document["counting"] if rules["open_to_all"] else ():
        home = {**dict.fromkeys(events[event], slug), **home}
    tables = []
    for slug in (division["slug"] for division in divisions):
        counted = [(event, events[event]) for division, event in document["counting"] if division == slug]
        parts = {one: [(event, own[one]) for event, own in counted if one in own] for one in field_.entries}
        tables.append(season_table(rules, field_, parts, {one for one, division in home.items() if division == slug}))
    mark_zones(tables, [division["exchange"] for division in divisions])
    for division, table in zip(divisions, tables, strict=True):
        stated, ours = ({row["number"]: row for row in rows} for rows in (division["table"], table))
        audit.compare(Place(division["slug"]), "order of the table", list(stated), list(ours))
        for number, row in ours.items():
            place = Place(division["slug"], None, player_name(document["players"], number))
            audit.compare_figures(place, stated.get(number), row)


# --- The whole file
def check_division(division: Data, audit: Audit) -> Contest:
    """Everything of one division."""
    if "reports" in division:
        check_results(division, audit)
        check_apart(division, audit)
    else:
        about = "reports, rulings, players kept apart"
        audit.unchecked.append({"division": division["slug"], "what": "facts for officials", "about": about})
    field_, games, rules = Field(division["settings"], division["entries"]), games_of(division), division["knock_out"]
    check_table(division, "standings", lambda number: field_.placed(games, rules, number), audit)
    if division["handicap"] is not None:
        head_starts = list(field_.with_handicaps(games))
        check_table(division, "handicap", lambda number: field_.standings(head_starts, number), audit)
    check_repeats(division, games, audit)
    check_gibson(division, field_, games, audit)
    check_ratings(division, audit)
    return Contest(division["slug"], field_, games, rules, division["plays"])


def check_event(document: Data, audit: Audit) -> None:
    """All divisions, then the prizes."""
    contests = [check_division(division, audit) for division in document["divisions"]]
    ours = list(awards(contests, document["prizes"]))
    audit.compare(Place(), "number of prizes", len(document["awards"]), len(ours))
    for stated, own in zip(document["awards"], ours, strict=False):
        audit.compare(Place(about=document["prizes"][own["prize"]]["name"]), "winners", stated, own)


def check(document: Data) -> Audit:
    """All differences of a file. Raises ValueError, KeyError and the like for what is neither an event nor a season."""
    if document.get("format") not in (EVENT, SEASON):
        raise ValueError(f"this is not a file of the format “{EVENT}” or “{SEASON}”")
    audit = Audit()
    check_seals(document, audit)
    try:
        (check_event if document["format"] == EVENT else check_season)(document, audit)
    except WRONG as error:  # a value that no event can have
        audit.compare(Place(), "contents", f"{type(error).__name__}: {error}", "figures that can be worked out")
    return audit


def main() -> int:
    """Read the file, print what was noticed."""
    parser = argparse.ArgumentParser(description="Check the figures of an event, or of a season, from its file.")
    parser.add_argument("file", help="event.json or season.json, or - for the standard input")
    parser.add_argument("--json", action="store_true", help="the answer as JSON")
    options = parser.parse_args()
    try:
        data = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
        audit = check(json.loads(data))
    except (OSError, *WRONG) as error:
        sys.stderr.write(f"The file cannot be checked: {type(error).__name__}: {error}\n")
        return 2
    lines = ["Not checked: division {division}, {what}: {about}".format(**one) for one in audit.unchecked]
    for one in audit.differences:
        place = Place(one["division"], one["round"], one["about"])
        lines.append(f"{place}: {one['what']} is {one['stated']}, recomputed {one['recomputed']}")
    if options.json:
        lines = [json.dumps({"version": VERSION, "differences": audit.differences, "unchecked": audit.unchecked})]
    elif not audit.differences:
        lines.append("Everything agrees.")
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 1 if audit.differences else 0


if __name__ == "__main__":
    sys.exit(main())
