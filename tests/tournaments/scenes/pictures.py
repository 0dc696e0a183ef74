"""Pictures of our own making, as a phone would send them."""

import io
from uuid import uuid4

from PIL import Image

from tournaments.models import Pairing, SheetPhoto, Submission
from tournaments.services.results.photos import attach_photo

ORIENTATION, MAKER = 0x0112, 0x010F


def picture(*, size: tuple[int, int] = (640, 480), form: str = "JPEG", shade: int = 90, turned: bool = False) -> bytes:
    """A picture with a dark left half; ``turned``: the phone was held upright and says so, and who made it."""
    image = Image.new("RGB", size, (240, 240, 235))
    image.paste((shade, shade, shade), (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    if turned:
        exif[ORIENTATION], exif[MAKER] = 6, "Phones of Harbour Street"
    out = io.BytesIO()
    image.save(out, form, exif=exif)
    return out.getvalue()


def sheet_photo(pairing: Pairing) -> SheetPhoto:
    """A photo beside a first player's report of this game."""
    report, _made = Submission.objects.get_or_create(
        pairing=pairing,
        side="first",
        channel="link",
        defaults={"client_token": str(uuid4()), "first_score": 400, "second_score": 380},
    )
    return SheetPhoto.objects.filter(submission=report).first() or attach_photo(submission_id=report.pk, data=picture())
