"""Addresses of the dictionary pages, mounted at ``/dictionaries/``."""

from django.urls import path

from lexicon import views

app_name = "lexicon"
urlpatterns = [
    path("", views.lexicon_list, name="list"),
    path("<slug:slug>/", views.lexicon_detail, name="detail"),
]
