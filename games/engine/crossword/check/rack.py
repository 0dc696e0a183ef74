"""The check of a rack: against the tiles used, the tiles not on the board, and all racks noted before.

What is known of a rack goes on from turn to turn: tiles that were noted and not played are still there, whether the next
rack is noted or not, and nobody else can hold them. Once the bag is empty this leaves each player with one possible rack.
"""

from __future__ import annotations

from typing import Final

from games.engine.crossword.findings import Severity
from games.engine.crossword.record import Event
from games.engine.crossword.replay import Replay
from games.engine.crossword.tiles import UnknownTileError

# No rack is longer in any notation; a longer text is too large whatever it holds.
_LONGEST_RACK: Final = 100


def check_rack(replay: Replay, index: int, event: Event, used: int) -> None:
    """Check the noted rack (none is normal, part of one too) and the tiles ``used`` of it, packed.

    Afterwards ``replay.kept`` of the player holds what is known to be still on the rack.
    """
    player, hand = event.player, replay.hands[event.player]
    before = replay.known_racks[player]
    replay.keep(player, 0)
    noted = _noted(replay, index, event)
    if noted is None:
        return
    rack, size = noted
    holds, tiles = replay.tiles.holds, replay.tiles
    available = holds(replay.unseen, rack)
    if not available:
        missing = tiles.text(replay.lacking(replay.unseen, rack))
        replay.find("rack_not_available", index, token=event.rack, stated=event.rack, rack=event.rack, tiles=missing)
    lacking = b"" if holds(rack, used) else replay.lacking(rack, used)
    if event.rack and lacking:
        # A rack noted in part may lack tiles that were played, as long as both together fit on one rack.
        severity = Severity.DISCREPANCY if size + len(lacking) <= hand else None
        missing = tiles.text(lacking)
        replay.find("tiles_not_on_rack", index, token=event.rack, stated=event.rack, severity=severity, tiles=missing)
    if lacking:
        rack, size = rack + tiles.pack(lacking), size + len(lacking)
    if available and _conflicts_with_others(replay, index, event, rack):
        return
    also = b"" if holds(rack, before) else replay.lacking(rack, before)
    if size + len(also) <= hand:
        rack, size = rack + tiles.pack(also), size + len(also)
    elif event.rack and size <= hand:
        _report_inconsistent(replay, index, event, before, tiles.text(also))
    if size <= hand:
        replay.keep(player, rack - used)


def _noted(replay: Replay, index: int, event: Event) -> tuple[int, int] | None:
    """The rack as noted, packed, and its size; None when it cannot be one."""
    text, hand = event.rack, replay.hands[event.player]
    if not text:
        return 0, 0
    try:
        rack, size = replay.tiles.pack_rack(text[:_LONGEST_RACK])
    except UnknownTileError as problem:
        replay.find("rack_malformed", index, token=text, stated=text, letter=problem.letter)
        return None
    if size > hand:
        replay.find("rack_too_large", index, token=text, stated=size, computed=hand, rack=text)
        return None
    return rack, size


def _conflicts_with_others(replay: Replay, index: int, event: Event, rack: int) -> bool:
    """Report the first rack with a tile that another player is known to hold."""
    others = replay.held - replay.known_racks[event.player]
    if not others or replay.racks_doubted or replay.tiles.holds(replay.unseen, rack + others):
        return False
    # While there are tiles in the bag, racks are only as reliable as the notes.
    severity = Severity.NOTE if replay.bag else None
    missing = replay.tiles.text(replay.lacking(replay.unseen, rack + others))
    token = event.rack or event.text
    replay.find("held_elsewhere", index, token=token, severity=severity, stated=event.rack, tiles=missing)
    replay.doubt_racks()
    return True


def _report_inconsistent(replay: Replay, index: int, event: Event, before: int, missing: str) -> None:
    # A complete rack was seen by everybody; others are only as reliable as the notes.
    whole = len(replay.tiles.unpack(before)) == replay.hands[event.player]
    severity, rack = None if whole else Severity.NOTE, event.rack
    replay.find("rack_inconsistent", index, token=rack, severity=severity, stated=rack, rack=rack, tiles=missing)
