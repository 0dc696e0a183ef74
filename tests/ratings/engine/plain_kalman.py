"""The event Kalman filter written down as its description says it, player by player with small matrices: an oracle."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

import numpy as np

from ratings.engine.kalman import Constants, FloatArray

#: A game as (player, opponent, player's score, opponent's score, +1 / -1 / 0 for who moved first).
Game = tuple[str, str, int, int, int]
#: An event as its day and the games of each division.
Divisions = tuple[int, list[list[Game]]]


@dataclass
class Known:
    """What is known of a player: mean of (strength, part of the total), covariance, games, day of the last event."""

    mean: FloatArray
    cov: FloatArray
    games: int
    day: int


@dataclass
class PlainFilter:
    """Rates events one after the other; `predict` belongs before `rate`."""

    k: Constants
    players: dict[str, Known] = field(default_factory=dict)

    def priors(self, day: int, divisions: list[list[Game]]) -> dict[str, tuple[FloatArray, FloatArray]]:
        """Mean and covariance of everybody on the day of the event."""
        priors: dict[str, tuple[FloatArray, FloatArray]] = {}
        for games in divisions:
            people = sorted({player for game in games for player in game[:2]})
            known = [player for player in people if player in self.players]
            for player in known:
                priors[player] = self._older(self.players[player], day)
            for player in people:
                if player not in priors:
                    priors[player] = self._newcomer([float(priors[other][0][0]) for other in known])
        return priors

    def _older(self, belief: Known, day: int) -> tuple[FloatArray, FloatArray]:
        k, days = self.k, day - belief.day
        va = (k.q_day * days + k.q_event) * (1 + k.q_new * math.exp(-belief.games / k.n_new))
        vs = k.qs_day * days + k.qs_event
        drift = k.drift * math.exp(-belief.games / k.n_drift)
        mean = belief.mean + np.array([drift, k.kap * drift])
        cov = belief.cov + np.array([[va, k.kap * va], [k.kap * va, k.kap**2 * va + vs]])
        return mean, cov * (k.v_max / cov[0, 0] if cov[0, 0] > k.v_max else 1)

    def _newcomer(self, field_strengths: list[float]) -> tuple[FloatArray, FloatArray]:
        k = self.k
        if len(field_strengths) >= 3:
            a, v = k.gamma * sum(field_strengths) / len(field_strengths) + k.off, k.v_new
        else:
            a, v = 0.0, k.v_first
        return np.array([a, k.kap * a]), np.array([[v, k.kap * v], [k.kap * v, k.kap**2 * v + k.vs]])

    def predict(self, day: int, divisions: list[list[Game]]) -> list[tuple[float, float]]:
        """Expected lead and chance of winning of the first-named player of every game."""
        priors, k = self.priors(day, divisions), self.k
        predictions = []
        for p, q, _, _, first in (game for games in divisions for game in games):
            lead = priors[p][0][0] - priors[q][0][0]
            z = lead / math.sqrt(priors[p][1][0, 0] + priors[q][1][0, 0] + k.sig_d**2)
            predictions.append((float(lead), 1 / (1 + math.exp(-(k.slope * z + k.first_logit * first)))))
        return predictions

    def rate(self, day: int, divisions: list[list[Game]]) -> None:
        """Sweep over all games of the event and remember what they taught."""
        k, games = self.k, [game for division in divisions for game in division]
        priors = self.priors(day, divisions)
        current = dict(priors)
        for sweep in range(k.sweeps):
            unexplained = sum(s + t - k.total0 - current[p][0][1] - current[q][0][1] for p, q, s, t, _ in games)
            event_total = unexplained / k.sig_s**2 / (len(games) / k.sig_s**2 + 1 / k.v_total_event)
            posteriors = {
                player: self._posterior(player, priors[player], current, games, event_total) for player in priors
            }
            step = k.damping if sweep else 1.0
            current = {
                player: (current[player][0] + step * (mean - current[player][0]), cov)
                for player, (mean, cov) in posteriors.items()
            }
        for player, (mean, cov) in current.items():
            before = self.players[player].games if player in self.players else 0
            played = sum(player in game[:2] for game in games)
            self.players[player] = Known(mean, cov, before + played, day)

    def _posterior(
        self,
        player: str,
        prior: tuple[FloatArray, FloatArray],
        current: dict[str, tuple[FloatArray, FloatArray]],
        games: list[Game],
        event_total: float,
    ) -> tuple[FloatArray, FloatArray]:
        k = self.k
        precision = np.linalg.inv(prior[1])
        weighted = precision @ prior[0]
        for p, q, s, t, first in games:
            if player not in (p, q):
                continue
            sign, other = (1, q) if player == p else (-1, p)
            spread = sign * (max(-k.cap, min(k.cap, s - t)) - k.first * first)
            mean, cov = current[other]
            weight = 1 / (k.sig_d**2 + cov[0, 0])
            precision = precision + np.diag([weight, 1 / k.sig_s**2])
            total = s + t - k.total0 - event_total - mean[1]
            weighted = weighted + np.array([weight * (spread + mean[0]), total / k.sig_s**2])
        cov = np.linalg.inv(precision)
        return cov @ weighted, cov


def invented_events(seed: int, *, events: int = 4) -> list[Divisions]:
    """Events of two divisions whose fields change, with newcomers, unknown first moves, large and small margins."""
    dice = random.Random(seed)
    strength = {f"p{number:02d}": dice.gauss(0, 60) for number in range(24)}
    history: list[Divisions] = []
    for number in range(events):
        people = sorted(strength)[: 12 + 4 * number]
        dice.shuffle(people)
        half = len(people) // 2
        history.append(
            (
                number * dice.choice([9, 40]),
                [_games(dice, people[:half], strength), _games(dice, people[half:], strength)],
            )
        )
    return sorted(history, key=lambda event: event[0])


def _games(dice: random.Random, people: list[str], strength: dict[str, float]) -> list[Game]:
    games: list[Game] = []
    for _ in range(5):
        dice.shuffle(people)
        for one, other in zip(people[::2], people[1::2], strict=False):
            lead = strength[one] - strength[other] + dice.gauss(0, 110)
            total = dice.gauss(810, 90)
            scores = round((total + lead) / 2), round((total - lead) / 2)
            games.append((one, other, *scores, dice.choice([1, -1, 0])))
    return games
