"""Files of a game's record: written by the site as GCG or JSON, pictures of a position, the card for links, the page to embed."""

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from games.game import Drawing
from tournaments.models import Pairing
from tournaments.pages.public.games import download, record_of, replay_at, scores_of
from tournaments.services.events.rules import check_of, seating_of

#: How long a browser may show a position again without asking.
_SECONDS = 300
TYPES = {"gcg": "text/plain; charset=utf-8", "basket": "text/plain; charset=utf-8", "json": "application/json"}


def written(request: HttpRequest, pairing: Pairing, ending: str) -> HttpResponse:
    """The record as the site writes it: what was left out is filled in by the rules, nothing that was written is changed."""
    record, _choices = record_of(request, pairing)
    played = pairing.round.division.played
    if ending not in played.written_formats:
        raise Http404
    try:
        data = played.written(check_of(pairing, bytes(record.original)), seating_of(pairing), ending)
    except ValueError as error:
        text = _("The site cannot write this record in this format: %(why)s") % {"why": error}
        return HttpResponse(text, status=422, content_type="text/plain; charset=utf-8")
    return download(pairing, data, ending, TYPES[ending])


def position_svg(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """The position after a move (``?move=``) as an SVG picture."""
    response = HttpResponse(_position(request, pairing).svg(), content_type="image/svg+xml")
    response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    patch_cache_control(
        response, private=True, max_age=_SECONDS
    )  # a home page with small boards is opened again and again
    return response


def position_png(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """The same as a PNG picture, for places that take no SVG."""
    return _png(_position(request, pairing), scale=2)


def card(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """The picture that other sites show beside a link to the game."""
    record, _choices = record_of(request, pairing)
    replay = replay_at(request, pairing, record)
    round_ = pairing.round
    heading = _("%(event)s, round %(number)d") % {"event": round_.division.event.name, "number": round_.number}
    drawing = round_.division.played.share_card(replay, heading, scores_of(pairing, replay)["scored"])
    if drawing is None:
        raise Http404
    return _png(drawing, scale=1)


def _position(request: HttpRequest, pairing: Pairing) -> Drawing:
    """Raises Http404 for a game without pictures."""
    record, _choices = record_of(request, pairing)
    drawing = pairing.round.division.played.picture(replay_at(request, pairing, record))
    if drawing is None:
        raise Http404
    return drawing


def _png(drawing: Drawing, scale: int) -> HttpResponse:
    if not drawing.has_png:
        raise Http404
    return HttpResponse(drawing.png(scale), content_type="image/png")


@xframe_options_exempt
def embed(request: HttpRequest, pairing: Pairing) -> HttpResponseBase:
    """The replay alone, for a frame on any site. It shows what a visitor without an account sees, whoever looks."""
    record, _choices = record_of(request, pairing, anonymous=True)
    division = pairing.round.division
    if not division.played.has_pictures:
        raise Http404
    replay = replay_at(request, pairing, record)
    context = {
        "event": division.event,
        "played": division.played,
        "pairing": pairing,
        "title": " – ".join(seat.entry.name for seat in pairing.seats.all()),
        "replay": replay,
        "query": "",
        **scores_of(pairing, replay),
    }
    framed = csp_replace({"frame-ancestors": ["*"]})(lambda _request: render(request, "games/embed.html", context))
    return framed(request)
