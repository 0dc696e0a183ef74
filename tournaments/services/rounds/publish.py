"""Publishing a round, alone or with the rounds that repeat its pairs, and unpublishing it."""

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments import hooks
from tournaments.engine.pairing.matches import continues
from tournaments.errors import StaleEditError, TournamentError
from tournaments.models import Division, Pairing, Result, ResultKind, ResultRuling, Round, SlipLink, Submission
from tournaments.permissions import require_action
from tournaments.queries.runs import options_of_run
from tournaments.queries.state import load_state
from tournaments.services.events.backups import store_backup
from tournaments.services.events.locking import follow_rounds, lock_round, save_round, scope, touch
from tournaments.services.hall.clock import stop_hidden
from tournaments.services.rating_link import ledger
from tournaments.services.results import slips
from tournaments.services.rounds import auto_draft
from tournaments.services.rounds.broken_rules import store_broken_rules
from tournaments.services.rounds.options import choice_of
from tournaments.services.rounds.pairing import draft_round, end_requests, lock_draft
from tournaments.services.rounds.readiness import refuse_unpublishable
from tournaments.services.standings import contention
from tournaments.services.standings.win_chances import store_win_chances

#: The result of a player without an opponent, which nobody reports.
_ALONE = {Pairing.Kind.BYE: ResultKind.BYE, Pairing.Kind.FORFEIT: ResultKind.FORFEIT_LOSS}


@transaction.atomic
def publish_round(*, actor: User, round_id: int, expected_version: int, reason: str = "") -> Round:
    """Make a draft public: slip links, the bye's result, the event runs. ``reason``: why pairs break rules, where they do.

    Raises StaleEditError, NotReadyError, TournamentError.
    """
    round_ = lock_draft(actor, round_id, expected_version)
    division, event = round_.division, round_.division.event
    state = load_state(division, round_.number)
    refuse_unpublishable(round_, state)
    broken = store_broken_rules(round_, state, reason)
    pairings = list(Pairing.objects.filter(round=round_))
    now = timezone.now()
    if event.what_if_of_id is None:  # nobody plays in a test copy
        slips.make_links(pairing.pk for pairing in pairings if pairing.kind == Pairing.Kind.GAME)
    Result.objects.bulk_create(
        Result(
            pairing=pairing,
            state=Result.State.CONFIRMED,
            kind=_ALONE[Pairing.Kind(pairing.kind)],
            spread=pairing.spread,
            confirmed_at=now,
        )
        for pairing in pairings
        if pairing.kind != Pairing.Kind.GAME
    )
    save_round(round_, state=Round.State.PUBLISHED, published_at=now)
    end_requests(division, round_.number)
    close_complete_rounds(division)
    follow_rounds(event)
    ledger.start(division)
    store_win_chances(round_, pairings)
    touch(event)
    contention.follow(division)
    auto_draft.follow(division)
    for follow in hooks.round_published:
        follow(round_)
    log_action(
        actor=actor,
        verb="round.published",
        target=round_,
        scope=scope(event),
        after={"number": round_.number, "pairings": len(pairings)} | ({"broken_rules": broken} if broken else {}),
        reason=reason.strip() if broken else "",
    )
    return round_


def rounds_to_follow(round_: Round) -> range:
    """The numbers of the rounds that repeat the pairs of ``round_``, loaded with its division and run. No query.

    None at tables of more than two, where each round is seated by the results before it, and none for a run that cannot be read.
    """
    options = options_of_run(round_.run)
    if options is None or round_.division.settings.table_size > 2:
        return range(0)
    last = round_.number
    while last < round_.division.settings.rounds_planned and continues(options, last + 1):
        last += 1
    return range(round_.number + 1, last + 1)


@transaction.atomic
def publish_match(*, actor: User, round_id: int, expected_version: int, reason: str = "") -> list[Round]:
    """Publish a draft and, paired by the same choice, the rounds after it in which its pairs play again.

    Players then go straight on to their next game. All rounds or none; raises as ``publish_round`` and ``draft_round``.
    """
    published = [publish_round(actor=actor, round_id=round_id, expected_version=expected_version, reason=reason)]
    first = published[0]
    if first.run is None:
        return published
    choice = choice_of(first.run)
    for number in rounds_to_follow(first):
        drafted = draft_round(actor=actor, division=first.division, number=number, despite_missing=True, **choice)
        published.append(publish_round(actor=actor, round_id=drafted.pk, expected_version=drafted.version))
    return published


def close_complete_rounds(division: Division) -> None:
    """A round with all results and no open question is closed once a later one is published: players' reports end there, rulings do not."""
    later = Round.objects.filter(division=division, number__gt=OuterRef("number")).exclude(state=Round.State.DRAFT)
    open_ = Round.objects.filter(Exists(later), division=division, state=Round.State.PUBLISHED)
    settled = {"result__state": Result.State.CONFIRMED, "result__open_questions": 0}
    unfinished = Pairing.objects.exclude(**settled).values("round")
    open_.exclude(pk__in=unfinished).update(state=Round.State.CLOSED)


def unpublish_losses(round_: Round) -> list[str]:
    """What unpublishing the round would lose, as sentences for the director."""
    losses = []
    if links := SlipLink.objects.filter(pairing__round=round_, ended_at__isnull=True).count():
        losses.append(
            _("Printed slips that stop working: %(count)d. Print new ones after publishing again.") % {"count": links}
        )
    if Pairing.objects.filter(round=round_, kind=Pairing.Kind.BYE).exists():
        losses.append(_("The bye in this round will not count in the standings until the round is published again."))
    losses.append(_("Players looking for their table will find no pairings."))
    return losses


@transaction.atomic
def unpublish_round(*, actor: User, round_id: int, expected_version: int, reason: str) -> Round:
    """Make the last published round a draft again while nothing was submitted: its slips stop working, and its clock stops.

    Raises TournamentError.
    """
    round_ = lock_round(round_id, expected_version)
    division, event = round_.division, round_.division.event
    require_action(actor, event, Action.PAIR)
    if round_.state == Round.State.DRAFT:
        raise StaleEditError(_("Round %(number)d is already a draft.") % {"number": round_.number})
    if not reason.strip():
        raise TournamentError(_("Say why you are unpublishing the round: players have seen it."), code="reason")
    if Round.objects.filter(division=division, number__gt=round_.number).exists():
        raise TournamentError(_("Only the last round can be unpublished; there is a later one."), code="not_last")
    reported = (
        Submission.objects.filter(pairing__round=round_).count()
        + ResultRuling.objects.filter(pairing__round=round_).count()
    )
    if reported:
        raise TournamentError(
            _("This round has reports (%(count)d) and cannot be unpublished. Correct individual games instead.")
            % {"count": reported},
            code="reported",
        )
    why = _("before round %(number)d was unpublished") % {"number": round_.number}
    store_backup(actor=actor, event=event, why=why)
    for follow in hooks.round_unpublished:
        follow(round_)
    SlipLink.objects.filter(pairing__round=round_).delete()
    Result.objects.filter(pairing__round=round_).delete()
    Pairing.objects.filter(round=round_).exclude(broken_rules="").update(broken_rules="", broken_reason="")
    save_round(round_, state=Round.State.DRAFT, published_at=None)
    follow_rounds(event)
    stop_hidden(actor=actor, event=event)
    touch(event)
    log_action(actor=actor, verb="round.unpublished", target=round_, scope=scope(event), reason=reason.strip())
    return round_
