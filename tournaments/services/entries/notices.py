"""What players tell the director by their personal link: they come late, ask for a bye, or withdraw. The director answers."""

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import NotOpenError, StaleEditError, TournamentError
from tournaments.models import MAX_LATE_MINUTES, Absence, Arrival, Entry, Event, PersonalLink, PlayerNotice
from tournaments.services.entries.entries import last_public_round
from tournaments.services.entries.leaving import withdraw_locked
from tournaments.services.events.locking import lock_event, lock_open_event, refuse_finished, scope, touch

Kind, Answer = PlayerNotice.Kind, PlayerNotice.Answer


def _lock_player(link: PersonalLink, *, on_laptop: bool = True) -> Entry:
    """The link's entry, playing, with its event locked and open. Raises NotOpenError; ``on_laptop`` as of ``lock_event``."""
    event = lock_event(link.entry.division.event_id, on_laptop=on_laptop)
    refuse_finished(event)
    entry = Entry.objects.select_related("division").get(pk=link.entry_id)
    entry.division.event = event
    if entry.status != Entry.Status.ACTIVE:
        raise NotOpenError(_("You have withdrawn from this event. If that is wrong, tell the director."))
    return entry


@transaction.atomic
def tell_late(*, link: PersonalLink, minutes: int) -> PlayerNotice:
    """The player comes so many minutes late; it replaces what was told before. Raises NotOpenError, TournamentError."""
    entry = _lock_player(link)
    if not 1 <= minutes <= MAX_LATE_MINUTES:
        raise TournamentError(
            _("Enter 1 to %(max)d minutes. If you will be later than that, ask for a bye.") % {"max": MAX_LATE_MINUTES},
            code="minutes",
        )
    if Arrival.objects.filter(entry=entry).exists():
        raise TournamentError(_("You are already checked in."), code="here")
    PlayerNotice.objects.filter(entry=entry, kind=Kind.LATE, answer="").delete()
    return _tell(entry, PlayerNotice(entry=entry, kind=Kind.LATE, minutes=minutes))


@transaction.atomic
def ask_for_bye(*, link: PersonalLink, number: int) -> PlayerNotice:
    """The player asks to miss a round that is not published yet. Raises NotOpenError, TournamentError."""
    entry = _lock_player(link)
    _refuse_bye(entry, number)
    if PlayerNotice.objects.filter(entry=entry, kind=Kind.BYE, round_number=number, answer="").exists():
        raise TournamentError(
            _("You have already asked for a bye in round %(number)d.") % {"number": number}, code="asked"
        )
    return _tell(entry, PlayerNotice(entry=entry, kind=Kind.BYE, round_number=number))


def _refuse_bye(entry: Entry, number: int) -> None:
    """Raise TournamentError for a round that is published or not planned, or that the player misses already."""
    last, planned = last_public_round(entry.division), entry.division.settings.rounds_planned
    if not last < number <= planned:
        raise TournamentError(
            _("Round %(number)d is already published, or is not in the plan.") % {"number": number}, code="round"
        )
    if Absence.objects.filter(entry=entry, round_number=number).exists():
        raise TournamentError(
            _("%(name)s is already absent in round %(number)d.") % {"name": entry.name, "number": number}, code="missed"
        )


@transaction.atomic
def withdraw_oneself(*, link: PersonalLink) -> PlayerNotice:
    """The player leaves after the last published round; games of it that are not played wait for the director.

    Raises NotOpenError, also while a laptop runs the event: what it brings back would have the player playing.
    """
    entry = _lock_player(link, on_laptop=False)
    last = last_public_round(entry.division)
    PlayerNotice.objects.filter(entry=entry, answer="").delete()  # whoever has left is neither late nor has a bye
    withdraw_locked(None, entry, last)
    return _tell(entry, PlayerNotice(entry=entry, kind=Kind.WITHDRAWN, round_number=last))


def _tell(entry: Entry, notice: PlayerNotice) -> PlayerNotice:
    notice.save()
    after = {"link_of": entry.name, "notice": notice.kind, "minutes": notice.minutes, "round": notice.round_number}
    log_action(actor=None, verb="notice.sent", target=entry, scope=scope(entry.division.event), after=after)
    return notice


@transaction.atomic
def answer_notice(*, actor: User, event: Event, notice_id: int, answer: str) -> PlayerNotice:
    """Answer a notice: seen, or a bye granted or refused. A bye that is granted is an absence that counts as a bye.

    Raises StaleEditError when somebody has answered, TournamentError for an answer that does not fit and for a round published
    meanwhile, NotOpenError, PermissionDenied.
    """
    event = lock_open_event(actor, event.pk, Action.PAIR)
    notices = PlayerNotice.objects.filter(entry__division__event=event).select_related("entry__division")
    notice = notices.filter(pk=notice_id, answer="").first()
    if notice is None:
        raise StaleEditError(_("This has already been answered."))
    allowed = {Answer.GRANTED, Answer.REFUSED} if notice.kind == Kind.BYE else {Answer.SEEN}
    entry = notice.entry
    entry.division.event = event
    if answer not in allowed:
        raise TournamentError(_("Choose one of the answers."), code="answer")
    if answer == Answer.GRANTED:
        assert notice.round_number is not None
        _refuse_bye(entry, notice.round_number)
        Absence.objects.create(entry=entry, round_number=notice.round_number, kind=Absence.Kind.BYE)
        touch(event)
    notice.answer = answer
    notice.save(update_fields=["answer"])
    after = {"name": entry.name, "notice": notice.kind, "answer": answer, "round": notice.round_number}
    log_action(actor=actor, verb="notice.answered", target=entry, scope=scope(event), after=after)
    return notice
