"""Addresses of the ratings pages, mounted at ``/ratings/``."""

from django.urls import path, re_path

from ratings import evaluation_views, officer, views

app_name = "ratings"
urlpatterns = [
    path("", views.pool_list, name="pools"),
    path("office/<slug:club>/", officer.office, name="office"),
    path("office/<slug:club>/new/", officer.new_pool, name="new_pool"),
    path("office/<slug:club>/merge/", officer.merge, name="merge"),
    path("office/<slug:club>/merges/<int:pk>/undo/", officer.undo_merge, name="undo_merge"),
    path("office/<slug:club>/anonymise/", officer.anonymise, name="anonymise"),
    path("evaluate/<slug:pool>/", evaluation_views.evaluate, name="evaluate"),
    path("<slug:pool>/", views.rating_list, name="list"),
    path("<slug:pool>/calibration/", evaluation_views.calibration, name="calibration"),
    re_path(r"^(?P<pool>[-\w]+)/list\.(?P<form>csv|json|rt)$", views.rating_list_file, name="list_file"),
    path("<slug:pool>/runs/", views.run_list, name="runs"),
    path("<slug:pool>/check/", officer.check, name="check"),
    path("<slug:pool>/publish/", officer.publish, name="publish"),
    path("<slug:pool>/accepts/", officer.accepts, name="accepts"),
    path("<slug:pool>/opening/", officer.opening, name="opening"),
    path("<slug:pool>/import/", officer.import_list, name="import"),
    path("<slug:pool>/official/", views.official_lists, name="official_lists"),
    path("<slug:pool>/official/<int:pk>/", views.official_list, name="official_list"),
    re_path(
        r"^(?P<pool>[-\w]+)/official/(?P<pk>[0-9]{1,18})/list\.(?P<form>csv|json|rt)$",
        views.official_list_file,
        name="official_list_file",
    ),
    path("<slug:pool>/events/", views.event_list, name="events"),
    path("<slug:pool>/events/<int:event>/", views.event_changes, name="event"),
    path("<slug:pool>/events/<int:event>/outlook/", views.outlook, name="outlook"),
    path("<slug:pool>/events/<int:event>/players/<int:player>/", views.explanation, name="explanation"),
    path("<slug:pool>/events/<int:event>/players/<int:player>/games/", officer.event_games, name="event_games"),
    path(
        "<slug:pool>/events/<int:event>/players/<int:player>/games/<str:key>/move/",
        officer.move_result,
        name="move_result",
    ),
    path("<slug:pool>/players/<int:player>/", views.player_page, name="player"),
    path("<slug:pool>/players/<int:player>/next/", views.compare, name="compare"),
]
