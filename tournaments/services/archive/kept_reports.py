"""What reached the site while a laptop ran the event: each report is taken or left by the director, one by one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.access import loaded_pairings
from tournaments.engine.results import SEATS
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, ScoresheetInput, columns_of
from tournaments.models import Event, HeldReport, Pairing, PersonalLink, Submission
from tournaments.permissions import require_action
from tournaments.services.events.locking import lock_event, scope
from tournaments.services.results.photos import attach_photo
from tournaments.services.results.results import load_game, take_held
from tournaments.wording.sentences import describe, names_at


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A kept report in words: whose it is, who plays, what it says, and what the game's result is now.

    ``laptop``: what the laptop says, while its archive is looked at.
    """

    report: HeldReport
    sender: str
    players: tuple[str, ...]
    said: str
    now: str
    photos: int
    laptop: str = ""


def kept_reports(event: Event) -> list[KeptLine]:
    """All reports that were kept, those still to be decided first. Four queries."""
    held = list(HeldReport.objects.filter(event=event).prefetch_related("photos").order_by("-decided", "pk"))
    held.sort(key=lambda one: (bool(one.decided), one.pk))
    games = {one.pk: one for one in loaded_pairings().filter(pk__in=[one.pairing_id for one in held if one.pairing_id])}
    return [_line(one, games.get(one.pairing_id or 0)) for one in held]


def _line(held: HeldReport, pairing: Pairing | None) -> KeptLine:
    names = names_at(pairing) if pairing is not None else ()
    sender = next((name for seat, name in zip(SEATS, names, strict=False) if str(seat) == held.side), held.side)
    said = describe(held, names) if held.kind and names else ""
    result = getattr(pairing, "result", None)
    now = describe(result, names) if result is not None else ""
    return KeptLine(held, sender, tuple(names), said, now, len(held.photos.all()))


def beside_laptop(event: Event, said: Mapping[int, str]) -> list[KeptLine]:
    """The reports that wait for a decision, each with what the laptop says of its game. ``said``: by the game's id."""
    waiting = (line for line in kept_reports(event) if not line.report.decided)
    return [replace(line, laptop=said.get(line.report.pairing_id or 0, "")) for line in waiting]


def decide_report(*, actor: User, event: Event, held_id: int, take: bool) -> HeldReport:
    """Take a kept report as if it had come now, or leave it out. Its photos go with it.

    Raises NotOpenError while the laptop still runs the event, TournamentError when its game is gone or it cannot count.
    """
    with transaction.atomic():
        event = lock_event(event.pk)
        require_action(actor, event, Action.MANAGE_EVENT)
        held = HeldReport.objects.filter(event=event, pk=held_id).first()
        if held is None or held.decided:
            raise TournamentError(_("This report has already been decided on."), code="decided")
        if take:
            _take(event, held)
        held.decided = HeldReport.Decided.TAKEN if take else HeldReport.Decided.LEFT
        held.decided_at, held.decided_by = timezone.now(), actor
        held.save(update_fields=["decided", "decided_at", "decided_by", "submission"])
        verb = "result.held_taken" if take else "result.held_left"
        target = held.pairing or event
        log_action(
            actor=actor, verb=verb, target=target, scope=scope(event), after={"side": held.side, "place": held.place}
        )
    if held.submission_id is not None:
        for photo in held.photos.all():
            with photo.file.open() as file:
                attach_photo(submission_id=held.submission_id, data=file.read(), actor=actor)
    return held


def _take(event: Event, held: HeldReport) -> None:
    if held.pairing_id is None:
        raise TournamentError(
            _("This game no longer exists: the round was paired again. Leave the report out."), code="gone"
        )
    link = held.link_id if PersonalLink.live(pk=held.link_id).exists() else None
    channel = held.channel if link is not None or held.channel != Submission.Channel.API else Submission.Channel.TABLE
    try:
        data = ScoresheetInput(
            side=held.side,
            channel=channel,
            client_token=held.client_token,
            result=ResultInput(**columns_of(held)) if held.kind else None,
            record=bytes(held.record),
            link=link,
        )
    except ValidationError as error:
        raise TournamentError(" ".join(error.messages), code="report") from error
    take_held(held=held, pairing=load_game(held.pairing_id, event), data=data)
