"""Addresses of the ratings pages, mounted at ``/ratings/``."""

from clubs.access import EVERYBODY, page
from clubs.permissions import Action
from ratings.pages import evaluation as evaluation_views
from ratings.pages import office as officer
from ratings.pages import public as views

app_name = "ratings"
urlpatterns = [
    page("", views.pool_list, "pools", EVERYBODY),
    page("office/<slug:club>/", officer.office, "office", Action.MANAGE_RATINGS),
    page("office/<slug:club>/new/", officer.new_pool, "new_pool", Action.MANAGE_RATINGS, "GET POST"),
    page("office/<slug:club>/merge/", officer.merge, "merge", Action.MANAGE_RATINGS, "GET POST"),
    page(
        "office/<slug:club>/merges/<int:pk>/undo/", officer.undo_merge, "undo_merge", Action.MANAGE_RATINGS, "GET POST"
    ),
    page("office/<slug:club>/anonymise/", officer.anonymise, "anonymise", Action.MANAGE_RATINGS, "GET POST"),
    page("evaluate/<slug:pool>/", evaluation_views.evaluate, "evaluate", Action.MANAGE_RATINGS),
    page("<slug:pool>/", views.rating_list, "list", EVERYBODY),
    page("<slug:pool>/calibration/", evaluation_views.calibration, "calibration", EVERYBODY),
    page(r"^(?P<pool>[-\w]+)/list\.(?P<form>csv|json|rt)$", views.rating_list_file, "list_file", EVERYBODY),
    page("<slug:pool>/runs/", views.run_list, "runs", EVERYBODY),
    page("<slug:pool>/check/", officer.check, "check", Action.MANAGE_RATINGS, "GET POST"),
    page("<slug:pool>/publish/", officer.publish, "publish", Action.MANAGE_RATINGS, "GET POST"),
    page("<slug:pool>/accepts/", officer.accepts, "accepts", Action.MANAGE_RATINGS, "GET POST"),
    page("<slug:pool>/opening/", officer.opening, "opening", Action.MANAGE_RATINGS, "GET POST"),
    page("<slug:pool>/import/", officer.import_list, "import", Action.MANAGE_RATINGS, "GET POST"),
    page("<slug:pool>/official/", views.official_lists, "official_lists", EVERYBODY),
    page("<slug:pool>/official/<int:pk>/", views.official_list, "official_list", EVERYBODY),
    page(
        r"^(?P<pool>[-\w]+)/official/(?P<pk>[0-9]{1,18})/list\.(?P<form>csv|json|rt)$",
        views.official_list_file,
        "official_list_file",
        EVERYBODY,
    ),
    page("<slug:pool>/events/", views.event_list, "events", EVERYBODY),
    page("<slug:pool>/events/<int:event>/", views.event_changes, "event", EVERYBODY),
    page("<slug:pool>/events/<int:event>/outlook/", views.outlook, "outlook", EVERYBODY),
    page("<slug:pool>/events/<int:event>/players/<int:player>/", views.explanation, "explanation", EVERYBODY),
    page(
        "<slug:pool>/events/<int:event>/players/<int:player>/games/",
        officer.event_games,
        "event_games",
        Action.MANAGE_RATINGS,
    ),
    page(
        "<slug:pool>/events/<int:event>/players/<int:player>/games/<str:key>/move/",
        officer.move_result,
        "move_result",
        Action.MANAGE_RATINGS,
        "GET POST",
    ),
    page("<slug:pool>/players/<int:player>/", views.player_page, "player", EVERYBODY),
    page("<slug:pool>/players/<int:player>/next/", views.compare, "compare", EVERYBODY),
]
