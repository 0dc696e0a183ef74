"""Addresses as QR codes, drawn as SVG inside the page."""

import re
from typing import Final

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.engine.short_codes import code_of
from tournaments.models import Event
from tournaments.permissions import is_listed

#: Of 200 personal links, drawn sharp and blurred, no fewer were read with it than with the best mask of each.
MASK: Final = 4
#: White squares around it.
_BORDER: Final = 2
_DARK: Final = re.compile(rb"\x01+")


def absolute(request: HttpRequest, path: str) -> str:
    """The full address of a path of this site, as it is printed."""
    return settings.SITE_URL.rstrip("/") + path if settings.SITE_URL else request.build_absolute_uri(path)


def short_or_long(request: HttpRequest, event: Event) -> str:
    """The full address to print or show of an event: the short one where that is open to everybody."""
    if is_listed(event):
        return absolute(request, reverse("tournaments:short_address", args=[code_of(event.pk)]))
    return absolute(request, reverse("tournaments:event", args=[event.slug]))


def qr_code(address: str, *, label: str) -> SafeString:
    """The address as inline SVG that scales with its box; error level M survives a coffee stain.

    The mask is fixed: every reader takes any, and looking for the best of eight is three quarters of the time of a sheet of 300.
    """
    rows = segno.make(address, error="m", micro=False, mask=MASK).matrix
    # One stroke for each run of dark squares; segno's own writer takes a third of the time of the sheet.
    strokes = "".join(
        f"M{run.start() + _BORDER} {line}.5h{run.end() - run.start()}"
        for line, row in enumerate(rows, _BORDER)
        for run in _DARK.finditer(row)
    )
    drawing = '<svg viewBox="0 0 {0} {0}"><title>{1}</title><path stroke="#000" d="{2}"/></svg>'
    return format_html(drawing, len(rows) + 2 * _BORDER, label, strokes)
