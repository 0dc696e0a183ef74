"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Events, rounds, results."""

    name = "tournaments"
