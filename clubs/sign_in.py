"""Signing in with a name and a password, on the page and over the API: wrong passwords are limited by account and by network."""

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import authenticate
from django.http import HttpRequest

from clubs.models import User
from limits.services import TooOftenError, count, network, take_back


def asks_second_factor(user: User) -> bool:
    """Whether a password alone is not enough to sign in to this account."""
    return bool(is_mfa_enabled(user))


def user_of_password(request: HttpRequest, username: str, password: str) -> User | None:
    """The user with this name (in any case) or email address, and password; None if one of them is wrong. Raises TooOftenError.

    A try is counted before the password is checked, so that simultaneous tries count too, and uncounted when it was right.
    """
    typed = username.strip()
    tries = (("login", network(request)), ("login_account", typed.casefold()))
    seconds = max([count(rate, who) for rate, who in tries])
    if seconds:
        raise TooOftenError(seconds)
    credentials = {"username": typed, "password": password, **({"email": typed} if "@" in typed else {})}
    user = authenticate(request, **credentials)
    if user is not None:
        for rate, who in tries:
            take_back(rate, who)
    return user
