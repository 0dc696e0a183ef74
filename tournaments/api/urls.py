"""Addresses of events under ``/api/v1/``."""

from clubs.access import KEY, Needs
from clubs.api.addresses import READ, api
from clubs.permissions import Action
from clubs.scopes import Scope
from tournaments.api import auto_draft as auto_pairing
from tournaments.api import (
    bracket,
    check_in,
    clock,
    corrections,
    event_log,
    events,
    feed,
    handicaps,
    judging,
    links,
    own,
    past_rounds,
    prizes,
    queue,
    results,
    roles,
    roster,
    round_plan,
    rounds,
    seeds,
    slips,
    teams,
    undo,
)
from tournaments.api import constraints as conditions
from tournaments.api import publish_all as start_all
from tournaments.api import rating_link as rated

_event = "events/<slug:event>/"
_division = f"{_event}divisions/<slug:division>/"
_entry = f"{_division}entries/<int:entry>/"
_round = f"{_division}rounds/<int:number>/"
_pairing = f"{_event}pairings/<int:pairing>/"

_MANAGE = Needs(Action.MANAGE_EVENT, Scope.EVENTS)
_LOOK_BACK = Needs(Action.MANAGE_EVENT, Scope.READ)
_ROLES = Needs(Action.GIVE_ROLES, Scope.READ)
_GIVE_ROLES = Needs(Action.GIVE_ROLES, Scope.EVENTS)
_ROSTER = Needs(Action.MANAGE_EVENT, Scope.ROSTERS)
_LEAVING = Needs(Action.PAIR, Scope.ROSTERS)
_DRAFTS = Needs(Action.VIEW_DRAFTS, Scope.READ)
_PAIR = Needs(Action.PAIR, Scope.ROUNDS)
_CORRECT = Needs(Action.CORRECT, Scope.RESULTS)
_ENTER = Needs(Action.ENTER_RESULT, Scope.RESULTS)
_RULE = Needs(Action.RULE, Scope.ADJUDICATIONS)
_ADJUDICATIONS = Needs(Action.RULE, Scope.READ)
_CHECK_IN = Needs(Action.CHECK_IN, Scope.ROSTERS)
_DESK = Needs(Action.CHECK_IN, Scope.READ)
_KEY = Needs(KEY)
urlpatterns = [
    api("clubs/<slug:club>/events/", events.ClubEventsView, "club_events", get=READ, post=_MANAGE),
    api("events/", events.EventsView, "events", get=READ),
    api(_event, events.EventView, "event", get=READ, patch=_MANAGE, delete=_MANAGE),
    api(f"{_event}finish/", events.FinishView, "finish_event", post=_MANAGE),
    api(f"{_event}release/", events.ReleaseView, "release_event", post=_MANAGE),
    api(f"{_event}reopen/", events.ReopenView, "reopen_event", post=_MANAGE),
    api(f"{_event}feed/", feed.FeedView, "feed", get=_LOOK_BACK, put=_MANAGE, delete=_MANAGE),
    api(f"{_event}feed/act/", feed.FeedActView, "feed_act", post=_MANAGE),
    api(f"{_event}start/", start_all.StartView, "start_rounds", get=_DRAFTS, post=_PAIR),
    api(f"{_event}clocks/", clock.ClocksView, "clocks", get=READ, post=_PAIR),
    api(f"{_event}clocks/<int:clock>/", clock.ClockView, "clock", post=_PAIR),
    api(f"{_event}table-times/", clock.TableTimesView, "table_times", get=READ, post=_PAIR),
    api(f"{_event}table-times/<int:time>/", clock.TableTimeView, "table_time", delete=_PAIR),
    api(f"{_event}check-in/", check_in.CheckInView, "check_in", get=_DESK, put=_MANAGE, delete=_MANAGE),
    api(f"{_event}check-in/players/", check_in.DeskView, "arrivals", get=_DESK),
    api(f"{_event}check-in/here/", check_in.HereView, "check_players_in", post=_CHECK_IN),
    api(f"{_event}check-in/here/<int:entry>/", check_in.ArrivalView, "undo_arrival", delete=_CHECK_IN),
    api(f"{_event}check-in/absent/", check_in.AbsentView, "mark_no_shows", post=_ROSTER),
    api(f"{_event}check-in/withdraw/", check_in.NoShowView, "withdraw_no_show", post=_ROSTER),
    api(f"{_event}prizes/", prizes.PrizesView, "prizes", get=READ, post=_MANAGE),
    api(f"{_event}prizes/<int:prize>/", prizes.PrizeView, "prize", put=_MANAGE, delete=_MANAGE),
    api(f"{_event}prize-sheet/", prizes.PrizeSheetView, "prize_sheet", get=_LOOK_BACK, put=_MANAGE),
    api(f"{_event}awards/", prizes.AwardsView, "awards", get=READ),
    api(f"{_event}roles/", roles.EventRolesView, "event_roles", get=_ROLES, post=_GIVE_ROLES),
    api(f"{_event}roles/<int:grant>/", roles.EventRoleView, "event_role", delete=_GIVE_ROLES),
    api(f"{_event}log/", event_log.EventLogView, "event_log", get=_LOOK_BACK),
    api(f"{_event}log/<int:action>/", event_log.LogEntryView, "event_log_entry", get=_LOOK_BACK),
    api(f"{_event}what-ifs/", event_log.WhatIfsView, "what_ifs", get=_LOOK_BACK, post=_MANAGE),
    api(f"{_event}what-ifs/<slug:what_if>/", event_log.WhatIfView, "what_if", delete=_MANAGE),
    api(f"{_event}divisions/", events.DivisionsView, "divisions", post=_MANAGE),
    api(_division, events.DivisionView, "division", get=READ, patch=_MANAGE),
    api(f"{_division}ratings/", rated.DivisionRatingsView, "division_ratings", get=_DRAFTS, put=_MANAGE),
    api(f"{_division}ratings/pin/", rated.PinRatingsView, "pin_division_ratings", post=_MANAGE),
    api(f"{_division}ratings/list/", rated.SeedRatingsView, "seed_division_ratings", post=_MANAGE),
    api(f"{_division}queue/", queue.QueueView, "queue", get=_DESK, put=_PAIR),
    api(f"{_division}queue/players/", queue.QueuePlacesView, "join_queue", post=_CHECK_IN),
    api(
        f"{_division}queue/players/<int:entry>/",
        queue.QueuePlaceView,
        "queue_place",
        patch=_PAIR,
        delete=_CHECK_IN,
    ),
    api(f"{_division}queue/pairs/", queue.QueuePairsView, "pair_queue", post=_PAIR),
    api(f"{_division}queue/games/<int:game>/", queue.QueueGameView, "queue_game", delete=_PAIR),
    api(f"{_division}standings/", rounds.StandingsView, "standings", get=READ),
    api(f"{_division}handicap-standings/", handicaps.HandicapStandingsView, "handicap_standings", get=READ),
    api(f"{_division}bracket/", bracket.BracketView, "bracket", get=READ),
    api(f"{_division}team-standings/", teams.TeamStandingsView, "team_standings", get=READ),
    api(f"{_division}team-matches/", teams.TeamMatchesView, "team_matches", get=READ),
    api(
        f"{_division}contention/",
        prizes.ContentionView,
        "contention",
        get=_DRAFTS,
        post=Needs(Action.VIEW_DRAFTS, Scope.EVENTS),
    ),
    api(f"{_division}entries/", roster.EntriesView, "entries", get=READ, post=_ROSTER),
    api(_entry, conditions.EntryView, "entry", patch=_ROSTER, delete=_ROSTER),
    api(f"{_entry}absences/", conditions.AbsencesView, "absences", get=_DRAFTS, put=_ROSTER),
    api(f"{_division}seeds/", seeds.SeedsView, "seeds", get=READ, put=_ROSTER),
    api(f"{_division}blocks/", conditions.BlocksView, "blocks", get=_DRAFTS, post=_ROSTER),
    api(f"{_division}blocks/<int:block>/", conditions.BlockView, "block", delete=_ROSTER),
    api(f"{_division}personal-links/", links.PersonalLinksView, "personal_links", get=_PAIR),
    api(f"{_entry}link/", links.PersonalLinkView, "replace_personal_link", post=_PAIR),
    api(f"{_entry}withdraw/", roster.WithdrawView, "withdraw_entry", post=_LEAVING),
    api(f"{_entry}return/", roster.ReturnView, "return_entry", post=_LEAVING),
    api(f"{_division}roster/preview/", roster.PreviewView, "preview_roster", post=_ROSTER),
    api(f"{_division}roster/import/", roster.ImportView, "import_roster", post=_ROSTER),
    api(f"{_division}past-rounds/", past_rounds.PastRoundsView, "past_rounds", post=_ROSTER),
    api(f"{_division}auto-pairing/", auto_pairing.AutoPairingView, "auto_pairing", get=_DRAFTS, put=_PAIR),
    api(f"{_division}plan/", round_plan.PlanView, "round_plan", get=READ, put=Needs(Action.MANAGE_EVENT, Scope.ROUNDS)),
    api(f"{_division}rounds/", rounds.RoundsView, "rounds", get=READ),
    api(_round, rounds.RoundView, "round", get=READ),
    api(f"{_round}pairings/", rounds.PairingsView, "pairings", get=READ),
    api(f"{_round}readiness/", rounds.ReadinessView, "readiness", get=_DRAFTS),
    api(f"{_round}draft/", rounds.DraftView, "draft_round", post=_PAIR),
    api(f"{_round}request/", rounds.PairingRequestView, "pairing_request", get=_DRAFTS),
    api(f"{_round}run/", rounds.RunView, "pairing_run", get=_DRAFTS),
    api(f"{_round}by-hand/", rounds.PairByHandView, "pair_by_hand", post=_PAIR),
    api(f"{_round}swap-players/", rounds.SwapPlayersView, "swap_players", post=_PAIR),
    api(f"{_round}swap-seats/", rounds.SwapSeatsView, "swap_seats", post=_PAIR),
    api(f"{_round}locks/", conditions.LocksView, "locks", get=_DRAFTS, post=_PAIR),
    api(f"{_round}unlock/", conditions.UnlockView, "unlock_pair", post=_PAIR),
    api(f"{_round}discard/", rounds.DiscardView, "discard_draft", post=_PAIR),
    api(f"{_round}broken-rules/", rounds.BrokenRulesView, "broken_rules", get=_DRAFTS),
    api(f"{_round}publish/", rounds.PublishView, "publish_round", post=_PAIR),
    api(f"{_round}unpublish/", rounds.UnpublishView, "unpublish_round", post=_PAIR),
    api(f"{_round}confirm/", links.ConfirmView, "confirm_reported", post=_ENTER),
    api(
        f"{_round}own-entries/",
        undo.OwnEntriesView,
        "own_entries",
        get=Needs(Action.ENTER_RESULT, Scope.READ),
        post=_ENTER,
    ),
    api(f"{_round}slips/", rounds.SlipsView, "slips", get=_PAIR),
    api(_pairing, results.PairingView, "pairing", get=READ),
    api(f"{_pairing}submissions/", results.SubmissionsView, "submissions", post=_ENTER),
    api(f"{_pairing}history/", results.HistoryView, "history", get=_DRAFTS),
    api(f"{_pairing}consequences/", results.ConsequencesView, "consequences", get=Needs(Action.CORRECT, Scope.READ)),
    api(f"{_pairing}ruling/preview/", corrections.RulingPreviewView, "ruling_preview", post=_CORRECT),
    api(f"{_pairing}ruling/", results.RulingView, "ruling", post=_CORRECT),
    api(f"{_pairing}goes-on/", results.GoesOnView, "goes_on", put=_CORRECT),
    api(f"{_pairing}record/", results.RecordView, "record", get=READ),
    api(f"{_pairing}records/<uuid:uuid>/", results.ReportedRecordView, "reported_record", get=READ),
    api(f"{_pairing}records/<uuid:uuid>/original/", results.OriginalView, "original_record", get=READ),
    api(f"{_pairing}slip/", results.SlipView, "replace_slip", post=_PAIR),
    api(f"{_division}adjudications/", judging.ChallengesView, "challenges", post=_RULE),
    api(f"{_division}word-adjudications/", judging.WordChallengesView, "word_challenges", post=_RULE),
    api(f"{_event}adjudications/", judging.AdjudicationsView, "judge_log", get=_ADJUDICATIONS),
    api(
        f"{_event}adjudications/<int:adjudication>/",
        judging.AdjudicationEntryView,
        "judge_adjudication",
        get=_ADJUDICATIONS,
    ),
    api(f"{_event}adjudications/<int:adjudication>/appeal/", judging.AppealView, "appeal_adjudication", post=_RULE),
    api(
        f"{_event}adjudications/<int:adjudication>/overrule/", judging.OverruleView, "overrule_adjudication", post=_RULE
    ),
    api("own/<str:link>/", own.OwnPageView, "own_event", get=_KEY),
    api("own/<str:link>/rounds/<int:number>/", own.OwnGameView, "own_game", get=_KEY, post=_KEY),
    api("slips/<str:key>/", slips.SlipReportView, "slip", get=_KEY, post=_KEY),
]
