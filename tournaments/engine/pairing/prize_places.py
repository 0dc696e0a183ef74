"""Which places win a prize: what the director typed for the round, else the event's prizes, else a quarter of the field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from tournaments.engine.model import PrizePlaces, Snapshot
from tournaments.engine.pairing.options import PairingOptions


def with_prizes(snapshot: Snapshot, rules: PairingOptions) -> PairingOptions:
    """The options, with the event's prizes where the director typed nothing."""
    event, values = snapshot.prizes, {one.name: getattr(rules, one.name) for one in rules.options()}
    typed = values.get("prizes") is not None
    filled: dict[str, Any] = {
        "prizes": values.get("prizes") if typed else event.places,
        "bands": values.get("bands") or (() if typed else event.bands),
        "class_prizes": values.get("class_prizes") or event.classes,
    }
    other = {name: value for name, value in filled.items() if name in values and value != values[name]}
    return replace(rules, **other) if other else rules


def prize_places(values: Mapping[int, str], classes: Iterable[tuple[str, int]]) -> PrizePlaces:
    """The prizes for places, for pairing.

    `values`: what each place of the open prizes wins; neighbours with the same value (if it is written at all) form one
    band, and a place without a prize belongs to the next one that has one. `classes`: (class, place) of every class prize.
    """
    ordered = sorted(values)
    bands = [max(run) for _key, run in groupby(ordered, key=lambda place: values[place].strip() or place)]
    most: dict[str, int] = {}
    for name, place in classes:
        most[name] = max(place, most.get(name, 0))
    return PrizePlaces(tuple(bands), tuple(sorted(most.items())))
