"""Addresses of the dictionary pages, mounted at ``/dictionaries/``."""

from clubs.access import EVERYBODY, SIGNED_IN, page
from clubs.permissions import Action
from lexicon.pages import dictionaries, installs, study, uploads

app_name = "lexicon"
urlpatterns = [
    page("", dictionaries.lexicon_list, "list", EVERYBODY),
    page("clubs/<slug:club>/lists/", uploads.uploads, "uploads", Action.MANAGE_LEXICON, "GET POST"),
    page("clubs/<slug:club>/lists/<int:upload>/", uploads.upload, "upload", Action.MANAGE_LEXICON, "GET POST"),
    page("clubs/<slug:club>/free/", installs.installs, "installs", Action.MANAGE_LEXICON, "GET POST"),
    page("<slug:slug>/editions/<int:pk>/", dictionaries.edition_days, "edition-days", Action.MANAGE_LEXICON, "POST"),
    page("<slug:slug>/words/", study.study, "study", SIGNED_IN),
    page("<slug:slug>/shiritori/", study.shiritori, "shiritori", SIGNED_IN),
    page("<slug:slug>/", dictionaries.lexicon_detail, "detail", EVERYBODY),
]
