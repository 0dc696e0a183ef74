"""Addresses of ratings under ``/api/v1/``; below ``ratings/`` the same as the pages'."""

from clubs.access import Needs
from clubs.api.addresses import READ, api
from clubs.permissions import Action
from clubs.scopes import Scope
from ratings.api import office, views

_OFFICER = Needs(Action.MANAGE_RATINGS, Scope.RATINGS)
_OFFICE = Needs(Action.MANAGE_RATINGS, Scope.READ)
urlpatterns = [
    api("clubs/<slug:club>/rating-pools/", views.ClubPoolsView, "club_rating_pools", get=READ, post=_OFFICER),
    api("ratings/", views.PoolsView, "rating_pools", get=READ),
    api("ratings/<slug:pool>/", views.PoolView, "rating_pool", get=READ),
    api("ratings/<slug:pool>/accepts/", office.AcceptedView, "accepted_results", get=READ, put=_OFFICER),
    api("ratings/<slug:pool>/checks/", office.ChecksView, "rating_checks", get=_OFFICE, post=_OFFICER),
    api("ratings/<slug:pool>/import/", office.ImportView, "import_ratings", post=_OFFICER),
    api("ratings/<slug:pool>/import/preview/", office.ImportPreviewView, "preview_rating_import", post=_OFFICER),
    api("ratings/<slug:pool>/official/", office.OfficialListsView, "official_lists", get=READ, post=_OFFICER),
    api("ratings/<slug:pool>/official/<int:listed>/", office.OfficialListView, "official_list", get=READ),
    api("ratings/<slug:pool>/openings/<int:player>/", office.OpeningView, "opening_rating", get=_OFFICE, put=_OFFICER),
    api("ratings/<slug:pool>/events/<int:event>/move/", office.MoveView, "move_rated_game", post=_OFFICER),
    api("clubs/<slug:club>/merges/", office.MergesView, "merges", get=_OFFICE, post=_OFFICER),
    api("clubs/<slug:club>/merges/<int:merge>/undo/", office.UndoMergeView, "undo_merge", post=_OFFICER),
    api("clubs/<slug:club>/players/<int:player>/anonymise/", office.AnonymiseView, "anonymise_player", post=_OFFICER),
    api("ratings/<slug:pool>/players/", views.PlayersView, "rating_list", get=READ),
    api("ratings/<slug:pool>/players/<int:player>/", views.PlayerView, "player_rating", get=READ),
    api("ratings/<slug:pool>/events/", views.EventsView, "rated_events", get=READ),
    api("ratings/<slug:pool>/events/<int:event>/", views.EventView, "rated_event", get=READ),
    api("ratings/<slug:pool>/events/<int:event>/players/<int:player>/", views.ExplanationView, "explanation", get=READ),
]
