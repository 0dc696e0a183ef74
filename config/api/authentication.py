"""Tokens of the API."""

from knox.auth import TokenAuthentication
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from clubs.models import User


class AsciiTokenAuthentication(TokenAuthentication):  # type: ignore[misc]  # knox has no types
    """``Authorization: Token …``. Bytes that cannot be a token are a wrong token, not a fault of the server."""

    def authenticate(self, request: Request) -> tuple[User, object] | None:
        """The token's user, or None without a token. Raises AuthenticationFailed for a wrong, expired or garbled one."""
        if not get_authorization_header(request).isascii():
            raise AuthenticationFailed("Invalid token.")
        found: tuple[User, object] | None = super().authenticate(request)
        return found
