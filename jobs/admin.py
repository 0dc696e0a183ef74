"""Jobs in the admin, to see what waits and what failed."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from jobs.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin[Job]):
    """Read only: key, state, attempts, error."""

    list_display = ("key", "state", "attempts", "created_at", "finished_at")
    list_filter = ("state", "task")
    search_fields = ("key", "error")
    actions = None

    def has_add_permission(self, _request: HttpRequest) -> bool:
        """Jobs are asked for by services."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """The worker writes them."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """They end by themselves."""
        return False
