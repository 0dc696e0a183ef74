"""Addresses for other programs: they stay the same while rounds change, and show what everybody may see."""

from clubs.access import EVERYBODY, SIGNED_IN
from tournaments.access import DIVISION, EVENT, PagesOf, ProgramsOfDivision, ProgramsOfEvent
from tournaments.access import of_event as pages_of_event
from tournaments.pages.broadcast import desk, live
from tournaments.web.page_cache import public_page

of_division = PagesOf(f"{DIVISION}live/", ProgramsOfDivision, public_page)
of_event = PagesOf(EVENT, ProgramsOfEvent, public_page)

urlpatterns = [
    of_event("tourney.js", live.tourney_js, "tourney_js", EVERYBODY),
    pages_of_event("broadcast/", desk.broadcast, "broadcast", SIGNED_IN, "GET POST"),
    of_event("live/stream-<int:stream>/<slug:field>.txt", live.stream_text, "live_stream_text", EVERYBODY),
    of_event("live/stream-<int:stream>/", live.stream_overlay, "live_stream", EVERYBODY),
    of_division("table-<int:table>/<slug:field>.txt", live.table_text, "live_table_text", EVERYBODY),
    of_division("table-<int:table>/", live.table_overlay, "live_table", EVERYBODY),
    of_division("player-<int:number>/<slug:field>.txt", live.player_text, "live_player_text", EVERYBODY),
    of_division("player-<int:number>/", live.player_overlay, "live_player", EVERYBODY),
    of_division("<slug:source>/<slug:field>.txt", live.followed_text, "live_text", EVERYBODY),
    of_division("<slug:ticker>.txt", live.ticker_text, "live_ticker_text", EVERYBODY),
    of_division("<slug:source>/", live.followed_overlay, "live", EVERYBODY),
]
