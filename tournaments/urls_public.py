"""Addresses of the pages that everybody may see, and of the slip links."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
