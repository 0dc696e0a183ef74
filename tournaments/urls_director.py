"""Addresses of the director's pages; each object is reached through its event."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
