"""The pages of games that other apps know by their keys in the ledger."""

import re
from collections.abc import Collection, Mapping
from typing import Final

from django.urls import reverse

from tournaments.models import Event, Pairing, RecordVisibility, Result
from tournaments.permissions import reachable_events

#: The key of a pairing, and of the games of a match (``tournaments.services.rating_link.ledger.game_key``).
_KEY: Final = re.compile(r"pairing:([0-9]+)(?::|$)")


def addresses_of_keys(keys: Collection[str]) -> Mapping[str, str]:
    """By key: the game's replay where everybody may see one, else its round; nothing of events that not everybody may open. One query."""
    ids = {key: int(match[1]) for key in keys if (match := _KEY.match(key))}
    rows = Pairing.objects.filter(
        pk__in=ids.values(), round__division__event__in=Event.objects.filter(reachable_events())
    ).values_list(
        "pk",
        "round__division__event__slug",
        "round__division__slug",
        "round__number",
        "result__state",
        "result__record",
        "record_visibility",
    )
    pages = {}
    for pk, event, division, number, state, record, visibility in rows:
        shown = record and state == Result.State.CONFIRMED and visibility == RecordVisibility.PUBLIC
        pages[pk] = (
            reverse("tournaments:replay", args=[event, pk])
            if shown
            else reverse("tournaments:round", args=[event, division, number])
        )
    return {key: pages[pk] for key, pk in ids.items() if pk in pages}
