"""Reading the Word Basket record that comes with a report: the result it gives, and how it fits what was reported."""

from django.utils.translation import gettext as _

from games.engine.wordbasket.meeting import MeetingReport, seats_of
from games.engine.wordbasket.report import Report
from games.engine.wordbasket.rules import HANDICAPS, Handicap, RuleSet
from games.services import check_basket
from tournaments.engine import tally
from tournaments.errors import TournamentError
from tournaments.inputs import ResultInput
from tournaments.models import Handicap as HandicapChoice
from tournaments.models import Pairing
from tournaments.services.meetings import meeting_of, settled, spoken
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


def check_meeting_of(pairing: Pairing, data: bytes) -> tuple[MeetingReport, RuleSet]:
    """The record replayed by the division's rules, dictionary and handicaps; with these rules."""
    division = pairing.round.division
    rules = basket_rules_of(division)
    report = check_basket(
        data=data, rules=rules, lexicon_version=division.lexicon_version, handicaps=handicaps_of(pairing)
    )
    return report, rules


def result_of(report: MeetingReport, pairing: Pairing) -> ResultInput:
    """The result that the record gives. Raises MeetingUnusableError when it does not give one."""
    games = tally_of(report, pairing)
    if games is None:
        raise MeetingUnusableError(
            _(
                "The record does not reach the end of every game. Type the cards left as well; the record is kept with them."
            ),
            report,
        )
    try:
        return settled(pairing, ResultInput(tally=tally.write(games, cards=True)))
    except TournamentError as error:
        raise MeetingUnusableError(
            _("The record's result cannot be: %(why)s Type the cards left as well.") % {"why": error}, report
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


def remarks_on(report: MeetingReport, rules: RuleSet, pairing: Pairing, result: ResultInput) -> tuple[str, ...]:
    """What does not fit between the record, what was reported and the division, as sentences."""
    found = []
    games = tally_of(report, pairing)
    reported = tally.parse(result.tally)
    if result.kind == "played" and games is not None and games != reported:
        found.append(
            _("The record ends %(record)s; reported was %(reported)s.")
            % {"record": spoken(tally.write(games, cards=True)), "reported": spoken(result.tally)}
        )
    if any(game.rules.options() != rules.options() for game in report.games):
        found.append(_("The record names other rules than the division's, and was read by its own."))
    return tuple(found)


def first_difference(mine: dict[str, object], other: dict[str, object]) -> str | None:
    """The first event in which two stored records differ, as a sentence; None when one is empty or they agree."""
    one, two = _events(mine), _events(other)
    if not one or not two:
        return None
    for index in range(max(len(one), len(two))):
        first, second = (lines[index] if index < len(lines) else (0, 0, "–") for lines in (one, two))
        if first[2] != second[2]:
            game, number = max(first[:2], second[:2])
            values = {"game": game, "number": number, "one": first[2], "other": second[2]}
            return _("The records differ first in game %(game)d, event %(number)d: %(one)s / %(other)s") % values
    return None


def _events(summary: dict[str, object]) -> list[tuple[int, int, str]]:
    """Game, event and text of each line."""
    games = summary.get("games")
    assert isinstance(games, list)
    return [
        (game, turn["number"], turn["text"]) for game, data in enumerate(games, 1) for turn in data.get("turns", [])
    ]
