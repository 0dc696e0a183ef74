"""Signing in with a name and a password, on the page and over the API: wrong passwords are limited by account and by network."""

from django.contrib.auth import authenticate
from django.http import HttpRequest

from clubs.models import User
from limits.services import TooOftenError, count, network, take_back


def user_of_password(request: HttpRequest, username: str, password: str) -> User | None:
    """The user with this name (in any case) and password; None if one of them is wrong. Raises TooOftenError.

    A try is counted before the password is checked, so that simultaneous tries count too, and uncounted when it was right.
    """
    tries = (("login", network(request)), ("login_account", username.strip().casefold()))
    seconds = max([count(rate, who) for rate, who in tries])
    if seconds:
        raise TooOftenError(seconds)
    user = authenticate(request, username=username, password=password)
    if user is not None:
        for rate, who in tries:
            take_back(rate, who)
    return user
