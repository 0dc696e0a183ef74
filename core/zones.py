"""Time zones by name."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _


@cache
def known_zones() -> frozenset[str]:
    """The names that Python knows, such as “Europe/London”."""
    return frozenset(available_timezones())


def zone_named(*names: str) -> ZoneInfo:
    """The first of these zones that exists; the site's own if none does."""
    name = next((one for one in names if one in known_zones()), timezone.get_default_timezone_name())
    return ZoneInfo(name)


def check_zone(name: str) -> None:
    """Raise ValidationError for a name that is no time zone; empty is the site's own."""
    if name and name not in known_zones():
        raise ValidationError(
            _("“%(zone)s” is not a time zone; enter one such as Europe/London.") % {"zone": name[:60]}, code="time_zone"
        )


def own_zone(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: each page begins in the site's own time; pages of a club or an event go over to theirs (``clubs.access``)."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(None):
            return get_response(request)

    return answer
