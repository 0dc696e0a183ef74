"""Backups in the admin: when the newest was written, whether it is whole, and what went wrong."""

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils import timezone

from backups.models import SiteBackup
from backups.wording import what_is_wrong
from core.admin import ReadOnly


@admin.register(SiteBackup)
class SiteBackupAdmin(ReadOnly):
    """Read only: they are written and deleted by the site."""

    list_display = ("at", "result", "file", "size", "rows", "files", "seconds", "error")
    list_filter = ("result",)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None):  # type: ignore[no-untyped-def]
        """The list; it says so when no backups are made, or none has been whole lately."""
        if wrong := what_is_wrong(timezone.now()):
            messages.warning(request, wrong)
        return super().changelist_view(request, extra_context)
