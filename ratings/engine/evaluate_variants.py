"""The filter with links term by term: the systems, constants and curves of the table in docs/ratings.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ratings.engine.evaluate import LEVELS, Forecast, Judged, Part, Score, Split, TooFewGames, gain_interval, judge
from ratings.engine.evaluate_history import History
from ratings.engine.evaluate_predictors import EVENT_KALMAN, LINKED_KALMAN, OFFICIAL, Params, forecast
from ratings.engine.kalman import Constants
from ratings.engine.linked import LinkedConstants

# What the two filters have in common, with the values of the one without links.
_TODAY: Params = MappingProxyType(
    {
        name: getattr(Constants(), name)
        for name in LinkedConstants.__dataclass_fields__
        if name in Constants.__dataclass_fields__
    }
)
# The level of the first event is as open as its players.
_FREE = LinkedConstants().v_first
# Without any term beyond the links themselves.
_BARE: Params = MappingProxyType(
    {**_TODAY, "q_com": 0, "v_form": 0, "v_nc": 0, "adapt": 0, "lam": 1, "forget_days": 0, "v_level": _FREE}
)
_ALL: Params = MappingProxyType({"forget_days": 0, "v_level": _FREE})


@dataclass(frozen=True, slots=True)
class Variant:
    """A line of the table: a system with constants, and which terms its curve has beyond slope and first move."""

    name: str
    system: str
    params: Params = field(default_factory=dict)
    cubic: bool = False
    late: bool = False


VARIANTS: tuple[Variant, ...] = (
    Variant("official ratings", OFFICIAL),
    Variant("event-kalman", EVENT_KALMAN),
    Variant("event-kalman, cubic and late", EVENT_KALMAN, cubic=True, late=True),
    Variant("links, its constants", LINKED_KALMAN, _BARE),
    Variant("links, its constants, q_com 20", LINKED_KALMAN, {**_BARE, "q_com": 20}),
    Variant("linked-kalman", LINKED_KALMAN, _ALL),
    Variant("+ cubic", LINKED_KALMAN, _ALL, cubic=True),
    Variant("+ cubic + late", LINKED_KALMAN, _ALL, cubic=True, late=True),
    *(
        Variant(f"... less {name}", LINKED_KALMAN, {**_ALL, name: 0}, cubic=True, late=True)
        for name in ("q_com", "adapt", "v_form", "v_nc")
    ),
    Variant("... across divisions", LINKED_KALMAN, {**_ALL, "across": True}, cubic=True, late=True),
    Variant("... forgetting", LINKED_KALMAN, {"forget_above": 0, "v_level": _FREE}, cubic=True, late=True),
    Variant("... level kept: the preset", LINKED_KALMAN, cubic=True, late=True),
)
#: The line that the gains are measured from.
BASELINE = EVENT_KALMAN


@dataclass(frozen=True, slots=True)
class VariantScore:
    """The score of a line at one level, and how much lower its log loss is than that of `BASELINE`, with 95 % interval."""

    score: Score
    gain: tuple[float, float, float]


def score_variants(
    history: History,
    split: Split[Part],
    *,
    seed: int,
    progress: Callable[[str], Callable[[int, int], None]],
    variants: Sequence[Variant] = VARIANTS,
) -> Mapping[str, Mapping[str, VariantScore]]:
    """Every line of the table at every level that has games, by name and level; no system runs twice.

    progress: called with the name of each line, gives what is called with games done and games in all.
    """
    ran: dict[tuple[str, tuple[tuple[str, object], ...]], Forecast] = {}
    table: dict[str, dict[str, VariantScore]] = {}
    judged: dict[str, dict[str, Judged]] = {}
    for one in variants:
        if one.system == OFFICIAL and not history.rated.any():
            continue
        key = (one.system, tuple(sorted(one.params.items())))
        if key not in ran:
            ran[key] = forecast(one.system, history, one.params or None, progress(one.name))
        judged[one.name] = dict(_judged(ran[key], history, split, one))
    for name, levels in judged.items():
        table[name] = {
            level: VariantScore(line.score, gain_interval(judged[BASELINE][level], line, seed=seed))
            for level, line in levels.items()
        }
    return MappingProxyType(table)


def _judged(forecast: Forecast, history: History, split: Split[Part], one: Variant) -> Iterator[tuple[str, Judged]]:
    for level in LEVELS:
        try:
            yield level, judge(forecast, history, level, split, late=one.late, cubic=one.cubic)
        except TooFewGames:
            continue


def variant_lines(table: Mapping[str, Mapping[str, VariantScore]]) -> Iterator[str]:
    """The table as text: log loss at each level, and by how much it is lower than that of the filter without links."""
    levels = [level for level in LEVELS if any(level in scores for scores in table.values())]
    yield f"{'':32}" + "".join(f" {level:>35}" for level in levels)
    for name, scores in table.items():
        cells = []
        for level in levels:
            line = scores[level]
            gain, low, high = line.gain
            cells.append(f" {line.score.log_loss:.5f} {gain:+.5f} [{low:+.5f}, {high:+.5f}]")
        yield f"{name:32}" + "".join(f"{cell:>36}" for cell in cells)
