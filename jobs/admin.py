"""Jobs in the admin, to see what waits and what failed."""

from django.contrib import admin

from jobs.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin[Job]):
    """Read mostly: key, state, attempts, error."""

    list_display = ("key", "state", "attempts", "created_at", "finished_at")
    list_filter = ("state", "task")
    readonly_fields = ("key", "task", "ids", "created_at")
