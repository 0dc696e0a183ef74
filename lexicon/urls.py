"""Addresses of the dictionary pages, mounted at ``/dictionaries/``."""

from clubs.access import EVERYBODY, SIGNED_IN, page
from clubs.permissions import Action
from lexicon import pages as views
from lexicon.pages import installs, shiritori, study, uploads

app_name = "lexicon"
urlpatterns = [
    page("", views.lexicon_list, "list", EVERYBODY),
    page("clubs/<slug:club>/lists/", uploads.uploads, "uploads", Action.MANAGE_LEXICON, "GET POST"),
    page("clubs/<slug:club>/lists/<int:upload>/", uploads.upload, "upload", Action.MANAGE_LEXICON, "GET POST"),
    page("clubs/<slug:club>/free/", installs.installs, "installs", Action.MANAGE_LEXICON, "GET POST"),
    page("<slug:slug>/editions/<int:pk>/", views.edition_days, "edition-days", Action.MANAGE_LEXICON, "POST"),
    page("<slug:slug>/words/", study.study, "study", SIGNED_IN),
    page("<slug:slug>/shiritori/", shiritori.shiritori, "shiritori", SIGNED_IN),
    page("<slug:slug>/", views.lexicon_detail, "detail", EVERYBODY),
]
