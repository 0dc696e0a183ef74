"""The mail app."""

from django.apps import AppConfig


class MailConfig(AppConfig):
    """Outgoing mail, kept as rows until it is sent."""

    name = "mail"
