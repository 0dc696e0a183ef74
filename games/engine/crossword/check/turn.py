"""The check of a turn: plays, exchanges and passes of a replayed record."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import islice
from typing import Final

from games.engine.crossword.board import Place
from games.engine.crossword.check.rack import check_rack
from games.engine.crossword.ending import Ending
from games.engine.crossword.move import plain_word
from games.engine.crossword.record import LOST_TURN_NOTE, Event
from games.engine.crossword.replay import Before, LastPlay, Replay, Step
from games.engine.crossword.scoring import UNPLACEABLE, Fault, Measured
from games.engine.crossword.tiles import EMPTY, UnknownTileError
from lexicon.engine.compiled import CompiledLexicon

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
