"""The audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """The log of actions."""

    name = "audit"
