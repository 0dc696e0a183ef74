"""The rating systems there are, each a preset: a system with its parameters.

To add one, register an instance here and give it a name in `ratings.labels`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ratings.engine.kalman_system import SpreadAware
from ratings.engine.naspa import Naspa
from ratings.engine.params import ALIASES, PRESETS, ParameterError, replaced
from ratings.engine.system import System

SYSTEMS: Mapping[str, System] = MappingProxyType(
    {
        **{slug: Naspa.of(params) for slug, params in PRESETS.items()},
        "event-kalman": SpreadAware(),
    }
)

DEFAULT = "naspa"


def build_system(slug: str, overrides: Mapping[str, object] | None = None) -> System:
    """The preset `slug` (or an alias of it), with single numbers replaced by `overrides`.

    Raises ParameterError for an unknown preset, an unknown parameter, or a value of the wrong kind.
    """
    system = SYSTEMS.get(ALIASES.get(slug, slug))
    if system is None:
        raise ParameterError(f"unknown rating system “{slug}”; known are {', '.join(sorted({*SYSTEMS, *ALIASES}))}")
    return replaced(system, overrides)
