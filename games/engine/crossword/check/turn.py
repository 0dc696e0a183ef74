"""The check of a turn: plays, exchanges and passes of a replayed record, and the racks they were played from.

Nearly every play of a sound record is flawless, which ``check_sound_plays`` sees quickly: it is its player's turn, a full rack
was noted that fits all that is known, the tiles lie as the rules say, and score and total are right. The first play of which
that does not hold is left to ``check_play``, which says what it is.

What is known of a rack goes on from turn to turn: tiles that were noted and not played are still there, whether the next rack
is noted or not, and nobody else can hold them. Once the bag is empty this leaves each player with one possible rack.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import islice
from math import inf
from typing import Final

from games.engine.crossword.board import Place
from games.engine.crossword.ending import Ending
from games.engine.crossword.findings import Severity
from games.engine.crossword.move import plain_word
from games.engine.crossword.record import LOST_TURN_NOTE, Event, Kind
from games.engine.crossword.replay import Before, LastPlay, Replay, Step
from games.engine.crossword.scoring import UNPLACEABLE, Fault, Measured
from games.engine.crossword.tiles import EMPTY, UnknownTileError
from lexicon.engine.compiled import CompiledLexicon

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


# Faults that may only follow from an earlier play that could not be placed.
_FOLLOWING: Final = frozenset({Fault.GAP, Fault.NOT_TOUCHING, Fault.ONE_LETTER, Fault.OFF_CENTRE})
_NOWHERE: Final = Measured(0, 0, 1, b"", b"", (), ())


def check_play(replay: Replay, index: int, event: Event) -> None:
    """Judge a play of which something is wrong, unusual or not noted."""
    player = event.player
    replay.take_turn(index, player)
    before = replay.before(player) if replay.next_withdrawn(index) == index else None
    measured, placed, count = _measure(replay, index, event)
    if measured is not None and not replay.tiles.holds(replay.unseen, placed):
        _report_bag(replay, index, event, placed)
    check_rack(replay, index, event, placed)
    if measured is None:
        if not placed:
            replay.keep(player, 0)  # the word cannot be read: there is no telling what stayed
        replay.remove_unseen(placed)
        score = event.score or 0
        measured = _NOWHERE
    else:
        start, along, run = measured.square, measured.step, measured.run
        replay.board[start : start + len(run) * along : along] = run
        replay.unseen -= placed
        score = measured.score
        if event.score != score:
            score = _check_score(replay, index, event, measured)
    total = replay.add_score(index, event, score)
    step = Step(score, total, (), measured.square, measured.step, measured.word, measured.words)
    _finish_play(replay, event, before, count, step)


def _finish_play(replay: Replay, event: Event, before: Before | None, count: int, step: Step) -> None:
    """Draw ``count`` tiles for those laid, see whether that ends the game, and keep what the play did."""
    player = event.player
    bag = replay.bag
    if count <= bag:
        replay.bag = bag - count
    else:
        replay.bag = 0
        replay.hands[player] += bag - count
        if replay.hands[player] <= 0:
            replay.hands[player] = 0
            replay.ending, replay.out = Ending.OUT, player
    replay.scoreless = replay.passes[player] = 0
    if replay.finish_line is not None and replay.ending is None and step.total >= replay.finish_line:
        replay.ending = Ending.FINISH_LINE
    replay.steps.append(step)
    replay.last = LastPlay(event, step, before)


def _measure(replay: Replay, index: int, event: Event) -> tuple[Measured | None, int, int]:
    """The play measured (None when it cannot be placed), the tiles it takes from the rack, packed, and their count."""
    tiles = replay.tiles
    try:
        word = tiles.encode(event.text)
    except UnknownTileError as problem:
        try:
            word = tiles.encode(plain_word(event.text, replay.rules))
        except UnknownTileError:
            replay.find("word_malformed", index, token=event.text, stated=event.text, letter=problem.letter)
            replay.uncertain = index if replay.uncertain is None else replay.uncertain
            return None, 0, min(len(event.text.replace(".", "")), replay.hands[event.player])
    place = replay.places.get(event.place)
    if place is None:
        measured = _NOWHERE._replace(faults=(Fault.OFF_BOARD,))
    else:
        measured = replay.measure(replay.board, place.square, place.step, word)
    if measured.faults:
        _report_faults(replay, index, event, measured, place)
        if not UNPLACEABLE.isdisjoint(measured.faults):
            replay.uncertain = index if replay.uncertain is None else replay.uncertain
            letters = [code for code in word[: replay.layout.size] if code != EMPTY]
            return None, tiles.pack(letters), len(letters)
    placed = sum(map(replay.weight_of, measured.codes))
    count = len(measured.codes)
    if count > replay.hands[event.player]:
        replay.find("too_many_tiles", index, token=event.text, stated=count, computed=replay.hands[event.player])
    return measured, placed, count


def _report_faults(replay: Replay, index: int, event: Event, measured: Measured, place: Place | None) -> None:
    across = place is None or place.step == 1
    for fault in measured.faults:
        if fault in _FOLLOWING and replay.depends_on_uncertain(index):
            continue
        where = event.place
        if place is not None and fault is not Fault.OFF_BOARD:
            where = replay.layout.coordinate(measured.square, across=across)
        replay.find(fault, index, token=event.text, stated=f"{event.place} {event.text}", place=where)


def _check_score(replay: Replay, index: int, event: Event, measured: Measured) -> int:
    """Compare the stated score; returns the one to count as computed."""
    score = measured.score
    if event.score is None:
        return score
    if measured.faults or replay.depends_on_uncertain(index):
        return event.score  # the play itself is wrong, or cannot be judged: its score adds nothing
    replay.find("score_wrong", index, token=_signed(event.score), stated=event.score, computed=score)
    return score


def _signed(score: int) -> str:
    return f"{score:+d}"


def check_words(replay: Replay) -> None:
    """Report the words that the dictionary does not have, but for plays that come off on the next line."""
    words = replay.words
    if words is None:
        return
    formed = [word for step in replay.steps for word in step.words]
    if not formed:
        return
    spelt = replay.tiles.spell(formed)
    unknown = set(_unknown(spelt, words))  # one question for all words of the game: mostly there is nothing more to say
    faces = iter(spelt)
    for index, step in enumerate(replay.steps if unknown else ()):
        phoneys = [face for face in islice(faces, len(step.words)) if face in unknown]
        if phoneys and replay.next_withdrawn(index) != index:
            challenged = replay.challenged_after(index, phoneys)
            for code, faces_of_code in (("bonus_for_phoney", challenged), ("phoney", phoneys)):
                listed = ", ".join(face for face in faces_of_code if code != "phoney" or face not in challenged)
                if listed:
                    replay.find(code, index, stated=listed, words=listed)


def _unknown(faces: Sequence[str], words: Container[str]) -> list[str]:
    if isinstance(words, CompiledLexicon):
        return words.unknown(faces)
    return [face for face in faces if face not in words]


def _report_bag(replay: Replay, index: int, event: Event, placed: int) -> None:
    tiles = replay.tiles
    over = replay.lacking(replay.unseen, placed)
    replay.find("bag_exceeded", index, token=event.text, stated=event.text, tiles=tiles.text(over))
    replay.unseen += tiles.pack(over)  # so that the same tile is not missed again on every later turn


def check_exchange(replay: Replay, index: int, event: Event) -> None:
    """Check an exchange: turn, tiles, and the number of tiles in the bag."""
    player, rules = event.player, replay.rules
    replay.take_turn(index, player)
    used, count, readable = 0, 0, True
    if event.text.isdecimal():
        count = int(event.text[:4])
    else:
        codes = replay.encode_rack(index, event.text)
        readable = codes is not None
        if codes is not None:
            count = len(codes)
            used = replay.tiles.pack(codes[: replay.layout.size])
    hand = replay.hands[player]
    if readable and not count:
        replay.find("exchange_nothing", index)
    if count > hand:
        replay.find("exchange_too_many", index, token=event.text, stated=count, computed=hand)
    needed = max(count, rules.exchange_minimum or 0)
    if replay.bag < needed:
        replay.find("exchange_too_few", index, stated=count, computed=replay.bag, bag=replay.bag, needed=needed)
    check_rack(replay, index, event, used)
    if not used:
        replay.keep(player, 0)  # exchanged by number: there is no telling what stayed
    _without_score(replay, index, event)
    replay.scoreless_turn(player, is_pass=False)


def check_pass(replay: Replay, index: int, event: Event) -> None:
    """Check a pass. After the other player has gone out it only accepts the last play."""
    if replay.ending is Ending.OUT and event.player != replay.out:
        check_rack(replay, index, event, 0)
        _without_score(replay, index, event)
        return
    replay.take_turn(index, event.player)
    check_rack(replay, index, event, 0)
    _without_score(replay, index, event)
    replay.scoreless_turn(event.player, is_pass=LOST_TURN_NOTE not in event.note)


def _without_score(replay: Replay, index: int, event: Event) -> None:
    if event.score:
        replay.find("score_wrong", index, token=_signed(event.score), stated=event.score, computed=0)
    total = replay.add_score(index, event, 0)
    replay.steps.append(Step(0, total))


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
