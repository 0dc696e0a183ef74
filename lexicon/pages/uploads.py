"""A club's own lists in the browser: send, look at the dry run, put in force."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club
from lexicon.forms import BoundedFileHandler, UploadForm
from lexicon.models import Upload
from lexicon.services.uploads import UploadError, confirm_upload, discard_upload, receive_upload

REFRESH_SECONDS = 2


@csrf_exempt  # only until the handler is in place: the token is in the form that must be read through it
def uploads(request: HttpRequest, club: str) -> HttpResponse:
    """The club's lists, and the form for another."""
    this_club = reached(request, ClubPath(club))
    request.upload_handlers = [BoundedFileHandler(request)]
    return _uploads(request, this_club)


@csrf_protect
def _uploads(request: HttpRequest, club: Club) -> HttpResponse:
    form = UploadForm(request.POST or None, request.FILES or None, club=club)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["file"]
        try:
            upload = receive_upload(
                actor=signed_in(request),
                club=club,
                data=form.to_input(),
                chunks=sent.chunks() if sent else None,
            )
        except UploadError as error:
            form.add_error(None, str(error))
        else:
            return redirect("lexicon:upload", club.slug, upload.pk)
    rows = Upload.objects.filter(club=club).select_related("version__lexicon")[:50]
    context = {"club": club, "form": form, "uploads": rows}
    return render(request, "lexicon/uploads.html", context, status=422 if form.errors else 200)


def upload(request: HttpRequest, club: str, upload: int) -> HttpResponse:
    """One list: how far it is, what the dry run found, and the decision."""
    this_club = reached(request, ClubPath(club))
    row = get_object_or_404(Upload.objects.select_related("version__lexicon", "club"), pk=upload, club=this_club)
    if request.method == "POST":
        actor = signed_in(request)
        try:
            if "discard" in request.POST:
                discard_upload(actor=actor, upload=row)
                messages.success(request, _("List discarded."))
            else:
                confirm_upload(actor=actor, upload=row)
        except UploadError as error:
            messages.error(request, str(error))
        return redirect("lexicon:upload", this_club.slug, row.pk)
    lengths = {int(length): count for length, count in row.report.get("lengths", {}).items()}
    most = max(lengths.values(), default=1)
    bars = [(length, count, max(1, round(100 * count / most))) for length, count in sorted(lengths.items())]
    context = {"club": this_club, "upload": row, "bars": bars, "refresh": REFRESH_SECONDS}
    answer = render(request, "lexicon/upload.html", context)
    answer["Cache-Control"] = "no-store, private"
    return answer
