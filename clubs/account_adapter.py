"""What allauth asks of this site: mails go through ``mail``, addresses of people come from ``limits``, names are unique in any case."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import uuid4

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from audit.log import log_action
from clubs.models import User
from limits.services import network
from mail.services import post

#: Allauth's names of what has changed, each in a sentence for its mail.
_CHANGES: Final = {
    "password_changed": _("Your password was changed."),
    "password_set": _("A password was set for your account."),
    "password_reset": _("Your password was reset."),
    "email_changed": _("The email address of your account was changed."),
    "email_deleted": _("An email address was removed from your account."),
    "email_confirm": _("Your email address was confirmed."),
    "totp_activated": _("Signing in now asks for a code from your authenticator app."),
    "totp_deactivated": _("Signing in no longer asks for a code from your authenticator app."),
    "recovery_codes_generated": _("New recovery codes were generated. The old ones no longer work."),
    "webauthn_added": _("A passkey was added to your account."),
    "webauthn_removed": _("A passkey was removed from your account."),
}
#: Both are one mail.
_SAME: Final = {"email_confirmation_signup": "email_confirmation"}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Allauth's hooks."""

    def send_mail(self, template_prefix: str, email: str, context: Mapping[str, Any]) -> None:
        """Post the mail that allauth wants to send."""
        name = template_prefix.rsplit("/", 1)[-1]
        user = context.get("user") or User.objects.filter(email__iexact=email).first()
        language = user.language if isinstance(user, User) else ""
        given = dict(context)
        kind = f"account_{_SAME.get(name, name)}"
        if name in _CHANGES:
            kind, given["what"] = "account_changed", _CHANGES[name]
        given |= {"email": email, "site": self.request.get_host()}
        given["reset"] = self.request.build_absolute_uri(reverse("account_reset_password"))
        given.pop("request", None)
        post(kind, to=email, key=f"{kind}:{uuid4()}", context=given, language=language)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that the nearest proxy saw, as everywhere on this site; of IPv6 the network."""
        return network(request).partition("/")[0]

    def save_user(
        self,
        request: HttpRequest,
        user: AbstractBaseUser,
        form: Any,
        commit: bool = True,  # noqa: FBT001 - allauth's
    ) -> AbstractBaseUser:
        """The new account, with the language in which it was made."""
        assert isinstance(user, User)
        user.language = getattr(request, "LANGUAGE_CODE", "")
        saved: AbstractBaseUser = super().save_user(request, user, form, commit)
        if commit:
            log_action(actor=saved, verb="user.created", target=saved)
        return saved
