"""What a report says: its tally or its record read, the result they give, and what is stored of it."""

from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import User
from games.errors import NoResultError
from games.game import RecordCheck
from games.models import GameRecord
from games.services import store_record
from tournaments.engine import game_scores as tally
from tournaments.engine.game_scores import GameScoresError, Match
from tournaments.engine.results import LEVEL, SEATS, Side
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import Division, Pairing, ResultKind
from tournaments.services.events.rules import check_of, rules_of, seating_of

_FAULTS = {
    "form": gettext_lazy("This cannot be read as a result."),
    "no_game": gettext_lazy("No games were entered."),
    "too_many_games": gettext_lazy("More games were entered than the match has."),
    "too_few_games": gettext_lazy("Some of this table's games are missing."),
    "seats": gettext_lazy("Every player at the table needs a number."),
    "absent": gettext_lazy("If one of two players did not come, enter a forfeit."),
    "nobody": gettext_lazy("No one turned up at this table."),
    "no_winner": gettext_lazy("No one went out: the winner must have 0 cards left."),
    "two_winners": gettext_lazy("Only one player can have 0 cards left."),
    "too_many_cards": gettext_lazy("Too many cards left: there are only 60."),
    "played_on": gettext_lazy("The match was already decided before the last game."),
    "not_decided": gettext_lazy("No one has won enough games yet."),
}


def match_of(pairing: Pairing) -> Match:
    """The games of the pairing, whose seats are loaded, as the engine asks for them."""
    division = pairing.round.division
    return Match(len(pairing.seats.all()), division.settings.best_of, division.played.scoring.by_seats)


def check_side(pairing: Pairing, side: str) -> None:
    """Raise TournamentError for a seat that the table does not have."""
    seats = [str(seat) for seat in SEATS[: len(pairing.seats.all())]]
    if side != Side.OFFICIAL and side not in seats:
        raise TournamentError(_("This table does not have that many players."), code="side")


def has_tally(division: Division, seats: int) -> bool:
    """Whether a game is reported seat by seat: where the game counts that way, and at all tables of more than two."""
    return division.played.scoring.by_seats or seats > 2


def with_scores(pairing: Pairing, result: ResultInput, check: RecordCheck | None = None) -> ResultInput:
    """The result with the scores that its tally gives (games won by two players, none at a larger table), and with who led before
    unplayed tiles were counted, by the record (``check``) unless it says so itself.

    Raises TournamentError for a tally that is impossible, missing, or of a game that has none; and ("led_before") for equal totals
    where that decides and nobody says it.
    """
    return _with_leader(pairing, _with_tally(pairing, result), check)


def asks_leader(division: Division) -> bool:
    """Whether equal totals are won by who led before unplayed tiles were counted."""
    return division.played.leader_wins_tie(rules_of(division))


def _with_leader(pairing: Pairing, result: ResultInput, check: RecordCheck | None) -> ResultInput:
    if not result.tied_seats:
        return result
    division = pairing.round.division
    if not asks_leader(division):
        if result.led_before:
            raise TournamentError(_("Under this division's rules equal totals are a tie."), code="led_before")
        return result
    leader = result.led_before
    if not leader and check is not None:
        leader = division.played.led_before(check, seating_of(pairing))
        if leader not in {LEVEL, *result.tied_seats}:
            leader = ""
    if not leader:
        raise TournamentError(
            _("The totals are equal. Say who led before unplayed tiles were counted: that player wins."),
            code="led_before",
        )
    return replace(result, led_before=leader)


def _with_tally(pairing: Pairing, result: ResultInput) -> ResultInput:
    match = match_of(pairing)
    if result.kind != ResultKind.PLAYED:
        _refuse_forfeit(match, result)
        return result
    if not has_tally(pairing.round.division, match.seats):
        if result.tally:
            raise TournamentError(_("A two-player game has two scores."), code="tally")
        return result
    if not result.tally:
        raise TournamentError(_("Enter the cards each player had left at the end of each game."), code="tally")
    if (tally.POINTS in result.tally) == match.cards:
        raise TournamentError(str(_FAULTS["form"]), code="tally")
    games = tally.parse(result.tally)
    try:
        tally.check(games, match)
    except GameScoresError as error:
        raise TournamentError(fault(error), code="tally") from error
    first, second = tally.games_won(games, 2) if match.seats == 2 else (None, None)
    return replace(result, first_score=first, second_score=second)


def _refuse_forfeit(match: Match, result: ResultInput) -> None:
    if match.seats > 2 and result.kind != ResultKind.VOID:
        raise TournamentError(_("At a table of more than two, enter x for a player who did not come."), code="kind")


def fault(error: GameScoresError) -> str:
    """A sentence: what is wrong with a tally, and in which game."""
    text = str(_FAULTS[error.code])
    return _("Game %(number)d: %(fault)s") % {"number": error.game, "fault": text} if error.game else text


class RecordUnusableError(TournamentError):
    """No result was typed and the record does not give one. ``check``: the record as it was read."""

    def __init__(self, message: str, check: RecordCheck) -> None:
        self.check = check
        super().__init__(message, code="record_unusable")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A report as read: the result, and the engine's reading of the record, if there is one."""

    result: ResultInput
    check: RecordCheck | None = None


def read_sheet(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    """Read and replay the record, outside any transaction of ours. Raises RecordUnusableError."""
    if not data.record.strip():
        if data.result is None:
            raise TournamentError(_("Type both scores, or add the game record."), code="nothing_reported")
        return Sheet(with_scores(pairing, data.result))
    division = pairing.round.division
    if len(pairing.seats.all()) > division.played.record_players:
        raise TournamentError(_("A record is for two players; enter this table's points instead."), code="record")
    check = check_of(pairing, data.record, dictionary=division.lexicon_version)
    if data.result is not None:
        return Sheet(with_scores(pairing, data.result, check), check)
    return Sheet(_result_from(pairing, check, by_official=data.side == "official"), check)


def store_sheet(pairing: Pairing, data: bytes, sheet: Sheet, actor: User | None) -> GameRecord | None:
    """Store the record that came with a report, inside the caller's transaction; None without a record."""
    if sheet.check is None:
        return None
    division = pairing.round.division
    return store_record(
        game=division.played,
        data=data,
        check=sheet.check,
        rules=rules_of(division),
        lexicon_version=division.lexicon_version,
        actor=actor,
    )


def _result_from(pairing: Pairing, check: RecordCheck, *, by_official: bool) -> ResultInput:
    """The result that the record gives. Players report the scores on the board; only officials enter a loss on time."""
    game = pairing.round.division.played
    try:
        ending = game.ending(check, seating_of(pairing))
    except NoResultError as error:
        raise RecordUnusableError(str(error), check) from error
    try:
        if ending.games is not None:
            typed = tally.write(ending.games, cards=game.scoring.by_seats)
            return with_scores(pairing, ResultInput(tally=typed), check)
        first, second = ending.scores or (None, None)
        lost_on_time = ending.lost_on_time if by_official else ""
        result = ResultInput(kind="played", first_score=first, second_score=second, lost_on_time=lost_on_time)
        return with_scores(pairing, result, check)
    except (ValidationError, TournamentError) as error:
        reason = " ".join(error.messages) if isinstance(error, ValidationError) else error
        raise RecordUnusableError(str(game.impossible_ending) % {"why": reason}, check) from error
