"""Addresses of the ratings pages, mounted at ``/ratings/``."""

from django.urls import path

from ratings import views

app_name = "ratings"
urlpatterns = [
    path("", views.pool_list, name="pools"),
    path("<slug:pool>/", views.rating_list, name="list"),
    path("<slug:pool>/list.csv", views.rating_list_csv, name="list_csv"),
    path("<slug:pool>/events/", views.event_list, name="events"),
    path("<slug:pool>/events/<int:event>/", views.event_changes, name="event"),
    path("<slug:pool>/events/<int:event>/players/<int:player>/", views.explanation, name="explanation"),
    path("<slug:pool>/players/<int:player>/", views.player_page, name="player"),
]
