"""Choosing a system's parameters on the training years only: coordinate search with shrinking steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ratings.engine.evaluate import LEVELS, TooFewGames, Years, at_level, fit_link, log_losses
from ratings.engine.evaluate_history import History
from ratings.engine.evaluate_predictors import forecast, parameters
from ratings.engine.params import ParameterError

# A step multiplies or divides a parameter by 1 + this; it is halved when no parameter improves.
FIRST_STEP = 0.3
LAST_STEP = 0.02

Objective = Callable[[Mapping[str, float]], float]


@dataclass(frozen=True, slots=True)
class Tuned:
    """The best parameters found, their loss and that of the starting values, and how many values were tried."""

    params: Mapping[str, float]
    loss: float
    start_loss: float
    tries: int


def training_loss(
    system: str,
    history: History,
    years: Years,
    *,
    fixed: Mapping[str, object] | None = None,
    levels: Sequence[str] = LEVELS,
) -> Objective:
    """The log loss of `system` on `years`, averaged over the levels that have games, as a function of its parameters.

    fixed: changed parameters that are not searched over.  The link is fitted on the same years; later games are never looked at.
    """
    masks = [mask for level in levels if (mask := at_level(history, level) & years.of(history)).any()]
    if not masks:
        raise TooFewGames("there is no game to tune on")

    def loss(params: Mapping[str, float]) -> float:
        prediction = forecast(system, history, {**(fixed or {}), **params})
        losses = []
        for games in masks:
            link = fit_link(prediction, history, games)
            losses.append(float(log_losses(link.chances(prediction, history, games), history.won[games]).mean()))
        return sum(losses) / len(losses)

    return loss


# Of the filter's thirty numbers these matter most; all of them would take hours.
_OF_THE_FILTER = ("q_day", "q_event", "q_new", "sig_d", "kap", "vs", "gamma")
# What is only shown, how exactly something is solved, and what a fitted curve makes up for anyway.
_NO_PREDICTION = frozenset(
    {"tolerance", "settled", "provisional_deviation", "scale", "curve", "least_share", "newcomer_share"}
    | {"change_divisor", "change_limit", "damping", "centre", "slope", "first_logit", "deviation_opening"}
)


def tunable(system: str) -> tuple[str, ...]:
    """The parameters that are worth a search: numbers that are no counts and that predictions depend on."""
    known = parameters(system)
    if set(_OF_THE_FILTER) <= known.keys():
        return _OF_THE_FILTER
    return tuple(name for name, value in known.items() if isinstance(value, float) and name not in _NO_PREDICTION)


def starting_values(system: str, names: Sequence[str], changed: Mapping[str, object]) -> dict[str, float]:
    """Where a search over `names` starts.  Raises ParameterError for what cannot be searched."""
    known = {**parameters(system), **changed}
    start: dict[str, float] = {}
    for name in names:
        value = known.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ParameterError(f"“{name}” is not a number of system “{system}” that could be tuned")
        start[name] = float(value)
    return start


def _moved(value: float, factor: float) -> float:
    """The next value to try; from zero in steps of the size of the factor."""
    return value * factor if value else factor - 1


def search(
    objective: Objective,
    start: Mapping[str, float],
    *,
    most_tries: int,
    progress: Callable[[int, int], None],
) -> Tuned:
    """Make one parameter after the other larger or smaller as long as the objective falls; the same at every call."""
    best = dict(start)
    start_loss = loss = objective(best)
    step, tries = FIRST_STEP, 1
    while step >= LAST_STEP:
        improved = False
        for name in start:
            for factor in (1 + step, 1 / (1 + step)):
                if tries >= most_tries:
                    return Tuned(best, loss, start_loss, tries)
                trial = best | {name: _moved(best[name], factor)}
                tries += 1
                progress(tries, most_tries)
                try:
                    trial_loss = objective(trial)
                except ParameterError:
                    continue  # outside of what the system allows
                if trial_loss < loss:
                    best, loss, improved = trial, trial_loss, True
                    break
        if not improved:
            step /= 2
    return Tuned(best, loss, start_loss, tries)
