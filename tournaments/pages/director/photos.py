"""Photos of paper sheets, for officials."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control

from clubs.access import reached
from tournaments.access import PairingPath
from tournaments.models import SheetPhoto


@cache_control(private=True, max_age=3600)
def photo(request: HttpRequest, event: str, division: str, number: int, pairing: int, photo: int) -> HttpResponse:
    """One photo, as the JPEG that was made of it."""
    game = reached(request, PairingPath(event, pairing, division, number))
    row = SheetPhoto.objects.filter(pk=photo, submission__pairing=game).first()
    if row is None or not row.file.storage.exists(str(row.file.name)):
        raise Http404
    with row.file.open("rb") as file:  # a few hundred kB: nothing to stream
        return HttpResponse(file.read(), content_type="image/jpeg")
