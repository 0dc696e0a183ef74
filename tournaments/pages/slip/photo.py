"""A photo of the paper sheet, sent from the slip after the report."""

from uuid import UUID

from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.errors import TournamentError
from tournaments.pages.slip.slip import BoundedUpload, Slip, by_slip, report_of, sent
from tournaments.services.results.photos import MAX_BYTES, attach_photo, too_many_bytes


@by_slip
def send_photo(request: HttpRequest, slip: Slip, token: UUID) -> HttpResponse:
    """Keep the photo beside the report that has this token; a problem is said on the page of the report."""
    bounded = BoundedUpload(request, limit=MAX_BYTES)
    request.upload_handlers = [bounded, TemporaryFileUploadHandler(request)]
    submission = report_of(slip.pairing, token)
    photo = request.FILES.get("photo")
    try:
        if bounded.oversized:
            raise too_many_bytes()
        if photo is None:
            raise TournamentError(_("Choose a photo first."), code="photo_missing")
        attach_photo(submission_id=submission.pk, data=photo.read())
    except TournamentError as error:
        return sent(request, slip, submission, photo_problem=str(error))
    return redirect(f"{slip.home}sent/{token}/")
