"""The page that one is on, as an address to come back to."""

from urllib.parse import urlencode

from django import template
from django.template.context import Context
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def language_address(context: Context) -> str:
    """The page where one chooses the language, and comes back here from.

    On that page itself: the page that it was opened from. The answer to a form has its address too, even where that address takes
    forms only: ``clubs.kept_forms.page_above`` finds the page to it.
    """
    address = reverse("clubs:language")
    request = context.get("request")
    if request is None:
        return address
    back = request.GET.get("next", "") if request.path == address else request.get_full_path()
    return f"{address}?{urlencode({'next': back}, safe='/')}" if back else address
