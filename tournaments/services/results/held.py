"""Reports and photos that reach the site while a laptop runs the event: kept as they came, and decided about later."""

import hashlib

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from tournaments.engine.results import Side
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, ScoresheetInput, columns_of
from tournaments.models import MAX_PHOTOS, Event, HeldPhoto, HeldReport, Pairing, Submission
from tournaments.services.events.locking import lock_event, refuse_on_laptop, scope
from tournaments.services.judging.tablets import place_of
from tournaments.services.results.photos import readable_jpeg


def kept_text(event: Event) -> str:
    """What the sender is told."""
    return _(
        "Your report has been saved. “%(event)s” is being run on a laptop; the director will look at the "
        "report when the laptop is back."
    ) % {"event": event}


def hold_report(pairing: Pairing, data: ScoresheetInput, result: ResultInput) -> HeldReport:
    """Keep a player's report; the same token again is the same report. Inside the transaction, event locked.

    Raises NotOpenError for an official's: what officials enter is entered on the laptop.
    """
    event = pairing.round.division.event
    if data.side == Side.OFFICIAL or data.channel in {Submission.Channel.OFFICIAL, Submission.Channel.IMPORT}:
        refuse_on_laptop(event)
    held, created = HeldReport.objects.get_or_create(
        pairing=pairing,
        client_token=data.client_token,
        defaults={
            **columns_of(result),
            "event": event,
            "place": place_of(pairing.round.division, pairing)[:300],
            "side": data.side,
            "channel": data.channel,
            "link_id": data.link,
            "kind": result.kind if data.result is not None else "",
            "record": data.record,
        },
    )
    if created:
        scores = [result.first_score, result.second_score]
        after = {"side": data.side, "channel": data.channel, "kind": result.kind, "scores": scores}
        log_action(actor=None, verb="result.held", target=pairing, scope=scope(event), after=after)
    return held


def attach_held_photo(*, held: HeldReport, data: bytes) -> HeldPhoto:
    """Keep a photo with such a report; the same photo again is the same row. Raises TournamentError."""
    jpeg = readable_jpeg(data)
    digest = hashlib.sha256(jpeg).hexdigest()
    with transaction.atomic():
        lock_event(held.event_id, on_laptop=True)
        stored = list(HeldPhoto.objects.filter(report=held))
        same = next((photo for photo in stored if photo.sha256 == digest), None)
        if same is not None:
            return same
        if len(stored) >= MAX_PHOTOS:
            text = _("This report already has %(most)d photos, which is the limit.") % {"most": MAX_PHOTOS}
            raise TournamentError(text, code="photos")
        photo = HeldPhoto(report=held, sha256=digest)
        photo.file.save("sheet.jpg", ContentFile(jpeg), save=False)
        photo.save()
    return photo
