"""Addresses of ratings under ``/api/v1/``; below ``ratings/`` the same as the pages'."""

from django.urls import path

from ratings.api import office, views

urlpatterns = [
    path("clubs/<slug:club>/rating-pools/", views.ClubPoolsView.as_view(), name="club_rating_pools"),
    path("ratings/", views.PoolsView.as_view(), name="rating_pools"),
    path("ratings/<slug:pool>/", views.PoolView.as_view(), name="rating_pool"),
    path("ratings/<slug:pool>/accepts/", office.AcceptedView.as_view(), name="accepted_results"),
    path("ratings/<slug:pool>/checks/", office.ChecksView.as_view(), name="rating_checks"),
    path("ratings/<slug:pool>/import/", office.ImportView.as_view(), name="import_ratings"),
    path("ratings/<slug:pool>/import/preview/", office.ImportPreviewView.as_view(), name="preview_rating_import"),
    path("ratings/<slug:pool>/official/", office.OfficialListsView.as_view(), name="official_lists"),
    path("ratings/<slug:pool>/official/<int:listed>/", office.OfficialListView.as_view(), name="official_list"),
    path("ratings/<slug:pool>/openings/<int:player>/", office.OpeningView.as_view(), name="opening_rating"),
    path("ratings/<slug:pool>/events/<int:event>/move/", office.MoveView.as_view(), name="move_rated_game"),
    path("clubs/<slug:club>/merges/", office.MergesView.as_view(), name="merges"),
    path("clubs/<slug:club>/merges/<int:merge>/undo/", office.UndoMergeView.as_view(), name="undo_merge"),
    path("clubs/<slug:club>/players/<int:player>/anonymise/", office.AnonymiseView.as_view(), name="anonymise_player"),
    path("ratings/<slug:pool>/players/", views.PlayersView.as_view(), name="rating_list"),
    path("ratings/<slug:pool>/players/<int:player>/", views.PlayerView.as_view(), name="player_rating"),
    path("ratings/<slug:pool>/events/", views.EventsView.as_view(), name="rated_events"),
    path("ratings/<slug:pool>/events/<int:event>/", views.EventView.as_view(), name="rated_event"),
    path(
        "ratings/<slug:pool>/events/<int:event>/players/<int:player>/",
        views.ExplanationView.as_view(),
        name="explanation",
    ),
]
