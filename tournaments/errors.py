"""What the use cases of events refuse."""

from http import HTTPStatus

from core.errors import WordhallError


class TournamentError(WordhallError):
    """Something about an event that the user can correct."""


class StaleEditError(TournamentError):
    """Somebody else changed it first; the user must look again."""

    kind = "stale"
    status = HTTPStatus.CONFLICT


class NotReadyError(TournamentError):
    """Something must be done first; the message lists it."""

    kind = "not_ready"
    status = HTTPStatus.CONFLICT


class NotOpenError(TournamentError):
    """The round or event no longer accepts this."""

    kind = "not_open"
    status = HTTPStatus.CONFLICT


class ReportKeptError(TournamentError):
    """A laptop runs the event: the report is kept, and decided about when the laptop is back. Nothing is wrong with it."""

    kind = "kept"
    status = HTTPStatus.ACCEPTED


class TypedPairsError(TournamentError):
    """Pairs made by hand that cannot be; ``problems`` says of each what is wrong."""

    kind = "typed_pairs"

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__(" ".join(problems))


class OtherTableError(TournamentError):
    """A scorer of some tables typed the result of another one."""

    kind = "other_table"
    status = HTTPStatus.FORBIDDEN


class SlipNotFoundError(TournamentError):
    """No slip has this key."""

    kind = "not_found"
    status = HTTPStatus.NOT_FOUND

    def __init__(self, message: str) -> None:
        super().__init__(message, code="slip_not_found")


class SlipRevokedError(TournamentError):
    """The slip's key was withdrawn."""

    kind = "slip_revoked"
    status = HTTPStatus.GONE
