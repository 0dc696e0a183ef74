"""Addresses of the director's pages; each object is reached through its event."""

from django.urls import path

from tournaments.views.director import (
    backups,
    edits,
    entries,
    events,
    explain,
    games,
    paper,
    prints,
    results,
    roster,
    rounds,
    standings,
)

_event = "e/<slug:event>/"
_division = f"{_event}<slug:division>/"
_round = f"{_division}rounds/<int:number>/"
_game = f"{_round}games/<int:pairing>/"

urlpatterns = [
    path("clubs/<slug:club>/events/new/", events.new_event, name="new_event"),
    path(f"{_event}manage/", events.dashboard, name="manage"),
    path(f"{_event}manage/event/", events.event_settings, name="event_settings"),
    path(f"{_event}manage/divisions/new/", events.new_division, name="new_division"),
    path(f"{_event}manage/backups/", backups.backup_list, name="backups"),
    path(f"{_event}manage/backups/<int:backup>/", backups.download, name="download_backup"),
    path(f"{_event}finish/", events.finish, name="finish_event"),
    path(f"{_event}reopen/", events.reopen, name="reopen_event"),
    path(f"{_division}settings/", events.division_settings, name="division_settings"),
    path(f"{_division}manage/standings/", standings.rules, name="standings_rules"),
    path(f"{_division}manage/roster/", roster.roster, name="manage_roster"),
    path(f"{_division}manage/roster/add/", roster.add, name="add_entry"),
    path(f"{_division}manage/roster/check/", roster.check, name="check_roster"),
    path(f"{_division}manage/roster/import/", roster.import_checked, name="import_roster"),
    path(f"{_division}manage/roster/<int:entry>/edit/", entries.edit, name="edit_entry"),
    path(f"{_division}manage/roster/<int:entry>/rounds/", entries.absences, name="entry_absences"),
    path(f"{_division}manage/blocks/", entries.blocks, name="blocks"),
    path(f"{_division}manage/blocks/<int:block>/remove/", entries.unblock, name="remove_block"),
    path(f"{_division}manage/roster/<int:entry>/withdraw/", roster.withdraw, name="withdraw_entry"),
    path(f"{_division}manage/roster/<int:entry>/return/", roster.bring_back, name="return_entry"),
    path(f"{_round}manage/", rounds.manage_round, name="manage_round"),
    path(f"{_round}why/", explain.explain, name="explain_pair"),
    path(f"{_round}draft/", edits.draft, name="draft_round"),
    path(f"{_round}swap/", edits.swap, name="swap_players"),
    path(f"{_round}seats/<int:pairing>/", edits.seats, name="swap_seats"),
    path(f"{_game}lock/", entries.lock, name="lock_game"),
    path(f"{_round}discard/", edits.discard, name="discard_draft"),
    path(f"{_round}publish/", edits.publish, name="publish_round"),
    path(f"{_round}unpublish/", edits.unpublish, name="unpublish_round"),
    path(f"{_round}sheets/", paper.sheets, name="sheets"),
    path(f"{_round}entry/", results.typed_line, name="enter_line"),
    path(f"{_game}entry/", results.table_scores, name="enter_scores"),
    path(f"{_game}manage/", games.manage_game, name="manage_game"),
    path(f"{_game}rule/", games.rule, name="rule_game"),
    path(f"{_game}slip/reissue/", games.reissue_slip, name="reissue_slip"),
    path(f"{_round}print/ranked/", prints.ranked, name="print_ranked"),
    path(f"{_round}print/alphabetical/", prints.alphabetical, name="print_alphabetical"),
    path(f"{_round}print/slips/", prints.slips, name="print_slips"),
    path(f"{_division}print/standings/", prints.standings, name="print_standings"),
]
