"""Addresses of the lexicon pages."""

from django.urls import URLPattern

app_name = "lexicon"
urlpatterns: list[URLPattern] = []
