"""What follows a challenge, in sentences for the players and the official."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.crossword.challenge import Challenge, Outcome, Party, challenge_by_rules
from games.engine.crossword.rules import RuleSet
from lexicon.engine.judge import MOST_WORDS


def describe_challenge(rules: RuleSet, facts: Challenge, *, play_score: int | None = None, following: str = "") -> str:
    """The consequence for points and turn. ``play_score``: the points that the challenged play was given; ``following``: who plays next
    at a table of three or four, where that is known."""
    result = challenge_by_rules(rules, facts)
    if not result.possible:
        return " ".join(_impossible(rules))
    if result.removed:
        return " ".join(_removed(result, following, out_play=facts.out_play, play_score=play_score))
    return " ".join([_("The play stands."), *_stands(result, rules, facts, following)])


def _impossible(rules: RuleSet) -> list[str]:
    if rules.free:
        return [_("The challenger has no challenges left, so the play stands.")]
    return [_("This event has no challenges: a play with an unacceptable word is rejected at once.")]


def _removed(result: Outcome, following: str, *, out_play: bool, play_score: int | None) -> list[str]:
    sentences = [_("The play comes off the board, and its player takes back the tiles.")]
    if play_score is not None:
        sentences.append(_("Its %(points)d points are removed.") % {"points": play_score})
    else:
        sentences.append(_("Its points are removed."))
    if result.loser is Party.CHALLENGED:
        return [*sentences, _("Its player loses the game regardless of the score: enter a forfeit.")]
    if out_play:
        sentences.append(_("The game is not over."))
    if result.on_turn is Party.FOLLOWING:
        return [*sentences, _("The turn counts as scoreless."), _plays_next(result, following)]
    return [*sentences, _("The turn counts as scoreless. The challenger plays next.")]


def _plays_next(result: Outcome, following: str) -> str:
    """Who plays next at a table of three or four."""
    if following:
        return _("%(name)s plays next.") % {"name": following}
    if result.turn_lost:
        return _("The player after the challenged player plays next; if that is the challenger, the one after.")
    return _("The player after the challenged player plays next.")


def _stands(result: Outcome, rules: RuleSet, facts: Challenge, following: str) -> list[str]:
    sentences = _cost(result, rules, facts)
    if result.loser is Party.CHALLENGER:
        return sentences
    if result.game_over:
        return [*sentences, _("The game is over."), *_end_of_game(rules, facts.players)]
    if result.on_turn is Party.FOLLOWING:
        return [*sentences, _plays_next(result, following)]
    if result.on_turn is Party.CHALLENGED:
        return [*sentences, _("The challenged player plays next.")]
    return [*sentences, _("The challenger plays next.")]


def _cost(result: Outcome, rules: RuleSet, facts: Challenge) -> list[str]:
    if result.decided:
        is_free = facts.failed_before is not None and facts.failed_before < rules.free
        return [_free(rules) if is_free else _price(result)]
    if not rules.challenge_rule.decided:
        return [_("The challenger's penalty is not set for this event: ask the director.")]
    return [_free(rules), *_afterwards(challenge_by_rules(rules, replace(facts, failed_before=rules.free)))]


def _free(rules: RuleSet) -> str:
    sentence = ngettext(
        "The challenger's first failed challenge of a game is free.",
        "The challenger's first %(count)d failed challenges of a game are free.",
        rules.free,
    )
    return sentence % {"count": rules.free}


def _afterwards(later: Outcome) -> list[str]:
    if not later.possible:
        return [_("After that there are no more challenges.")]
    return [_("Each later one: %(cost)s") % {"cost": _price(later)}]


def _price(result: Outcome) -> str:
    if result.loser is Party.CHALLENGER:
        return _("The challenger loses the game regardless of the score: enter a forfeit.")
    if result.turn_lost and result.on_turn is Party.FOLLOWING:
        return _("The challenger loses the next turn, which counts as scoreless.")
    if result.turn_lost:
        return _("The challenger loses the turn, which counts as scoreless.")
    if result.award > 0:
        return _("The challenged player receives %(points)d points.") % {"points": result.award}
    if result.award < 0:
        return _("The challenger loses %(points)d points.") % {"points": -result.award}
    return _("There is no penalty for the challenge.")


def _end_of_game(rules: RuleSet, players: int) -> list[str]:
    return _end_at_table(rules) if players > 2 else _end_of_two(rules)


def _end_at_table(rules: RuleSet) -> list[str]:
    sentences = []
    if rules.out_factor == 1:
        sentences.append(_("The player who went out receives the value of everyone else's unplayed tiles."))
    elif rules.out_factor > 1:
        sentences.append(
            _("The player who went out receives %(times)d times the value of everyone else's unplayed tiles.")
            % {"times": rules.out_factor}
        )
    if rules.others_lose:
        sentences.append(_("Each of the others loses the value of their own."))
    return sentences


def _end_of_two(rules: RuleSet) -> list[str]:
    sentences = []
    if rules.out_factor == 2:
        sentences.append(_("The player who went out receives twice the value of the other's unplayed tiles."))
    elif rules.out_factor == 1:
        sentences.append(_("The player who went out receives the value of the other's unplayed tiles."))
    elif rules.out_factor > 2:
        sentences.append(
            _("The player who went out receives %(times)d times the value of the other's unplayed tiles.")
            % {"times": rules.out_factor}
        )
    if rules.others_lose:
        sentences.append(_("The other player loses the value of those tiles."))
    return sentences


def all_consequences(rules: RuleSet, *, players: int = 2) -> dict[str, str]:
    """Every sentence that a tablet may need while it is offline: verdict (1 acceptable), last play (1), number of words."""
    return {key: describe_challenge(rules, facts) for key, facts in _all_challenges(rules, players)}


def named_consequences(rules: RuleSet, *, players: int) -> dict[str, tuple[str, bool]]:
    """Of these, the ones after which somebody else may play next: with %s for that player's name, and whether the challenger has lost
    the next turn."""
    outcomes = ((key, facts, challenge_by_rules(rules, facts)) for key, facts in _all_challenges(rules, players))
    return {
        key: (describe_challenge(rules, facts, following="%s"), result.turn_lost)
        for key, facts, result in outcomes
        if result.on_turn is Party.FOLLOWING
    }


def _all_challenges(rules: RuleSet, players: int) -> Iterator[tuple[str, Challenge]]:
    for valid, out_play in product((False, True), repeat=2):
        for words in range(1, most_words(rules) + 1):
            yield f"{valid:d}{out_play:d}{words}", Challenge(valid, words, out_play=out_play, players=players)


def most_words(rules: RuleSet) -> int:
    """How many words one play can make: one along it, and one across each tile."""
    return max(MOST_WORDS, rules.rack_size + 1)
