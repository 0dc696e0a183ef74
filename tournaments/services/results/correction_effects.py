"""What a correction of a result touches besides the result."""

from django.utils.translation import gettext as _

from tournaments.access import loaded_pairings
from tournaments.engine.model import ResultKind
from tournaments.models import Event, Pairing, Round


def consequences(*, pairing_id: int) -> list[str]:
    """What a correction of this result will change and what it will not, as sentences for the confirmation page."""
    pairing = loaded_pairings().get(pk=pairing_id)
    division, number = pairing.round.division, pairing.round.number
    texts = [_("The standings after round %(number)d and later change at once.") % {"number": number}]
    later = Round.objects.filter(division=division, number__gt=number).select_related("run").order_by("number")
    texts += [_about_round(round_, pairing) for round_ in later]
    if division.rating_pool_id is not None and pairing.kind == Pairing.Kind.GAME:
        texts.append(_("The ratings of this division are recomputed."))
    if division.event.state == Event.State.FINISHED:
        texts.append(_("The event stays finished and its ratings official; they will reflect the correction shortly."))
    return texts


def _about_round(round_: Round, pairing: Pairing) -> str:
    values = {"number": round_.number}
    if round_.state == Round.State.DRAFT:
        return _("Round %(number)d is a draft; pair it again so that it uses the corrected result.") % values
    if _used(round_, pairing):
        return _("Round %(number)d was paired with the old result; its pairings stay.") % values
    return _("Round %(number)d was paired before this result was known; its pairings stay.") % values


def _used(round_: Round, pairing: Pairing) -> bool:
    """Whether the round's stored snapshot holds a result of this pairing."""
    if round_.run is None:
        return False
    first = next(seat.entry_id for seat in pairing.seats.all() if seat.position == 1)
    games = round_.run.snapshot.get("games", [])
    return any(row[0] == pairing.round.number and row[1] == first and row[5] != ResultKind.PENDING for row in games)
