"""Photos of paper scoresheets, beside the reports they belong to."""

from uuid import uuid4

from django.conf import settings
from django.core.files.storage import FileSystemStorage, Storage
from django.db import models
from django.utils import timezone

from core.constraints import in_range
from tournaments.models.results import Submission

#: Photos of one report: a sheet of each player and one more.
MAX_PHOTOS = 3


def photo_storage() -> Storage:
    """A folder of its own, outside everything that the web server serves."""
    return FileSystemStorage(location=settings.WORDHALL_DATA / "photos")


def photo_name(_photo: models.Model, _name: str) -> str:
    """A random name: the phone's own may say where and when the photo was taken."""
    name = uuid4().hex
    return f"{name[:2]}/{name}.jpg"


class SheetPhoto(models.Model):
    """A photo sent with a report: always a JPEG encoded here, never the bytes that were sent."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="photos")
    number = models.PositiveSmallIntegerField()
    file = models.FileField(storage=photo_storage, upload_to=photo_name, max_length=60)
    sha256 = models.CharField(max_length=64)
    sent_sha256 = models.CharField(
        max_length=64, blank=True, help_text="Of the bytes that were sent: again, nothing is unpacked."
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["submission", "number"]
        constraints = [
            models.UniqueConstraint(fields=["submission", "number"], name="photo_number_once_per_report"),
            models.UniqueConstraint(fields=["submission", "sha256"], name="photo_once_per_report"),
            in_range("photo_number_within_limit", "number", 1, MAX_PHOTOS),
        ]

    def __str__(self) -> str:
        return f"photo {self.number} of report {self.submission_id}"
