"""Backups in the admin: when the newest was written, whether it is whole, and what went wrong."""

from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone

from backups.models import SiteBackup
from backups.wording import what_is_wrong


@admin.register(SiteBackup)
class SiteBackupAdmin(admin.ModelAdmin[SiteBackup]):
    """Read only: they are written and deleted by the site."""

    list_display = ("at", "result", "file", "size", "rows", "files", "seconds", "error")
    list_filter = ("result",)
    actions = None

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None):  # type: ignore[no-untyped-def]
        """The list; it says so when no backups are made, or none has been whole lately."""
        if wrong := what_is_wrong(timezone.now()):
            messages.warning(request, wrong)
        return super().changelist_view(request, extra_context)

    def has_add_permission(self, _request: HttpRequest) -> bool:
        """Backups are written by the command and by the daily job."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """What was written was written."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """The list is cleared after ninety days."""
        return False
