"""The clubs app."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class ClubsConfig(AppConfig):
    """Users, players, clubs."""

    name = "clubs"

    def ready(self) -> None:
        """Each connection to SQLite gets the order of names."""
        from clubs.names import add_to_sqlite  # noqa: PLC0415 - when the app is loaded

        connection_created.connect(add_to_sqlite, dispatch_uid="clubs.names")
