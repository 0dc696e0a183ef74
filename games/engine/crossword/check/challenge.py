"""The check of what follows a challenge: a play withdrawn, or points because the play was good."""

from __future__ import annotations

from typing import Final

from games.engine.crossword.challenge import Challenge, challenge_by_rules
from games.engine.crossword.challenge_rules import Loses
from games.engine.crossword.check.turn import check_pass, check_rack
from games.engine.crossword.ending import Ending
from games.engine.crossword.record import LOST_TURN_NOTE, Event
from games.engine.crossword.replay import Before, LastPlay, Replay, Step
from games.engine.crossword.tiles import EMPTY

# The rule of the event is not known: any award in use is possible.
_POSSIBLE_AWARDS: Final = frozenset({-10, -5, *range(0, 85, 5)})
_DEFAULT_AWARD: Final = 5


def check_withdrawn(replay: Replay, index: int, event: Event) -> None:
    """Take the last play off again, and check that everything goes back to what it was."""
    last = replay.last
    before = last.before if last else None
    if last is None or before is None:
        replay.find("withdrawn_without_play", index)
        replay.steps.append(Step(0, replay.add_score(index, event, event.score or 0)))
        return
    if event.player != last.event.player:
        stated, computed = replay.name(event.player), replay.name(last.event.player)
        replay.find("withdrawn_wrong_player", index, stated=stated, computed=computed)
    if not replay.rules.challenge_rule.allowed and not replay.rules.free:
        replay.find("withdrawn_unplayable", index)
    _check_named(replay, index, event, last)
    if event.rack and last.event.rack and sorted(event.rack) != sorted(last.event.rack):
        replay.find("withdrawn_rack", index, token=event.rack, stated=event.rack, computed=last.event.rack)
    _check_withdrawn_words(replay, index, event, last)
    _check_withdrawn_score(replay, index, event, last, before.stated)
    _undo(replay, last, before)
    replay.scoreless_turn(last.event.player, is_pass=replay.rules.withdrawn_passes)
    if replay.rules.challenge_rule.loses is Loses.GAME:
        # Whoever loses a challenge has lost the game.
        replay.ending, replay.loser = Ending.CHALLENGE, last.event.player
    total = replay.computed[last.event.player]
    replay.steps.append(Step(-(last.step.score or 0), total, last.step.squares))


def _check_withdrawn_words(replay: Replay, index: int, event: Event, last: LastPlay) -> None:
    """Only the challenged words are judged; if they were not noted, all words of the play."""
    if replay.words is None or not last.step.words:
        return
    faces = list(event.challenged) or [replay.tiles.face(word) for word in last.step.words]
    if all(face in replay.words for face in faces):
        replay.find("withdrawn_valid", index, words=", ".join(faces))


def _check_withdrawn_score(replay: Replay, index: int, event: Event, last: LastPlay, before: int) -> None:
    awarded = replay.stated[last.event.player] - before
    score = event.score
    if score is not None and -score not in {awarded, last.event.score}:
        if score == 0 and event.total == before:
            replay.find("withdrawn_zero", index, stated=score, computed=awarded)
        else:
            replay.find("withdrawn_score", index, token=str(score), stated=-score, computed=awarded)
    if event.total is not None and event.total != before:
        replay.find("total_wrong", index, token=str(event.total), stated=event.total, computed=before)


def _undo(replay: Replay, last: LastPlay, before: Before) -> None:
    player = last.event.player
    for square in last.step.squares:
        replay.board[square] = EMPTY
    replay.bag, replay.unseen, replay.scoreless = before.bag, before.unseen, before.scoreless
    replay.passes[player] = before.passes
    replay.hands[player] = before.hand
    replay.stated[player], replay.added[player], replay.computed[player] = before.stated, before.added, before.computed
    replay.uncertain = before.uncertain
    replay.ending = replay.out = None
    # Everybody has seen the tiles; when the rack was noted in full, all of it is still there.
    replay.keep(player, replay.known_racks[player] + replay.tiles.pack(last.step.codes))


def check_award(replay: Replay, index: int, event: Event) -> None:
    """Check points for a failed challenge: after which play, to whom, and how many by the rule in force."""
    last, score = replay.last, event.score or 0
    computed = score
    if last is None:
        replay.find("bonus_without_play", index)
    else:
        _check_named(replay, index, event, last)
        _check_awarded_player(replay, index, event, last)
        challenger, computed = _award(replay, event, last)
        if score != computed:
            replay.find("bonus_wrong", index, token=str(abs(score)), stated=score, computed=computed)
        replay.failed[challenger] += 1
        replay.last = None
        if replay.rules.challenge_rule.loses is Loses.GAME and replay.failed[challenger] > replay.rules.free:
            replay.ending, replay.loser = Ending.CHALLENGE, challenger
    if event.rack:
        check_rack(replay, index, event, 0)
    total = replay.add_score(index, event, computed)
    if replay.finish_line is not None and replay.ending is None and total >= replay.finish_line:
        replay.ending = Ending.FINISH_LINE
    replay.steps.append(Step(computed, total))


def check_passed_turn(replay: Replay, index: int, event: Event) -> None:
    """Check a pass, which may be a turn lost by a failed challenge: it has a note then (Macondo's custom in GCG)."""
    if LOST_TURN_NOTE in event.note:
        _check_lost_turn(replay, index, event)
    check_pass(replay, index, event)


def _check_lost_turn(replay: Replay, index: int, event: Event) -> None:
    """Check which words were challenged, and whether the rule in force costs a turn."""
    last, rules, challenger = replay.last, replay.rules, event.player
    costs = rules.challenge_rule.loses is Loses.TURN or not rules.challenge_rule.decided
    if not costs or replay.failed[challenger] < rules.free:
        replay.find("lost_turn_other", index, computed=rules.challenge)
    if last is not None:
        _check_named(replay, index, event, last)
    replay.failed[challenger] += 1


def _check_named(replay: Replay, index: int, event: Event, last: LastPlay) -> None:
    """The words that a challenge names must be words of the play."""
    formed = [replay.tiles.face(word) for word in last.step.words]
    unknown = [word for word in event.challenged if word not in formed]
    if unknown and formed:
        stated, computed = ", ".join(unknown), ", ".join(formed)
        replay.find("challenged_not_formed", index, token=unknown[0], stated=stated, computed=computed)


def _check_awarded_player(replay: Replay, index: int, event: Event, last: LastPlay) -> None:
    """Points go to the player of the word, unless the rule takes them from the challenger."""
    rule = replay.rules.challenge_rule
    to_challenger = (event.score or 0) < 0 and (rule.points < 0 or not rule.decided)
    if (event.player == last.event.player) == to_challenger:
        challenger = (last.event.player + 1) % replay.players
        right = challenger if to_challenger else last.event.player
        replay.find("bonus_wrong_player", index, stated=replay.name(event.player), computed=replay.name(right))


def _award(replay: Replay, event: Event, last: LastPlay) -> tuple[int, int]:
    """The challenger, and the points that the rule in force moves; as stated where the rule or the record leaves it open.

    A record does not say which of several opponents challenged: the first one whom the points fit is taken.
    """
    stated, player = event.score or 0, last.event.player
    opponents = [(player + step) % replay.players for step in range(1, replay.players)]
    if event.player in opponents:
        opponents = [event.player]  # the challenger's own points
    if not replay.rules.challenge_rule.decided:
        return opponents[0], stated if stated in _POSSIBLE_AWARDS else _DEFAULT_AWARD
    most = max(1, len(last.step.words))
    # Without the words, any number of those formed may have been challenged.
    counts = [len(event.challenged)] if event.challenged else range(1, most + 1)
    awards = (
        (
            challenger,
            challenge_by_rules(replay.rules, Challenge(True, count, failed_before=replay.failed[challenger])).award,
        )
        for challenger in opponents
        for count in counts
    )
    first = next(awards)
    return first if first[1] == stated else next((pair for pair in awards if pair[1] == stated), first)
