"""Merges for operators, to read: they are made and undone in the ratings office."""

from django.contrib import admin

from core.admin import ReadOnly
from ratings.models import PlayerMerge


@admin.register(PlayerMerge)
class Merges(ReadOnly):
    """Which players are one person."""

    list_display = ("duplicate", "kept", "reason", "created_at", "undone_at")
    search_fields = ("duplicate__name", "kept__name", "reason")
    list_select_related = ("duplicate", "kept")
