"""Addresses of the ratings pages, mounted at ``/ratings/``."""

from django.urls import path

from ratings import evaluation_views, views

app_name = "ratings"
urlpatterns = [
    path("", views.pool_list, name="pools"),
    path("evaluate/<slug:pool>/", evaluation_views.evaluate, name="evaluate"),
    path("<slug:pool>/", views.rating_list, name="list"),
    path("<slug:pool>/calibration/", evaluation_views.calibration, name="calibration"),
    path("<slug:pool>/list.csv", views.rating_list_csv, name="list_csv"),
    path("<slug:pool>/events/", views.event_list, name="events"),
    path("<slug:pool>/events/<int:event>/", views.event_changes, name="event"),
    path("<slug:pool>/events/<int:event>/players/<int:player>/", views.explanation, name="explanation"),
    path("<slug:pool>/players/<int:player>/", views.player_page, name="player"),
]
