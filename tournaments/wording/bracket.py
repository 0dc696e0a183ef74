"""The words of a bracket: its stages, who is still to come, how a match was decided."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.engine.pairing.bracket_tree import Part
from tournaments.engine.pairing.brackets import DecidedBy
from tournaments.models import ResultKind
from tournaments.queries.bracket import BracketGame, BracketLine, BracketSide
from tournaments.wording.scores import wins

_LAST_STAGES = {1: gettext_lazy("Final"), 2: gettext_lazy("Semi-finals"), 4: gettext_lazy("Quarter-finals")}
_LOST = {
    1: gettext_lazy("lost in the final"),
    2: gettext_lazy("lost in the semi-finals"),
    4: gettext_lazy("lost in the quarter-finals"),
}
_DECIDED = {
    DecidedBy.TIE_BREAK: gettext_lazy("Level on games; separated by the standings tie-breaks."),
    DecidedBy.SEED: gettext_lazy("Level on everything: the higher seed goes through."),
    DecidedBy.DIRECTOR: gettext_lazy("Level on games; the director decided who goes through."),
    DecidedBy.WITHDRAWAL: gettext_lazy("The opponent has withdrawn."),
}
_KINDS = {
    ResultKind.FORFEIT_WIN: gettext_lazy("forfeit"),
    ResultKind.FORFEIT_LOSS: gettext_lazy("forfeit"),
    ResultKind.DOUBLE_FORFEIT: gettext_lazy("both forfeit"),
    ResultKind.VOID: gettext_lazy("void"),
}


def stage_name(line: BracketLine, *, double: bool) -> str:
    """“Semi-finals”, “Last 16”, “Third place”; the stages of a double knock-out are numbered up to the final."""
    if line.part is Part.THIRD_PLACE:
        return _("Third place")
    if line.part is Part.FINAL:
        # the first final is always in a stage with an even number, the second follows it
        return _("Second final") if line.stage % 2 else _("Final")
    if double:
        return _("Stage %(number)d") % {"number": line.stage}
    return str(_LAST_STAGES.get(line.size, _("Round of %(count)d") % {"count": 2 * line.size}))


def lost_in(line: BracketLine, *, double: bool) -> str:
    """Where a player went out: “lost in the semi-finals”."""
    if double and line.part is Part.LOSERS:
        return _("lost in the losers' bracket, %(stage)s") % {"stage": stage_name(line, double=double)}
    if line.part is Part.FINAL:
        return _("lost in the second final") if line.stage % 2 else str(_LOST[1])
    if double:
        return _("lost in stage %(number)d") % {"number": line.stage}
    return str(_LOST.get(line.size, _("lost in the round of %(count)d") % {"count": 2 * line.size}))


def part_name(part: Part, *, double: bool) -> str:
    """What a part of the bracket is called."""
    if part is Part.LOSERS:
        return _("Losers' bracket")
    return _("Winners' bracket") if double else _("Bracket")


def rounds_of_match(line: BracketLine) -> str:
    """“Round 6” or “Rounds 6–8”."""
    if line.first_round == line.last_round:
        return _("Round %(number)d") % {"number": line.first_round}
    return _("Rounds %(first)d–%(last)d") % {"first": line.first_round, "last": line.last_round}


def side_name(side: BracketSide) -> str:
    """The player's name, or who it will be."""
    if side.winner_of is not None:
        return _("Winner of match %(number)d") % {"number": side.winner_of}
    if side.loser_of is not None:
        return _("Loser of match %(number)d") % {"number": side.loser_of}
    return side.name or _("bye")


def games_in_words(line: BracketLine, *, stop_early: bool) -> str:
    """“best of 3” or “3 games”; "" for a match of one game, and where nobody plays because of a bye."""
    if line.best_of == 1 or line.number is None:
        return ""
    if stop_early:
        return _("best of %(count)d") % {"count": line.best_of}
    return _("%(count)d games") % {"count": line.best_of}


def decided_in_words(line: BracketLine) -> str:
    """What separated two players who were level; "" where games did."""
    return str(_DECIDED.get(line.by, "")) if line.by else ""


def level_in_words(line: BracketLine) -> str:
    """Who goes on from a match that is level on games, and why."""
    winner = next((side.name for side in line.sides if side.entry_id == line.winner), "")
    sentences = {
        DecidedBy.SEED: _("Level on everything: %(name)s goes through as the higher seed."),
        DecidedBy.TIE_BREAK: _("Level on games: %(name)s goes through on the standings tie-breaks."),
        DecidedBy.DIRECTOR: _("Level on games: the director decided that %(name)s goes through."),
    }
    return sentences[line.by] % {"name": winner} if line.by in sentences else ""


def score_of(line: BracketLine, index: int) -> str:
    """What stands beside a player in the bracket: the score of the one game, or the games won; "" before the first result."""
    games = [game for game in line.games if game.kind]
    if not games:
        return ""
    if line.best_of == 1:
        scores = (games[0].one_score, games[0].two_score)
        if (score := scores[index]) is not None:
            return str(score)
    return wins(line.sides[index].won)


def game_score(game: BracketGame) -> str:
    """“401–380”, “forfeit”, or that there is no result yet."""
    if not game.kind:
        return _("no result yet")
    if game.one_score is not None and game.two_score is not None:
        return f"{game.one_score}–{game.two_score}"
    return str(_KINDS.get(ResultKind(game.kind), ""))
