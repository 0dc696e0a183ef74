"""Users, clubs, memberships and players for operators: searched and read; only what nobody else can do is done here.

Nothing that the log must know of is edited here: roles, players and clubs are changed on their pages.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest

from audit.models import ActionLog
from clubs.models import Club, Membership, Player, PlayerClaim, User
from core.admin import ReadOnly


@admin.register(User)
class Users(UserAdmin[User]):
    """Accounts: searched; closed, opened, made operators, given a new password."""

    list_display = ("username", "email", "is_active", "is_staff", "last_login")
    search_fields = ("username", "email", "players__name")
    readonly_fields = ("username", "email", "language", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "email", "language", "password")}),
        (None, {"fields": ("is_active", "is_staff", "is_superuser", "last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("username", "password1", "password2")}),)
    actions = None

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """``manage.py erase_person`` does it, with all that belongs to it."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ARG002 - Django's
        """A new account is named once."""
        return self.readonly_fields if obj else ("language", "last_login", "date_joined")


@admin.register(Club)
class Clubs(ReadOnly):
    """Clubs."""

    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")


@admin.register(Membership)
class Memberships(ReadOnly):
    """Who has which role where."""

    list_display = ("user", "club", "role")
    list_filter = ("role",)
    search_fields = ("user__username", "user__email", "club__name")
    list_select_related = ("user", "club")


@admin.register(Player)
class Players(ReadOnly):
    """People who play."""

    list_display = ("name", "home_club", "user", "external_id", "created_at")
    search_fields = ("name", "external_id", "user__username", "home_club__name", "aliases__spelling")
    list_select_related = ("home_club", "user")


@admin.register(PlayerClaim)
class Claims(ReadOnly):
    """Requests for players."""

    list_display = ("user", "player", "created_at", "accepted", "decided_by")
    search_fields = ("user__username", "player__name")
    list_select_related = ("user", "player", "decided_by")


@admin.register(ActionLog)
class Actions(ReadOnly):
    """The log."""

    list_display = ("created_at", "actor", "verb", "target_type", "target_id", "scope")
    search_fields = ("verb", "target_id", "scope", "actor__username")
    list_select_related = ("actor",)
