"""Starting the drafted rounds of several divisions at once; each division for itself, so that one in the way stops no other."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import NotReadyError, StaleEditError, TournamentError
from tournaments.inputs.clock import ClockStart
from tournaments.models import Division, Event, Pairing, Round
from tournaments.permissions import require_action
from tournaments.queries.clock import ShownClock
from tournaments.services.events.locking import refuse_finished
from tournaments.services.hall.clock import start_clock
from tournaments.services.rounds.broken_rules import broken_rules
from tournaments.services.rounds.draft_changes import changed_since
from tournaments.services.rounds.pairing import publish_round
from tournaments.services.rounds.readiness import Level, readiness, refuse_unpublishable
from tournaments.services.rounds.requests import latest_request


@dataclass(frozen=True, slots=True)
class DivisionStart:
    """What a start would do in a division: publish round ``number`` as it is in ``version``, or nothing and why.

    ``number`` is None when all rounds are published; ``version`` None without a draft. ``warnings`` stop nothing.
    """

    division: Division
    number: int | None
    version: int | None
    games: int
    in_the_way: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def ready(self) -> bool:
        """Whether it would start."""
        return not self.in_the_way


@dataclass(frozen=True, slots=True)
class RoundChoice:
    """A division's round that is to start, as it was in ``expected_version``."""

    division_id: int
    number: int
    expected_version: int


@dataclass(frozen=True, slots=True)
class Started:
    """What became of a division's round: it is published, or ``why`` it is not."""

    division: Division
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class StartReport:
    """What became of all of them, in the order of the divisions; the event's clock if it was started, or why not."""

    rounds: tuple[Started, ...]
    clock: ShownClock | None = None
    no_clock: str = ""


def what_starts(event: Event) -> list[DivisionStart]:
    """For each division what a start would do now, in order."""
    found = []
    for division in Division.objects.filter(event=event).order_by("position", "pk"):
        division.event = event
        games = Count("pairings", filter=Q(pairings__kind=Pairing.Kind.GAME))
        drafts = Round.objects.filter(division=division, state=Round.State.DRAFT).select_related("run")
        draft = drafts.annotate(games=games).order_by("number").first()
        found.append(_undrafted(division) if draft is None else _drafted(division, draft, draft.games))
    return found


def _undrafted(division: Division) -> DivisionStart:
    last = Round.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0
    number = last + 1
    if number > division.settings.rounds_planned:
        return DivisionStart(division, None, None, 0, (_("All rounds are published."),), ())
    blocks = [note.message for note in readiness(division, number) if note.level is Level.BLOCK]
    why = _("Round %(number)d is not paired yet.") % {"number": number}
    return DivisionStart(division, number, None, 0, (why, *blocks), ())


def _drafted(division: Division, draft: Round, games: int) -> DivisionStart:
    draft.division = division
    in_the_way = []
    try:
        refuse_finished(division.event)
        refuse_unpublishable(draft)
    except TournamentError as error:
        in_the_way.append(str(error))
    if broken := broken_rules(draft):
        listed = " ".join(rule.message for rule in broken)
        in_the_way.append(_("%(listed)s Publish this round on its own page, with a reason.") % {"listed": listed})
    warnings = changed_since(draft)
    asked = latest_request(division, draft.number)
    if asked is not None and asked.is_open:
        warnings.append(_("This is the fallback draft: the real one is still being calculated."))
    missing = [note for note in readiness(division, draft.number) if note.code in {"results_missing", "conflict"}]
    warnings += [note.message for note in missing]
    return DivisionStart(division, draft.number, draft.version, games, tuple(in_the_way), tuple(warnings))


def start_rounds(*, actor: User, event: Event, chosen: Sequence[RoundChoice], with_clock: bool = False) -> StartReport:
    """Publish the chosen drafts, each in a transaction of its own, as ``publish_round`` does; those in the way are left and named.

    ``with_clock``: then start the event's clock, if at least one round was published. Raises NotReadyError when nothing was
    chosen, PermissionDenied.
    """
    require_action(actor, event, Action.PAIR)
    if not chosen:
        raise NotReadyError(_("Choose at least one division to publish."))
    divisions = {one.pk: one for one in Division.objects.filter(event=event)}
    order = list(Division.objects.filter(event=event).order_by("position", "pk").values_list("pk", flat=True))
    wanted = sorted(chosen, key=lambda choice: order.index(choice.division_id))
    rounds = tuple(_start(actor, divisions[choice.division_id], choice) for choice in wanted)
    if not with_clock or all(one.why for one in rounds):
        return StartReport(rounds)
    try:
        return StartReport(rounds, start_clock(actor=actor, event=event, data=ClockStart()))
    except TournamentError as error:
        return StartReport(rounds, no_clock=str(error))


def _start(actor: User, division: Division, choice: RoundChoice) -> Started:
    try:
        draft = Round.objects.filter(division=division, number=choice.number).first()
        if draft is None:
            raise StaleEditError(
                _("Round %(number)d is no longer paired: its draft was discarded.") % {"number": choice.number}
            )
        publish_round(actor=actor, round_id=draft.pk, expected_version=choice.expected_version)
    except TournamentError as error:
        return Started(division, choice.number, str(error))
    return Started(division, choice.number)
