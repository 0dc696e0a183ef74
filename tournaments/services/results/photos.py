"""Photos of scoresheets: re-encoded from what a phone sent, stored with the report, shown to officials only."""

import hashlib
from collections.abc import Sequence

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from core import pictures
from tournaments.errors import TournamentError
from tournaments.models import MAX_PHOTOS, Event, Pairing, SheetPhoto, Submission
from tournaments.services.events.locking import lock_event, refuse_finished, scope


def readable_jpeg(data: bytes) -> bytes:
    """As ``core.pictures.readable_jpeg``. Raises TournamentError."""
    try:
        return pictures.readable_jpeg(data)
    except pictures.PictureError as error:
        busy = _("Many photos are being sent right now. Your report is saved; send the photo again in a moment.")
        raise TournamentError(busy if error.code == "photo_busy" else str(error), code=error.code) from error


def too_many_bytes() -> TournamentError:
    """What to raise for a photo of more than ``MAX_BYTES``."""
    error = pictures.too_many_bytes()
    return TournamentError(str(error), code=error.code)


def _stored(photos: Sequence[SheetPhoto], column: str, digest: str) -> SheetPhoto | None:
    """The photo with this digest in a column. Raises TournamentError if there is none and the report can have no more photos."""
    same = next((photo for photo in photos if getattr(photo, column) == digest), None)
    if same is None and len(photos) >= MAX_PHOTOS:
        text = _("This report already has %(most)d photos, which is the limit.") % {"most": MAX_PHOTOS}
        raise TournamentError(text, code="photos")
    return same


def attach_photo(*, submission_id: int, data: bytes, actor: User | None = None) -> SheetPhoto:
    """Store a photo of the scoresheet with a report; the same photo again is the same row.

    The caller reached the report through its slip and token, or through its event. The picture is decoded before
    the transaction begins. Raises TournamentError (no picture, too large, too many), NotOpenError (event finished).
    """
    photos = SheetPhoto.objects.filter(submission=submission_id)
    sent = hashlib.sha256(data).hexdigest()
    before = _stored(list(photos), "sent_sha256", sent)
    if before is not None:  # decoding it again would cost for nothing
        return before
    jpeg = readable_jpeg(data)
    digest = hashlib.sha256(jpeg).hexdigest()
    with transaction.atomic():
        submission = Submission.objects.select_related("pairing").get(pk=submission_id)
        event = lock_event(
            Event.objects.values_list("pk", flat=True).get(divisions__rounds__pairings=submission.pairing)
        )
        refuse_finished(event)
        stored = list(photos.all())
        same = _stored(stored, "sha256", digest)
        if same is not None:
            return same
        photo = SheetPhoto(submission=submission, number=len(stored) + 1, sha256=digest, sent_sha256=sent)
        photo.file.save("sheet.jpg", ContentFile(jpeg), save=False)
        photo.save()
        log_action(
            actor=actor,
            verb="result.photo",
            target=submission.pairing,
            scope=scope(event),
            after={"photo": photo.pk, "report": submission.pk, "bytes": len(jpeg)},
        )
    return photo


def photos_of(pairing: Pairing) -> list[SheetPhoto]:
    """The photos of a game, in the order of its reports. One query."""
    return list(SheetPhoto.objects.filter(submission__pairing=pairing).select_related("submission"))
