"""The word judge of an event: what is judged by which edition, what follows under the event's rule, appeals and decisions."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from games.engine.crossword.challenge import Challenge, Outcome, challenge_by_rules
from games.engine.crossword.rules import RuleSet
from lexicon.models import LexiconVersion, Ruling
from lexicon.queries import visible_to
from lexicon.services.rulings import VerdictEntry, follow_up, judge_words, log_verdict, ruling_with
from tournaments.errors import NotOpenError, NotReadyError, TournamentError
from tournaments.models import Division, Event, Game
from tournaments.permissions import require_action
from tournaments.services.challenge_wording import describe_challenge, fined, most_words
from tournaments.services.judge_desks import Desk, at_game, division_scope, game_scope, place_of, refuse_idle, seat_at
from tournaments.services.rules import rules_of

#: A tablet may be without a network for a day; its clock may be a little fast.
_OLDEST, _FAST = timedelta(days=14), timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeInput:
    """A challenge as it is put to the judge. ``announced``: the verdict that a tablet without network has given already,
    by the edition ``checksum`` at ``decided_at``; None lets the server judge. ``pairing_id``: the game that a table's page was made for."""

    words: tuple[str, ...]
    client_token: str
    seat_id: int | None = None
    out_play: bool = False
    play_score: int | None = None
    announced: bool | None = None
    checksum: str = ""
    decided_at: datetime | None = None
    pairing_id: int | None = None


def rule_challenge(*, desk: Desk, data: ChallengeInput) -> Ruling:
    """Judge a challenge and log it; the same token again is the same ruling.

    Raises MalformedPlayError (nothing was judged or logged), NotReadyError, NotOpenError, TournamentError.
    """
    was_offline = data.announced is not None
    desk = at_game(desk, data.pairing_id, was_offline=was_offline)
    event, version = desk.division.event, desk.division.lexicon_version
    known = ruling_with(event.club, data.client_token)
    if known is not None:
        return same_again(known, len(data.words), desk)
    if version is None:
        raise NotReadyError(_("No dictionary is set for this division."))
    # What was ruled while the network was away is logged, even if the event has been closed meanwhile.
    if not was_offline:
        refuse_idle(desk)
        if event.state != Event.State.RUNNING:
            raise NotOpenError(_("“%(event)s” is not in play right now.") % {"event": event})
    if desk.division.game != Game.CROSSWORD:
        raise TournamentError(
            _("This division plays Word Basket, where words are adjudicated one at a time."), code="game"
        )
    rules = rules_of(desk.division)
    version = _edition(desk, version, data)
    verdict = judge_words(version, list(data.words), most=most_words(rules))
    seat = seat_at(desk, data.seat_id, was_offline=was_offline)
    # A game whose challenger is not at it any more was paired again: the ruling is not about those who play it now.
    here = desk.pairing if data.seat_id is None else None
    game = seat.pairing if seat else here
    acceptable = verdict.acceptable if data.announced is None else data.announced
    failed = None if seat is None else _failed_before(game_scope(seat.pairing), seat.entry.name)
    facts = Challenge(acceptable, len(verdict.words), out_play=data.out_play, failed_before=failed)
    entry = VerdictEntry(
        scope=game_scope(game) if game else division_scope(desk.division),
        place=place_of(desk.division, game),
        version=version,
        rule=rules.challenge,
        verdict=type(verdict)(verdict.words, acceptable),
        consequence=describe_challenge(rules, facts, play_score=data.play_score),
        client_token=data.client_token,
        challenger=seat.entry.name if seat else "",
        out_play=data.out_play,
        outcome=_stored(rules, facts, data.play_score),
        is_offline=was_offline,
        rechecked=None if data.announced is None else verdict.acceptable,
        checksum=data.checksum,
        decided_at=_when(data),
    )
    return log_verdict(club=event.club, entry=entry, official=desk.official)


def same_again(known: Ruling, words: int, desk: Desk) -> Ruling:
    """The ruling that was sent with this token before. Raises TournamentError if it was about another play."""
    if len(known.words) != words or known.kind != Ruling.Kind.VERDICT:
        raise TournamentError(
            _("This adjudication was already sent for another play (%(place)s).")
            % {"place": place_of(desk.division, None)},
            code="token_reused",
        )
    return known


def _edition(desk: Desk, version: LexiconVersion, data: ChallengeInput) -> LexiconVersion:
    """The edition that the tablet used, if the club has it; else the division's (the log keeps the tablet's checksum)."""
    if data.announced is None or not data.checksum or data.checksum == version.checksum:
        return version
    return visible_to(desk.division.event.club).filter(checksum=data.checksum).first() or version


def _failed_before(scope: str, challenger: str, *, verdict: Ruling | None = None) -> int:
    """How many challenges this player had lost in this game (before ``verdict``), decisions of the director counted."""
    rows = Ruling.objects.filter(scope=scope, challenger=challenger).exclude(kind=Ruling.Kind.APPEAL).order_by("pk")
    last: dict[int, bool] = {}
    for row in rows:
        last[row.refers_to_id or row.pk] = bool(row.acceptable)
    return sum(lost for pk, lost in last.items() if verdict is None or pk < verdict.pk)


def _stored(rules: RuleSet, facts: Challenge, play_score: int | None) -> dict[str, object]:
    result: Outcome = challenge_by_rules(rules, facts)
    points = result.points(play_score or 0)
    known = play_score is not None or not result.removed
    return {
        **asdict(result),
        "rules": rules.slug,
        "free": rules.free_challenges,
        "play_score": play_score,
        "points": list(points) if known else None,
    }


def _when(data: ChallengeInput) -> datetime | None:
    """The tablet's time, unless its clock is absurd."""
    now = timezone.now()
    if data.announced is None or data.decided_at is None or not now - _OLDEST <= data.decided_at <= now + _FAST:
        return None
    return data.decided_at


def appeal_ruling(*, actor: User, division: Division, ruling: Ruling, reason: str, client_token: str) -> Ruling:
    """Note that a player appeals against a verdict. Raises PermissionDenied, TournamentError."""
    require_action(actor, division.event, Action.RULE)
    _refuse_follow_up(ruling, reason)
    return follow_up(ruling=ruling, kind=Ruling.Kind.APPEAL, reason=reason, official=actor, client_token=client_token)


def overrule(
    *, actor: User, division: Division, ruling: Ruling, acceptable: bool, reason: str, client_token: str
) -> Ruling:
    """The director's decision on a verdict, with its consequence; the verdict stays. Raises PermissionDenied, TournamentError."""
    require_action(actor, division.event, Action.RULE)
    _refuse_follow_up(ruling, reason)
    said, result = _decided(division, ruling, acceptable=acceptable)
    return follow_up(
        ruling=ruling,
        kind=Ruling.Kind.OVERRULING,
        reason=reason,
        official=actor,
        client_token=client_token,
        acceptable=acceptable,
        consequence=said,
        outcome=result,
    )


def _decided(division: Division, ruling: Ruling, *, acceptable: bool) -> tuple[str, dict[str, object]]:
    """What the decision comes to, in a sentence and in figures."""
    was = ruling.outcome
    if division.game == Game.WORDBASKET:
        said = _("The card stays.") if acceptable else fined()
        return said, {name: was[name] for name in ("game", "basket", "card", "last_card", "handicap") if name in was}
    base = rules_of(division)
    # The rule in force is the one that was in force then.
    rules = base.with_options(challenge=ruling.rule, free_challenges=was.get("free", base.free_challenges))
    named = bool(ruling.challenger) and ruling.scope != division_scope(division)
    failed = _failed_before(ruling.scope, ruling.challenger, verdict=ruling) if named else None
    facts = Challenge(acceptable, max(1, len(ruling.words)), out_play=ruling.out_play, failed_before=failed)
    score = was.get("play_score")
    return describe_challenge(rules, facts, play_score=score), _stored(rules, facts, score)


def _refuse_follow_up(ruling: Ruling, reason: str) -> None:
    if ruling.kind != Ruling.Kind.VERDICT:
        raise TournamentError(
            _("Appeals and decisions belong to an adjudication. Open the adjudication."), code="not_a_verdict"
        )
    if not reason.strip():
        raise TournamentError(_("Give a reason; it is stored with the decision."), code="reason")
