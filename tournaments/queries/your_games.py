"""“Your game” on the pages of a running event: for the players of an account, and for those whose own page a device has opened."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Entry, Event, PersonalLink
from tournaments.permissions import entries_hidden
from tournaments.queries.next_games import next_games
from tournaments.queries.results import CardLine, player_card


@dataclass(frozen=True, slots=True)
class YourGame:
    """The game that the player has next, or else the last one. ``waits``: it is reported; ``key``: of the player's own page."""

    entry: Entry
    line: CardLine
    coming: bool
    waits: bool
    key: str = ""

    @property
    def opponents(self) -> tuple[str, ...]:
        """The names of the others at the table."""
        line = self.line
        return tuple(seat.name for seat in line.others) or ((line.opponent.name,) if line.opponent else ())


def your_games(event: Event, entries: Iterable[Entry], *, keys: bool) -> list[YourGame]:
    """The game of each of these entries of the event, each game once; none unless it is running. ``keys``: with the players' own
    pages, for nobody but themselves. Two queries, and one or two for each entry.
    """
    entries = list(entries)
    if not entries or event.state != Event.State.RUNNING or entries_hidden(event):
        return []
    upcoming = next_games(event)
    links = {link.entry_id: link.key or "" for link in PersonalLink.live(entry__in=entries)} if keys else {}
    games: dict[int, YourGame] = {}
    for entry in entries:
        lines, coming = player_card(entry), upcoming.get(entry.pk)
        line = next((one for one in lines if coming and one.pairing_id == coming.pairing), None) or next(
            reversed(lines), None
        )
        if line is not None:
            waits = coming is not None and coming.waits
            game = YourGame(entry, line, coming is not None, waits, links.get(entry.pk, ""))
            games.setdefault(line.pairing_id, game)
    return list(games.values())
