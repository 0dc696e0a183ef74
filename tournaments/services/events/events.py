"""Use cases of events and divisions."""

from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.log import log_action
from clubs.models import Club, User
from clubs.permissions import Action, require
from clubs.services import free_slug
from core.wording import division_title
from ratings.models import RatingPool
from tournaments import hooks
from tournaments.engine.table_numbers import format_tables
from tournaments.errors import NotReadyError, TournamentError
from tournaments.inputs.events import EVENT_SETTINGS, MAX_SLUG, DivisionInput, EventChanges, EventInput
from tournaments.models import Division, Event, Result, Round
from tournaments.permissions import require_action
from tournaments.queries.rounds import PairingLine, missing_results, unsettled
from tournaments.services.entries.entries import last_public_round
from tournaments.services.events.locking import (
    lock_event,
    lock_open_event,
    public_rounds,
    scope,
    touch,
)
from tournaments.services.events.roles import count_days_of
from tournaments.services.events.rules import refuse_dictionary, refuse_unfit_pool, rule_set
from tournaments.services.feed.following import end_feed
from tournaments.services.rating_link import ledger
from tournaments.services.rating_link.lists import refuse_unfit
from tournaments.services.results.open_questions import question_text, questions_in
from tournaments.services.standings import contention
from tournaments.services.standings.standings import refuse_unexplained
from tournaments.settings import Change, DivisionSettings
from tournaments.settings.changes import changed
from tournaments.settings.codec import to_json
from tournaments.settings.metadata import Text

#: What a division is played by besides its settings, with its label; fixed once a round is public.
_FIXED = {
    "game": gettext_lazy("Game"),
    "rules_slug": gettext_lazy("Rules"),
    "lexicon_version_id": gettext_lazy("Dictionary"),
    "rating_pool_id": gettext_lazy("Rating list"),
}
_COLUMNS = ("name", *_FIXED)


@transaction.atomic
def create_event(*, actor: User, club: Club, data: EventInput) -> Event:
    """Create an event in preparation with its first division. Raises TournamentError (address taken, unknown rules …)."""
    require(actor, club, Action.MANAGE_EVENT)
    if Club.objects.filter(pk=club.pk, closed_at__isnull=False).exists():
        raise TournamentError(_("This club is closed. Reopen it to hold events."), code="club_closed")
    base = slugify(data.name)[: MAX_SLUG - 4] or "event"
    slug = data.slug or free_event_slug(base)
    try:
        with transaction.atomic():
            event = Event.objects.create(club=club, slug=slug, **_event_values(data))
    except IntegrityError as error:
        raise TournamentError(
            _("There is already an event at /e/%(slug)s/. Choose another address.") % {"slug": slug}, code="slug_taken"
        ) from error
    log_action(
        actor=actor, verb="event.created", target=event, scope=scope(event), after={"name": event.name, "slug": slug}
    )
    _create_division(actor, event, data.division)
    return event


def free_event_slug(base: str) -> str:
    """An address that no event has. One query."""
    return free_slug(base, set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True)))


@transaction.atomic
def update_event(*, actor: User, event: Event, data: EventChanges) -> Event:
    """Change the settings of an event, its name and date in its rating pools too. Raises NotOpenError when it is finished."""
    event = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    changed = {name: value for name, value in _event_values(data).items() if getattr(event, name) != value}
    if not changed:
        return event
    before = {name: str(getattr(event, name)) for name in changed}
    for name, value in changed.items():
        setattr(event, name, value)
    event.save(update_fields=list(changed))
    if "time_zone" in changed:
        count_days_of(event)
    for division in Division.objects.filter(event=event).select_related("rating_pool").order_by("position"):
        division.event = event
        ledger.configure(division)
    touch(event)
    after = {name: str(value) for name, value in changed.items()}
    log_action(actor=actor, verb="event.changed", target=event, scope=scope(event), before=before, after=after)
    return event


def _event_values(data: EventInput | EventChanges) -> dict[str, Any]:
    """The columns of an event's settings."""
    return {**{name: getattr(data, name) for name in EVENT_SETTINGS}, "name": data.name.strip()}


@transaction.atomic
def add_division(*, actor: User, event: Event, data: DivisionInput) -> Division:
    """Add a division to an event that is not finished. Raises TournamentError (name taken, unknown rules …)."""
    event = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    division = _create_division(actor, event, data)
    touch(event)
    return division


def _create_division(actor: User, event: Event, data: DivisionInput) -> Division:
    last = Division.objects.filter(event=event).aggregate(last=Max("position"))["last"] or 0
    division = Division(event=event, position=last + 1, **_values(event.club, data))
    _refuse_same_name(division)
    division.slug = _division_slug(division)
    _refuse_shared_tables(division)
    refuse_unfit(division, ledger.pools_of(division))
    division.save()
    log_action(actor=actor, verb="division.created", target=division, scope=scope(event), after=_logged(division))
    return division


def _refuse_same_name(division: Division) -> None:
    names = Division.objects.filter(event=division.event_id).exclude(pk=division.pk).values_list("name", flat=True)
    if division.name.casefold() in {name.casefold() for name in names}:
        raise TournamentError(
            _("The event already has a division “%(name)s”; choose another name.") % {"name": division.name},
            code="division_taken",
        )


def _division_slug(division: Division) -> str:
    """The part of the address that names the division; numbered, as names in other scripts leave no Latin letter."""
    others = Division.objects.filter(event=division.event_id).exclude(pk=division.pk)
    return free_slug(slugify(division.name)[: MAX_SLUG - 4] or "division", set(others.values_list("slug", flat=True)))


def _refuse_shared_tables(division: Division) -> None:
    """A table of the hall belongs to one division of the event."""
    own = set(division.settings.table_numbers)
    if not own:
        return
    for other in Division.objects.filter(event=division.event_id).exclude(pk=division.pk).order_by("position"):
        if shared := own.intersection(other.settings.table_numbers):
            raise TournamentError(
                _("%(division)s already has these tables: %(tables)s. Give each division its own tables.")
                % {"division": division_title(other.name), "tables": format_tables(sorted(shared))},
                code="tables_shared",
            )


def _values(club: Club, data: DivisionInput) -> dict[str, object]:
    """The division's columns; raises TournamentError for rules, dictionaries and pools that the club does not have."""
    rule_set(data.game, data.rules_slug, data.settings.challenge, data.settings.rule_options)
    refuse_dictionary(club, data)
    if data.rating_pool_id is not None and not RatingPool.objects.filter(pk=data.rating_pool_id, club=club).exists():
        raise TournamentError(_("The club has no such rating list. Choose one from the list."), code="pool")
    refuse_unfit_pool(data)
    return {**{name: getattr(data, name) for name in _COLUMNS}, "name": data.name.strip(), "settings": data.settings}


def _logged(division: Division) -> dict[str, object]:
    return {**{name: getattr(division, name) for name in _COLUMNS}, **to_json(division.settings)}


@transaction.atomic
def update_division(
    *, actor: User, division: Division, data: DivisionInput, reason: str = "", seen: bool = False
) -> Division:
    """Change a division's settings; ``reason`` goes into the log, ``seen``: the moves in the standings were confirmed.

    Raises TournamentError naming each setting that cannot change any more, and why; and as ``refuse_unexplained``.
    """
    event = lock_open_event(actor, division.event_id, Action.MANAGE_EVENT)
    current = Division.objects.get(pk=division.pk, event=event)
    current.event = event
    values = _values(event.club, data)
    if event.what_if_of_id is not None and values["rating_pool_id"] is not None:
        raise TournamentError(_("A test copy does not count for ratings; leave the rating list empty."), code="pool")
    if event.private and values["rating_pool_id"] is not None:
        raise TournamentError(_("Release the copy first; until then it does not count for ratings."), code="pool")
    before, requested = _logged(current), {**values, **to_json(data.settings)}
    after = {name: requested[name] for name, value in before.items() if requested[name] != value}
    if not after:
        return current
    fixed: list[Text] = [label for name, label in _FIXED.items() if name in after]
    fixed += [setting.late_label for setting in changed(current.settings, data.settings, Change.UNTIL_FIRST_ROUND)]
    _refuse_late_changes(current, data.settings, fixed)
    refuse_unexplained(current, data, reason=reason, seen=seen)
    for name, value in values.items():
        setattr(current, name, value)
    if "name" in after:
        _refuse_same_name(current)
        current.slug = _division_slug(current)
    if "table_numbers" in after:
        _refuse_shared_tables(current)
    if fixed:
        refuse_unfit(current, ledger.pools_of(current))
    current.save(update_fields=[*(name.removesuffix("_id") for name in values), "slug"])
    ledger.configure(current)
    touch(event)
    contention.follow(current)
    log_action(
        actor=actor,
        verb="division.changed",
        target=current,
        scope=scope(event),
        before={name: before[name] for name in after},
        after=after,
        reason=reason.strip(),
    )
    return current


def _refuse_late_changes(division: Division, settings: DivisionSettings, fixed: Sequence[Text]) -> None:
    """What games were played by no longer changes; ``fixed``: the labels of such changes."""
    last = last_public_round(division)
    if last and fixed:
        raise TournamentError(
            _(
                "Round %(last)d is published. These can no longer change: %(named)s. Add another division if "
                "later rounds should be different."
            )
            % {"last": last, "named": "; ".join(str(label) for label in fixed)},
            code="fixed_setting",
        )
    paired = Round.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0
    if settings.rounds_planned < min(paired, division.settings.rounds_planned):
        text = _("Round %(last)d is published, so the division has at least %(last)d rounds.")
        if paired > last:
            text = _("Round %(last)d is a draft: discard it, or give the division at least %(last)d rounds.")
        raise TournamentError(text % {"last": paired}, code="rounds_played")


@transaction.atomic
def finish_event(*, actor: User, event: Event, despite_questions: bool = False) -> Event:
    """End the event: close its rounds and make its ratings final.

    Raises NotReadyError naming every missing or disputed result, and every open question unless ``despite_questions``.
    """
    event = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    if event.what_if_of_id is not None:
        raise NotReadyError(_("A test copy cannot be finished: it has no ratings and nothing to announce."))
    if event.private:
        raise NotReadyError(_("This copy is private. Release it so that everyone can see it, or delete it."))
    divisions = list(Division.objects.filter(event=event).select_related("rating_pool"))
    _refuse_unfinished(event, divisions)
    questions = [text for division in divisions for text in questions_left(division)]
    if questions and not despite_questions:
        raise NotReadyError(
            _("Questions are still open. %(questions)s Settle them, or tick the box to finish with them open.")
            % {"questions": " ".join(questions)},
            code="open_questions",
        )
    Round.objects.filter(division__in=divisions, state=Round.State.PUBLISHED).update(state=Round.State.CLOSED)
    event.state = Event.State.FINISHED
    event.save(update_fields=["state"])
    for division in divisions:
        ledger.finalize(division)
    touch(event)
    end_feed(event)
    log_action(
        actor=actor, verb="event.finished", target=event, scope=scope(event), after={"open_questions": len(questions)}
    )
    for follow in hooks.event_finished:
        follow(event)
    return event


def _refuse_unfinished(event: Event, divisions: list[Division]) -> None:
    if event.state == Event.State.DRAFT or not public_rounds(event).exists():
        raise NotReadyError(_("No round has been published yet, so the event cannot be finished."))
    drafts = (
        Round.objects.filter(division__in=divisions, state=Round.State.DRAFT)
        .select_related("division")
        .order_by("division", "number")
    )
    faults = [
        _("round %(round)d of %(division)s is a draft: publish or discard it")
        % {"round": draft.number, "division": draft.division.name}
        for draft in drafts
    ]
    for division in divisions:
        faults += [_missing(division, line) for line in missing_results(division)]
    if faults:
        raise NotReadyError(_("The event cannot be finished yet: %(faults)s.") % {"faults": "; ".join(faults)})


def questions_left(division: Division) -> list[str]:
    """The open questions of a division, each as a sentence with its game. Two queries."""
    questions = questions_in(division)
    games = {line.pairing_id: line for line in unsettled(division)} if questions else {}
    text = _("%(division)s, round %(round)d, table %(table)s (%(first)s – %(second)s): %(question)s")
    return [
        text % {"division": division.name, **line.values, "question": question_text(question)}
        for question in questions
        if (line := games.get(question.pairing_id))
    ]


def _missing(division: Division, line: PairingLine) -> str:
    state = {
        Result.State.PENDING: _("only one player has reported"),
        Result.State.CONFLICT: _("the reports differ; make a ruling"),
    }
    what = state.get(Result.State(line.state), "") if line.state else _("no result")
    text = _("%(division)s, round %(round)d, table %(table)s (%(first)s – %(second)s): %(what)s")
    return text % {"division": division.name, **line.values, "what": what}


@transaction.atomic
def reopen_event(*, actor: User, event: Event, reason: str) -> Event:
    """Reopen a finished event, so that results can be corrected. Raises TournamentError without a reason or when not finished."""
    event = lock_event(event.pk)
    require_action(actor, event, Action.MANAGE_EVENT)
    if event.state != Event.State.FINISHED:
        raise TournamentError(_("“%(event)s” is not finished.") % {"event": event}, code="not_finished")
    if not reason.strip():
        raise TournamentError(
            _("Say why the event is reopened: its ratings become estimates again until you finish it."),
            code="reason",
        )
    event.state = Event.State.RUNNING
    event.save(update_fields=["state"])
    for division in Division.objects.filter(event=event).select_related("rating_pool"):
        ledger.reopen(division)
    touch(event)
    log_action(actor=actor, verb="event.reopened", target=event, scope=scope(event), reason=reason.strip())
    for follow in hooks.event_reopened:
        follow(event)
    return event
