"""The check of the end of a game: unplayed tiles, time penalties, and what is missing.

Where no line counts the unplayed tiles, ``missing_lines`` says whose line that is and what it is worth.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.crossword.ending import Ending, loses_on_time
from games.engine.crossword.record import Event, Kind
from games.engine.crossword.replay import Replay, Step

_TWO_PLAYERS = 2


def check_out(replay: Replay, index: int, event: Event) -> None:
    """Check the points for going out: when, to whom, for which tiles, and how many."""
    player, rules = event.player, replay.rules
    score = event.score or 0
    computed = score
    if replay.ending is not Ending.OUT:
        replay.find("end_early", index)
    elif player in replay.counted:
        replay.find("end_repeated", index)
        computed = 0
    else:
        if player != replay.out and replay.out is not None:
            stated, right = replay.name(player), replay.name(replay.out)
            replay.find("end_wrong_player", index, stated=stated, computed=right)
            replay.counted.add(replay.out)
        left = _leftover(replay, index, event)
        unit = replay.tiles.value(left)
        computed = rules.out_factor * unit
        if event.score not in {None, computed}:
            _report_points(replay, index, event, unit, computed)
    if not replay.unclaimed:
        replay.counted.add(player)
    replay.steps.append(Step(computed, replay.add_score(index, event, computed)))


def _report_points(replay: Replay, index: int, event: Event, unit: int, computed: int) -> None:
    score = event.score or 0
    written = replay.encode_rack(index, event.text) or b""
    if replay.rules.out_factor != 1 and score == unit:
        replay.single_style = True
        replay.find("end_style", index, token=str(score), stated=score, computed=computed)
    elif score != replay.rules.out_factor * replay.tiles.value(written) or score == computed:
        replay.find("end_points_wrong", index, token=str(score), stated=score, computed=computed)
    # Otherwise the points fit the written tiles, and those are wrong: they have a finding already.


def _leftover(replay: Replay, index: int, event: Event) -> bytes:
    """The tiles that are left over: all unseen ones when the game is out, else those that the event names.

    With more than two players each opponent's tiles may have a line of their own; what they leave is still unclaimed.
    """
    tiles, written = replay.tiles, replay.encode_rack(index, event.text)
    if replay.bag or replay.uncertain is not None:
        return written or b""
    unseen = replay.unseen if replay.unclaimed is None else replay.unclaimed
    replay.unclaimed = 0
    left = tiles.unpack(unseen)
    if written is not None and bytes(sorted(written)) != left:
        packed = tiles.pack(written[: replay.layout.size])
        if replay.players > _TWO_PLAYERS and tiles.holds(unseen, packed):
            replay.unclaimed = unseen - packed
            return written
        replay.find("end_rack_wrong", index, token=event.text, stated=event.text, computed=tiles.text(left))
    return left


def check_own_rack(replay: Replay, index: int, event: Event) -> None:
    """Check a player's loss of his own unplayed tiles."""
    player, rules = event.player, replay.rules
    codes = replay.encode_rack(index, event.text)
    score = event.score or 0
    computed = score
    if replay.ending in {None, Ending.FINISH_LINE, Ending.TIME, Ending.CHALLENGE}:
        replay.find("end_early", index)
    elif player in replay.counted:
        replay.find("end_repeated", index)
        computed = 0
    elif codes is not None:
        value = replay.tiles.value(codes)
        loses = rules.stuck_lose if replay.ending is Ending.STUCK else rules.others_lose
        if not loses and replay.ending is Ending.OUT and score == -value:
            computed = 0
            if not replay.single_style:
                replay.find("end_not_counted", index, token=str(score), stated=score)
        else:
            computed = -value if loses else 0
            if event.score not in {None, computed}:
                replay.find("end_points_wrong", index, token=str(score), stated=score, computed=computed)
        _check_own_tiles(replay, index, event, codes)
    replay.counted.add(player)
    replay.steps.append(Step(computed, replay.add_score(index, event, computed)))


def _check_own_tiles(replay: Replay, index: int, event: Event, codes: bytes) -> None:
    """The tiles must be unseen ones, and among them those that the player is known to hold."""
    tiles, known = replay.tiles, replay.known_racks[event.player]
    written = tiles.pack(codes[: replay.layout.size])
    if tiles.holds(replay.unseen, written + sum(replay.own_racks.values())):
        replay.own_racks[event.player] = written
    if not tiles.holds(replay.unseen, written):
        left = replay.unseen
    elif (
        not tiles.holds(written, known)
        and len(codes) + len(replay.lacking(written, known)) > replay.hands[event.player]
    ):
        left = known
    else:
        return
    replay.find("end_rack_wrong", index, token=event.text, stated=event.text, computed=tiles.text(tiles.unpack(left)))


def check_time(replay: Replay, index: int, event: Event) -> None:
    """Check a time penalty: after the end, once a player, whole minutes, within the permitted overtime."""
    player, rules = event.player, replay.rules
    score, minute = event.score or 0, rules.overtime_points
    lost = bool(minute) and loses_on_time(rules, -score // minute)
    if lost and replay.loser is None:
        replay.find("time_lost", index, stated=replay.name(player), computed=rules.overtime_minutes)
        replay.loser, replay.lost_on_time = player, True
        replay.ending = replay.ending or Ending.TIME
    if replay.ending is None:
        replay.find("time_early", index)
    if player in replay.timed:
        replay.find("time_repeated", index)
    replay.timed.add(player)
    if score >= 0 or not minute or -score % minute:
        replay.find("time_wrong", index, token=str(score), stated=score, computed=minute)
    elif rules.overtime_minutes is not None and not rules.overtime_loses and -score > minute * rules.overtime_minutes:
        most = minute * rules.overtime_minutes
        replay.find("time_too_long", index, token=str(score), stated=-score, computed=most)
    replay.steps.append(Step(score, replay.add_score(index, event, score)))


def check_finish(replay: Replay) -> tuple[int, ...]:
    """After the last event: say what is missing. Returns the computed final scores.

    Unplayed tiles that no line counts are in the computed final scores all the same, as far as it is known who held them.
    """
    replay.end_by_players()
    scores = list(replay.computed)
    index = len(replay.steps) - 1
    if replay.ending is None or index < 0:
        if index >= 0:
            replay.find("incomplete", index)
        return tuple(scores)
    missing = missing_lines(replay)
    for line in missing:
        scores[line.player] += line.points or 0
    if missing:
        texts = (replay.name(line.player) + (f" {line.points:+d}" if line.points else "") for line in missing)
        replay.find("end_missing", index, computed=", ".join(texts))
    return tuple(scores)


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
