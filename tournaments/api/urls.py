"""Addresses of events under ``/api/v1/``."""

from django.urls import path

from tournaments.api import conditions, events, past_rounds, prizes, rated, results, roster, rounds, rulings, slips

_event = "events/<slug:event>/"
_division = f"{_event}divisions/<slug:division>/"
_entry = f"{_division}entries/<int:entry>/"
_round = f"{_division}rounds/<int:number>/"
_pairing = f"{_event}pairings/<int:pairing>/"

urlpatterns = [
    path("clubs/<slug:club>/events/", events.ClubEventsView.as_view(), name="club_events"),
    path("events/", events.EventsView.as_view(), name="events"),
    path(_event, events.EventView.as_view(), name="event"),
    path(f"{_event}finish/", events.FinishView.as_view(), name="finish_event"),
    path(f"{_event}reopen/", events.ReopenView.as_view(), name="reopen_event"),
    path(f"{_event}prizes/", prizes.PrizesView.as_view(), name="prizes"),
    path(f"{_event}prizes/<int:prize>/", prizes.PrizeView.as_view(), name="prize"),
    path(f"{_event}awards/", prizes.AwardsView.as_view(), name="awards"),
    path(f"{_event}divisions/", events.DivisionsView.as_view(), name="divisions"),
    path(_division, events.DivisionView.as_view(), name="division"),
    path(f"{_division}ratings/", rated.DivisionRatingsView.as_view(), name="division_ratings"),
    path(f"{_division}ratings/pin/", rated.PinRatingsView.as_view(), name="pin_division_ratings"),
    path(f"{_division}ratings/list/", rated.SeedRatingsView.as_view(), name="seed_division_ratings"),
    path(f"{_division}standings/", rounds.StandingsView.as_view(), name="standings"),
    path(f"{_division}contention/", prizes.ContentionView.as_view(), name="contention"),
    path(f"{_division}entries/", roster.EntriesView.as_view(), name="entries"),
    path(_entry, conditions.EntryView.as_view(), name="entry"),
    path(f"{_entry}absences/", conditions.AbsencesView.as_view(), name="absences"),
    path(f"{_division}blocks/", conditions.BlocksView.as_view(), name="blocks"),
    path(f"{_division}blocks/<int:block>/", conditions.BlockView.as_view(), name="block"),
    path(f"{_entry}withdraw/", roster.WithdrawView.as_view(), name="withdraw_entry"),
    path(f"{_entry}return/", roster.ReturnView.as_view(), name="return_entry"),
    path(f"{_division}roster/preview/", roster.PreviewView.as_view(), name="preview_roster"),
    path(f"{_division}roster/import/", roster.ImportView.as_view(), name="import_roster"),
    path(f"{_division}past-rounds/", past_rounds.PastRoundsView.as_view(), name="past_rounds"),
    path(f"{_division}rounds/", rounds.RoundsView.as_view(), name="rounds"),
    path(_round, rounds.RoundView.as_view(), name="round"),
    path(f"{_round}pairings/", rounds.PairingsView.as_view(), name="pairings"),
    path(f"{_round}readiness/", rounds.ReadinessView.as_view(), name="readiness"),
    path(f"{_round}draft/", rounds.DraftView.as_view(), name="draft_round"),
    path(f"{_round}request/", rounds.PairingRequestView.as_view(), name="pairing_request"),
    path(f"{_round}run/", rounds.RunView.as_view(), name="pairing_run"),
    path(f"{_round}swap-players/", rounds.SwapPlayersView.as_view(), name="swap_players"),
    path(f"{_round}swap-seats/", rounds.SwapSeatsView.as_view(), name="swap_seats"),
    path(f"{_round}locks/", conditions.LocksView.as_view(), name="locks"),
    path(f"{_round}unlock/", conditions.UnlockView.as_view(), name="unlock_pair"),
    path(f"{_round}discard/", rounds.DiscardView.as_view(), name="discard_draft"),
    path(f"{_round}publish/", rounds.PublishView.as_view(), name="publish_round"),
    path(f"{_round}unpublish/", rounds.UnpublishView.as_view(), name="unpublish_round"),
    path(f"{_round}slips/", rounds.SlipsView.as_view(), name="slips"),
    path(_pairing, results.PairingView.as_view(), name="pairing"),
    path(f"{_pairing}submissions/", results.SubmissionsView.as_view(), name="submissions"),
    path(f"{_pairing}history/", results.HistoryView.as_view(), name="history"),
    path(f"{_pairing}consequences/", results.ConsequencesView.as_view(), name="consequences"),
    path(f"{_pairing}ruling/", results.RulingView.as_view(), name="ruling"),
    path(f"{_pairing}record/", results.RecordView.as_view(), name="record"),
    path(f"{_pairing}records/<uuid:uuid>/", results.ReportedRecordView.as_view(), name="reported_record"),
    path(f"{_pairing}records/<uuid:uuid>/original/", results.OriginalView.as_view(), name="original_record"),
    path(f"{_pairing}slip/", results.SlipView.as_view(), name="replace_slip"),
    path(f"{_division}rulings/", rulings.ChallengesView.as_view(), name="challenges"),
    path(f"{_division}word-rulings/", rulings.WordChallengesView.as_view(), name="word_challenges"),
    path(f"{_event}rulings/", rulings.RulingsView.as_view(), name="judge_log"),
    path(f"{_event}rulings/<int:ruling>/", rulings.RulingEntryView.as_view(), name="judge_ruling"),
    path(f"{_event}rulings/<int:ruling>/appeal/", rulings.AppealView.as_view(), name="appeal_ruling"),
    path(f"{_event}rulings/<int:ruling>/overrule/", rulings.OverruleView.as_view(), name="overrule_ruling"),
    path("slips/<str:key>/", slips.SlipReportView.as_view(), name="slip"),
]
