"""The numbers of the NASPA family of systems, as data, and the named presets."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Preset = TypeVar("Preset", bound="DataclassInstance")

ENGINE_VERSION = "4"


class ParameterError(ValueError):
    """A preset or a parameter does not exist or has an impossible value; the message says which and why."""


@dataclass(frozen=True, slots=True)
class KBand:
    """K for ratings of `lowest` or more: `k_new` with few career games, `k` after that."""

    lowest: int
    k_new: float
    k: float


@dataclass(frozen=True, slots=True)
class Params:
    """Parameters of the NASPA formula.

    shape, curve: form and steepness of the expectation (`ratings.engine.curves`); least_share: its lowest value where it
    is a straight line.
    established_games: career games from which `KBand.k` applies.
    prorate: whether a rating that crosses a K boundary continues with the other K.
    acceleration_threshold: points gained per game above which a gain counts more; None for no acceleration.
    acceleration_factor: how much more: 1 counts it double.
    feedback: share of an acceleration that the opponent of each game receives.
    split_after: configured rounds up to which an event has one and two segments; more rounds make three.
    games_at_split: whether career games grow between the segments of an event (NASPA, 2024) or only after it.
    change_divisor, change_limit: local club events divide the change and bound it.
    floor: the lowest rating.  newcomer_*: see `newcomers`.
    """

    shape: Literal["logistic", "erf", "linear"] = "logistic"
    curve: float = 0.0031879
    least_share: float = 0.0
    established_games: int = 50
    bands: tuple[KBand, ...] = (KBand(0, 30, 20), KBand(1800, 24, 16), KBand(2000, 15, 10))
    prorate: bool = True
    acceleration_threshold: float | None = 5.0
    acceleration_factor: float = 1.0
    feedback: float = 1 / 20
    split_after: tuple[int, int] = (16, 35)
    games_at_split: bool = False
    change_divisor: float = 1.0
    change_limit: float | None = None
    floor: int = 1
    newcomer_start: float = 1500.0
    newcomer_floor: float = 500.0
    newcomer_ceiling: float = 3000.0
    newcomer_cap: float = 400.0
    newcomer_share: float = 0.05
    newcomer_rounds: int = 50


# More rounds than an event can have: never split.
_UNSPLIT = (1000, 1000)
# Provisional for 50 games; 12 points of rating are 1 % of the wins (https://www.scrabble.org.au/ratings/intro.htm).
_AUSTRALIAN = Params(
    shape="linear",
    curve=1 / 1200,
    least_share=0.05,
    bands=(KBand(0, 20, 20),),
    acceleration_threshold=None,
    split_after=_UNSPLIT,
)

PRESETS: Mapping[str, Params] = MappingProxyType(
    {
        "naspa": Params(),
        "naspa2024": Params(games_at_split=True),
        "naspa-club": Params(acceleration_threshold=None, change_divisor=3.0, change_limit=50.0),
        # Before 2009. Whether long events were split is not known; here they are not.
        "nsa": Params(shape="erf", curve=1 / 400, split_after=_UNSPLIT),
        # Fitted to reports of 2006-2016: the curve and K; splits and acceleration are NASPA's.
        "wespa-250": Params(curve=1 / 250, established_games=50),
        "wespa-172": Params(curve=1 / 172, prorate=False, acceleration_factor=2 / 3, split_after=_UNSPLIT),
        "australian": _AUSTRALIAN,
        "pakistani": dataclasses.replace(_AUSTRALIAN, floor=500),
    }
)

# Names of the same formula in tournament files.
ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "nsa2008": "naspa",
        "naspa-csw": "naspa",
        "nsa2008-lct": "naspa-club",
        "naspa-csw-lct": "naspa-club",
        "wespa": "wespa-172",
        "aus": "australian",
        "pak": "pakistani",
    }
)

_POSITIVE = frozenset(
    {"curve", "change_divisor", "newcomer_rounds", "scale", "deviation_start", "period_days", "beta", "tau"}
)


def _checked(name: str, default: object, value: object) -> object:
    kind = float if default is None else type(default)
    if (kind is bool and isinstance(value, bool)) or (default is None and value is None):
        return value
    if kind is not bool and isinstance(value, (int, float)) and not isinstance(value, bool):
        if not math.isfinite(value):
            raise ParameterError(f"parameter “{name}” must be finite, not {value!r}")
        number = int(value) if kind is int and value == int(value) else value
        if kind is int and not isinstance(number, int):
            raise ParameterError(f"parameter “{name}” must be a whole number, not {value!r}")
        signed = isinstance(default, (int, float)) and default < 0
        if (number < 0 and not signed) or (name in _POSITIVE and number == 0):
            allowed = "positive" if name in _POSITIVE else "0 or more"
            raise ParameterError(f"parameter “{name}” must be {allowed}, not {value!r}")
        return number
    raise ParameterError(f"parameter “{name}” must be {'true or false' if kind is bool else 'a number'}, not {value!r}")


def changeable(preset: DataclassInstance) -> dict[str, object]:
    """The parameters of a preset that a pool may replace, with their values: single numbers and switches."""
    values = {field.name: getattr(preset, field.name) for field in dataclasses.fields(preset)}
    return {name: value for name, value in values.items() if value is None or isinstance(value, (bool, int, float))}


def replaced(preset: Preset, overrides: Mapping[str, object] | None) -> Preset:
    """`preset` with single numbers replaced by `overrides`.

    Raises ParameterError for an unknown parameter or a value of the wrong kind.
    """
    known = changeable(preset)
    for name in overrides or {}:
        if name not in known:
            raise ParameterError(f"unknown parameter “{name}”; known are {', '.join(sorted(known))}")
    values: dict[str, Any] = {name: _checked(name, known[name], value) for name, value in (overrides or {}).items()}
    return dataclasses.replace(preset, **values)


def preset_of(presets: Mapping[str, Preset], name: str) -> Preset:
    """The preset of this name or alias.  Raises ParameterError for an unknown one."""
    preset = presets.get(ALIASES.get(name, name))
    if preset is None:
        raise ParameterError(f"unknown rating system “{name}”; known are {', '.join(sorted({*presets, *ALIASES}))}")
    return preset


def build_params(system: str, overrides: Mapping[str, object] | None = None) -> Params:
    """The parameters of preset `system` of the NASPA family (or an alias of it), with `overrides`.

    Raises ParameterError for an unknown preset, an unknown parameter, or a value of the wrong kind.
    """
    return replaced(preset_of(PRESETS, system), overrides)
