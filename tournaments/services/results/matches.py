"""What may come of a pairing, and what a reported tally of its games comes to."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.engine import game_scores as tally
from tournaments.engine.game_scores import Meeting, TallyError
from tournaments.engine.results import SEATS, Side
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput
from tournaments.models import Division, Pairing, ResultKind

_FAULTS = {
    "form": gettext_lazy("This cannot be read as a result."),
    "no_game": gettext_lazy("No games were entered."),
    "too_many_games": gettext_lazy("There are more games than the match has."),
    "too_few_games": gettext_lazy("Some games of this table are missing."),
    "seats": gettext_lazy("Every player of the table needs a number."),
    "absent": gettext_lazy("If one of two players did not turn up, enter a forfeit."),
    "nobody": gettext_lazy("No one turned up at this table."),
    "no_winner": gettext_lazy("No one went out: the winner must have 0 cards left."),
    "two_winners": gettext_lazy("Only one player can have 0 cards left."),
    "too_many_cards": gettext_lazy("Too many cards left: there are only 60."),
    "played_on": gettext_lazy("The match was already decided before the last game."),
    "not_decided": gettext_lazy("No one has won enough games yet."),
}


def meeting_of(pairing: Pairing) -> Meeting:
    """What the pairing, with its seats loaded, may come to."""
    division = pairing.round.division
    return Meeting(len(pairing.seats.all()), division.settings.best_of, division.played.scoring.by_seats)


def refuse_stranger(pairing: Pairing, side: str) -> None:
    """Raise TournamentError for a seat that the table does not have."""
    seats = [str(seat) for seat in SEATS[: len(pairing.seats.all())]]
    if side != Side.OFFICIAL and side not in seats:
        raise TournamentError(_("There are fewer players at this table."), code="side")


def has_tally(division: Division, seats: int) -> bool:
    """Whether a game is reported by what every seat had: games that count so, and all tables of more than two."""
    return division.played.scoring.by_seats or seats > 2


def settled(pairing: Pairing, result: ResultInput) -> ResultInput:
    """The result with the scores that its tally gives: games won by two players, none at a larger table.

    Raises TournamentError when the tally cannot be, or is missing, or the game has none.
    """
    meeting = meeting_of(pairing)
    if result.kind != ResultKind.PLAYED:
        _refuse_forfeit(meeting, result)
        return result
    if not has_tally(pairing.round.division, meeting.seats):
        if result.tally:
            raise TournamentError(_("A game of two has two scores."), code="tally")
        return result
    if not result.tally:
        raise TournamentError(_("Enter every player's cards left at the end of each game."), code="tally")
    if (tally.CARDS in result.tally) != meeting.cards:
        raise TournamentError(str(_FAULTS["form"]), code="tally")
    games = tally.parse(result.tally)
    try:
        tally.check(games, meeting)
    except TallyError as error:
        raise TournamentError(fault(error), code="tally") from error
    first, second = tally.games_won(games, 2) if meeting.seats == 2 else (None, None)
    return replace(result, first_score=first, second_score=second)


def _refuse_forfeit(meeting: Meeting, result: ResultInput) -> None:
    if meeting.seats > 2 and result.kind != ResultKind.VOID:
        raise TournamentError(_("At a table of more than two, enter x for a player who did not turn up."), code="kind")


def fault(error: TallyError) -> str:
    """What is wrong with a tally, and in which game, as a sentence."""
    text = str(_FAULTS[error.code])
    return _("Game %(number)d: %(fault)s") % {"number": error.game, "fault": text} if error.game else text
