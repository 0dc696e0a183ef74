"""What a browser needs to put the site on the home screen and to show notifications: the manifest and the service worker."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
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
    """The service worker that shows notifications. It stands at the top, so that it may open every page; it caches nothing."""
    source = settings.BASE_DIR / "static" / "js" / "push-worker.js"
    response = HttpResponse(source.read_bytes(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
