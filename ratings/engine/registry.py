"""The rating systems there are, each a preset: a system with its parameters.

To add one, register an instance here and give it a name in `ratings.labels`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ratings.engine.absp import Absp
from ratings.engine.elo import Elo, Isc
from ratings.engine.glicko import Glicko2, Glicko225
from ratings.engine.kalman_system import SpreadAware
from ratings.engine.linked_system import LinkedSpreadAware
from ratings.engine.naspa import Naspa
from ratings.engine.new_zealand import NewZealand
from ratings.engine.norwegian import Norwegian
from ratings.engine.params import PRESETS, preset_of, replaced
from ratings.engine.system import System

SYSTEMS: Mapping[str, System] = MappingProxyType(
    {
        **{slug: Naspa.of(params) for slug, params in PRESETS.items()},
        "new-zealand": NewZealand(),
        "new-zealand-2017": NewZealand(m_games=True, double_from=10 / 3, double_provisional=False, participation=1 / 3),
        "new-zealand-1999": NewZealand(m=20.0, double_from=0.0, provisional_games=35),
        "absp-1998": Absp(),
        "norwegian": Norwegian(),
        "coco": Norwegian(
            deviation_start=150.0, whole=True, slow_from=200, slow_to=1000, strong_share=0.75, master_share=0.5
        ),
        "isc": Isc(),
        "elo": Elo(),
        "glicko2": Glicko2(),
        "glicko225": Glicko225(),
        "event-kalman": SpreadAware(),
        "linked-kalman": LinkedSpreadAware(),
    }
)

DEFAULT = "naspa"

# These look at margins, which an order of places does not have.
_MARGINS = frozenset({"norwegian", "coco", "isc", "glicko225", "event-kalman", "linked-kalman"})
# The filters model the total of a game of two.
_TWO_ONLY = frozenset({"event-kalman", "linked-kalman"})


def rates_places(slug: str) -> bool:
    """Whether the preset can rate results that are an order of places, without points."""
    return slug not in _MARGINS


def rates_tables(slug: str) -> bool:
    """Whether the preset can rate tables of more than two."""
    return slug not in _TWO_ONLY


def build_system(slug: str, overrides: Mapping[str, object] | None = None) -> System:
    """The preset `slug` (or an alias of it), with single numbers replaced by `overrides`.

    Raises ParameterError for an unknown preset, an unknown parameter, or a value of the wrong kind.
    """
    return replaced(preset_of(SYSTEMS, slug), overrides)
