"""The clubs app."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.backends.signals import connection_created
from django.utils.translation import get_language


class ClubsConfig(AppConfig):
    """Users, players, clubs."""

    name = "clubs"

    def ready(self) -> None:
        """Each connection to SQLite gets the order of names."""
        from clubs.names import add_to_sqlite  # noqa: PLC0415 - when the app is loaded
        from clubs.role_services import count_days_of_club  # noqa: PLC0415
        from clubs.services import club_changed  # noqa: PLC0415

        connection_created.connect(add_to_sqlite, dispatch_uid="clubs.names")
        club_changed.append(count_days_of_club)
        user_logged_in.connect(_note_language, dispatch_uid="clubs.language")


def _note_language(*, user: Any, **_kwargs: object) -> None:
    """Mails are written in the language in which their reader last signed in."""
    language = get_language() or ""
    if user.language != language:
        user.language = language
        user.save(update_fields=["language"])
