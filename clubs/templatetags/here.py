"""What the foot of a page says: the page that one is on as an address to come back to, and the version of the site."""

from urllib.parse import urlencode

from django import template
from django.template.context import Context
from django.urls import reverse

from clubs.unsent_forms import page_of_form
from core.release import version

register = template.Library()


@register.simple_tag(takes_context=True)
def language_address(context: Context) -> str:
    """The page where one chooses the language, and comes back here from.

    On that page itself: the page that it was opened from. From the answer to a form: the page of the form.
    """
    address = reverse("clubs:language")
    request = context.get("request")
    if request is None:
        return address
    if request.path == address:
        back = request.GET.get("next", "")
    else:
        back = page_of_form(request) if request.method == "POST" else request.get_full_path()
    return f"{address}?{urlencode({'next': back}, safe='/')}" if back else address


@register.simple_tag
def site_version() -> str:
    """The version of the program, such as 0.1.0."""
    return version()
