"""Addresses of messages."""

from clubs.access import EVERYBODY, KEY, SIGNED_IN, page
from clubs.permissions import Action
from messaging.pages import director, feed, install, own
from tournaments.access import of_event

MANAGE = Action.MANAGE_EVENT

director_urls = [
    of_event("manage/news/", director.news, "news", MANAGE, "GET POST"),
    of_event("manage/news/<int:item>/remove/", director.remove_news, "remove_news", MANAGE, "POST"),
    of_event("manage/messages/", director.sent, "sent_messages", MANAGE),
]
public_urls = [
    page("p/<str:key>/tell/", own.tell_player, "tell_player", KEY, "GET POST"),
    page("r/<str:key>/tell/", own.tell_registered, "tell_registered", KEY, "GET POST"),
    page("clubs/<slug:club>/feed.atom", feed.club_feed, "club_feed", EVERYBODY),
    page("my/tell/", own.tell_account, "tell_account", SIGNED_IN, "GET POST"),
    page("manifest.webmanifest", install.manifest, "manifest", EVERYBODY),
    page("worker.js", install.worker, "worker", EVERYBODY),
    page("offline/", install.offline, "offline", EVERYBODY),
    page("u/<str:key>/", own.unsubscribe, "unsubscribe", KEY, "GET POST"),
]
urlpatterns = [*director_urls, *public_urls]
