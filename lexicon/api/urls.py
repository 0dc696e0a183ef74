"""Addresses of dictionaries under ``/api/v1/``."""

from django.urls import path

from lexicon.api import uploads, views, words

urlpatterns = [
    path("clubs/<slug:club>/uploads/", uploads.UploadsView.as_view(), name="uploads"),
    path("clubs/<slug:club>/uploads/<int:upload>/", uploads.UploadView.as_view(), name="upload"),
    path("clubs/<slug:club>/uploads/<int:upload>/confirm/", uploads.ConfirmUploadView.as_view(), name="confirm_upload"),
    path("dictionaries/", views.DictionariesView.as_view(), name="dictionaries"),
    path("dictionaries/<slug:slug>/", views.DictionaryView.as_view(), name="dictionary"),
    path("dictionaries/<slug:slug>/judge/", words.JudgeView.as_view(), name="dictionary_judge"),
    path("dictionaries/<slug:slug>/lookup/", words.BatchView.as_view(), name="dictionary_lookup"),
    path("dictionaries/<slug:slug>/search/", words.SearchView.as_view(), name="dictionary_search"),
    path("dictionaries/<slug:slug>/words/<str:word>/", words.WordView.as_view(), name="dictionary_word"),
]
