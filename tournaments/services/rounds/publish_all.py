"""Publishing the drafts of several divisions at once, each by itself, so that a blocked one stops no other."""

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
from tournaments.queries.clock import ClockReading
from tournaments.queries.state import load_state
from tournaments.services.events.locking import refuse_finished
from tournaments.services.hall.clock import start_clock
from tournaments.services.rounds.broken_rules import broken_rules
from tournaments.services.rounds.publish import publish_round
from tournaments.services.rounds.readiness import Level, changed_since, readiness, refuse_unpublishable
from tournaments.services.rounds.requests import latest_request


@dataclass(frozen=True, slots=True)
class PublishPreview:
    """A division's round to publish as it is in ``version``, or why it cannot be.

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
        """Whether the round can be published."""
        return not self.in_the_way


@dataclass(frozen=True, slots=True)
class RoundChoice:
    """A division's round to publish, as it was in ``expected_version``."""

    division_id: int
    number: int
    expected_version: int


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """A division's round: published, or ``why`` it is not."""

    division: Division
    number: int
    why: str = ""

    @property
    def published(self) -> bool:
        """Whether the round is published now."""
        return not self.why


@dataclass(frozen=True, slots=True)
class PublishOutcome:
    """The outcome of every round, in the order of the divisions; the event's clock if it was started, or why not."""

    rounds: tuple[RoundOutcome, ...]
    clock: ClockReading | None = None
    no_clock: str = ""


def preview_publishing(event: Event) -> list[PublishPreview]:
    """What publishing would do in each division, in order."""
    previews = []
    for division in Division.objects.filter(event=event).order_by("position", "pk"):
        division.event = event
        games = Count("pairings", filter=Q(pairings__kind=Pairing.Kind.GAME))
        drafts = Round.objects.filter(division=division, state=Round.State.DRAFT).select_related("run")
        draft = drafts.annotate(games=games).order_by("number").first()
        previews.append(_undrafted(division) if draft is None else _drafted(division, draft, draft.games))
    return previews


def _undrafted(division: Division) -> PublishPreview:
    last = Round.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0
    number = last + 1
    if number > division.settings.rounds_planned:
        return PublishPreview(division, None, None, 0, (_("All rounds are published."),), ())
    notes = readiness(load_state(division, number))
    blocks = [note.message for note in notes if note.level is Level.BLOCK]
    why = _("Round %(number)d is not paired yet.") % {"number": number}
    return PublishPreview(division, number, None, 0, (why, *blocks), ())


def _drafted(division: Division, draft: Round, games: int) -> PublishPreview:
    draft.division = division
    state = load_state(division, draft.number)
    blocking = []
    try:
        refuse_finished(division.event)
        refuse_unpublishable(draft, state)
    except TournamentError as error:
        blocking.append(str(error))
    if broken := broken_rules(draft, state):
        listed = " ".join(rule.message for rule in broken)
        blocking.append(_("%(listed)s Publish this round on its own page, with a reason.") % {"listed": listed})
    warnings = changed_since(draft, state)
    request = latest_request(division, draft.number)
    if request is not None and request.is_open:
        warnings.append(_("This is the fallback draft: the real one is still being calculated."))
    warnings += [note.message for note in readiness(state) if note.code in {"results_missing", "conflict"}]
    return PublishPreview(division, draft.number, draft.version, games, tuple(blocking), tuple(warnings))


def publish_rounds(
    *, actor: User, event: Event, chosen: Sequence[RoundChoice], with_clock: bool = False
) -> PublishOutcome:
    """Publish the chosen drafts as ``publish_round`` does, each in a transaction of its own; those refused stay drafts.

    ``with_clock``: then start the event's clock, if at least one round was published. Raises NotReadyError without a choice,
    PermissionDenied.
    """
    require_action(actor, event, Action.PAIR)
    if not chosen:
        raise NotReadyError(_("Choose at least one division to publish."))
    divisions = {one.pk: one for one in Division.objects.filter(event=event).order_by("position", "pk")}
    order = list(divisions)
    choices = sorted(chosen, key=lambda choice: order.index(choice.division_id))
    rounds = tuple(_publish(actor, divisions[choice.division_id], choice) for choice in choices)
    if not with_clock or not any(outcome.published for outcome in rounds):
        return PublishOutcome(rounds)
    try:
        return PublishOutcome(rounds, start_clock(actor=actor, event=event, data=ClockStart()))
    except TournamentError as error:
        return PublishOutcome(rounds, no_clock=str(error))


def _publish(actor: User, division: Division, choice: RoundChoice) -> RoundOutcome:
    try:
        draft = Round.objects.filter(division=division, number=choice.number).first()
        if draft is None:
            raise StaleEditError(
                _("Round %(number)d is no longer paired: its draft was discarded.") % {"number": choice.number}
            )
        publish_round(actor=actor, round_id=draft.pk, expected_version=choice.expected_version)
    except TournamentError as error:
        return RoundOutcome(division, choice.number, str(error))
    return RoundOutcome(division, choice.number)
