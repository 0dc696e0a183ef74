"""Tokens of the API: who comes with one, and for what the token may be used."""

from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from clubs.models import ApiToken, User
from clubs.tokens import find_token, missing, user_of
from config.api.scopes import needed


class ScopedTokenAuthentication(TokenAuthentication):  # type: ignore[misc]  # knox has no types
    """``Authorization: Token …``. Whatever a view allows: the token must have the scope that the address needs.

    Asked here and not by the views, so that no view can forget to. ``request.auth`` is the ``ApiToken``.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The token's user, or None without a token. Raises AuthenticationFailed for a wrong, expired or garbled token,
        PermissionDenied for one without the scope."""
        if not get_authorization_header(request).isascii():
            raise AuthenticationFailed("Invalid token.")
        user_and_token: tuple[User, ApiToken] | None = super().authenticate(request)
        if user_and_token is None:
            return None
        lacking = missing(user_and_token[1], needed(request._request))
        if lacking:
            names = ", ".join(sorted(lacking))
            raise PermissionDenied(f"This token may not be used for that: it needs the scope {names}.")
        return user_and_token

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """The user and what the token is for. Raises AuthenticationFailed."""
        api_token = find_token(hash_token(token.decode()))
        if api_token is None:
            raise AuthenticationFailed("Invalid token.")
        user = user_of(api_token)
        if not user.is_active:
            raise AuthenticationFailed("User inactive or deleted.")
        return user, api_token
