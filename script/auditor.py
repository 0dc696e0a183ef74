#!/usr/bin/env python3
"""Check the figures of an event, or of a league's season: all are worked out again from the facts in its file.

    python3 auditor.py event.json           a line for each difference, or "Everything agrees."
    python3 auditor.py --json event.json    the same for programs; "-" instead of a file reads the standard input

This file is the whole program: it needs Python 3.11 or newer and nothing of Wordhall, so that a fault there cannot hide
here as well. Exit status: 0 without differences, 1 with some, 2 if the file cannot be read. docs/auditing.md describes
its parts and the rules. Players are numbers inside their division, as on the slips. Two half wins are a win, one a tie.
"""

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

VERSION = "5"
EVENT, SEASON = "wordhall event 1", "wordhall season 1"
Data = dict[str, Any]
WRONG = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
#: The one way to write a value: keys in order, no blanks.
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


class Audit:
    """The differences so far, and what cannot be checked. `division`: the one that is being looked at."""

    def __init__(self) -> None:
        self.division, self.differences, self.unchecked = "", list[Data](), list[Data]()

    def compare(self, what: str, stated: Any, ours: Any, number: int | None = None, about: str = "") -> None:
        """Note a figure, of a round and of a player, table or prize, that is not the one worked out here."""
        if canonical(stated) != canonical(ours):
            stated, ours = (one if isinstance(one, str) else canonical(one) for one in (stated, ours))
            place = {"division": self.division, "round": number, "about": about, "what": what}
            self.differences.append({**place, "stated": stated, "recomputed": ours})

    def compare_figures(self, stated: Data | None, ours: Data, number: int | None = None, about: str = "") -> None:
        """The same for several figures of one thing."""
        for name, value in ours.items():
            self.compare(name, stated and stated.get(name), value, number, about)

    def compare_rows(self, what: str, stated: Iterable[Any], ours: Iterable[Any], *place: Any) -> None:
        """The same for lists in any order: each row that stands more often in one of the two."""
        left, right = sorted(map(canonical, stated)), sorted(map(canonical, ours))
        for row in sorted({*left, *right} if left != right else ()):
            one, other = (" ".join([row] * rows.count(row)) or "missing" for rows in (left, right))
            self.compare(what, one, other, *place)

    def compare_seals(self, document: Data) -> None:
        """A part changed by hand no longer has its seal. The part "results" of division a is sealed as a/results."""
        parts = {name: part for name, part in document.items() if name not in {"format", "seals", "divisions"}}
        for division in document["divisions"]:
            parts |= {f"{division['slug']}/{name}": part for name, part in division.items() if name != "slug"}
        for name in sorted({*parts, *document["seals"]}):
            ours = hashlib.sha256(canonical(parts[name]).encode()).hexdigest() if name in parts else None
            self.compare("seal", document["seals"].get(name), ours, about=name)

    def skip(self, what: str, about: str) -> None:
        """Note what cannot be checked."""
        self.unchecked.append({"division": self.division, "what": what, "about": about})


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
    """State and score of a pairing. Two players who agree confirm it, or an official; then only a ruling changes it.
    Voice 0 is the table's shared link, which is nobody's voice; without a voice the side counts as one."""
    current = ("confirmed", alone) if alone else None
    latest: dict[tuple[str, bool], Data] = {}
    waiting = not_undone(rulings, lambda _ruling: None)
    for report in not_undone(reports, lambda report: (report["side"], report["voice"] != 0)):
        while waiting and waiting[0]["after"] < report["id"]:
            current = ("confirmed", score_of(waiting.pop(0)))
        latest[report["side"], report["voice"] != 0] = report  # a side's later report replaces its earlier one
        if current is None or current[0] != "confirmed":
            rows = sorted(latest.values(), key=lambda row: (row["voice"] == 0, SIDES.index(row["side"])))
            voices = {row["side"] if row["voice"] is None else row["voice"] for row in rows} - {0}
            state = "confirmed" if len(voices) > 1 or rows[0]["side"] == "official" else "pending"
            agreed = all(score_of(row) == score_of(rows[0]) for row in rows)
            current = (state if agreed else "conflict", score_of(rows[0]))
    return ("confirmed", score_of(waiting[-1])) if waiting else current


def counted(score: Data, time_loss: int) -> Data:
    """Lost on time: who led ends so many points behind, who trailed loses as many, and nobody falls below 0 by it."""
    late, other = ("first_score", "second_score")[:: 1 if score["lost_on_time"] == "first" else -1]
    if not score["lost_on_time"] or score[late] is None or score[other] is None:
        return score
    points = max(min(score[late], 0), min(score[late], score[other]) - time_loss)
    return {**score, late: points, other: max(score[other], points + 1)}


# --- Games
#: A result between two players, or of one alone. Kind "pending": no result yet. `margin`: the first player's spread
#: unless it is that of the scores; `winner`: of equal scores; `known`: who went first is known; `late`: lost on time;
#: `goes_on`: 1 or 2 where the director said who goes on from a match that ends level with it.
Game = namedtuple(
    "Game",
    "round first second kind own other margin winner known late goes_on",
    defaults=(None, None, None, None, True, False, None),
)
#: A game played, seen by one player: points of both, half wins.
Side = namedtuple("Side", "round player opponent own other half")


def sides_of(game: Game) -> Iterator[Side]:
    """A game played from both sides; nothing of any other."""
    if game.kind == "played" and game.second is not None:
        half = 1 + (game.own > game.other) - (game.own < game.other)
        half = half if game.winner is None else 2 * (game.winner == game.first)
        yield Side(game.round, game.first, game.second, game.own, game.other, half)
        yield Side(game.round, game.second, game.first, game.other, game.own, 2 - half)


def games_of(division: Data) -> Iterator[Game]:
    """At tables of more than two a game between every two, by fewer cards or more points; who is not there forfeits."""
    results = {row["pairing"]: row for row in division["results"] if row["state"] == "confirmed"}
    for pairing in division["pairings"]:
        number, seats, known = pairing["round"], pairing["seats"], pairing["starter_known"]
        if (result := results.get(pairing["id"])) is None:
            for one, other in list(combinations(seats, 2)) or [(seats[0], None)]:
                yield Game(number, one, other, "void" if other is None else "pending", known=known)
            continue
        tally = [[None if one == "x" else int(one) for one in re.split("[/-]", row)] for row in result["tally"].split()]
        seat = SIDES.index(result["led_before"]) - 1 if result["led_before"] not in ("", "level") else -1
        if len(seats) <= 2:
            margin = sum((game[1] or 0) - (game[0] or 0) for game in tally) if tally else None
            own = result["first_score"] if result["spread"] is None else result["spread"]
            scores, second = (own, result["second_score"], margin), seats[1] if len(seats) > 1 else None
            winner, late = seats[seat] if seat >= 0 else None, bool(result["lost_on_time"])
            yield Game(number, seats[0], second, result["kind"], *scores, winner, known, late, pairing.get("goes_on"))
        for game in tally if len(seats) > 2 and result["kind"] == "played" else ():
            for one, other in combinations([place for place, value in enumerate(game) if value is not None], 2):
                ahead = ((game[one] or 0) - (game[other] or 0)) * (1 if "/" in result["tally"] else -1)
                won = ahead or (one == seat) - (other == seat)
                yield Game(number, seats[one], seats[other], "played", int(won > 0), int(won < 0), ahead, known=known)
            yield from (Game(number, seats[k], None, "forfeit_loss") for k, value in enumerate(game) if value is None)


# --- Standings
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
        # By rating, equals by number; seeds set by hand stand where they say, and late entries fit in by rating.
        ordered = sorted(entries, key=lambda one: (one["rating"] is None, -(one["rating"] or 0), one["number"]))
        by_hand = sorted((one for one in ordered if one["seed"]), key=lambda one: (one["seed"], one["number"]))
        late = [one for one in ordered if by_hand and not one["seed"] and one["joined_round"] > 1]
        order = [one for one in ordered if one not in by_hand and one not in late]
        for entry in by_hand:
            order.insert(entry["seed"] - 1, entry)
        for entry in late:
            below = (k for k, one in enumerate(order) if not one["seed"] and ordered.index(one) > ordered.index(entry))
            order.insert(next(below, len(order)), entry)
        self.seeds = {entry["number"]: seed for seed, entry in enumerate(order, 1)}

    def name(self, number: int) -> str:
        """#5 Ann Reed."""
        return f"#{number} {self.entries[number]['name']}" if number in self.entries else f"#{number}"

    def count(self, game: Game, lines: dict[int, Line]) -> None:
        """Add a result to the totals; void and pending games count for nothing."""
        first, second = lines[game.first], lines.get(game.second or 0)
        if game.kind == "played" and second is not None:
            lead = game.own - game.other if game.margin is None else game.margin
            for line, side, spread in zip((first, second), sides_of(game), (lead, -lead), strict=True):
                line.add(side.half, spread, game.round, self.settings)
                line.played += 1
                line.sides.append(side)
            first.firsts, second.seconds = first.firsts + game.known, second.seconds + game.known
        elif game.kind == "bye":
            first.byes += 1
            spread = self.settings["bye_spread"] if game.own is None else game.own
            first.add(self.settings["bye_half_wins"], spread, game.round, self.settings)
        elif game.kind in {"forfeit_win", "forfeit_loss", "double_forfeit"}:
            lost = (game.kind != "forfeit_win", game.kind != "forfeit_loss")
            spread = self.settings["forfeit_spread"] * (1 if lost[0] else -1) if game.own is None else game.own
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
        if key in {"percent", "played"}:  # “played”: whether there is any game that counted
            return (line.points / counting if key == "percent" else 1) if counting else 0
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

    def standings(self, games: Iterable[Game], after: float, among: Sequence[int] = (), since: int = 1) -> list[Line]:
        """After a round, best first, equals level. `since`: of adjustments; a match, `among` two, has none."""
        lines = {number: Line(number) for number in among or sorted(self.entries, key=self.seeds.__getitem__)}
        for game in games:
            if game.round <= after:
                self.count(game, lines)
        for line in () if among else lines.values():
            changes = self.entries[line.player].get("spread_changes", ())
            points = sum(points for at, points in changes if since <= at <= after)
            line.spread, line.full_spread = line.spread + points, line.full_spread + points
        return self.ranked(lines, list(lines.values()))

    def ranked(self, lines: dict[int, Line], ordered: list[Line]) -> list[Line]:
        """By the tie-breaks, equals as they come; `lines`: their opponents' too."""
        for key in self.settings["order"]:
            for group in [list(level) for _, level in groupby(ordered, key=lambda line: line.values)]:
                tied = {line.player for line in group}
                for line in group:
                    line.values = (*line.values, Fraction(self.tiebreak(key, line, lines, tied)))
            ordered.sort(key=lambda line: [-value for value in line.values])
        for index, line in enumerate(ordered):
            line.rank = ordered[index - 1].rank if index and line.values == ordered[index - 1].values else index + 1
        return ordered

    def with_handicaps(self, games: Iterable[Game]) -> Iterator[Game]:
        """With each player's own points, or a share of the rating gap for the weaker; a loss on time stays a loss."""
        for game in games:
            if game.kind == "played" and game.second is not None and not game.late:
                rows = [self.entries[number] for number in (game.first, game.second)]
                one, other = (row["handicap_points"] for row in rows)
                if self.settings["handicap_by"] == "rating":
                    ratings = [row["rating"] for row in rows]
                    gap = 0 if None in ratings else ratings[1] - ratings[0]
                    points, cap = abs(gap) * self.settings["handicap_percent"] // 100, self.settings["handicap_cap"]
                    points = points if cap is None else min(points, cap)
                    one, other = (points, 0) if gap > 0 else (0, points)
                lead, winner = (game.margin or 0) + one - other, game.winner if one == other else None
                if game.margin is None:
                    game = game._replace(own=game.own + one, other=game.other + other, winner=winner)  # noqa: PLW2901
                elif one != other:
                    game = game._replace(own=int(lead > 0), other=int(lead < 0), margin=lead)  # noqa: PLW2901
            yield game


# --- Knock-outs
Player = int | None  # None: a line of the bracket without a player, a bye for the opponent
Duel = tuple[Player, Player]


class Bracket:
    """A knock-out after a round: those paired in its first round, seeded by the standings before; no small fields."""

    def __init__(self, field_: Field, games: list[Game], rules: Data, last: float) -> None:
        self.field, self.games, self.rules, self.last = field_, games, rules, last
        self.gone = {number for number, one in field_.entries.items() if one["withdrawn_after"] is not None}
        first = rules["first_round"]
        present = {player for game in games if game.round == first for player in (game.first, game.second)}
        present = present or field_.entries.keys() - self.gone
        ranking = [line.player for line in field_.standings(games, first - 1) if line.player in present]
        size = rules["bracket"] or 1 << max(0, len(ranking).bit_length() - 1)
        self.seeds = ranking[:size] if len(ranking) >= 2 and 2 <= size < 2 * len(ranking) else []
        order = [0]
        while len(order) < len(self.seeds):
            order = [seed for top in order for seed in (top, 2 * len(order) - 1 - top)]
        self.lines: list[Player] = [self.seeds[k] if k < len(self.seeds) else None for k in order]

    def outcome(self, duel: Duel, rounds: range) -> tuple[Player, Player, bool]:
        """Winner, loser, and whether it is decided: by points, the director's word, the tie-breaks, the better seed."""
        one, other = duel
        if one is None or other is None:
            return one or other, None, True
        games = [game for game in self.games if game.round in rounds and {game.first, game.second} == {one, other}]
        first, second = self.field.standings(games, math.inf, sorted((one, other), key=self.seeds.index))
        left, settings = sum(number > self.last for number in rounds), self.field.settings
        over = not left or first.points - second.points > left * (settings["win_points"] - settings["loss_points"])
        if not left and first.points == second.points and games and games[-1].goes_on:
            return *(games[-1].first, games[-1].second)[:: 1 if games[-1].goes_on == 1 else -1], True
        gone = [first.player in self.gone, second.player in self.gone]
        if (not over or first.rank == second.rank) and gone == [True, False]:
            first, second = second, first
        return first.player, second.player, over or any(gone)

    def stages(self) -> Iterator[tuple[range, list[Duel], list[Duel], list[Duel]]]:
        """Stage after stage: its rounds, matches of the unbeaten, those of losers, finals. Losers play for the third
        place, or in a double knock-out in a bracket of their own, which new losers enter from the other end."""
        double, start = self.rules["double"], self.rules["first_round"]
        winners, depth = self.lines, len(self.lines).bit_length() - 1
        losers, dropped = list[Player](), list[list[Player]]()
        for turn in range(2 * depth + 1 if double else depth):
            games = self.rules["stage_games"][min(turn, len(self.rules["stage_games"]) - 1)]
            span, start = range(start, start + games), start + games
            upper = list(zip(winners[::2], winners[1::2], strict=True)) if turn < depth else []
            lower = list(zip(losers[::2], losers[1::2], strict=False))
            if not double and not (self.rules["third_place"] and len(losers) == 2):
                lower = []
            elif double and turn % 2 == 0 and 2 <= turn <= 2 * depth - 2:
                lower = list(zip(losers, dropped[turn // 2][:: -1 if turn % 4 == 2 else 1], strict=False))
            final = [(winners[0], losers[0])] if double and turn >= 2 * depth - 1 else []
            yield span, upper, lower, final
            if upper:
                results = [self.outcome(duel, span) for duel in upper]
                winners = [one[0] for one in results]
                dropped.append([one[1] for one in results])
            if not double or turn == 0:
                losers = dropped[-1]
            elif lower:
                losers = [self.outcome(duel, span)[0] for duel in lower]
            if final and self.outcome(final[0], span)[0] == winners[0]:
                return

    def decided(self, duels: Iterable[Duel], span: range) -> list[tuple[Player, Player] | None]:
        """Winner and loser of each match; None while it is not decided or a result is missing."""
        waiting = [{one.first, one.second} for one in self.games if one.kind == "pending" and one.round in span]
        results = [(set(duel) in waiting, self.outcome(duel, span)) for duel in duels]
        return [(one[0], one[1]) if one[2] and not missing else None for missing, one in results]

    def groups(self) -> list[set[int]]:
        """The players, best first: those still in, then those of each stage who went out in it."""
        out, finals, double = list[set[int]](), 0, self.rules["double"]
        for span, upper, lower, final in self.stages():
            if span.start > self.last:
                break
            for third in [] if double else self.decided(lower, span):
                if third and third[0] and third[1]:
                    out[-1:] = [{third[1]}, {third[0]}]
            finals += len(final)
            results = self.decided(lower if double else upper, span)
            # the first final of a double knock-out ends it only if the player who has not lost yet wins it
            results += [one for one in self.decided(final, span) if one and (finals == 2 or one[0] == final[0][0])]
            out.append({one[1] for one in results if one and one[1] is not None})
            if None in self.decided([*upper, *lower, *final], span):
                break
        return [set(self.seeds).difference(*out), *reversed(out)]


# --- Ratings
#: A rated game from one side; a pair at a table of n weighs 2 / n of a game.
Rated = namedtuple("Rated", "round opponent spread earned weight")
Sides = dict[int, list[Rated]]
NASPA: Data = {
    "curve": 0.0031879, "established_games": 50, "prorate": True, "split_after": (16, 35), "games_at_split": False,
    "acceleration_threshold": 5.0, "acceleration_factor": 1.0, "feedback": 1 / 20, "floor": 1, "change_divisor": 1,
    "change_limit": None, "newcomer_start": 1500, "newcomer_floor": 500, "newcomer_ceiling": 3000, "newcomer_cap": 400,
    "newcomer_share": 0.05, "newcomer_rounds": 50,
}  # fmt: skip
WESPA = {**NASPA, "curve": 1 / 172, "prorate": False, "acceleration_factor": 2 / 3, "split_after": (1000, 1000)}
SYSTEMS = {
    "naspa": NASPA, "naspa2024": {**NASPA, "games_at_split": True}, "wespa-172": WESPA,
    "wespa-250": {**NASPA, "curve": 1 / 250}, "elo": {"k": 20, "scale": 400, "start": 1500, "floor": 1},
}  # fmt: skip
#: Lowest rating of each band, K of players with few games, K of the others.
BANDS = ((-math.inf, 30, 20), (1800, 24, 16), (2000, 15, 10))


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


class Naspa(namedtuple("Naspa", "p")):
    """The NASPA system and its relatives, by their parameters."""

    def spend(self, rating: float, excess: float, games: int | None) -> float:
        """The rating after so many wins above expectation; if K changes on the way, the rest counts with the new K."""
        while True:
            low, few, many = max(band for band in BANDS if band[0] <= rating)
            high = min((band[0] for band in BANDS if band[0] > rating), default=math.inf)
            k = many if games is None or games >= self.p["established_games"] else few
            end = rating + k * excess
            if not self.p["prorate"] or low <= end < high:
                return end
            edge = high if excess > 0 else low - 1
            rating, excess = edge, excess - (edge - rating) / k

    def performance(self, opponents: Sequence[float], won: float) -> int:
        """The rating that expects so many wins, by halves; the last one tried. All won counts as 95 %, none as 5 %."""
        share = self.p["newcomer_share"] * len(opponents)
        won = max(share, min(len(opponents) - share, won)) if won in (0, len(opponents)) else won
        low, high, tried = 0, int(self.p["newcomer_ceiling"]), 0
        while high - low > 1:
            tried = (low + high) // 2
            enough = sum(logistic(self.p["curve"] * (tried - other)) for other in opponents) >= won
            low, high = (low, tried) if enough else (tried, high)
        return tried

    def first_ratings(self, sides: Sides, rated: dict[int, float]) -> dict[int, float]:
        """All newcomers together, until a pass changes nothing; if none does, the mean of as many passes more."""
        known = {n: [rated[one.opponent] for one in own if one.opponent in rated] for n, own in sides.items()}
        start = self.p["newcomer_start"]
        now = {n: sum(own) / len(own) if own else start for n, own in known.items() if n not in rated}
        rounds, passes = self.p["newcomer_rounds"], list[dict[int, float]]()
        for turn in range(2 * rounds):
            averaging, strength, before, now = turn >= rounds, {**rated, **now}, now, {}
            for player in before:
                won = sum(one.earned for one in sides[player])
                opponents = [strength[one.opponent] for one in sides[player]]
                value: float = self.performance(opponents, won)
                if known[player] or not averaging:  # at most so far above the strongest opponent
                    value = min(value, max(known[player] or opponents) + self.p["newcomer_cap"] * won / len(opponents))
                now[player] = max(self.p["newcomer_floor"], value)
            passes = [*passes, now] if turn > rounds else [now]
            if now == before and not averaging:
                break
        return {player: math.floor(sum(one[player] for one in passes) / len(passes) + 0.5) for player in now}

    def segment(self, sides: Sides, now: dict[int, float], games: dict[int, int | None]) -> dict[int, float]:
        """Wins against expected wins; a gain beyond so many points a game counts more, a share of it for opponents."""
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
        """Rating after the event by player. Long events are rated in two or three parts; late rounds are the last's."""
        everything, first = rated_sides(row["games"]), 1.0
        parts = 1 + sum(row["rounds"] > limit for limit in self.p["split_after"])
        now = {one["player"]: float(one["rating"]) for one in row["before"] if one["rating"] is not None}
        games = {one["player"]: one["games"] if one["listed"] else None for one in row["before"]}
        for number in range(1, parts + 1):
            last: float = math.inf if number == parts else (number * row["rounds"] - 1) // parts + 1
            part = {n: [one for one in own if first <= one.round <= last] for n, own in everything.items()}
            now.update(self.segment({player: own for player, own in part.items() if own}, now, games))
            if self.p["games_at_split"]:
                games = {n: None if known is None else known + len(part.get(n, ())) for n, known in games.items()}
            first = last + 1
        return {player: (int(now[player]), None) for player in everything}


def elo(row: Data, p: Data) -> dict[int, tuple[int, float | None]]:
    """R + k · (W - E), all from the ratings before the event; the exact rating goes on, the shown one is rounded."""
    exact = {one["player"]: one["rating"] if one["exact"] is None else one["exact"] for one in row["before"]}
    start = {player: p["start"] if value is None else value for player, value in exact.items()}
    after, scale = {}, math.log(10) / p["scale"]
    for player, own in rated_sides(row["games"]).items():
        chances = [logistic(scale * (start[player] - start[one.opponent])) for one in own]
        moves = [p["k"] * one.weight * (one.earned - chance) for one, chance in zip(own, chances, strict=True)]
        after[player] = start[player] + sum(moves)
    return {player: (max(p["floor"], math.floor(value + 0.5)), value) for player, value in after.items()}


# --- Divisions
#: Somebody in the running for a prize, more is better; and the game, or the team, that it is for.
Candidate = namedtuple("Candidate", "player value round opponent team", defaults=(None, None, ""))


def written(value: Any) -> Any:
    """A tie-break's value as the file writes it: a whole number, or "7/2"."""
    return int(value) if Fraction(value).denominator == 1 else str(value)


class Division:
    """One division of an event: what is checked of it, and who is in the running for the prizes."""

    def __init__(self, data: Data, audit: Audit) -> None:
        self.data, self.audit, self.slug = data, audit, data["slug"]
        self.field, self.games = Field(data["settings"], data["entries"]), list(games_of(data))

    def placed(self, after: float) -> list[Line]:
        """The standings after a round (inf: the last); in a knock-out, how far each player got comes first."""
        rows, rules = self.field.standings(self.games, after), self.data["knock_out"]
        last = max((game.round for game in self.games), default=0) if after == math.inf else after
        if rules is None or last < rules["first_round"]:
            return rows
        bracket = Bracket(self.field, [game for game in self.games if game.round <= last], rules, last)
        groups, ordered = bracket.groups() if bracket.seeds else [], list[Line]()
        for group in [*groups, self.field.entries.keys() - set().union(*groups)]:
            part = [row for row in rows if row.player in group]
            start, old = len(ordered), [row.rank for row in part]
            for row, rank in zip(part, old, strict=True):
                row.rank, row.by_bracket = start + 1 + old.index(rank), bool(groups)
            ordered += part
        return ordered

    def check(self) -> None:
        """Everything but the prizes."""
        if "reports" in self.data:
            self.check_results()
        else:
            self.audit.skip("facts for officials", "reports, rulings, players kept apart")
        self.check_table("standings", self.placed)
        if self.data["handicap"] is not None:
            head_starts = list(self.field.with_handicaps(self.games))
            self.check_table("handicap", lambda number: self.field.standings(head_starts, number))
        self.check_meetings()
        for row in self.data["gibson"]:
            self.check_gibson(row)
        for row in self.data["ratings"]:
            if row["changes"] is None or row["system"] not in SYSTEMS:
                why = "ratings being recomputed" if row["changes"] is None else "ratings of this system"
                self.audit.skip(why, f"{row['list']}, {row['system']}")
            else:
                self.check_ratings(row)

    def check_results(self) -> None:
        """Each result from its reports and rulings, which only the officials' file has."""
        facts: dict[tuple[str, int], list[Data]] = defaultdict(list)
        for name in ("reports", "rulings"):
            for row in sorted(self.data[name], key=lambda row: int(row["id"])):
                facts[name, row["pairing"]].append(row)
        stated = {row["pairing"]: row for row in self.data["results"]}
        for pairing in self.data["pairings"]:
            kind = {"bye": "bye", "forfeit": "forfeit_loss"}.get(pairing["kind"])
            empty = {"kind": kind, "spread": pairing["spread"], "tally": "", "lost_on_time": "", "led_before": ""}
            reports, rulings = (facts[name, pairing["id"]] for name in ("reports", "rulings"))
            ours = derive(score_of(empty) if kind else None, reports, rulings)
            row, number = stated.pop(pairing["id"], None), pairing["round"]
            about = f"table {pairing['table']} {pairing['seats']}"
            self.audit.compare("state", row and row["state"], ours and ours[0], number, about)
            if row and ours:
                self.audit.compare_figures(row, counted(ours[1], self.data["settings"]["time_loss"]), number, about)
        self.audit.compare("results without a pairing", len(stated), 0)

    def check_table(self, name: str, after: Callable[[int], list[Line]]) -> None:
        """The standings after each round: every column of every player."""
        table, plain = self.data[name], self.data["settings"]["order"] == ["points", "spread"]
        last = max((pairing["round"] for pairing in self.data["pairings"]), default=0)
        self.audit.compare(f"rounds of {name}", len(table["rounds"]), last)
        for number, stated in enumerate(table["rounds"], 1):
            ours = {line.player: line for line in after(number)}
            self.audit.compare_rows(f"players of {name}", [row[0] for row in stated], ours, number)
            for player, *figures in stated:
                own = {column: getattr(ours.get(player), column, None) for column in table["columns"][1:]}
                own["values"] = [] if plain or player not in ours else list(map(written, ours[player].values))
                row = dict(zip(own, figures, strict=True))
                if row != own:
                    self.audit.compare_figures(row, own, number, self.field.name(player))

    def check_meetings(self) -> None:
        """Who played whom in several rounds; who sat at one table though kept apart, as the officials' file says."""
        rounds: dict[tuple[int, int], set[int]] = defaultdict(set)
        for game in self.games:
            if game.second is not None and game.kind in {"played", "pending"}:
                rounds[min(game.first, game.second), max(game.first, game.second)].add(game.round)
        ours = [[*pair, sorted(own)] for pair, own in rounds.items() if len(own) > 1]
        self.audit.compare_rows("repeats", self.data["repeats"], ours)
        broken = []
        for row in self.data.get("apart", ()):
            at_table = [one["round"] for one in self.data["pairings"] if {row["low"], row["high"]} <= set(one["seats"])]
            until = [one for one in at_table if row["until"] is None or one <= row["until"]]
            broken += [[row["low"], row["high"], until]] if until else []
        self.audit.compare_rows("paired though kept apart", self.data.get("paired_apart", ()), broken)

    def check_gibson(self, row: Data) -> None:
        """Whom nobody below can catch is sure of a place; the standings looked at, unless results changed since."""
        players, totals = [one[0] for one in row["field"]], [one[1:] for one in row["field"]]
        left, spreads, prizes = row["rounds_left"], row["spreads"], min(row["prizes"], len(row["field"]))
        if row["rule"] == "cop":  # apart from both neighbours, by the spread of this round
            most = (2 * left, 2 * left * spreads[min(left, len(spreads)) - 1])
            apart = [True, *((one[0] - other[0], one[1] - other[1]) > most for one, other in pairwise(totals)), True]
            sure = [player for k, player in enumerate(players[:prizes]) if apart[k] and apart[k + 1]]
        else:  # from the top; places that win the same, together or not at all
            most = (2 * left, 2 * sum(spreads[min(one, len(spreads)) - 1] for one in range(1, left + 1)))
            best = [1 + sum((a[0] - b[0], a[1] - b[1]) >= most for a in totals[:k]) for k, b in enumerate(totals)]
            sure, rank = [], 1
            while rank <= prizes:
                last = next((end for start, end in row["groups"] if start <= rank <= end), rank)
                if last < len(best) and best[last] != last + 1:
                    break
                sure, rank = players[:last], last + 1
        self.audit.compare("Gibsonized", row["gibsonized"], sure, row["round"])
        lines = {line.player: line for line in self.field.standings(self.games, row["based_on"])}
        ours = [[player, round(2 * lines[player].wins), lines[player].spread] for player in players]
        if not row["corrected_since"]:
            self.audit.compare_rows("Gibson rule: totals", row["field"], ours, row["round"])

    def check_ratings(self, row: Data) -> None:
        """Which games are rated, unless a ratings officer decided otherwise; what changes by the games that are."""
        if row["merged"] or any(one["tally"] for one in self.data["results"]) or any(one[7] for one in row["games"]):
            self.audit.skip("which games are rated", row["list"])
        else:
            played = [game for game in self.games if game.kind == "played"]
            won = ["" if one.winner is None else "player" if one.winner == one.first else "opponent" for one in played]
            games = [[*one[:3], one.own, one.other, 2, winner] for one, winner in zip(played, won, strict=True)]
            self.audit.compare_rows("rated games", [one[:7] for one in row["games"]], games, None, row["list"])
        system = {**SYSTEMS[row["system"]], **row["parameters"]}
        ours = elo(row, system) if row["system"] == "elo" else Naspa(system).rate(row)
        sides, before = rated_sides(row["games"]), {one["player"]: one for one in row["before"]}
        self.audit.compare_rows("rated players", [one["player"] for one in row["changes"]], ours)
        for stated in row["changes"]:
            rating, exact = ours.get(stated["player"], (0, None))
            own, old = sides.get(stated["player"], []), before[stated["player"]]
            total = None if old["games"] is None else old["games"] + len(own)
            figures = {"old_rating": old["rating"], "new_rating": rating, "games": len(own), "old_games": old["games"]}
            figures |= {"new_games": total, "half_wins": round(sum(2 * one.earned for one in own))}
            figures |= {"spread": sum(one.spread for one in own), "exact": exact and round(exact, 6)}
            stated = {**stated, "exact": exact and round(stated["exact"], 6)}  # noqa: PLW2901
            self.audit.compare_figures(stated, figures, None, f"{self.field.name(stated['player'])}, {row['list']}")

    def candidates(self, prize: Data) -> Iterator[Candidate]:
        """Everybody in the running for a prize, perhaps several times."""
        kind, first, last = prize["kind"], prize["first_round"], prize["last_round"] or math.inf
        if kind == "last_hour":  # so many rounds from the end
            end = max([self.field.settings["rounds_planned"], *(game.round for game in self.games)])
            first = max(first, (end if last == math.inf else last) - prize["count"] + 1)
        games = [game for game in self.games if first <= game.round <= last]
        if kind == "given":
            yield from (Candidate(one, (0,)) for one in self.field.entries if [self.slug, one] in prize["winners"])
        elif all(game.second is None or game.kind in {"pending", "void"} for game in games):
            return  # nobody is in the running before the first game
        elif kind in {"rank", "over_seed", "under_seed"}:
            sign = {"over_seed": 1, "under_seed": -1}.get(kind, 0)
            for line in self.placed(last):
                above = sign * (self.field.seeds[line.player] - line.rank)
                worth = (-line.rank, *line.values) if line.by_bracket else line.values
                if above > 0 or not sign:
                    yield Candidate(line.player, (above,) if sign else worth)
        elif kind == "handicap_rank" and self.field.settings["handicap_by"] != "none":
            lines = self.field.standings(self.field.with_handicaps(self.games), last)
            yield from (Candidate(line.player, line.values) for line in lines)
        elif kind in {"spread", "round_record", "last_hour", "lower_half_record", "team_total"}:
            yield from self.by_rounds(prize, self.field.standings(games, last, since=first))
        elif kind in {"high_play", "high_word"}:
            for player, number, opponent, *points in self.data["plays"]:
                if (best := points[kind == "high_word"]) and first <= number <= last:
                    yield Candidate(player, (best,), number, opponent)
        else:
            games.sort(key=lambda game: (game.round, [*self.field.entries].index(game.first)))
            yield from self.by_single_games(prize, [side for game in games for side in sides_of(game)])

    def by_single_games(self, prize: Data, sides: list[Side]) -> Iterator[Candidate]:
        """By one score, the sum of lost games, the rating gap beaten, or wins above expectation in thousandths."""
        kind, excess, lost = prize["kind"], defaultdict[int, float](float), defaultdict[int, list[int]](list)
        for one in sides:
            own, theirs = (self.field.entries[number]["rating"] for number in (one.player, one.opponent))
            if kind in {"high_game", "high_win", "high_loss", "low_win", "low_loss"}:
                if kind == "high_game" or (one.own != one.other and (one.own > one.other) == kind.endswith("win")):
                    points = one.own if kind.startswith("high") else -one.own
                    yield Candidate(one.player, (points,), one.round, one.opponent)
            elif kind == "tough_luck" and one.half == 0:
                lost[one.player].append(one.other - one.own)
            elif own is not None and theirs is not None:
                excess[one.player] += one.half / 2 - 1 / (1 + 10 ** ((theirs - own) / 400))
                if kind == "upset" and one.half == 2 and theirs > own:
                    yield Candidate(one.player, (theirs - own,), one.round, one.opponent)
        for player, margins in lost.items():
            if len(margins) >= prize["count"]:
                yield Candidate(player, (-sum(sorted(margins)[: prize["count"]]),))
        for player, wins in excess.items() if kind == "handicap" else ():
            yield Candidate(player, (round(1000 * wins),))

    def by_rounds(self, prize: Data, lines: list[Line]) -> Iterator[Candidate]:
        """By the standings of the prize's rounds alone; or of those below the middle before; or by teams."""
        before = self.placed(prize["first_round"] - 1)
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


def awards(divisions: Sequence[Division], prizes: Sequence[Data]) -> Iterator[Data]:
    """Who wins what, in the order of the list; nobody wins two prizes of one group."""
    won: dict[str, dict[tuple[str, int], str]] = defaultdict(dict)
    # prizes that are equal in these differ in their places only
    alike = ("kind", "division", "first_round", "last_round", "class", "team", "group", "count")
    together: dict[Any, list[tuple[str, Candidate]]] = {}  # who is level for several places wins their prizes
    for index, prize in enumerate(prizes):
        series, passed = [prize[name] for name in alike], list[list[Any]]()
        winners = together.pop((*series, prize["place"]), None)
        if winners is None:
            row = [one for part in divisions if prize["division"] in (None, part.slug) for one in part.best(prize)]
            row = sorted(row, key=lambda one: [-part for part in one[1].value])[:: -1 if prize["place"] < 0 else 1]
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


# --- The season of a league
SUMS = ("points", "wins", "losses", "ties", "spread", "full_spread", "played", "byes", "forfeits")


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


def season_table(rules: Data, field_: Field, parts: dict[int, list[tuple[int, Line]]], home: set[int]) -> list[Data]:
    """The table of a division. `parts`: everybody's events and what each gave; the best of them count."""
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
        row["events"] = [[n, one.points, one.wins, one.losses, one.spread, (n, one) in best] for n, one in own]
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
    """The tables of all divisions. In an open season the first event entered says where a newcomer belongs."""
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
        audit.division = division["slug"]
        audit.compare("order of the table", list(stated), list(ours))
        for number, row in ours.items():
            audit.compare_figures(stated.get(number), row, about=field_.name(number))


# --- The whole file
def check_event(document: Data, audit: Audit) -> None:
    """All divisions, then the prizes."""
    divisions = [Division(data, audit) for data in document["divisions"]]
    for division in divisions:
        audit.division = division.slug
        division.check()
    audit.division, ours = "", list(awards(divisions, document["prizes"]))
    audit.compare("number of prizes", len(document["awards"]), len(ours))
    for stated, own in zip(document["awards"], ours, strict=False):
        audit.compare("winners", stated, own, about=document["prizes"][own["prize"]]["name"])


def check(document: Data) -> Audit:
    """All differences of a file. Raises ValueError, KeyError and the like for what is neither an event nor a season."""
    if document.get("format") not in (EVENT, SEASON):
        raise ValueError(f"this is not a file of the format “{EVENT}” or “{SEASON}”")
    audit = Audit()
    audit.compare_seals(document)
    try:
        (check_event if document["format"] == EVENT else check_season)(document, audit)
    except WRONG as error:  # a value that no event can have
        audit.compare("contents", f"{type(error).__name__}: {error}", "figures that can be worked out")
    return audit


def main() -> int:
    """Read the file, print what was noticed."""
    parser = argparse.ArgumentParser(description="Check the figures of an event, or of a season, from its file.")
    parser.add_argument("file", help="event.json or season.json, or - for the standard input")
    parser.add_argument("--json", action="store_true", help="the answer as JSON")
    options = parser.parse_args()
    try:
        audit = check(json.loads(sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()))
    except (OSError, *WRONG) as error:
        sys.stderr.write(f"The file cannot be checked: {type(error).__name__}: {error}\n")
        return 2
    lines = ["Not checked: division {division}, {what}: {about}".format(**one) for one in audit.unchecked]
    for one in audit.differences:
        place = [one[name] and f"{name} {one[name]}" for name in ("division", "round")]
        named = ", ".join(filter(None, [*place, one["about"]])) or "event"
        lines.append(f"{named}: {one['what']} is {one['stated']}, recomputed {one['recomputed']}")
    if options.json:
        lines = [json.dumps({"version": VERSION, "differences": audit.differences, "unchecked": audit.unchecked})]
    elif not audit.differences:
        lines.append("Everything agrees.")
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 1 if audit.differences else 0


if __name__ == "__main__":
    sys.exit(main())
