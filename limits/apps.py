"""The limits app."""

from django.apps import AppConfig


class LimitsConfig(AppConfig):
    """How often something may be tried."""

    name = "limits"
