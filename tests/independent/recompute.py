"""Recompute an event from its exported files alone: standings, firsts and ratings, by rules written down a second time.

    python tests/independent/recompute.py FOLDER

The folder has, for each division, what its public page offers: NAME.t, NAME.json, NAME-results.csv and NAME-standings.csv,
and the rating list as ratings.csv. Nothing of Wordhall is imported here, so that a fault of its engines cannot hide in both.
Prints each difference; exit 1 if there is any.
"""

from __future__ import annotations

import csv
import json
import math
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

#: What equal scores are worth to the first player where the rules give them to who led before unplayed tiles were counted.
LEVEL_WON = {"first": 1, "second": 0}
UNPLAYED = {"bye", "forfeit_win", "forfeit_loss", "double_forfeit"}


# --- standings ---------------------------------------------------------------------------------------------------


@dataclass
class Line:
    """What a player has: wins and losses in halves."""

    wins: float = 0
    losses: float = 0
    spread: int = 0
    played: int = 0
    byes: int = 0
    forfeits: int = 0
    firsts: int = 0
    points: int = 0

    def count(self, share: float, spread: int, cap: int | None, settings: dict[str, Any]) -> None:
        """A result that is worth 1, ½ or 0 wins."""
        self.wins += share
        self.losses += 1 - share
        self.spread += spread if cap is None else max(-cap, min(cap, spread))
        self.points += {1: settings["win_points"], 0.5: settings["tie_points"], 0: settings["loss_points"]}[share]


def cap_of(settings: dict[str, Any], round_: int) -> int | None:
    """The most a game of the round counts for the spread."""
    caps = settings["spread_caps"]
    return (caps[min(round_, len(caps)) - 1] or None) if caps else settings["spread_cap"]


def from_results(rows: list[dict[str, str]], settings: dict[str, Any]) -> dict[int, Line]:
    """The standings by results.csv."""
    lines: dict[int, Line] = {}

    def line(number: str) -> Line:
        return lines.setdefault(int(number), Line())

    for row in rows:
        first = line(row["first_number"])
        second = line(row["second_number"]) if row["second_number"] else None
        if row["state"] != "confirmed" or row["kind"] == "void":
            continue
        cap, kind = cap_of(settings, int(row["round"])), row["kind"]
        if kind == "played":
            assert second is not None
            lead = int(row["first_score"]) - int(row["second_score"])
            share = LEVEL_WON.get(row["led_before"], 0.5) if lead == 0 else 1 if lead > 0 else 0
            first.count(share, lead, cap, settings)
            second.count(1 - share, -lead, cap, settings)
            first.played, second.played = first.played + 1, second.played + 1
            first.firsts += row["starter"] == "first"
            continue
        assert kind in UNPLAYED, kind
        own = int(row["spread"]) if row["spread"] else None
        if kind == "bye":
            first.byes += 1
            first.count(settings["bye_half_wins"] / 2, settings["bye_spread"] if own is None else own, cap, settings)
            continue
        lost = settings["forfeit_spread"]
        mine = own if own is not None else -lost if kind == "forfeit_win" else lost
        first.count(1 if kind == "forfeit_win" else 0, mine, cap, settings)
        first.forfeits += kind != "forfeit_win"
        if second is not None:
            second.count(1 if kind == "forfeit_loss" else 0, mine if kind == "double_forfeit" else -mine, cap, settings)
            second.forfeits += kind != "forfeit_loss"
    return lines


def ranks(lines: dict[int, Line]) -> dict[int, int]:
    """Places by points and spread, equals sharing one."""
    keys = {number: (-line.points, -line.spread) for number, line in lines.items()}
    return {number: 1 + sum(other < key for other in keys.values()) for number, key in keys.items()}


# --- the `.t` file -----------------------------------------------------------------------------------------------


@dataclass
class Player:
    """One line of the file."""

    name: str
    rating: int
    opponents: list[int]
    scores: list[int | None]
    starts: list[int]
    games: int | None = None
    lines: Line = field(default_factory=Line)
    #: By round (from 0): the share of a game with equal scores that has a winner, which the file cannot say.
    won_level: dict[int, float] = field(default_factory=dict)


def read_t(text: str) -> list[Player]:
    """The players of a `.t` file."""
    players = []
    for raw in text.splitlines():
        if not raw.strip() or raw.startswith("#"):
            continue
        head, scores, *tags = raw.split(";")
        found = re.fullmatch(r"(.*?)\s+(\d+)((?:\s+\d+)*)\s*", head)
        assert found, raw
        tag = {words[0]: words[1:] for words in (one.split() for one in tags) if words}
        players.append(
            Player(
                re.sub(r"#(?=\d)", "", found[1]),  # a number at the end of a name is marked so
                int(found[2]),
                [int(word) for word in found[3].split()],
                [None if word == "00" else int(word) for word in scores.split()],
                [int(word) for word in tag.get("p12", [])],
                int(tag["lifeg"][0]) if "lifeg" in tag else None,
            )
        )
    return players


def score(player: Player, index: int) -> int | None:
    """A player's score in a round; None: none yet."""
    return player.scores[index] if index < len(player.scores) else None


def from_t(players: list[Player], settings: dict[str, Any]) -> dict[int, Line]:
    """The standings as far as the file tells them: it has no kinds, and a bye or forfeit of 0 is nothing."""
    for player in players:
        for index, opponent in enumerate(player.opponents):
            own, cap = score(player, index), cap_of(settings, index + 1)
            if own is None:
                continue
            if not opponent:
                if own:
                    player.lines.count(1 if own > 0 else 0, own, cap, settings)
                continue
            theirs = score(players[opponent - 1], index)
            if theirs is None:
                continue
            share = player.won_level.get(index, 0.5) if own == theirs else 1 if own > theirs else 0
            player.lines.count(share, own - theirs, cap, settings)
            player.lines.played += 1
            player.lines.firsts += index < len(player.starts) and player.starts[index] == 1
    return {number: player.lines for number, player in enumerate(players, 1)}


# --- ratings -----------------------------------------------------------------------------------------------------

Games = dict[int, list[tuple[int, float]]]


def expected(own: float, other: float) -> float:
    """The chance of one against the other."""
    return 1 - 1 / (1 + math.exp(0.0031879 * (own - other)))


def performance(opponents: list[float], won: float) -> int:
    """By halves from 0 to 3000; the last number tried counts."""
    count = len(opponents)
    target = 0.05 * count if won == 0 else 0.95 * count if won == count else won
    low, high, tried = 0, 3000, 0
    while high - low > 1:
        tried = (low + high) // 2
        if sum(expected(tried, other) for other in opponents) < target:
            low = tried
        else:
            high = tried
    return tried


def newcomers(games: Games, rated: dict[int, float]) -> dict[int, int]:
    """First ratings, floor and cap in every pass; without end the mean of fifty passes more."""
    new = [player for player in sorted(games) if player not in rated]
    now: dict[int, float] = {}
    for player in new:
        known = [rated[other] for other, _ in games[player] if other in rated]
        now[player] = sum(known) / len(known) if known else 1500.0

    def once(now: dict[int, float], *, averaging: bool) -> dict[int, float]:
        found = {}
        for player in new:
            all_values = {**rated, **now}
            won = sum(share for _, share in games[player])
            value: float = performance([all_values[other] for other, _ in games[player]], won)
            known = [rated[other] for other, _ in games[player] if other in rated]
            if known or not averaging:
                best = max(known) if known else max(now[other] for other, _ in games[player])
                value = min(value, best + 400 * won / len(games[player]))
            found[player] = max(500.0, value)
        return found

    for _ in range(50):
        following = once(now, averaging=False)
        if following == now:
            return {player: math.floor(value + 0.5) for player, value in now.items()}
        now = following
    sums = dict.fromkeys(new, 0.0)
    for _ in range(50):
        now = once(now, averaging=True)
        for player in new:
            sums[player] += now[player]
    return {player: math.floor(value / 50 + 0.5) for player, value in sums.items()}


def k_of(rating: float, games: int | None) -> int:
    """K by rating, for players with 50 games or an unknown number and for newer ones."""
    old = games is None or games >= 50
    return (20 if old else 30) if rating < 1800 else (16 if old else 24) if rating < 2000 else (10 if old else 15)


def moved(rating: float, excess: float, games: int | None) -> float:
    """The rating after so many wins more than expected; K changes at 1800 and 2000."""
    for _ in range(100):
        k = k_of(rating, games)
        end = rating + k * excess
        if k_of(end, games) == k:
            return end
        edges = (1800, 2000) if excess > 0 else (1999, 1799)
        edge = next(edge for edge in edges if (edge > rating if excess > 0 else edge < rating))
        excess -= (edge - rating) / k
        rating = edge
    return rating


def segments(rounds: int) -> list[int]:
    """The last rounds of the parts in which a long event is rated."""
    if rounds <= 16:
        return [rounds]
    if rounds <= 35:
        return [(rounds - 1) // 2 + 1, rounds]
    return [(rounds - 1) // 3 + 1, (2 * (rounds - 1) + 1) // 3 + 1, rounds]


def games_between(players: list[Player], first: int, last: int) -> Games:
    """Opponents and shares of the rounds from first to last."""
    found: Games = {}
    for number, player in enumerate(players, 1):
        for index, opponent in list(enumerate(player.opponents))[first - 1 : last]:
            own, theirs = score(player, index), score(players[opponent - 1], index) if opponent else None
            if own is not None and theirs is not None:
                share = player.won_level.get(index, 0.5) if own == theirs else 1.0 if own > theirs else 0.0
                found.setdefault(number, []).append((opponent, share))
    return found


def ratings(players: list[Player], rounds: int) -> dict[int, int]:
    """Everybody's rating after the event, of those who played."""
    now: dict[int, float] = {number: float(player.rating) for number, player in enumerate(players, 1) if player.rating}
    first = 1
    rated: set[int] = set()
    for last in segments(rounds):
        games = games_between(players, first, last)
        rated |= games.keys()
        fresh: dict[int, float] = {number: float(value) for number, value in newcomers(games, now).items()}
        values = {**now, **fresh}
        base, extra = {}, {}
        for player in games.keys() - fresh.keys():
            excess = sum(share - expected(now[player], values[other]) for other, share in games[player])
            base[player] = moved(now[player], excess, players[player - 1].games)
            extra[player] = max(0.0, base[player] - now[player] - 5 * len(games[player]))
        for player, value in base.items():
            back = sum(extra.get(other, 0.0) / 20 for other, _ in games[player])
            values[player] = max(1, math.floor(value + extra[player] + back + 0.5))
        now, first = values, last + 1
    return {player: int(now[player]) for player in rated}


# --- comparing ---------------------------------------------------------------------------------------------------


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def check_division(folder: Path, name: str, listed: dict[str, str]) -> list[str]:
    """The differences of one division."""
    document = json.loads((folder / f"{name}.json").read_text())
    settings = document["division"]
    results = table(folder / f"{name}-results.csv")
    stated = {int(row["number"]): row for row in table(folder / f"{name}-standings.csv")}
    players = read_t((folder / f"{name}.t").read_text())
    for row in results:
        if row["led_before"] in LEVEL_WON:
            share = LEVEL_WON[row["led_before"]]
            players[int(row["first_number"]) - 1].won_level[int(row["round"]) - 1] = share
            players[int(row["second_number"]) - 1].won_level[int(row["round"]) - 1] = 1 - share
    by_results, by_t = from_results(results, settings), from_t(players, settings)
    for number in stated:
        by_results.setdefault(number, Line())
    places, found = ranks(by_results), []

    def differ(where: str, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            found.append(f"{name}, {where}: {what} is {theirs}, recomputed {ours}")

    for number, row in stated.items():
        line = by_results[number]
        differ(row["name"], "rank", places[number], int(row["rank"]))
        for what in ("wins", "losses"):
            differ(row["name"], what, getattr(line, what), float(row[what]))
            differ(row["name"], f"{what} by the .t file", getattr(by_t[number], what), float(row[what]))
        for what in ("spread", "firsts", "played"):
            differ(row["name"], f"{what} by the .t file", getattr(by_t[number], what), int(row[what]))
        for what in ("spread", "firsts", "played", "byes", "forfeits", "points"):
            differ(row["name"], what, getattr(line, what), int(row[what]))
    for number, rating in ratings(players, settings["rounds_planned"]).items():
        player = players[number - 1].name
        differ(player, "rating", str(rating), listed.get(player, "none"))
    return found


def check(folder: Path) -> list[str]:
    """The differences of all divisions of a folder."""
    listed = {row["name"]: row["rating"] or row["live_rating"] for row in table(folder / "ratings.csv")}
    names = sorted(path.stem for path in folder.glob("*.t"))
    return [text for name in names for text in check_division(folder, name, listed)]


if __name__ == "__main__":
    differences = check(Path(sys.argv[1]))
    sys.stdout.write("".join(f"{text}\n" for text in differences) or "everything agrees\n")
    sys.exit(1 if differences else 0)
