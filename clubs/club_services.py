"""Use cases of a club as a whole: its photo, messages to it, handing it over, closing it."""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, ClubMessage, Membership, Role, User
from clubs.permissions import Action, holders_in, require
from clubs.photo_services import drop_photo, encoded, keep_photo
from clubs.services import ClubError
from mail.services import post


def _locked(actor: User, club: Club) -> Club:
    current = Club.objects.select_for_update().get(pk=club.pk)
    require(actor, current, Action.MANAGE_CLUB)
    return current


def set_photo(*, actor: User, club: Club, data: bytes) -> Club:
    """Show this photo on the club's page, encoded anew; the one before is deleted. Raises ClubError for what is no picture."""
    jpeg = encoded(data)  # before the transaction: it takes a while
    with transaction.atomic():
        current = _locked(actor, club)
        keep_photo(current, jpeg)
        log_action(
            actor=actor, verb="club.photo", target=current, scope=f"club:{current.pk}", after={"bytes": len(jpeg)}
        )
    return current


@transaction.atomic
def remove_photo(*, actor: User, club: Club) -> None:
    """Take the club's photo off its page."""
    current = _locked(actor, club)
    if current.photo:
        drop_photo(current)
        log_action(actor=actor, verb="club.photo", target=current, scope=f"club:{current.pk}", after={"bytes": 0})


@transaction.atomic
def write_to_club(*, club: Club, name: str, email: str, text: str) -> ClubMessage:
    """Leave a message for the club's directors: on their page, and by mail where they have an address. Raises ClubError."""
    if not club.takes_messages or club.closed_at is not None:
        raise ClubError(_("%(club)s does not accept messages here.") % {"club": club.name})
    if not name.strip() or not text.strip():
        raise ClubError(_("Write your name and a message."))
    message = ClubMessage.objects.create(
        club=club, name=name.strip()[:80], email=email.strip(), text=text.strip()[:4000]
    )
    directors = holders_in(club.pk, Action.MANAGE_CLUB).exclude(email="")
    page = settings.SITE_URL.rstrip("/") + reverse("clubs:messages", args=[club.slug])
    for user, address, language in directors.values_list("pk", "email", "language"):
        post(
            "club-message",
            to=address,
            key=f"club-message:{message.pk}:{user}",
            context={"message": message, "club": club, "page": page},
            language=language,
        )
    return message


@transaction.atomic
def mark_answered(*, actor: User, message: ClubMessage, answered: bool) -> None:
    """Note that somebody has answered, or has not."""
    club = _locked(actor, message.club)
    if (message.answered_at is not None) == answered:
        return
    message.answered_at = timezone.now() if answered else None
    message.save(update_fields=["answered_at"])
    log_action(
        actor=actor,
        verb="club.message_answered",
        target=message,
        scope=f"club:{club.pk}",
        after={"answered": answered},
    )


@transaction.atomic
def hand_over(*, actor: User, club: Club, username: str, stay: bool) -> Membership:
    """Make the user of that name the club's director in the actor's place, who stays as a member or leaves.

    Raises ClubError for an unknown name and for the actor's own, PermissionDenied for who is no director of the club.
    """
    current = _locked(actor, club)
    own = Membership.objects.filter(club=current, user=actor, role=Role.DIRECTOR).first()
    if own is None:
        raise PermissionDenied("only a director hands the club over")
    heir = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if heir is None:
        raise ClubError(
            _("There is no user “%(name)s”. Ask them to create an account first, then hand over to that username.")
            % {"name": username.strip()}
        )
    if heir.pk == actor.pk:
        raise ClubError(_("You are already the director. Enter another username."))
    membership, _created = Membership.objects.update_or_create(
        user=heir, club=current, defaults={"role": Role.DIRECTOR}
    )
    if stay:
        own.role = Role.MEMBER
        own.save(update_fields=["role"])
    else:
        own.delete()
    log_action(
        actor=actor,
        verb="club.handed_over",
        target=current,
        scope=f"club:{current.pk}",
        before={"user": actor.username},
        after={"user": heir.username, "stays": stay},
    )
    return membership


@transaction.atomic
def close_club(*, actor: User, club: Club) -> Club:
    """Close the club: it takes no more events and messages and leaves the list of clubs; its pages stay. Idempotent."""
    return _set_closed(actor, club, closed=True)


@transaction.atomic
def reopen_club(*, actor: User, club: Club) -> Club:
    """Open a closed club again. Idempotent."""
    return _set_closed(actor, club, closed=False)


def _set_closed(actor: User, club: Club, *, closed: bool) -> Club:
    current = _locked(actor, club)
    if (current.closed_at is not None) == closed:
        return current
    current.closed_at = timezone.now() if closed else None
    current.save(update_fields=["closed_at"])
    verb = "club.closed" if closed else "club.reopened"
    log_action(actor=actor, verb=verb, target=current, scope=f"club:{current.pk}")
    return current
