"""The clubs app."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Users, players, clubs."""

    name = "clubs"
