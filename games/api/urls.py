"""Addresses of rules under ``/api/v1/``."""

from django.urls import path

from games.api.views import RulesView

urlpatterns = [path("rules/", RulesView.as_view(), name="rules")]
