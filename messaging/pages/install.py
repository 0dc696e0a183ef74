"""What a browser needs to put the site on the home screen and to show notifications: the manifest, the service worker and its page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static

_ICONS = (("192", "any"), ("512", "any"), ("512-full", "maskable"))


def manifest(_request: HttpRequest) -> HttpResponse:
    """Name, colours and icons of the site as an app; the same in every language."""
    icons = [
        {
            "src": static(f"img/icon-{name}.png"),
            "sizes": "x".join([name.partition("-")[0]] * 2),
            "type": "image/png",
            "purpose": purpose,
        }
        for name, purpose in _ICONS
    ]
    about = {
        "id": "/",
        "name": "Wordhall",
        "short_name": "Wordhall",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#14523f",
        "icons": icons,
    }
    response = JsonResponse(about, content_type="application/manifest+json")
    response["Cache-Control"] = "public, max-age=3600"
    return response


def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker with the scripts that it shares with the pages. It stands at the top, so that it may answer for every page."""
    scripts = settings.BASE_DIR / "static" / "js"
    source = b"".join((scripts / f"{name}.js").read_bytes() for name in ("device-store", "outbox", "worker"))
    response = HttpResponse(source, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def offline(request: HttpRequest) -> HttpResponse:
    """What a device with the worker shows in place of a page that it has no copy of, while there is no network."""
    return render(request, "messaging/offline.html")
