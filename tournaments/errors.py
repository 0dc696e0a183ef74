"""What a use case refuses, in words for the person who asked. Pages show the message; the API sends it with ``code``."""


class TournamentError(ValueError):
    """Something the user can put right; the message says what is wrong, where, and what to do."""

    def __init__(self, message: str, *, code: str = "refused") -> None:
        self.code = code
        super().__init__(message)


class StaleEditError(TournamentError):
    """Somebody else changed it first; look again and decide anew."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="stale")


class NotReadyError(TournamentError):
    """Something must be done first; the message lists it."""

    def __init__(self, message: str, code: str = "not_ready") -> None:
        super().__init__(message, code=code)


class NotOpenError(TournamentError):
    """The round or event takes no more of this."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="not_open")


class SlipNotFoundError(TournamentError):
    """No slip has this key."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="slip_not_found")


class SlipRevokedError(TournamentError):
    """The slip's key was withdrawn."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="slip_revoked")
