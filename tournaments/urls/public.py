"""Addresses of the pages that everyone may see, and of the slips."""

from django.urls import URLPattern

from clubs.access import EVERYBODY, KEY, SIGNED_IN, page
from tournaments.access import (
    DIVISION,
    EVENT,
    ROUND,
    DivisionPath,
    EventNamesPath,
    EventPath,
    NamesPath,
    PagesOf,
    PairingPath,
    RoundPath,
    of_event,
    of_round,
    of_short_code,
)
from tournaments.pages.director import roles
from tournaments.pages.hall import check_in, kiosk, screens
from tournaments.pages.public import (
    both_sheets,
    certificates,
    comments,
    event,
    exports,
    game_files,
    games,
    leaving,
    my_events,
    search,
    sharing,
    study,
    variations,
)
from tournaments.pages.slip import day, first_move, game_clock, own_page, slip
from tournaments.web.page_cache import public_page

cached_event = PagesOf(EVENT, EventPath, public_page)
cached_division = PagesOf(DIVISION, DivisionPath, public_page)
cached_names = PagesOf(DIVISION, NamesPath, public_page)
of_event_names = PagesOf(EVENT, EventNamesPath)
of_names = PagesOf(DIVISION, NamesPath)
cached_round = PagesOf(ROUND, RoundPath, public_page)
of_game = PagesOf(f"{EVENT}games/<int:pairing>/", PairingPath)


def _slip(at: str, name: str) -> list[URLPattern]:
    """The pages of a slip, whoever's key opens it."""
    return [
        page(at, slip.slip_page, name, KEY, "GET POST"),
        page(f"{at}draw/", first_move.draw, f"{name}_draw", KEY, "POST"),
        page(f"{at}at-table/", day.at_table, f"{name}_at_table", KEY, "POST"),
        page(f"{at}clock/", game_clock.slip_clock_page, f"{name}_clock", KEY),
        page(f"{at}check/", slip.check_moves, f"{name}_check", KEY, "POST"),
        page(f"{at}sent/<uuid:token>/", slip.sent_page, f"{name}_sent", KEY),
        page(f"{at}sent/<uuid:token>/photo/", slip.send_photo, f"{name}_photo", KEY, "POST"),
    ]


urlpatterns: list[URLPattern] = [
    page("s/", slip.code_page, "slip_code", EVERYBODY, "GET POST"),
    *_slip("s/<str:key>/", "slip"),
    page("game-clock/", game_clock.game_clock_page, "game_clock", EVERYBODY),
    page("p/<str:key>/", own_page.own_page, "own_page", KEY),
    page("p/<str:key>/me/", my_events.claim_by_link, "claim_by_link", KEY, "GET POST"),
    page("search/", search.search_page, "search", EVERYBODY),
    page("my/", my_events.my_events_page, "my_events", SIGNED_IN),
    page("my/collections/", comments.collections, "collections", SIGNED_IN, "GET POST"),
    page("collections/<int:collection>/", comments.collection, "collection", EVERYBODY),
    page("collections/<int:collection>/edit/", comments.edit_collection, "edit_collection", SIGNED_IN, "POST"),
    page("my/words/", study.missed_words_page, "missed_words", SIGNED_IN),
    page("clubs/<slug:club>/puzzles/", study.puzzles_page, "puzzles", EVERYBODY),
    page("my/data/", my_events.my_data_file, "my_data", SIGNED_IN),
    page("my/delete/", leaving.delete_account, "delete_account", SIGNED_IN, "GET POST"),
    page("p/<str:key>/here/", day.here, "own_here", KEY, "POST"),
    page("p/<str:key>/day/", day.day, "own_day", KEY, "GET POST"),
    page("p/<str:key>/queue/", day.queue, "own_queue", KEY, "POST"),
    *_slip("p/<str:key>/<int:number>/", "own_slip"),
    page("p/<str:key>/<int:number>/sheets/", both_sheets.own_sheets, "own_sheets", KEY, "GET POST"),
    page("certificates/", certificates.check_certificate, "check_certificate", EVERYBODY),
    page("certificates/<str:key>/", certificates.certificate, "certificate", KEY),
    page("k/<str:key>/", kiosk.kiosk, "kiosk", KEY),
    page("k/<str:key>/check-in/", check_in.kiosk_check_in, "kiosk_check_in", KEY, "GET POST"),
    page("roles/event/<str:key>/", roles.take_role, "take_role", KEY, "GET POST"),
    page("i/<str:key>/", event.open_event, "open_event", KEY),
    of_short_code("", event.short_address, "short_address", EVERYBODY),
    cached_event("", event.event_page, "event", EVERYBODY),
    of_event_names("display/", screens.event_display_page, "event_display", EVERYBODY),
    of_event_names("your-games/", event.your_games_part, "your_games", EVERYBODY),
    of_event("clock/", screens.clock_time, "clock_time", EVERYBODY),
    of_event("schedule/", event.schedule_page, "schedule", EVERYBODY),
    of_event_names("event.json", exports.event_json, "event_json", EVERYBODY),
    of_event("auditor.py", exports.auditor_py, "auditor_py", EVERYBODY),
    cached_event("prizes/", event.prizes_page, "prizes", EVERYBODY),
    of_game("", games.replay_page, "replay", EVERYBODY),
    of_game("sheets/", both_sheets.sheets_page, "both_sheets", SIGNED_IN, "GET POST"),
    of_game("comment/", comments.comment, "comment", SIGNED_IN, "POST"),
    of_game("comments/<int:comment>/remove/", comments.uncomment, "remove_comment", SIGNED_IN, "POST"),
    of_game("collect/", comments.add_to_collection, "collect_game", SIGNED_IN, "POST"),
    of_game("what-if/", variations.what_if, "what_if_here", EVERYBODY),
    of_game("puzzle/<int:turn>/", study.puzzle_page, "puzzle", EVERYBODY),
    of_game("sharing/", sharing.share_record, "share_record", SIGNED_IN, "POST"),
    of_game("position.svg", game_files.position_svg, "position_svg", EVERYBODY),
    of_game("position.png", game_files.position_png, "position_png", EVERYBODY),
    of_game("card.png", game_files.card, "game_card", EVERYBODY),
    of_game("embed/", game_files.embed, "embed_game", EVERYBODY),
    of_game("record.<slug:ending>", game_files.written, "written_record", EVERYBODY),
    of_game("record/", games.record_file, "record_file", EVERYBODY),
    cached_names("standings/", event.standings_page, "standings", EVERYBODY),
    cached_names("handicap/", event.handicap_page, "handicap", EVERYBODY),
    of_names("standings.png", event.standings_png, "standings_png", EVERYBODY),
    of_names("standings.csv", exports.standings_csv, "standings_csv", EVERYBODY),
    of_names("results.csv", exports.results_csv, "results_csv", EVERYBODY),
    of_names("division.json", exports.division_json, "division_json", EVERYBODY),
    of_names("division.t", exports.division_tsh, "division_tsh", EVERYBODY),
    cached_names("wall-chart/", event.wall_chart_page, "wall_chart", EVERYBODY),
    cached_names("games/", event.games_page, "games", EVERYBODY),
    cached_names("bracket/", event.bracket_page, "bracket", EVERYBODY),
    cached_names("teams/", event.teams_page, "teams", EVERYBODY),
    of_names("outlook/", event.projection, "outlook", EVERYBODY),
    cached_round("", event.round_page, "round", EVERYBODY),
    of_round("find/", screens.find_page, "find_table", EVERYBODY),
    of_names("display/", screens.display_page, "display", EVERYBODY),
    cached_names("roster/", event.roster_page, "roster", EVERYBODY),
    cached_division("rules/", event.rules_page, "rules", EVERYBODY),
    of_names("players/<int:number>/scorecard/", event.scorecard_page, "scorecard", EVERYBODY),
    cached_names("players/<int:number>/", event.player_page, "player", EVERYBODY),
]
