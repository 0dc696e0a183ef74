"""Addresses of the director's pages; each object is reached through its event."""

from clubs.access import page
from clubs.permissions import Action
from tournaments.pages.director import auto_draft as auto_pairing
from tournaments.pages.director import (
    backups,
    clock,
    contention,
    copies,
    deleting,
    entries,
    events,
    explain,
    games,
    links,
    log,
    photos,
    prints,
    prizes,
    results,
    roster,
    rounds,
    seeds,
    standings,
)
from tournaments.pages.director import draft as edits
from tournaments.pages.director import fast_entry as line_queue
from tournaments.pages.director import publish_all as start_all
from tournaments.pages.director import rating_link as rated
from tournaments.pages.director import returned_sheets as paper
from tournaments.pages.hall import kiosk

_event = "e/<slug:event>/"
_division = f"{_event}<slug:division>/"
_round = f"{_division}rounds/<int:number>/"
_game = f"{_round}games/<int:pairing>/"

urlpatterns = [
    page("clubs/<slug:club>/events/new/", events.new_event, "new_event", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_event}manage/", events.dashboard, "manage", Action.VIEW_DRAFTS),
    page(f"{_event}manage/event/", events.event_settings, "event_settings", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_event}manage/divisions/new/", events.new_division, "new_division", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_event}manage/backups/", backups.backup_list, "backups", Action.MANAGE_EVENT),
    page(f"{_event}manage/backups/<int:backup>/", backups.download, "download_backup", Action.MANAGE_EVENT),
    page(f"{_event}manage/backups/keep/", backups.keep, "keep_copy", Action.MANAGE_EVENT, "POST"),
    page(
        f"{_event}manage/backups/<int:backup>/restore/",
        copies.restore,
        "restore_backup",
        Action.MANAGE_EVENT,
        "GET POST",
    ),
    page(
        f"{_event}manage/backups/<int:backup>/new-event/",
        copies.new_event,
        "event_from_backup",
        Action.MANAGE_EVENT,
        "POST",
    ),
    page(f"{_event}manage/log/", log.event_log_page, "event_log", Action.MANAGE_EVENT),
    page(f"{_event}manage/log/<int:action>/", log.replay_page, "replay_log", Action.MANAGE_EVENT),
    page(f"{_event}manage/what-if/", copies.try_out, "try_out", Action.MANAGE_EVENT, "POST"),
    page(f"{_event}manage/throw-away/", copies.throw_away, "throw_away", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_event}manage/delete/", deleting.delete_event, "delete_event", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_event}manage/release/", deleting.release_copy, "release_copy", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_event}manage/prizes/", prizes.prizes, "manage_prizes", Action.MANAGE_EVENT),
    page(f"{_event}manage/prizes/new/", prizes.new_prize, "new_prize", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_event}manage/prizes/places/", prizes.add_places, "add_places", Action.MANAGE_EVENT, "POST"),
    page(f"{_event}manage/prizes/print/", prizes.print_prizes, "print_prizes", Action.VIEW_DRAFTS),
    page(f"{_event}manage/prizes/<int:prize>/", prizes.edit_prize, "edit_prize", Action.MANAGE_EVENT, "GET POST"),
    page(
        f"{_event}manage/prizes/<int:prize>/remove/", prizes.remove_prize, "remove_prize", Action.MANAGE_EVENT, "POST"
    ),
    page(f"{_event}manage/prizes/<int:prize>/move/", prizes.move_prize, "move_prize", Action.MANAGE_EVENT, "POST"),
    page(f"{_event}manage/start/", start_all.start_all, "start_all", Action.PAIR, "GET POST"),
    page(f"{_event}manage/clock/", clock.manage_clock, "manage_clock", Action.PAIR, "GET POST"),
    page(f"{_event}manage/clock/<int:clock>/", clock.change_clock, "change_clock", Action.PAIR, "POST"),
    page(f"{_event}manage/kiosk/", kiosk.manage_kiosk, "manage_kiosk", Action.PAIR, "GET POST"),
    page(f"{_event}finish/", events.finish, "finish_event", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_event}reopen/", events.reopen, "reopen_event", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}settings/", events.division_settings, "division_settings", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}manage/ratings/", rated.ratings, "division_ratings", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}manage/ratings/pin/", rated.pin, "pin_ratings", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}manage/ratings/list/", rated.seed, "seed_ratings", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}manage/contention/", contention.contention, "contention", Action.VIEW_DRAFTS, "GET POST"),
    page(f"{_division}manage/auto-pairing/", auto_pairing.auto_pairing, "auto_pairing", Action.PAIR, "GET POST"),
    page(f"{_division}manage/standings/", standings.rules, "standings_rules", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}manage/roster/", roster.roster, "manage_roster", Action.MANAGE_EVENT),
    page(f"{_division}manage/roster/add/", roster.add, "add_entry", Action.MANAGE_EVENT, "POST"),
    page(f"{_division}manage/roster/check/", roster.check, "check_roster", Action.MANAGE_EVENT, "POST"),
    page(f"{_division}manage/roster/import/", roster.import_checked, "import_roster", Action.MANAGE_EVENT, "POST"),
    page(f"{_division}manage/roster/<int:entry>/edit/", entries.edit, "edit_entry", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}manage/roster/<int:entry>/link/", links.replace, "replace_personal_link", Action.PAIR, "POST"),
    page(
        f"{_division}manage/roster/<int:entry>/rounds/", entries.absences, "entry_absences", Action.MANAGE_EVENT, "POST"
    ),
    page(
        f"{_division}manage/roster/<int:entry>/delete/",
        deleting.delete_entry,
        "delete_entry",
        Action.MANAGE_EVENT,
        "GET POST",
    ),
    page(f"{_division}manage/seeds/", seeds.seeds, "seeds", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}manage/blocks/", entries.blocks, "blocks", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}manage/blocks/<int:block>/remove/", entries.unblock, "remove_block", Action.MANAGE_EVENT, "POST"),
    page(
        f"{_division}manage/roster/<int:entry>/withdraw/",
        roster.withdraw,
        "withdraw_entry",
        Action.MANAGE_EVENT,
        "GET POST",
    ),
    page(
        f"{_division}manage/roster/<int:entry>/return/",
        roster.bring_back,
        "return_entry",
        Action.MANAGE_EVENT,
        "GET POST",
    ),
    page(f"{_round}manage/", rounds.manage_round, "manage_round", Action.VIEW_DRAFTS),
    page(f"{_round}why/", explain.explain, "explain_pair", Action.VIEW_DRAFTS),
    page(f"{_round}draft/", edits.draft, "draft_round", Action.PAIR, "POST"),
    page(f"{_round}progress/", edits.progress, "pairing_progress", Action.VIEW_DRAFTS),
    page(f"{_round}swap/", edits.swap, "swap_players", Action.PAIR, "POST"),
    page(f"{_round}seats/<int:pairing>/", edits.seats, "swap_seats", Action.PAIR, "POST"),
    page(f"{_game}lock/", entries.lock, "lock_game", Action.PAIR, "POST"),
    page(f"{_round}discard/", edits.discard, "discard_draft", Action.PAIR, "POST"),
    page(f"{_round}publish/", edits.publish, "publish_round", Action.PAIR, "POST"),
    page(f"{_round}unpublish/", edits.unpublish, "unpublish_round", Action.PAIR, "GET POST"),
    page(f"{_round}sheets/", paper.sheets, "sheets", Action.ENTER_RESULT, "GET POST"),
    page(f"{_round}confirm/", results.confirm, "confirm_reported", Action.ENTER_RESULT, "POST"),
    page(f"{_round}entry/", results.typed_line, "enter_line", Action.ENTER_RESULT, "POST"),
    page(f"{_round}entry/queue/", line_queue.queued_line, "queued_line", Action.ENTER_RESULT, "POST"),
    page(f"{_game}entry/", results.table_scores, "enter_scores", Action.ENTER_RESULT, "POST"),
    page(f"{_game}manage/", games.manage_game, "manage_game", Action.VIEW_DRAFTS),
    page(f"{_game}rule/", games.rule, "rule_game", Action.CORRECT, "POST"),
    page(f"{_game}draw/", games.draw, "draw_first_move", Action.ENTER_RESULT, "POST"),
    page(f"{_game}photos/<int:photo>/", photos.photo, "sheet_photo", Action.VIEW_DRAFTS),
    page(f"{_game}slip/reissue/", games.reissue_slip, "reissue_slip", Action.PAIR, "POST"),
    page(f"{_round}print/ranked/", prints.ranked, "print_ranked", Action.VIEW_DRAFTS),
    page(f"{_round}print/alphabetical/", prints.alphabetical, "print_alphabetical", Action.VIEW_DRAFTS),
    page(f"{_round}print/slips/", prints.slips, "print_slips", Action.PAIR),
    page(f"{_division}print/standings/", prints.standings, "print_standings", Action.VIEW_DRAFTS),
    page(f"{_division}print/links/", links.personal_links, "personal_links", Action.PAIR),
    page(f"{_division}print/handicap/", prints.handicap, "print_handicap", Action.VIEW_DRAFTS),
]
