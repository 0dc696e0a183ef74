"""The tiles that the players of a table drew for the first move, as they are typed."""

from collections.abc import Mapping

from tournaments.models import Pairing

#: Longer than anybody draws in vain.
_LONGEST = 12


def typed_tiles(data: Mapping[str, str], pairing: Pairing) -> list[str] | None:
    """Each player's tiles by seats; None when the site is to draw."""
    if "typed" not in data:
        return None
    return [
        "".join(data.get(f"tile_{position}", "").split())[:_LONGEST]
        for position in range(1, len(pairing.seats.all()) + 1)
    ]
