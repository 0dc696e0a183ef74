"""The word judge of an event: adjudications, by which edition and with what consequence, and appeals and decisions on them."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from games.errors import GameError
from games.judging import JudgedWord, Question, Table, WordJudge
from lexicon.models import Adjudication, LexiconVersion
from lexicon.queries import visible_to
from lexicon.services.adjudications import Verdict, VerdictEntry, adjudication_with, follow_up, log_verdict
from tournaments.errors import NotOpenError, NotReadyError, TournamentError
from tournaments.models import Division, Event, Pairing, Seat
from tournaments.permissions import require_action
from tournaments.services.events.rules import rules_of
from tournaments.services.judging.judge_log import division_scope, failed_challenges, game_scope, words_judged
from tournaments.services.judging.tablets import (
    Desk,
    at_game,
    judge_of,
    place_of,
    playing_at,
    refuse_idle,
    seat_at,
)

#: The times that a tablet may send: it may be offline for days, and its clock may be a little fast.
_OLDEST, _FAST = timedelta(days=14), timedelta(minutes=5)


def rule_challenge(*, desk: Desk, data: Question) -> Adjudication:
    """Ask the judge of the division's game and log the answer; the same token again is the same adjudication.

    Raises MalformedPlayError (nothing was judged or logged), NotReadyError, NotOpenError, TournamentError, LexiconUnavailableError.
    """
    was_offline = data.announced is not None
    desk = at_game(desk, data.pairing_id, was_offline=was_offline)
    event, version = desk.division.event, desk.division.lexicon_version
    earlier = adjudication_with(event.club, data.client_token)
    if earlier is not None:
        return _sent_again(earlier, data.count, desk)
    if version is None:
        raise NotReadyError(_("No dictionary is set for this division."))
    # What was adjudicated offline is logged, even if the event has been finished since.
    if not was_offline:
        refuse_idle(desk)
        if event.state != Event.State.RUNNING:
            raise NotOpenError(_("“%(event)s” is not being played right now.") % {"event": event})
    judge = judge_of(desk.division)
    if not isinstance(data, judge.question):
        raise TournamentError(str(judge.refused), code="game")
    version = _edition(desk, version, data)
    seat = seat_at(desk, data.seat_id, was_offline=was_offline)
    player = seat_at(desk, data.player_id, was_offline=was_offline)
    # A challenger who is no longer at the game was paired again: the adjudication is not about those who play it now.
    game = seat.pairing if seat else desk.pairing if data.seat_id is None else None
    if game is None and player is not None and data.seat_id is None:
        game = player.pairing
    _refuse_odd_seats(judge, seat, player)
    try:
        answer = judge.judge(version, rules_of(desk.division), data, table=_table(desk.division, game, seat, player))
    except GameError as error:
        raise TournamentError(str(error), code=error.code) from error
    entry = VerdictEntry(
        scope=game_scope(game) if game else division_scope(desk.division),
        place=place_of(desk.division, game),
        version=version,
        rule=answer.rule,
        verdict=Verdict(answer.words, answer.acceptable),
        consequence=answer.consequence,
        client_token=data.client_token,
        challenger=seat.entry.name if seat else "",
        out_play=data.out_play,
        outcome=answer.outcome,
        is_offline=was_offline,
        rechecked=answer.by_dictionary if was_offline else None,
        checksum=data.checksum,
        decided_at=_when(data),
    )
    return log_verdict(club=event.club, entry=entry, official=desk.official)


def _refuse_odd_seats(judge: WordJudge, seat: Seat | None, player: Seat | None) -> None:
    """Raise TournamentError when the two are at different tables, or one player challenges their own play."""
    if seat is None or player is None:
        return
    if seat.pairing_id != player.pairing_id:
        raise TournamentError(_("The two players are not at the same table. Choose again."), code="seat")
    if seat.pk == player.pk and judge.offline:
        raise TournamentError(_("Players cannot challenge their own play. Choose again."), code="seat")


def _table(division: Division, game: Pairing | None, seat: Seat | None, player: Seat | None) -> Table:
    """The table of a question. One query, if the game is known."""
    if game is None:
        return Table(size=division.settings.table_size)
    seats = playing_at(game)
    places = {one.pk: place for place, one in enumerate(seats)}

    def failed_before() -> int | None:
        return None if seat is None else failed_challenges(game_scope(seat.pairing), seat.entry.name)

    def earlier() -> tuple[JudgedWord, ...]:
        return () if player is None else words_judged(game_scope(game))

    return Table(
        size=len(seats),
        names=tuple(one.entry.name for one in seats),
        player=places.get(player.pk) if player is not None else None,
        challenger=places.get(seat.pk) if seat is not None else None,
        handicap="" if player is None else player.entry.handicap,
        failed_before=failed_before,
        earlier=earlier,
    )


def _sent_again(earlier: Adjudication, words: int, desk: Desk) -> Adjudication:
    """The adjudication that was sent with this token before. Raises TournamentError if it was about another play."""
    if len(earlier.words) != words or earlier.kind != Adjudication.Kind.VERDICT:
        raise TournamentError(
            _("This adjudication was already sent for another play (%(place)s).")
            % {"place": place_of(desk.division, None)},
            code="token_reused",
        )
    return earlier


def _edition(desk: Desk, version: LexiconVersion, data: Question) -> LexiconVersion:
    """The edition that the tablet used, if the club has it; else the division's (the log keeps the tablet's checksum)."""
    if data.announced is None or not data.checksum or data.checksum == version.checksum:
        return version
    return visible_to(desk.division.event.club).filter(checksum=data.checksum).first() or version


def _when(data: Question) -> datetime | None:
    """The tablet's time, unless its clock is far off."""
    now = timezone.now()
    if data.announced is None or data.decided_at is None or not now - _OLDEST <= data.decided_at <= now + _FAST:
        return None
    return data.decided_at


def appeal_adjudication(
    *, actor: User, division: Division, adjudication: Adjudication, reason: str, client_token: str
) -> Adjudication:
    """Record a player's appeal against an adjudication. Raises PermissionDenied, TournamentError."""
    require_action(actor, division.event, Action.RULE)
    _check_follow_up(adjudication, reason)
    return follow_up(
        adjudication=adjudication,
        kind=Adjudication.Kind.APPEAL,
        reason=reason,
        official=actor,
        client_token=client_token,
    )


def overrule(
    *, actor: User, division: Division, adjudication: Adjudication, acceptable: bool, reason: str, client_token: str
) -> Adjudication:
    """The director's decision on an adjudication, which stays in the log. Raises PermissionDenied, TournamentError."""
    require_action(actor, division.event, Action.RULE)
    _check_follow_up(adjudication, reason)
    consequence, outcome = judge_of(division).overruled(
        rules_of(division), adjudication, acceptable=acceptable, table=_table_of(division, adjudication)
    )
    return follow_up(
        adjudication=adjudication,
        kind=Adjudication.Kind.OVERRULING,
        reason=reason,
        official=actor,
        client_token=client_token,
        acceptable=acceptable,
        consequence=consequence,
        outcome=outcome,
    )


def _table_of(division: Division, adjudication: Adjudication) -> Table:
    """The table of a stored adjudication. One query, if the log says which game it was."""
    kind, _colon, number = adjudication.scope.partition(":")
    game = Pairing.objects.select_related("round").filter(pk=int(number)).first() if kind == "pairing" else None
    if game is None:
        return Table(size=division.settings.table_size)
    seats = playing_at(game)
    names = tuple(one.entry.name for one in seats)

    def place(name: str) -> int | None:
        return names.index(name) if names.count(name) == 1 else None

    def failed_before() -> int | None:
        return (
            failed_challenges(adjudication.scope, adjudication.challenger, before=adjudication)
            if adjudication.challenger
            else None
        )

    return Table(
        size=len(seats),
        names=names,
        player=place(str(adjudication.outcome.get("played_by", ""))),
        challenger=place(adjudication.challenger),
        failed_before=failed_before,
    )


def _check_follow_up(adjudication: Adjudication, reason: str) -> None:
    if adjudication.kind != Adjudication.Kind.VERDICT:
        raise TournamentError(
            _("Appeals and decisions belong to an adjudication. Open the adjudication."), code="not_a_verdict"
        )
    if not reason.strip():
        raise TournamentError(_("Give a reason; it is stored with the decision."), code="reason")
