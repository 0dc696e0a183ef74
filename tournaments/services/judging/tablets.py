"""Where words are judged: at a division's tablet, at a table by its card, at a game by its slip; and who sits there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from games.judging import WordJudge
from games.registry import GAMES
from lexicon.models import JudgeTablet
from lexicon.queries import open_version
from lexicon.services.tablets import close_desk, find_desk, open_desk
from lexicon.wordlists import files
from tournaments.errors import NotOpenError, NotReadyError, SlipNotFoundError, TournamentError
from tournaments.models import Division, Event, Pairing, Round, Seat
from tournaments.permissions import require_action
from tournaments.services.entries.personal_links import find_game
from tournaments.services.judging.judge_log import division_scope
from tournaments.services.results.slips import find_pairing


@dataclass(frozen=True, slots=True)
class Desk:
    """A place where words are judged, and the game played there.

    A division's tablet has no ``pairing``: the challenger is chosen on it. A slip belongs to one game. A table's card judges for
    the game of the round in play at ``table``; between rounds ``pairing`` is the last one played there, if there is one.
    ``official`` opened the desk and answers for it.
    """

    division: Division
    pairing: Pairing | None = None
    official: User | None = None
    table: int | None = None


def _offline_games() -> list[str]:
    """The games whose judge may hold the word list on a tablet."""
    return [key for key, game in GAMES.items() if game.judge is not None and game.judge.offline]


def place_of(division: Division, pairing: Pairing | None) -> str:
    """Event, division and, for a game, round and table, as the log shows them."""
    if pairing is None:
        return str(division)
    values = {"division": division, "round": pairing.round.number, "table": pairing.table_number}
    return _("%(division)s · round %(round)d · table %(table)s") % values


def desk_of(key: str) -> Desk:
    """The desk of a tablet's or a card's key. Raises SlipNotFoundError; NotOpenError for a table without a division."""
    link = find_desk(key)
    kind, number, *table = link.scope.split(":") if link else ("", "")
    if link is not None and kind == "event":
        return _table_desk(int(number), int(table[-1]), link.opened_by)
    division = _judged_divisions().filter(pk=int(number)).first() if kind == "division" else None
    if link is None or division is None:
        raise SlipNotFoundError(_("No judge tablet has this address. Ask the director for the current one."))
    return Desk(division, official=link.opened_by)


def _judged_divisions() -> QuerySet[Division]:
    return Division.objects.select_related("event__club", "lexicon_version__lexicon")


def desk_of_slip(key: str, number: int | None = None) -> Desk:
    """The desk of one game, by its slip, or by a player's link and the round.

    Raises SlipNotFoundError, SlipRevokedError, NotOpenError (the round is closed).
    """
    pairing = find_pairing(key) if number is None else find_game(key, number)[1]
    if pairing.round.state != Round.State.PUBLISHED or pairing.kind != Pairing.Kind.GAME:
        raise NotOpenError(_("The round this slip belongs to is over, so its words can no longer be adjudicated."))
    return Desk(pairing.round.division, pairing=pairing)


def _table_desk(event_id: int, table: int, official: User | None) -> Desk:
    pairing = _games_at(event_id, table).first()
    if pairing is not None:
        return Desk(pairing.round.division, pairing, official, table)
    division = _division_at(event_id, table)
    if division is None:
        raise _idle(table)
    return Desk(division, official=official, table=table)


def _division_at(event_id: int, table: int) -> Division | None:
    """The division of a late adjudication at a table without a public game: one with a draft there, or the first. One query."""
    drafted = Exists(Pairing.objects.filter(round__division=OuterRef("pk"), table_number=table))
    divisions = _judged_divisions().filter(event=event_id, game__in=_offline_games(), lexicon_version__isnull=False)
    return divisions.annotate(here=drafted).order_by("-here", "position", "pk").first()


def _games_at(event_id: int, table: int) -> QuerySet[Pairing]:
    """The public games of a table: those of rounds in play first, then the latest. One query."""
    related = ("round__division__event__club", "round__division__lexicon_version__lexicon")
    played = Pairing.objects.filter(round__division__event=event_id, table_number=table, kind=Pairing.Kind.GAME)
    open_ = ExpressionWrapper(Q(round__state=Round.State.PUBLISHED), output_field=BooleanField())
    order = (F("in_play").desc(), F("round__published_at").desc(nulls_last=True), "-round__number", "-pk")
    public = played.exclude(round__state=Round.State.DRAFT)
    return public.select_related(*related).annotate(in_play=open_).order_by(*order)


def refuse_idle(desk: Desk) -> None:
    """Raise NotOpenError at a table's card while no game is on: the judge is there for games, not for study."""
    if desk.table is not None and (desk.pairing is None or desk.pairing.round.state != Round.State.PUBLISHED):
        raise _idle(desk.table)


def _idle(table: int) -> NotOpenError:
    return NotOpenError(
        _(
            "No game is being played at table %(table)d right now. The word judge works here again when its next "
            "round is published."
        )
        % {"table": table}
    )


def at_game(desk: Desk, pairing_id: int | None, *, was_offline: bool = False) -> Desk:
    """A table's desk at the game that its page shows: two rounds may be in play at once.

    An adjudication made offline may be sent rounds later (``was_offline``); it belongs to that game, or to the division if the
    game is no longer at this table (its round was unpublished). A question now, from the page of an earlier round, is about the
    game in play.
    """
    if desk.table is None or pairing_id is None or (desk.pairing is not None and desk.pairing.pk == pairing_id):
        return desk
    game = _games_at(desk.division.event_id, desk.table).filter(pk=pairing_id).first()
    if not was_offline and (game is None or game.round.state != Round.State.PUBLISHED):
        return desk
    return replace(desk, pairing=game, division=game.round.division if game else _division_of(desk, pairing_id))


def _division_of(desk: Desk, pairing_id: int) -> Division:
    """The division of a game that has left the desk's table, where another division may play now."""
    divisions = _judged_divisions().filter(event=desk.division.event_id, rounds__pairings=pairing_id)
    return divisions.first() or desk.division


def judge_of(division: Division) -> WordJudge:
    """The judge of the division's game. Raises NotReadyError for a game without one."""
    judge = division.played.judge
    if judge is None:
        raise NotReadyError(_("This game has no word judge."))
    return judge


def open_judge(*, actor: User, division: Division) -> JudgeTablet:
    """Give the division's judge tablet a new address; the old one ends. Raises NotReadyError, NotOpenError, PermissionDenied."""
    require_action(actor, division.event, Action.RULE)
    judge_of(division)
    if division.lexicon_version is None:
        raise NotReadyError(_("Choose a dictionary in the division's settings first."))
    if division.event.state == Event.State.FINISHED:
        raise NotOpenError(_("“%(event)s” is finished.") % {"event": division.event})
    prepare_words(division)
    return open_desk(actor=actor, club=division.event.club, scope=division_scope(division))


def prepare_words(division: Division) -> None:
    """Prepare the word list for tablets now (a second or two), so that their page has it at once."""
    if division.game in _offline_games() and division.lexicon_version is not None:
        files.hashed_list(open_version(division.lexicon_version))


def close_judge(*, actor: User, division: Division) -> None:
    """End the address of the division's judge tablet. Raises PermissionDenied."""
    require_action(actor, division.event, Action.RULE)
    close_desk(actor=actor, club=division.event.club, scope=division_scope(division))


def playing_at(pairing: Pairing) -> list[Seat]:
    """The seats of a game in their order, without those of players who have withdrawn before its round ended. One query."""
    seats = pairing.seats.select_related("entry").order_by("position")
    return [seat for seat in seats if _plays(seat, pairing.round.number)]


def _plays(seat: Seat, number: int) -> bool:
    """Whether the player has not withdrawn before the end of this round."""
    return seat.entry.withdrawn_after is None or seat.entry.withdrawn_after >= number


def seats_at(desk: Desk) -> Sequence[Seat]:
    """Who may challenge: the players at the slip's or the card's table, or everyone in a round being played. One query."""
    seats = _seats_of(desk)
    if desk.pairing is not None and desk.table is None:
        return _still_playing(seats.order_by("position"))
    # Two rounds may be public at once: the game played here may be one of the earlier round.
    playing = seats.filter(round__state=Round.State.PUBLISHED)
    return _still_playing(playing.order_by("-round__number", "pairing__table_number", "position"))


def _still_playing(seats: QuerySet[Seat]) -> list[Seat]:
    return [seat for seat in seats if _plays(seat, seat.pairing.round.number)]


def _seats_of(desk: Desk) -> QuerySet[Seat]:
    """The seats of the desk's table or game, or of its division, in all rounds."""
    seats = Seat.objects.select_related("entry", "pairing__round").filter(pairing__kind=Pairing.Kind.GAME)
    if desk.table is not None:
        return seats.filter(round__division=desk.division, pairing__table_number=desk.table)
    if desk.pairing is not None:
        return seats.filter(pairing=desk.pairing)
    return seats.filter(round__division=desk.division)


def seat_at(desk: Desk, seat_id: int | None, *, was_offline: bool = False) -> Seat | None:
    """The challenger's seat, at this desk only: an id is no permission. Raises TournamentError.

    None for an adjudication made offline (``was_offline``) whose seat is no longer there: its round was unpublished.
    """
    if seat_id is None:
        return None
    seat = _seats_of(desk).filter(pk=seat_id).exclude(round__state=Round.State.DRAFT).first()
    if seat is None and not was_offline:
        raise TournamentError(_("That player is not at a table in this round. Choose again."), code="seat")
    return seat
