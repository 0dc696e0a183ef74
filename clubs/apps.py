"""The clubs app."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.backends.signals import connection_created
from django.http import HttpRequest
from django.utils.translation import get_language

from core.language_choice import OF_ACCOUNT


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
        user_logged_in.connect(_own_language, dispatch_uid="clubs.language")


def _own_language(*, request: HttpRequest | None, user: Any, **_kwargs: object) -> None:
    """Pages and mails in the language of the account; the first sign-in decides which that is, until its owner chooses another."""
    if user.language and request is not None:
        request.session[OF_ACCOUNT] = user.language
    elif not user.language:
        user.language = get_language() or ""
        user.save(update_fields=["language"])
