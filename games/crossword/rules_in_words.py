"""The rules of the crossword game as a player reads them, from the rules object itself."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.crossword.rules import PassRule, RuleSet

#: A label and what holds.
Line = tuple[str, str]


def rules_in_words(rules: RuleSet) -> tuple[Line, ...]:
    """What a sheet says beside the division's settings: racks, exchanges, endings, unplayed tiles, ties, overtime."""
    return tuple(_lines(rules))


def _lines(rules: RuleSet) -> Iterator[Line]:
    bag = sum(tile.count for tile in rules.tiles.tiles)
    yield _("Tiles on a rack"), _("%(rack)d, drawn from %(bag)d") % {"rack": rules.rack_size, "bag": bag}
    yield _("Bingo"), _bingo(rules)
    yield _("Exchange"), _exchange(rules)
    yield (
        _("A play challenged off"),
        _("scores nothing and counts as a pass")
        if rules.withdrawn_passes
        else _("scores nothing, and the turn is over"),
    )
    yield _("Going out"), _going_out(rules)
    yield _("When nobody goes out"), _stuck(rules)
    yield (
        _("Tiles left when nobody goes out"),
        _("each player loses the value of their own") if rules.stuck_lose else _("the scores stay as they are"),
    )
    yield (
        _("Equal totals"),
        _("won by the player who led before unplayed tiles were counted")
        if rules.tie_before_adjustment
        else _("a tie"),
    )
    yield (
        _("Overtime"),
        _("%(points)d points off for each minute or part of a minute") % {"points": rules.overtime_points}
        if rules.overtime_points
        else _("costs no points"),
    )


def _bingo(rules: RuleSet) -> str:
    said = {"bonus": rules.bingo_bonus, "count": rules.bingo_from}
    if rules.bingo_from == rules.rack_size:
        return _("a bonus of %(bonus)d points for %(count)d tiles in one play") % said
    return _("a bonus of %(bonus)d points for %(count)d or more tiles in one play") % said


def _exchange(rules: RuleSet) -> str:
    if rules.exchange_minimum is None:
        return _("as many tiles as are left in the bag")
    return ngettext(
        "any number of tiles, while there is at least %(count)d in the bag",
        "any number of tiles, while there are at least %(count)d in the bag",
        rules.exchange_minimum,
    ) % {"count": rules.exchange_minimum}


def _going_out(rules: RuleSet) -> str:
    gain = {
        0: _("scores nothing for the others' unplayed tiles"),
        1: _("scores the value of the others' unplayed tiles"),
        2: _("scores twice the value of the others' unplayed tiles"),
    }.get(rules.out_factor) or _("scores %(times)d times the value of the others' unplayed tiles") % {
        "times": rules.out_factor
    }
    if rules.others_lose:
        return _("%(gain)s; each of them loses the value of their own") % {"gain": gain}
    return gain


def _stuck(rules: RuleSet) -> str:
    match rules.pass_rule:
        case PassRule.NONE:
            return _("the game ends when nobody can make a word; passing alone does not end it")
        case PassRule.ALL_ONCE:
            return _("the game ends when all players pass, one after the other")
        case PassRule.ONE_TWICE:
            return _("the game ends when a player passes twice in a row")
        case PassRule.ALL_TWICE:
            return _("the game ends when all players pass twice in a row")
        case PassRule.SCORELESS_TURNS:
            return ngettext(
                "the game ends after %(count)d scoreless turn",
                "the game ends after %(count)d scoreless turns in a row",
                rules.scoreless_limit,
            ) % {"count": rules.scoreless_limit}
