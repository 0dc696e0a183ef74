"""What follows a challenge, in sentences for the players and the official."""

from django.utils.translation import gettext as _

from games.engine.crossword.challenge import Challenge, Outcome, Party, outcome
from games.engine.crossword.rules import ChallengeRule, RuleSet
from lexicon.engine.judge import MOST_WORDS


def describe_outcome(result: Outcome, rules: RuleSet, *, out_play: bool = False, play_score: int | None = None) -> str:
    """The consequence for points and turn. ``play_score``: the points that the challenged play was given."""
    if not result.possible:
        return _("This event plays without challenges: a play with a word that is not acceptable is refused at once.")
    if result.removed:
        return " ".join(_removed(result, out_play=out_play, play_score=play_score))
    return " ".join([_("The play stands."), *_stands(result, rules)])


def _removed(result: Outcome, *, out_play: bool, play_score: int | None) -> list[str]:
    said = [_("The play comes off the board, and its player takes the tiles back.")]
    if play_score is not None:
        said.append(_("Its %(points)d points are taken back.") % {"points": play_score})
    else:
        said.append(_("Its points are taken back."))
    if result.loser is Party.CHALLENGED:
        return [*said, _("Its player loses the game.")]
    if out_play:
        said.append(_("The game is not over."))
    return [*said, _("The turn counts as scoreless. The challenger plays next.")]


def _stands(result: Outcome, rules: RuleSet) -> list[str]:
    if result.loser is Party.CHALLENGER:
        return [_("The challenger loses the game.")]
    said = [_cost(result, rules.challenge)]
    if result.game_over:
        return [*said, _("The game is over."), *_end_of_game(rules)]
    if result.on_turn is Party.CHALLENGED:
        return [*said, _("The player of the play plays next.")]
    return [*said, _("The challenger plays next.")]


def _cost(result: Outcome, rule: ChallengeRule) -> str:
    if not result.decided:
        if rule is ChallengeRule.FREE_THEN_FIVE:
            return _(
                "The challenger's first lost challenge of a game is free; each later one gives the other player 5 points."
            )
        return _("What it costs the challenger is not set for this event: ask the director.")
    if result.turn_lost:
        return _("The challenger loses the turn, which counts as scoreless.")
    if result.award > 0:
        return _("The player of the play receives %(points)d points.") % {"points": result.award}
    if result.award < 0:
        return _("The challenger loses %(points)d points.") % {"points": -result.award}
    return _("The challenge costs nothing.")


def _end_of_game(rules: RuleSet) -> list[str]:
    said = []
    if rules.out_factor == 2:
        said.append(_("The player who went out receives twice the value of the other's unplayed tiles."))
    elif rules.out_factor == 1:
        said.append(_("The player who went out receives the value of the other's unplayed tiles."))
    elif rules.out_factor > 2:
        said.append(
            _("The player who went out receives %(times)d times the value of the other's unplayed tiles.")
            % {"times": rules.out_factor}
        )
    if rules.others_lose:
        said.append(_("The other player loses the value of those tiles."))
    return said


def all_consequences(rules: RuleSet) -> dict[str, str]:
    """Every sentence that a tablet may need while it is offline: verdict (1 acceptable), last play (1), number of words."""
    found = {}
    for valid in (False, True):
        for out_play in (False, True):
            for words in range(1, most_words(rules) + 1):
                facts = Challenge(valid=valid, words=words, out_play=out_play)
                text = describe_outcome(outcome(rules.challenge, facts), rules, out_play=out_play)
                found[f"{valid:d}{out_play:d}{words}"] = text
    return found


def most_words(rules: RuleSet) -> int:
    """How many words one play can make: one along it, and one across each tile."""
    return max(MOST_WORDS, rules.rack_size + 1)
