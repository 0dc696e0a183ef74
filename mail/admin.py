"""Outgoing mail as operators see it: what was sent, what was not and why, and, without a mail server, the mails themselves."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from mail import services
from mail.models import Mail


@admin.register(Mail)
class MailAdmin(admin.ModelAdmin[Mail]):
    """Read, searched, sent again; never edited."""

    list_display = ("created_at", "to", "subject", "state", "tries", "sent_at")
    list_filter = ("state", "kind", "language")
    search_fields = ("to", "subject", "key")
    fields = ("to", "subject", "text", "state", "error", "tries", "kind", "key", "language", "created_at", "sent_at")
    readonly_fields = fields
    actions = ("send_again",)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None):  # type: ignore[no-untyped-def]
        """The list; without a mail server it says so."""
        if not services.sends_mail():
            messages.warning(
                request,
                _(
                    "This site has no mail server (EMAIL_URL): emails are not sent. They are kept here, for "
                    "operators only."
                ),
            )
        return super().changelist_view(request, extra_context)

    @admin.action(description=gettext_lazy("Send the selected emails again"))
    def send_again(self, request: HttpRequest, queryset: QuerySet[Mail]) -> None:
        """Try kept and undelivered mails again."""
        number = services.send_again(mails=queryset)
        words = ngettext("%(n)d email will be sent.", "%(n)d emails will be sent.", number) % {"n": number}
        messages.info(request, words)

    def has_add_permission(self, _request: HttpRequest) -> bool:
        """Mails are written by the site."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Mail | None = None) -> bool:
        """They end by themselves."""
        return False
