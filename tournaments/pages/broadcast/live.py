"""Addresses that stay the same all day: plain texts, transparent pages and files, for OBS and other programs.

They show what a visitor without an account sees, whoever looks: a program does not sign in, and a page on another site must not get
more through its visitor's browser than it would by itself.
"""

from collections.abc import Callable
from typing import Final

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.engine.table_numbers import MAX_TABLE
from tournaments.models import Division, Event
from tournaments.queries.broadcast import (
    FOLLOWED,
    ShownGame,
    shown_at_table,
    shown_followed,
    shown_of_player,
    shown_to_stream,
    tables_of_round,
)
from tournaments.queries.exports import tourney_file
from tournaments.queries.public_standings import public_standings
from tournaments.wording import broadcast as wording

#: The tickers, which are also texts.
TICKERS: Final = ("standings", "pairings")


def table_text(_request: HttpRequest, division: Division, table: int, field: str) -> HttpResponse:
    """One text of the game at a table."""
    return _field(lambda: _at_table(division, table), field)


def player_text(_request: HttpRequest, division: Division, number: int, field: str) -> HttpResponse:
    """One text of a player's game."""
    return _field(lambda: _of_player(division, number), field)


def followed_text(_request: HttpRequest, division: Division, source: str, field: str) -> HttpResponse:
    """One text of the newest result or of the next match."""
    return _field(lambda: _followed(division, source), field)


def stream_text(_request: HttpRequest, event: Event, stream: int, field: str) -> HttpResponse:
    """One text of the game at an annotator's table, whichever that is."""
    return _field(lambda: _of_stream(event, stream), field)


def ticker_text(_request: HttpRequest, division: Division, ticker: str) -> HttpResponse:
    """The standings or the pairings, a line each."""
    if ticker not in TICKERS:
        raise Http404
    return open_to_programs(HttpResponse("\n".join(_ticker_lines(division, ticker)), content_type=_PLAIN))


@xframe_options_exempt
def table_overlay(request: HttpRequest, division: Division, table: int) -> HttpResponseBase:
    """The game at a table, to lay over a picture."""
    return overlay(request, division.event, _at_table(division, table))


@xframe_options_exempt
def player_overlay(request: HttpRequest, division: Division, number: int) -> HttpResponseBase:
    """A player's game, likewise."""
    return overlay(request, division.event, _of_player(division, number))


@xframe_options_exempt
def stream_overlay(request: HttpRequest, event: Event, stream: int) -> HttpResponseBase:
    """The game at an annotator's table, likewise."""
    return overlay(request, event, _of_stream(event, stream))


@xframe_options_exempt
def followed_overlay(request: HttpRequest, division: Division, source: str) -> HttpResponseBase:
    """The newest result or the next match, likewise; or a ticker."""
    if source in TICKERS:
        lines = _ticker_lines(division, source)
        # a longer list takes longer to pass
        speed = 1 + min(len(lines) // 8, 11)
        return _over_a_picture(request, division.event, "ticker", {"lines": lines, "speed": speed})
    return overlay(request, division.event, _followed(division, source))


def tourney_js(_request: HttpRequest, event: Event) -> HttpResponse:
    """The event as tsh publishes one, for programs that read that."""
    return open_to_programs(HttpResponse(tourney_file(event), content_type="text/javascript; charset=utf-8"))


#: No event has as many annotators or players; a database could not even be asked for some numbers.
_MANY: Final = 32_768
_PLAIN: Final = "text/plain; charset=utf-8"


def _field(load: Callable[[], ShownGame], field: str) -> HttpResponse:
    if field not in wording.FIELDS:
        raise Http404
    return open_to_programs(HttpResponse(wording.FIELDS[field].text(load()), content_type=_PLAIN))


def _at_table(division: Division, table: int) -> ShownGame:
    if not 1 <= table <= MAX_TABLE:
        raise Http404
    return shown_at_table(division, table)


def _of_player(division: Division, number: int) -> ShownGame:
    game = shown_of_player(division, number) if number < _MANY else None
    if game is None:
        raise Http404
    return game


def _of_stream(event: Event, stream: int) -> ShownGame:
    game = shown_to_stream(event, stream) if stream < _MANY else None
    if game is None:
        raise Http404
    return game


def _followed(division: Division, source: str) -> ShownGame:
    if source not in FOLLOWED:
        raise Http404
    return shown_followed(division, source)


def _ticker_lines(division: Division, ticker: str) -> list[str]:
    if ticker == "standings":
        return wording.standings_text(public_standings(division)).splitlines()
    return wording.pairings_text(tables_of_round(division)).splitlines()


def open_to_programs(response: HttpResponse) -> HttpResponse:
    """The answer, which scripts on other sites may read; it holds nothing that they could not ask for themselves."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def overlay(request: HttpRequest, event: Event, game: ShownGame) -> HttpResponseBase:
    """The overlay of a game; empty when there is none. Its view is ``xframe_options_exempt``."""
    line = game.line
    players = []
    if line is not None:
        scores = (line.first_score, line.second_score) if wording.score_text(line) else ()
        players = [
            (seat, game.places.get(seat.entry_id), scores[index] if index < len(scores) else None)
            for index, seat in enumerate(line.seats)
        ]
    where = wording.place_text(line.round, line.table_number) if line is not None else ""
    tally = wording.score_text(line) if line is not None and line.first_score is None else ""
    return _over_a_picture(request, event, "overlay", {"players": players, "where": where, "tally": tally})


def _over_a_picture(request: HttpRequest, event: Event, name: str, values: dict[str, object]) -> HttpResponseBase:
    """A transparent page that any site may frame, or only its moving part when an open one asks whether anything is new."""
    part = "_" if "live" in request.GET else ""
    context = {"event": event, "live_url": f"{request.path}?live={event.version}", **values}
    page = render(request, f"tournaments/broadcast/{part}{name}.html", context)
    framed: HttpResponseBase = csp_replace({"frame-ancestors": ["*"]})(lambda _request: page)(request)
    return framed
