"""What games refuse."""


class GameError(ValueError):
    """What a game refuses, as a sentence. ``code`` names the reason."""

    def __init__(self, message: str, *, code: str) -> None:
        self.code = code
        super().__init__(message)


class UnknownRulesError(ValueError):
    """The game has no rules of this name."""


class NoResultError(ValueError):
    """A record that does not give a result; the message says what to do."""
