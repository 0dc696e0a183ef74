"""The check of what follows a challenge: a play withdrawn, or points because the play was good."""

from __future__ import annotations

from typing import Final

from games.engine.crossword.check_turn import check_rack
from games.engine.crossword.ending import Ending
from games.engine.crossword.record import Event
from games.engine.crossword.replay import Before, LastPlay, Replay, Step
from games.engine.crossword.rules import CHALLENGE_POINTS, PER_WORD_RULES, ChallengeRule
from games.engine.crossword.tiles import EMPTY

# The rule of the event is not known: any award in use is possible.
_POSSIBLE_AWARDS: Final = frozenset({-10, -5, *range(0, 85, 5)})
_USUAL_AWARD: Final = 5


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
    if replay.rules.challenge is ChallengeRule.VOID:
        replay.find("withdrawn_unplayable", index)
    if event.rack and last.event.rack and sorted(event.rack) != sorted(last.event.rack):
        replay.find("withdrawn_rack", index, token=event.rack, stated=event.rack, computed=last.event.rack)
    _check_withdrawn_words(replay, index, last)
    _check_withdrawn_score(replay, index, event, last, before.stated)
    _undo(replay, last, before)
    replay.scoreless_turn(last.event.player, is_pass=False)
    if replay.rules.challenge is ChallengeRule.TRIPLE:
        replay.ending = Ending.CHALLENGE  # whoever loses a challenge has lost the game
    total = replay.computed[last.event.player]
    replay.steps.append(Step(-(last.step.score or 0), total, last.step.squares))


def _check_withdrawn_words(replay: Replay, index: int, last: LastPlay) -> None:
    if replay.words is None or not last.step.words:
        return
    faces = [replay.tiles.face(word) for word in last.step.words]
    if all(face in replay.words for face in faces):
        replay.find("withdrawn_valid", index, words=", ".join(faces))


def _check_withdrawn_score(replay: Replay, index: int, event: Event, last: LastPlay, before: int) -> None:
    given = replay.stated[last.event.player] - before
    score = event.score
    if score is not None and -score not in {given, last.event.score}:
        if score == 0 and event.total == before:
            replay.find("withdrawn_zero", index, stated=score, computed=given)
        else:
            replay.find("withdrawn_score", index, token=str(score), stated=-score, computed=given)
    if event.total is not None and event.total != before:
        replay.find("total_wrong", index, token=str(event.total), stated=event.total, computed=before)


def _undo(replay: Replay, last: LastPlay, before: Before) -> None:
    player = last.event.player
    for square in last.step.squares:
        replay.board[square] = EMPTY
    replay.bag, replay.unseen, replay.scoreless = before.bag, before.unseen, before.scoreless
    replay.hands[player] = before.hand
    replay.stated[player], replay.added[player], replay.computed[player] = before.stated, before.added, before.computed
    replay.uncertain = before.uncertain
    replay.ending = replay.out = None
    # Everybody has seen the tiles; when the rack was noted in full, all of it is still there.
    kept = replay.kept[player]
    replay.kept[player] = None if kept is None else kept + replay.tiles.pack(last.step.codes)


def check_award(replay: Replay, index: int, event: Event) -> None:
    """Check points for a failed challenge: after which play, to whom, and how many by the rule in force."""
    last, score = replay.last, event.score or 0
    computed = score
    if last is None:
        replay.find("bonus_without_play", index)
    else:
        rule = replay.rules.challenge
        to_challenger = score < 0 and rule in {
            ChallengeRule.OPEN,
            ChallengeRule.MINUS_FIVE,
            ChallengeRule.MINUS_TEN,
        }
        if (event.player == last.event.player) == to_challenger:
            challenger = (last.event.player + 1) % replay.players
            right = challenger if to_challenger else last.event.player
            replay.find("bonus_wrong_player", index, stated=replay.name(event.player), computed=replay.name(right))
        computed = _award(replay, last, score)
        if score != computed:
            replay.find("bonus_wrong", index, token=str(abs(score)), stated=score, computed=computed)
        replay.failed[(last.event.player + 1) % replay.players] += 1
        replay.last = None
        if rule is ChallengeRule.TRIPLE:
            replay.ending = Ending.CHALLENGE
    if event.rack:
        kept = replay.kept[event.player]
        check_rack(replay, index, event, 0)
        replay.kept[event.player] = kept if replay.kept[event.player] is None else replay.kept[event.player]
    total = replay.add_score(index, event, computed)
    replay.steps.append(Step(computed, total))


def _award(replay: Replay, last: LastPlay, stated: int) -> int:
    """The points that the rule in force gives; ``stated`` itself where the rule leaves it open."""
    rule = replay.rules.challenge
    if rule is ChallengeRule.OPEN:
        return stated if stated in _POSSIBLE_AWARDS else _USUAL_AWARD
    points = CHALLENGE_POINTS.get(rule, 0)
    if rule in PER_WORD_RULES:
        # Which words were challenged is not in the record: any number of those formed will do.
        most = max(1, len(last.step.words))
        return stated if stated in range(points, points * most + 1, points) else points
    if rule is ChallengeRule.FREE_THEN_FIVE:
        challenger = (last.event.player + 1) % replay.players
        return points if replay.failed[challenger] else 0
    return points
