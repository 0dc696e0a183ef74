"""Addresses of ratings under ``/api/v1/``; below ``ratings/`` the same as the pages'."""

from django.urls import path

from ratings.api import views

urlpatterns = [
    path("clubs/<slug:club>/rating-pools/", views.ClubPoolsView.as_view(), name="club_rating_pools"),
    path("ratings/", views.PoolsView.as_view(), name="rating_pools"),
    path("ratings/<slug:pool>/", views.PoolView.as_view(), name="rating_pool"),
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
