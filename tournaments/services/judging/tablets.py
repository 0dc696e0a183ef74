"""Where words are judged: a division's tablet, a table of the hall by its card, a game by its slip; and who sits there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from games.judging import WordJudge
from games.registry import GAMES
from lexicon.models import JudgeDesk
from lexicon.queries import open_version
from lexicon.services.desks import close_desk, find_desk, open_desk
from lexicon.wordlists import files
from tournaments.errors import NotOpenError, NotReadyError, SlipNotFoundError, TournamentError
from tournaments.models import Division, Event, Pairing, Round, Seat
from tournaments.permissions import require_action
from tournaments.services.entries.personal_links import find_game, find_link
from tournaments.services.judging.judge_log import division_scope
from tournaments.services.results.slips import find_pairing


@dataclass(frozen=True, slots=True)
class Desk:
    """A desk, and what is being played there.

    A division's tablet has no ``pairing``: whoever challenges says who it is. A slip is one game's. A table's card judges for the
    game of the round in play at ``table``; between rounds ``pairing`` is the last that was played there, None if there is none
    (any more). ``official`` opened the desk and answers for it.
    """

    division: Division
    pairing: Pairing | None = None
    official: User | None = None
    table: int | None = None


def _offline_games() -> list[str]:
    """The games whose judge may hold the word list on a tablet."""
    return [key for key, game in GAMES.items() if game.judge is not None and game.judge.offline]


def place_of(division: Division, pairing: Pairing | None) -> str:
    """Event, division and, for a game, round and table, for people."""
    if pairing is None:
        return str(division)
    values = {"division": division, "round": pairing.round.number, "table": pairing.table_number}
    return _("%(division)s · round %(round)d · table %(table)s") % values


def desk_of(key: str) -> Desk:
    """The desk of a tablet's or a card's key. Raises SlipNotFoundError; NotOpenError for a table that no division can play at."""
    found = find_desk(key)
    kind, number, *table = found.scope.split(":") if found else ("", "")
    if found is not None and kind == "event":
        return _table_desk(int(number), int(table[-1]), found.opened_by)
    related = ("event__club", "lexicon_version__lexicon")
    division = Division.objects.select_related(*related).filter(pk=int(number)).first() if kind == "division" else None
    if found is None or division is None:
        raise SlipNotFoundError(_("No judge tablet has this address. Ask the director for the current one."))
    return Desk(division, official=found.opened_by)


def desk_of_slip(key: str, number: int | None = None) -> Desk:
    """The desk of one table, by its slip, or by a player's own link and the round.

    Raises SlipNotFoundError, SlipRevokedError, NotOpenError (the round is closed).
    """
    pairing = find_pairing(key) if number is None else find_game(find_link(key), number)
    if pairing.round.state != Round.State.PUBLISHED or pairing.kind != Pairing.Kind.GAME:
        raise NotOpenError(_("The round of this slip is over, so its words can no longer be adjudicated."))
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
    """Whose a late ruling is at a table without a public game: the division's with a draft there, or the event's first. One query."""
    related = ("event__club", "lexicon_version__lexicon")
    drafted = Exists(Pairing.objects.filter(round__division=OuterRef("pk"), table_number=table))
    judged = Division.objects.filter(event=event_id, game__in=_offline_games(), lexicon_version__isnull=False)
    return judged.select_related(*related).annotate(here=drafted).order_by("-here", "position", "pk").first()


def _games_at(event_id: int, table: int) -> QuerySet[Pairing]:
    """The public games of a table: those of rounds in play first, then the latest. One query."""
    related = ("round__division__event__club", "round__division__lexicon_version__lexicon")
    played = Pairing.objects.filter(round__division__event=event_id, table_number=table, kind=Pairing.Kind.GAME)
    open_ = ExpressionWrapper(Q(round__state=Round.State.PUBLISHED), output_field=BooleanField())
    order = (F("in_play").desc(), F("round__published_at").desc(nulls_last=True), "-round__number", "-pk")
    public = played.exclude(round__state=Round.State.DRAFT)
    return public.select_related(*related).annotate(in_play=open_).order_by(*order)


def refuse_idle(desk: Desk) -> None:
    """Raise NotOpenError at a table's card while nobody plays there: words are for the game, not for study."""
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
    """A table's desk at the game that its page was made for: two rounds may be in play at once.

    A ruling made without a network may be sent rounds later (``was_offline``); it is that game's. A game that is not of this
    table any more (its round was taken back) is nobody's: such a ruling is the division's. Whoever asks now from a page of an
    earlier round asks about the game in play.
    """
    if desk.table is None or pairing_id is None or (desk.pairing is not None and desk.pairing.pk == pairing_id):
        return desk
    found = _games_at(desk.division.event_id, desk.table).filter(pk=pairing_id).first()
    if not was_offline and (found is None or found.round.state != Round.State.PUBLISHED):
        return desk
    division = found.round.division if found else _division_of(desk, pairing_id)
    return replace(desk, pairing=found, division=division)


def _division_of(desk: Desk, pairing_id: int) -> Division:
    """Whose the game is that left the desk's table: another division may play there now."""
    divisions = Division.objects.select_related("event__club", "lexicon_version__lexicon")
    return divisions.filter(event=desk.division.event_id, rounds__pairings=pairing_id).first() or desk.division


def judge_of(division: Division) -> WordJudge:
    """The judge of the division's game. Raises NotReadyError when words are not judged there."""
    judge = division.played.judge
    if judge is None:
        raise NotReadyError(_("This game has no word judge."))
    return judge


def open_judge(*, actor: User, division: Division) -> JudgeDesk:
    """Give the division's judging tablet an address; the one before ends. Raises NotReadyError, NotOpenError, PermissionDenied."""
    require_action(actor, division.event, Action.RULE)
    judge_of(division)
    if division.lexicon_version is None:
        raise NotReadyError(_("Choose a dictionary in the division's settings first."))
    if division.event.state == Event.State.FINISHED:
        raise NotOpenError(_("“%(event)s” is finished.") % {"event": division.event})
    prepare_words(division)
    return open_desk(actor=actor, club=division.event.club, scope=division_scope(division))


def prepare_words(division: Division) -> None:
    """Make the list for tablets now (a second or two), so that they have it as soon as their page is open."""
    if division.game in _offline_games() and division.lexicon_version is not None:
        files.hashed_list(open_version(division.lexicon_version))


def close_judge(*, actor: User, division: Division) -> None:
    """End the address of the division's judging tablet. Raises PermissionDenied."""
    require_action(actor, division.event, Action.RULE)
    close_desk(actor=actor, club=division.event.club, scope=division_scope(division))


def seats_at(desk: Desk) -> Sequence[Seat]:
    """Who may challenge: the players of the slip's or the card's table, or everybody at a table of a round being played. One query."""
    seats = Seat.objects.select_related("entry", "pairing__round").filter(pairing__kind=Pairing.Kind.GAME)
    if desk.pairing is not None and desk.table is None:
        return list(seats.filter(pairing=desk.pairing).order_by("position"))
    playing = seats.filter(round__division=desk.division, round__state=Round.State.PUBLISHED)
    if desk.table is not None:
        # Two rounds may be public at once: the game that goes on here may be the earlier one's.
        playing = playing.filter(pairing__table_number=desk.table)
    return list(playing.order_by("-round__number", "pairing__table_number", "position"))


def seat_at(desk: Desk, seat_id: int | None, *, was_offline: bool = False) -> Seat | None:
    """The challenger's seat, at this desk only: an id is no permission. Raises TournamentError.

    Of a ruling made without a network (``was_offline``) the seat may be gone: its round was taken back. That is None.
    """
    if seat_id is None:
        return None
    seats = Seat.objects.select_related("entry", "pairing__round").filter(pk=seat_id, pairing__kind="game")
    if desk.table is not None:
        own = seats.filter(round__division=desk.division, pairing__table_number=desk.table)
    elif desk.pairing is not None:
        own = seats.filter(pairing=desk.pairing)
    else:
        own = seats.filter(round__division=desk.division)
    found = own.exclude(round__state=Round.State.DRAFT).first()
    if found is None and not was_offline:
        raise TournamentError(_("That player is not at a table in this round. Choose again."), code="seat")
    return found
