"""Archives that were sent and wait for a decision: checked when they come, kept for a day."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import IO, Final

from django.core.files import File
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, User
from clubs.permissions import Action, require
from tournaments.models import ArchiveUpload, Event
from tournaments.permissions import require_action
from tournaments.services.archive.container import MAX_FILE, MIB, Archive, ArchiveError, open_archive

_KEPT: Final = timedelta(days=1)


def too_large() -> ArchiveError:
    """What to raise for a file of more than ``MAX_FILE``."""
    text = _("The file is larger than %(max)d MB. Is it the right one?")
    return ArchiveError(text % {"max": MAX_FILE // MIB}, code="too_large")


def receive_archive(*, actor: User, club: Club, file: IO[bytes], event: Event | None = None) -> ArchiveUpload:
    """Check an archive part by part and keep it; the sender's earlier one goes. ``event``: the one that it is to come back to.

    Raises ArchiveError for any other file and for a damaged one, PermissionDenied.
    """
    if event is None:
        require(actor, club, Action.MANAGE_EVENT)
    else:
        require_action(actor, event, Action.MANAGE_EVENT)
    file.seek(0, 2)
    if file.tell() > MAX_FILE:
        raise too_large()
    open_archive(file).check_all()
    file.seek(0)
    _forget(ArchiveUpload.objects.filter(created_at__lt=timezone.now() - _KEPT))
    _forget(ArchiveUpload.objects.filter(club=club, event=event, sent_by=actor))
    upload = ArchiveUpload(club=club, event=event, sent_by=actor)
    upload.file.save("archive.zip", File(file), save=False)
    upload.save()
    return upload


def _forget(uploads: QuerySet[ArchiveUpload]) -> None:
    for upload in uploads:
        forget_archive(upload)


def forget_archive(upload: ArchiveUpload) -> None:
    """Delete an archive that was decided about, or will not be."""
    upload.file.delete(save=False)
    upload.delete()


@contextmanager
def opened(upload: ArchiveUpload) -> Iterator[Archive]:
    """The archive, open. Raises ArchiveError if its file is gone."""
    try:
        file = upload.file.open("rb")
    except FileNotFoundError as error:
        raise ArchiveError(_("This archive was kept for a day and is gone. Send it again."), code="gone") from error
    with file:
        yield open_archive(file)
