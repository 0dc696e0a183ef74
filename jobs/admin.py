"""Jobs in the admin, to see what waits and what failed."""

from django.contrib import admin

from core.admin import ReadOnly
from jobs.models import Job


@admin.register(Job)
class JobAdmin(ReadOnly):
    """Read only: key, state, attempts, error."""

    list_display = ("key", "state", "attempts", "created_at", "finished_at")
    list_filter = ("state", "task")
    search_fields = ("key", "error")
