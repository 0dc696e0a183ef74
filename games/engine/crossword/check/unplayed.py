"""Unplayed tiles that no line of a record counts: whose line is missing, and its value."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.crossword.ending import Ending
from games.engine.crossword.record import Event, Kind
from games.engine.crossword.replay import Replay, Step


@dataclass(frozen=True)
class Missing:
    """A line that is missing: for whom, its kind, the tiles (packed) and the points; None where the tiles are not known."""

    player: int
    kind: Kind
    tiles: int | None
    points: int | None


def missing_lines(replay: Replay) -> list[Missing]:
    """The lines for unplayed tiles that are missing at the end of a game; one that would change no score is not."""
    rules = replay.rules
    others = [player for player in range(replay.players) if player != replay.out and player not in replay.counted]
    missing: list[Missing] = []
    if replay.ending is Ending.STUCK:
        missing += _own_losses(replay, others) if rules.stuck_lose else []
    elif replay.ending is Ending.OUT and replay.out is not None and replay.uncertain is None:
        if replay.out not in replay.counted:
            # With more than two players each opponent's tiles may have a line of their own, and some be written already.
            claims = replay.unseen if replay.unclaimed is None else replay.unclaimed
            missing.append(Missing(replay.out, Kind.OUT, claims, rules.out_factor * _value(replay, claims)))
        missing += _own_losses(replay, others) if rules.others_lose else []
    return [line for line in missing if line.points != 0]


def count_unwritten(replay: Replay) -> tuple[Event, ...]:
    """Count the unplayed tiles of a finished game that no line counts, if all of them are known.

    The new lines have no score as written, only a computed one; their steps are those of lines that somebody wrote.
    """
    replay.end_by_players()
    missing = [] if replay.uncertain is not None else missing_lines(replay)
    if any(line.tiles is None for line in missing):
        return ()
    events = []
    for line in missing:
        tiles, points = line.tiles or 0, line.points or 0
        event = Event(line.kind, line.player, text=replay.tiles.text(replay.tiles.unpack(tiles)))
        replay.counted.add(line.player)
        replay.steps.append(Step(points, replay.add_score(len(replay.steps), event, points)))
        events.append(event)
    return tuple(events)


def _value(replay: Replay, packed: int) -> int:
    return replay.tiles.value(replay.tiles.unpack(packed))


def _own_losses(replay: Replay, players: list[int]) -> list[Missing]:
    """What these players lose for their own tiles."""
    racks = _racks(replay, players)
    return [
        Missing(player, Kind.RACK, rack, None if rack is None else -_value(replay, rack))
        for player, rack in racks.items()
    ]


def _racks(replay: Replay, players: list[int]) -> dict[int, int | None]:
    """The racks, packed, of players without a line of their own: as noted, or what all the others leave of the tiles."""
    if replay.uncertain is not None:
        return dict.fromkeys(players)
    racks = {player: _noted_rack(replay, player) for player in players}
    known = sum(replay.own_racks.values()) + sum(rack for rack in racks.values() if rack is not None)
    if not replay.tiles.holds(replay.unseen, known):
        return dict.fromkeys(players)
    unknown = [player for player, rack in racks.items() if rack is None]
    if len(unknown) == 1 and not replay.bag:
        racks[unknown[0]] = replay.unseen - known
    return racks


def _noted_rack(replay: Replay, player: int) -> int | None:
    """The tiles of the final rack as noted, or else of the last turns; None if not all of them are known."""
    racks = replay.reading.record.racks
    noted = replay.tiles.try_encode(racks[player]) if player < len(racks) and racks[player] else None
    packed = replay.known_racks[player] if noted is None else replay.tiles.pack(noted)
    fits = len(replay.tiles.unpack(packed)) == replay.hands[player] and replay.tiles.holds(replay.unseen, packed)
    return packed if fits else None
