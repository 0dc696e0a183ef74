"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Game records: stored, checked, shown."""

    name = "games"
