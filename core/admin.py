"""For the operators' admin: rows that are only looked at."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class ReadOnly(admin.ModelAdmin[Any]):
    """Every field is shown, none is changed: the site's pages, services and jobs do that."""

    actions = None

    def has_add_permission(self, _request: HttpRequest, *_args: object) -> bool:
        """Nobody adds rows here."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Nobody changes them here."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Nobody removes them here."""
        return False
