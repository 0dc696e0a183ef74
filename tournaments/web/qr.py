"""Addresses as QR codes, drawn as SVG inside the page."""

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe


def absolute(request: HttpRequest, path: str) -> str:
    """The full address of a path of this site, as it is printed."""
    return settings.SITE_URL.rstrip("/") + path if settings.SITE_URL else request.build_absolute_uri(path)


def qr_code(address: str, *, label: str) -> SafeString:
    """The address as inline SVG that scales with its box; error level M survives a coffee stain."""
    code = segno.make(address, error="m", micro=False)
    svg: str = code.svg_inline(omitsize=True, border=2, title=label)
    return mark_safe(svg)  # noqa: S308 - segno escapes the title, and draws the address as a path
