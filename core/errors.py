"""Refusals of use cases, in words for people. Pages show the message; the API sends it with ``code``."""

from http import HTTPStatus
from typing import ClassVar


class WordhallError(ValueError):
    """Something that a person can correct; the message says what is wrong, where, and what to do.

    All that the apps refuse derives from this class, so that the API and the pages answer it without knowing the app. ``kind`` is
    what the API calls every error of the class, ``status`` its HTTP status; ``code`` says more closely what is wrong.
    """

    kind: ClassVar[str] = "refused"
    status: ClassVar[HTTPStatus] = HTTPStatus.BAD_REQUEST

    def __init__(self, message: str, *, code: str = "") -> None:
        self.code = code or self.kind
        super().__init__(message)


class AppendOnlyError(TypeError):
    """Code tried to change or delete a row that is only ever added: our mistake, never the user's."""
