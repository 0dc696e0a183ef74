"""Addresses of dictionaries under ``/api/v1/``."""

from django.urls import path

from lexicon.api import views

urlpatterns = [
    path("dictionaries/", views.DictionariesView.as_view(), name="dictionaries"),
    path("dictionaries/<slug:slug>/", views.DictionaryView.as_view(), name="dictionary"),
]
