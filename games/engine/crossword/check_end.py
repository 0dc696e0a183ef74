"""The check of the end of a game: unplayed tiles, time penalties, what is missing, and what can be counted without being written."""

from __future__ import annotations

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
        if score != computed:
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
    # Otherwise the points fit the tiles that are written, and it is those that are wrong: that was said.


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
            if score != computed:
                replay.find("end_points_wrong", index, token=str(score), stated=score, computed=computed)
        _check_own_tiles(replay, index, event, codes)
    replay.counted.add(player)
    replay.steps.append(Step(computed, replay.add_score(index, event, computed)))


def _check_own_tiles(replay: Replay, index: int, event: Event, codes: bytes) -> None:
    """The tiles must be unseen ones, and among them those that the player is known to hold."""
    tiles, kept = replay.tiles, replay.kept[event.player]
    written = tiles.pack(codes[: replay.layout.size])
    if tiles.holds(replay.unseen, written + sum(replay.own_racks.values())):
        replay.own_racks[event.player] = written
    if not tiles.holds(replay.unseen, written):
        left = replay.unseen
    elif (
        not tiles.holds(written, kept) and len(codes) + len(replay.lacking(written, kept)) > replay.hands[event.player]
    ):
        left = kept
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


def count_left_over(replay: Replay) -> tuple[Event, ...]:
    """The lines that count the unplayed tiles of a game that is over, where nobody wrote them and the tiles are known.

    They have no score as written, only a computed one; their steps are those of lines that somebody wrote.
    """
    if replay.uncertain is not None:
        return ()
    lines = _after_going_out(replay) if replay.ending is Ending.OUT else _after_getting_stuck(replay)
    for event, points in lines:
        replay.counted.add(event.player)
        replay.steps.append(Step(points, replay.add_score(len(replay.steps), event, points)))
    return tuple(event for event, _points in lines)


def _after_going_out(replay: Replay) -> list[tuple[Event, int]]:
    """What the player who went out gains, and what the other one of two loses."""
    rules, out = replay.rules, replay.out
    if out is None or replay.bag or (rules.others_lose and replay.players > _TWO_PLAYERS):
        return []
    lines = []
    # With more than two players each opponent's tiles may have a line of their own, and some be written already.
    claims = replay.tiles.unpack(replay.unseen if replay.unclaimed is None else replay.unclaimed)
    if out not in replay.counted and rules.out_factor and claims:
        points = rules.out_factor * replay.tiles.value(claims)
        lines.append((Event(Kind.OUT, out, text=replay.tiles.text(claims)), points))
    left = replay.tiles.unpack(replay.unseen)
    if rules.others_lose and 1 - out not in replay.counted and left:
        lines.append((Event(Kind.RACK, 1 - out, text=replay.tiles.text(left)), -replay.tiles.value(left)))
    return lines


def _after_getting_stuck(replay: Replay) -> list[tuple[Event, int]]:
    """What every player loses, as far as all the racks are known: by notes, or one as what the others leave of the tiles."""
    if replay.ending is not Ending.STUCK or not replay.rules.stuck_lose or replay.counted:
        return []
    racks = [_known_rack(replay, player) for player in range(replay.players)]
    known = sum(rack for rack in racks if rack is not None)
    if not replay.tiles.holds(replay.unseen, known):
        return []
    unknown = [player for player, rack in enumerate(racks) if rack is None]
    if len(unknown) == 1 and not replay.bag:
        racks[unknown[0]] = replay.unseen - known
    lines = []
    for player, rack in enumerate(racks):
        if rack is None:
            return []
        codes = replay.tiles.unpack(rack)
        lines.append((Event(Kind.RACK, player, text=replay.tiles.text(codes)), -replay.tiles.value(codes)))
    return lines


def _known_rack(replay: Replay, player: int) -> int | None:
    """The tiles that a player holds, packed: those of the final rack as noted, or else of the last turns; None if not all are known."""
    racks = replay.reading.record.racks
    noted = replay.tiles.try_encode(racks[player]) if player < len(racks) and racks[player] else None
    packed = replay.kept[player] if noted is None else replay.tiles.pack(noted)
    fits = len(replay.tiles.unpack(packed)) == replay.hands[player] and replay.tiles.holds(replay.unseen, packed)
    return packed if fits else None


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
    missing = _missing_lines(replay)
    for player, points in missing:
        scores[player] += points or 0
    if missing:
        lines = (replay.name(player) + (f" {points:+d}" if points else "") for player, points in missing)
        replay.find("end_missing", index, computed=", ".join(lines))
    return tuple(scores)


def _missing_lines(replay: Replay) -> list[tuple[int, int | None]]:
    """The players whose line for unplayed tiles is missing, with its points; None where their tiles are not known."""
    rules, missing = replay.rules, list[tuple[int, int | None]]()
    others = [player for player in range(replay.players) if player != replay.out and player not in replay.counted]
    if replay.ending is Ending.STUCK:
        if rules.stuck_lose:
            missing += [(player, _own_loss(replay, player, others)) for player in others]
    elif replay.ending is Ending.OUT and replay.out is not None and replay.uncertain is None:
        if replay.out not in replay.counted:
            unclaimed = replay.unseen if replay.unclaimed is None else replay.unclaimed
            missing.append((replay.out, rules.out_factor * replay.tiles.value(replay.tiles.unpack(unclaimed))))
        if rules.others_lose:
            missing += [(player, _own_loss(replay, player, others)) for player in others]
    return [(player, points) for player, points in missing if points != 0]


def _own_loss(replay: Replay, player: int, others: list[int]) -> int | None:
    """What a player without a line of his own loses; None where it is not known which tiles he held."""
    if replay.uncertain is not None:
        return None
    tiles, held = replay.tiles, replay.kept[player]
    if not replay.bag and others == [player]:
        held = replay.unseen - sum(replay.own_racks.values())
    elif len(tiles.unpack(held)) < replay.hands[player]:
        return None
    return -tiles.value(tiles.unpack(held))
