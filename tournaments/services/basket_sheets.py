"""Reading the Word Basket record that comes with a report: the result it gives, and how it fits what was reported."""

from django.utils.translation import gettext as _

from games.engine.crossword.findings import Finding, finding
from games.engine.wordbasket.compare import first_difference
from games.engine.wordbasket.meeting import MeetingReport, seats_of
from games.engine.wordbasket.report import Report
from games.engine.wordbasket.rules import HANDICAPS, Handicap, RuleSet
from games.services import check_basket
from tournaments.engine import tally
from tournaments.errors import TournamentError
from tournaments.inputs import ResultInput
from tournaments.models import Handicap as HandicapChoice
from tournaments.models import Pairing
from tournaments.services.meetings import meeting_of, settled
from tournaments.services.rules import basket_rules_of


class MeetingUnusableError(TournamentError):
    """No result was typed and the record does not give it. ``report`` says what was found in it."""

    def __init__(self, message: str, report: MeetingReport) -> None:
        self.report = report
        super().__init__(message, code="record_unusable")


def names_of(pairing: Pairing) -> list[str]:
    """The players by seats."""
    return [seat.entry.name for seat in pairing.seats.all()]


def handicaps_of(pairing: Pairing) -> dict[str, Handicap]:
    """The handicaps of those players who have one, by name."""
    entries = [seat.entry for seat in pairing.seats.all()]
    return {entry.name: HANDICAPS[entry.handicap] for entry in entries if entry.handicap != HandicapChoice.EVEN}


def check_meeting_of(pairing: Pairing, data: bytes, *, words: bool = True) -> tuple[MeetingReport, RuleSet]:
    """The record replayed by the division's rules, dictionary (unless ``words`` is false) and handicaps; with these rules."""
    division = pairing.round.division
    rules = basket_rules_of(division)
    version = division.lexicon_version if words else None
    report = check_basket(data=data, rules=rules, lexicon_version=version, handicaps=handicaps_of(pairing))
    return report, rules


def result_of(report: MeetingReport, pairing: Pairing) -> ResultInput:
    """The result that the record gives. Raises MeetingUnusableError when it does not give one."""
    games = tally_of(report, pairing)
    if games is None:
        raise MeetingUnusableError(
            _(
                "The record stops before the end of the match. Type the cards left as well; the record is stored "
                "with them."
            ),
            report,
        )
    try:
        return settled(pairing, ResultInput(tally=tally.write(games, cards=True)))
    except TournamentError as error:
        raise MeetingUnusableError(
            _("The record's result is not possible: %(why)s Type the cards left as well.") % {"why": error}, report
        ) from error


def tally_of(report: MeetingReport, pairing: Pairing) -> tuple[tally.Game, ...] | None:
    """What every seat had left in each game of the record; None while a game has no winner."""
    found = [_game(game, pairing) for game in report.games]
    return None if None in found else tuple(game for game in found if game is not None)


def _game(report: Report, pairing: Pairing) -> tally.Game | None:
    seats = seats_of(report, names_of(pairing))
    if seats is None or report.winner is None:
        return None
    left: list[int | None] = [None] * meeting_of(pairing).seats
    for player, seat in enumerate(seats):
        left[seat] = 0 if player == report.winner else report.cards_left[player]
    return tuple(left)


def against_sheet(mine: MeetingReport, other: MeetingReport, pairing: Pairing) -> tuple[Finding, ...]:
    """The first event in which two records differ; nothing when one is empty or they agree."""
    found = first_difference(mine, other, names_of(pairing))
    if found is None:
        return ()
    params = {"game": found.game, "number": found.number}
    return (finding("basket_sheets_differ", turn=found.number, stated=found.mine, computed=found.other, params=params),)
