"""Addresses of dictionaries under ``/api/v1/``."""

from clubs.access import SIGNED_IN, Needs
from clubs.api.addresses import READ, api
from clubs.permissions import Action
from clubs.scopes import Scope
from lexicon.api import uploads, views, words

_WORDS = Needs(SIGNED_IN, Scope.WORDS)
_LOOK = Needs(Action.MANAGE_LEXICON, Scope.READ)
_KEEPER = Needs(Action.MANAGE_LEXICON, Scope.DICTIONARIES)
urlpatterns = [
    api("clubs/<slug:club>/uploads/", uploads.UploadsView, "uploads", get=_LOOK, post=_KEEPER),
    api("clubs/<slug:club>/uploads/<int:upload>/", uploads.UploadView, "upload", get=_LOOK, delete=_KEEPER),
    api("clubs/<slug:club>/uploads/<int:upload>/confirm/", uploads.ConfirmUploadView, "confirm_upload", post=_KEEPER),
    api("dictionaries/", views.DictionariesView, "dictionaries", get=READ),
    api("dictionaries/<slug:slug>/", views.DictionaryView, "dictionary", get=READ),
    api("dictionaries/<slug:slug>/judge/", words.JudgeView, "dictionary_judge", post=_WORDS),
    api("dictionaries/<slug:slug>/lookup/", words.BatchView, "dictionary_lookup", post=_WORDS),
    api("dictionaries/<slug:slug>/search/", words.SearchView, "dictionary_search", get=_WORDS),
    api("dictionaries/<slug:slug>/words/<str:word>/", words.WordView, "dictionary_word", get=_WORDS),
]
