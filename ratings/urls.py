"""Addresses of the ratings pages."""

from django.urls import URLPattern

app_name = "ratings"
urlpatterns: list[URLPattern] = []
