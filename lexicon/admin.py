"""Dictionaries in the admin: to look at. Words come in through services only."""

from django.contrib import admin
from django.http import HttpRequest

from lexicon.models import Lexicon, LexiconVersion


@admin.register(Lexicon)
class LexiconAdmin(admin.ModelAdmin[Lexicon]):
    """A dictionary's name and who may see it."""

    list_display = ["name", "slug", "language", "club", "visibility", "is_free"]
    list_filter = ["visibility", "language"]


@admin.register(LexiconVersion)
class LexiconVersionAdmin(admin.ModelAdmin[LexiconVersion]):
    """An edition; its words' identity cannot be edited."""

    list_display = ["lexicon", "label", "word_count", "valid_from", "valid_to"]
    list_select_related = ["lexicon"]
    readonly_fields = ["lexicon", "checksum", "word_count", "file_name"]

    def has_add_permission(self, _request: HttpRequest) -> bool:
        """Nobody: an edition without its file would be empty."""
        return False
