"""Addresses of rules under ``/api/v1/``."""

from clubs.api.addresses import READ, api
from games.api.views import RulesView

urlpatterns = [api("rules/", RulesView, "rules", get=READ)]
