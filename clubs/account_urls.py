"""The addresses of allauth's pages: what each needs, and how often it may be sent. Ours come first (``clubs.urls``).

Allauth's own rates are off (they are counted in each process's cache); here every form that is sent counts in ``limits``, by network,
by the address it mails to, and, for second factors, by account.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as account
from allauth.account.internal.stagekit import unstash_login
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from allauth.usersessions import views as sessions
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from clubs import pages
from clubs.access import EVERYBODY, SIGNED_IN, Who, page
from limits.services import count, network
from limits.web import too_often

View = Callable[..., HttpResponseBase]


def counted(view: View) -> View:
    """Each form sent to the view counts; too many get 429, and what was typed is kept on the page."""

    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            waits = [count("account", network(request))]
            address = request.POST.get("email", "").strip().casefold()
            if address:
                waits.append(count("account_mail", address))
            who = _account(request)
            if who and ("code" in request.POST or "password" in request.POST or "credential" in request.POST):
                waits.append(count("second_factor", who))
            if any(waits):
                return too_often(request, max(waits))
        return view(request, *args, **kwargs)

    return limited


def _account(request: HttpRequest) -> object:
    """The account that is being signed in to, or signed in."""
    if request.user.is_authenticated:
        return request.user.pk
    pending = unstash_login(request, peek=True)
    return pending.user.pk if pending and pending.user else None


def for_visitors(view: View) -> View:
    """Whoever is signed in is sent to the home page: allauth signs nobody in by code over another account."""

    @wraps(view)
    def visited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect("clubs:home") if request.user.is_authenticated else view(request, *args, **kwargs)

    return visited


def _page(route: str, view: View, name: str, needs: Who = SIGNED_IN, methods: str = "GET POST") -> Any:
    return page(route, counted(view), name, needs, methods)


_KEY = r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"

urlpatterns = [
    page("accounts/login/", pages.SignInView.as_view(), "account_login", EVERYBODY, "GET POST"),
    page("accounts/logout/", pages.sign_out, "account_logout", EVERYBODY, "POST"),
    page("accounts/join/", pages.SignUpView.as_view(), "account_signup", EVERYBODY, "GET POST"),
    _page("accounts/inactive/", account.account_inactive, "account_inactive", EVERYBODY, "GET"),
    _page("accounts/reauthenticate/", account.reauthenticate, "account_reauthenticate"),
    _page("accounts/email/", account.email, "account_email"),
    _page(
        "accounts/confirm-email/", account.email_verification_sent, "account_email_verification_sent", EVERYBODY, "GET"
    ),
    _page(r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", account.confirm_email, "account_confirm_email", EVERYBODY),
    _page("accounts/password/change/", account.password_change, "account_change_password"),
    _page("accounts/password/set/", account.password_set, "account_set_password"),
    _page("accounts/password/reset/", account.password_reset, "account_reset_password", EVERYBODY),
    _page(
        "accounts/password/reset/done/", account.password_reset_done, "account_reset_password_done", EVERYBODY, "GET"
    ),
    _page(
        "accounts/password/reset/key/done/",
        account.password_reset_from_key_done,
        "account_reset_password_from_key_done",
        EVERYBODY,
        "GET",
    ),
    _page(_KEY, account.password_reset_from_key, "account_reset_password_from_key", EVERYBODY),
    _page("accounts/login/code/", for_visitors(account.request_login_code), "account_request_login_code", EVERYBODY),
    _page(
        "accounts/login/code/confirm/",
        for_visitors(account.confirm_login_code),
        "account_confirm_login_code",
        EVERYBODY,
    ),
    _page("accounts/2fa/", mfa.index, "mfa_index", SIGNED_IN, "GET"),
    _page("accounts/2fa/authenticate/", mfa.authenticate, "mfa_authenticate", EVERYBODY),
    _page("accounts/2fa/reauthenticate/", mfa.reauthenticate, "mfa_reauthenticate"),
    _page("accounts/2fa/totp/activate/", totp.activate_totp, "mfa_activate_totp"),
    _page("accounts/2fa/totp/deactivate/", totp.deactivate_totp, "mfa_deactivate_totp"),
    _page("accounts/2fa/recovery-codes/", recovery.view_recovery_codes, "mfa_view_recovery_codes", SIGNED_IN, "GET"),
    _page("accounts/2fa/recovery-codes/generate/", recovery.generate_recovery_codes, "mfa_generate_recovery_codes"),
    _page(
        "accounts/2fa/recovery-codes/download/",
        recovery.download_recovery_codes,
        "mfa_download_recovery_codes",
        SIGNED_IN,
        "GET",
    ),
    _page("accounts/passkeys/", webauthn.list_webauthn, "mfa_list_webauthn", SIGNED_IN, "GET"),
    _page("accounts/passkeys/add/", webauthn.add_webauthn, "mfa_add_webauthn"),
    _page("accounts/passkeys/reauthenticate/", webauthn.reauthenticate_webauthn, "mfa_reauthenticate_webauthn"),
    _page("accounts/passkeys/<int:pk>/remove/", webauthn.remove_webauthn, "mfa_remove_webauthn"),
    _page("accounts/passkeys/<int:pk>/edit/", webauthn.edit_webauthn, "mfa_edit_webauthn"),
    _page("accounts/passkeys/login/", webauthn.login_webauthn, "mfa_login_webauthn", EVERYBODY),
    _page("accounts/sessions/", sessions.list_usersessions, "usersessions_list"),
]
