"""The quick check of flawless plays: nearly every play of a sound record.

A play is *sound* here when it is its player's turn, a full rack was noted that fits all that is known, the tiles lie as
the rules say, and score and total are right. The first play of which that does not hold is left untouched for
:func:`~games.engine.crossword.check.turn.check_play`, which says what it is.
"""

from __future__ import annotations

from math import inf
from typing import Final

from games.engine.crossword.ending import Ending
from games.engine.crossword.record import Kind
from games.engine.crossword.replay import LastPlay, Replay, Step
from games.engine.crossword.tiles import EMPTY

_PLAY: Final = Kind.PLAY


def check_sound_plays(replay: Replay, index: int) -> int:
    """Judge the plays from event ``index`` on for as long as they are sound; the index of the first event that is not.

    One loop over local names, with no call for each question: here a record spends most of its time.
    """
    weigh = replay.rack_weights
    if weigh is None or replay.ending is not None or not replay.tiles.holds(replay.unseen, replay.held):
        return index
    starts, encode, lay, board, new = replay.starts, replay.encode, replay.lay, replay.board, tuple.__new__
    weight_of, guards, totals, hands, known = (
        replay.weight_of,
        replay.guards,
        replay.stated,
        replay.hands,
        replay.known_racks,
    )
    on_turn, bag, players = replay.on_turn, replay.bag, replay.players
    nowhere = replay.unseen - replay.held  # the tiles that are not on the board and not known to be on a rack
    ahead = [right - written for right, written in zip(replay.computed, totals, strict=True)]
    goal = inf if replay.finish_line is None else replay.finish_line
    events = replay.reading.record.events
    done: list[Step] = []
    for event in events[index : replay.next_withdrawn(index)]:
        kind, player, rack, place, text, stated, total, _, _ = event
        start, word = starts.get(place), encode(text)
        if kind is not _PLAY or player != on_turn or start is None or word is None or len(rack) != hands[player]:
            break
        square, along, room = start
        end = square + len(word) * along
        if len(word) > room or board[square - along] or board[end]:
            break
        laid = lay(board, square, along, word)
        if laid is None:
            break
        score, line, words, faults = laid
        if faults or stated != score or total != totals[player] + score:
            break
        try:
            full = sum(map(weigh, rack))
        except KeyError:
            break
        # One comparison of packed multisets: the rack holds what is used and what the player had kept, and what was drawn
        # to it was nowhere.
        used, drawn, guarded = sum(map(weight_of, word)), full - known[player], full | guards
        if (guarded - used) & (guarded - known[player]) & ((nowhere | guards) - drawn) & guards != guards:
            break
        known[player] = full - used
        nowhere -= drawn
        totals[player], computed = total, total + ahead[player]
        board[square:end:along] = line
        on_turn = (player + 1) % players
        # new: the constructor that NamedTuple adds to it takes twice as long.
        done.append(new(Step, (score, computed, (), square, along, word, words)))
        bag -= len(word) - word.count(EMPTY)
        if bag < 0 or computed >= goal:
            hands[player] += min(bag, 0)
            bag = max(bag, 0)
            if hands[player] <= 0 or computed >= goal:
                replay.ending = Ending.FINISH_LINE if hands[player] > 0 else Ending.OUT
                break
    if done:
        replay.on_turn, replay.bag, replay.held = on_turn, bag, sum(known)
        replay.unseen = nowhere + replay.held
        _book(replay, index, done)
    return index + len(done)


def _book(replay: Replay, index: int, done: list[Step]) -> None:
    """Apply the effects of a run of sound plays, from event ``index`` on, to their players."""
    events = replay.reading.record.events[index : index + len(done)]
    latest = slice(-replay.players, None)  # they take turns, so these are one play of each
    for event, step in zip(events[latest], done[latest], strict=True):
        player = event.player
        replay.added[player] += step.total - replay.computed[player]
        replay.computed[player] = step.total
        replay.passes[player] = 0
    replay.scoreless = 0
    replay.steps += done
    replay.last = LastPlay(events[-1], done[-1], None)
    if replay.ending is Ending.OUT:
        replay.out = events[-1].player
