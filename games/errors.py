"""What games refuse."""

from core.errors import WordhallError


class GameError(WordhallError):
    """What a game refuses, as a sentence. ``code`` names the reason."""


class UnknownRulesError(WordhallError):
    """The game has no rules of this name."""


class NoResultError(WordhallError):
    """A record that does not give a result; the message says what to do."""
