"""What a player needs for a prize, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from core.wording import listed
from tournaments.engine.contention import State, ThreatKind
from tournaments.queries.contention import Chance, NeedLine, ThreatLine
from tournaments.wording.scores import wins

LOSS, TIE, WIN = range(3)
#: More conditions are counted, not listed.
MOST_LISTED = 6


@dataclass(frozen=True, slots=True)
class NeedsInWords:
    """Sentences; ``proved``: they hold whatever happens, otherwise they are what the simulation says."""

    sentences: tuple[str, ...]
    proved: bool


def needs_in_words(chance: Chance) -> NeedsInWords:
    """What a player must do in the games left; no sentences where nothing can be said."""
    if chance.state in (State.WON, State.OUT):
        return NeedsInWords((), proved=True)
    if chance.needs:
        return NeedsInWords(_sentences(chance.needs), proved=True)
    if chance.state != State.OPEN or not chance.games:
        return NeedsInWords((), chance.proved)
    if chance.surely is not None:
        values = {"wins": wins(chance.surely), "games": chance.games}
        return NeedsInWords((_("%(wins)s of %(games)d games are enough") % values,), proved=True)
    return NeedsInWords((_simulated(chance),), proved=False)


def _simulated(chance: Chance) -> str:
    if chance.enough is not None:
        values = {"wins": wins(chance.enough), "games": chance.games}
        return _("%(wins)s of %(games)d games: won in 95%% or more of the simulations") % values
    if chance.chance is not None:
        values = {"wins": wins(chance.chance), "games": chance.games}
        return _("%(wins)s of %(games)d games and help from others: won in some simulations") % values
    return _("depends on others' results")


def _sentences(needs: Sequence[NeedLine]) -> tuple[str, ...]:
    """The worst result that is enough, then what the others take."""
    sure = [need for need in needs if need.sure]
    enough = {WIN: _("A win is enough."), TIE: _("A win or a tie is enough.")}
    first = [enough.get(sure[-1].result or LOSS, _("Certain, whatever happens."))] if sure else []
    return (*first, *(_if(need) for need in needs if not need.sure))


def _if(need: NeedLine) -> str:
    text = {
        WIN: _("A win, if %(conditions)s."),
        TIE: _("A tie, if %(conditions)s."),
        LOSS: _("Even a loss, if %(conditions)s."),
        None: _("If %(conditions)s."),
    }[need.result] % {"conditions": _conditions(need)}
    return f"{text} " + _("The place is then shared.") if need.shared else text


def _conditions(need: NeedLine) -> str:
    """What must hold: all of it, or so much of it that no more than ``spare`` others end ahead."""
    conditions = [_condition(threat, need.result) for threat in need.threats]
    values: dict[str, object] = {"least": len(conditions) - need.spare, "count": len(conditions)}
    if len(conditions) > MOST_LISTED:
        names = listed(name for one in need.threats for name in one.names)
        text = ngettext(
            "at most %(spare)d of these players ends ahead: %(names)s",
            "at most %(spare)d of these players end ahead: %(names)s",
            need.spare,
        )
        return text % {"spare": need.spare, "names": names}
    if need.spare:
        text = _("at least %(least)d of these %(count)d hold: %(conditions)s")
        return text % (values | {"conditions": pgettext("between conditions", "; ").join(conditions)})
    return pgettext("between conditions that must all hold", "; and ").join(conditions)


def _condition(threat: ThreatLine, own: int | None) -> str:
    """What keeps the threat from coming true, where the player's own result is this."""
    values = {"name": threat.names[0], "other": threat.names[-1]}
    if threat.kind == ThreatKind.RESULT:
        return (_("%(name)s does not win") if threat.result == WIN else _("%(name)s loses")) % values
    if threat.kind == ThreatKind.TIE:
        return _("%(name)s and %(other)s do not tie") % values
    if threat.kind == ThreatKind.NO_TIE:
        return _("%(name)s and %(other)s tie") % values
    margin = threat.margin or 0
    if threat.kind == ThreatKind.OWN:
        text = _("it is by %(count)d or more") if own == WIN else _("it is by %(count)d or less")
    else:
        text = _by_margins(own if own is not None else TIE, threat.result, margin)
    return text % (values | {"count": abs(margin)})


def _by_margins(own: int, theirs: int | None, margin: int) -> str:
    """The sentence for own margin less theirs of at least `margin`, where both results are these."""
    more, less = margin > 0, margin < 0
    if theirs == WIN and own == WIN:
        if more:
            return _("%(name)s does not win, or wins by at least %(count)d less")
        return (
            _("%(name)s does not win, or wins by at most %(count)d more")
            if less
            else _("%(name)s does not win by a larger margin")
        )
    if theirs == LOSS and own == LOSS:
        if more:
            return _("%(name)s loses by at least %(count)d more")
        return (
            _("%(name)s loses by a margin at most %(count)d smaller")
            if less
            else _("%(name)s loses by at least as much")
        )
    return {
        (TIE, WIN): _("%(name)s does not win by more than %(count)d"),
        (LOSS, WIN): _("%(name)s does not win, or both margins together are at most %(count)d"),
        (WIN, TIE): _("%(name)s loses, or ties and this win is by %(count)d or more"),
        (LOSS, TIE): _("%(name)s loses, or ties and this loss is by %(count)d or less"),
        (WIN, LOSS): _("%(name)s loses and both margins together are at least %(count)d"),
        (TIE, LOSS): _("%(name)s loses by %(count)d or more"),
    }[own, theirs if theirs is not None else TIE]
