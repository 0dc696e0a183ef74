"""Pictures that people send, encoded anew: upright, small, without place, time or camera."""

import io
import threading
import warnings
from typing import Final

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from core.errors import WordhallError

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


class PictureError(WordhallError):
    """A picture that cannot be taken; the message says why."""


def readable_jpeg(data: bytes) -> bytes:
    """The picture as a new JPEG: upright, at most 1,600 pixels a side, without place, time or camera.

    Raises PictureError for a file that is too large or no readable picture, and while too many photos are coming in.
    """
    if len(data) > MAX_BYTES:
        raise too_many_bytes()
    if not _decoding.acquire(timeout=PATIENCE_SECONDS):
        raise PictureError(
            _("Many photos are being sent right now. Send the photo again in a moment."),
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
    except PictureError:
        raise
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise PictureError(
            _("This is not a photo we can read. Send it as JPEG, PNG or WebP."), code="photo_unreadable"
        ) from error
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise _too_many_pixels(MAX_PIXELS) from error


def too_many_bytes() -> PictureError:
    """What to raise for a photo of more than ``MAX_BYTES``."""
    text = _("The photo is larger than %(mb)d MB. Send a smaller one.") % {"mb": MAX_BYTES // 1024**2}
    return PictureError(text, code="photo_too_large")


def _too_many_pixels(most: int) -> PictureError:
    return PictureError(
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


def is_stored_photo(data: bytes) -> bool:
    """Whether these are the bytes of a photo as ``readable_jpeg`` makes them: a JPEG no larger than its pictures, whole."""
    if len(data) > MAX_BYTES:
        return False
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as picture:
            if max(picture.size) > LONG_SIDE or picture.getexif():
                return False
            picture.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return False
    return True
