"""From a division to what the ratings expect of the rest of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from clubs.access import reached
from ratings.models import RatedEvent
from tournaments.access import DivisionPath
from tournaments.services.rating_link.ledger import event_key


def outlook(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The page of the division's own rating list that plays the rest of the event; 404 where it is not rated."""
    found = reached(request, DivisionPath(event, division))
    rated = RatedEvent.objects.filter(pool=found.rating_pool_id, key=event_key(found)).first()
    if rated is None or found.rating_pool is None:
        raise Http404
    return redirect("ratings:outlook", found.rating_pool.slug, rated.pk)
