"""Photos of scoresheets: re-encoded from what a phone sent, stored with the report, shown to officials only."""

import hashlib
import io
import threading
import warnings
from collections.abc import Sequence
from typing import Final

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from audit.log import log_action
from clubs.models import User
from tournaments.errors import TournamentError
from tournaments.models import MAX_PHOTOS, Event, Pairing, SheetPhoto, Submission
from tournaments.services.events.locking import lock_event, refuse_finished, scope

#: A photo of a good phone has 3 to 12 MB.
MAX_BYTES: Final = 15 * 1024 * 1024
#: Pixels of the largest picture that is decoded whole, which takes 4 bytes for each.
MAX_PIXELS: Final = 16_000_000
#: The same for what phones send: a baseline JPEG is made smaller while it is decoded.
MAX_JPEG_PIXELS: Final = 50_000_000
#: How long a photo waits while another is being decoded.
PATIENCE_SECONDS: Final = 10.0
#: The longer side of a stored photo, in pixels: a sheet of 16 lines is readable at 1,600.
LONG_SIDE: Final = 1600
QUALITY: Final = 80
FORMATS: Final = ("JPEG", "PNG", "WEBP")
#: One picture at a time in a process, so that the memory they need is bounded.
_decoding = threading.Semaphore(1)


def readable_jpeg(data: bytes) -> bytes:
    """The picture as a new JPEG: upright, at most 1,600 pixels a side, without place, time or camera.

    Raises TournamentError for a file that is too large or no readable picture, and while too many photos are coming in.
    """
    if len(data) > MAX_BYTES:
        raise too_many_bytes()
    if not _decoding.acquire(timeout=PATIENCE_SECONDS):
        raise TournamentError(
            _("Many photos are being sent right now. Your report is saved; send the photo again in a moment."),
            code="photo_busy",
        )
    try:
        return _read(data)
    finally:
        _decoding.release()


def _read(data: bytes) -> bytes:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
                return _encoded(picture)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise TournamentError(
            _("This is not a photo we can read. Send it as JPEG, PNG or WebP."), code="photo_unreadable"
        ) from error
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise _too_many_pixels(MAX_PIXELS) from error


def too_many_bytes() -> TournamentError:
    """What to raise for a photo of more than ``MAX_BYTES``."""
    text = _("The photo is larger than %(mb)d MB. Send a smaller one.") % {"mb": MAX_BYTES // 1024**2}
    return TournamentError(text, code="photo_too_large")


def _too_many_pixels(most: int) -> TournamentError:
    return TournamentError(
        _("The photo has more than %(millions)d million pixels. Send a smaller one.") % {"millions": most // 10**6},
        code="photo_too_large",
    )


def _encoded(picture: Image.Image) -> bytes:
    baseline = picture.format == "JPEG" and not picture.info.get("progressive")
    most = MAX_JPEG_PIXELS if baseline else MAX_PIXELS
    if picture.width * picture.height > most:
        raise _too_many_pixels(most)
    picture.draft("RGB", (LONG_SIDE, LONG_SIDE))  # JPEG: decode no more than is needed
    picture.thumbnail((LONG_SIDE, LONG_SIDE))  # first, so that the other steps copy little
    upright = ImageOps.exif_transpose(picture)
    out = io.BytesIO()
    upright.convert("RGB").save(out, "JPEG", quality=QUALITY, optimize=True, exif=b"")
    return out.getvalue()


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
