"""Use cases of accounts and clubs: each a transaction."""

from collections.abc import Callable, Container
from dataclasses import dataclass, fields
from datetime import datetime, timedelta, tzinfo

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, Membership, Role, RollReaders, User
from clubs.permissions import Action, Rights, require, rights_in_club
from core.errors import WordhallError
from core.languages import language_choices
from core.zones import check_zone

#: Words that the site's own addresses use in the place of a club's.
RESERVED = frozenset({"new", "all"})


class ClubError(WordhallError):
    """Something the user can correct; the message says what."""


@dataclass(frozen=True, slots=True)
class ClubInput:
    """What a new club needs: a name, the word in its address (empty: made from the name), a few lines about it."""

    name: str
    slug: str = ""
    about: str = ""


@transaction.atomic
def create_club(*, actor: User, data: ClubInput) -> Club:
    """Create a club with the actor as its director. Raises ClubError without a name or when the address is taken, PermissionDenied."""
    if actor.confined_to is not None:
        raise PermissionDenied("a token for one club opens no other")
    if not data.name.strip():
        raise ClubError(_("Give the club a name."))
    slug = data.slug or _slug_of(data.name.strip())
    if slug in RESERVED:
        raise ClubError(_("“%(slug)s” is reserved by this site. Choose another address.") % {"slug": slug})
    club = _new_club(data, slug)
    Membership.objects.create(user=actor, club=club, role=Role.DIRECTOR)
    log_action(
        actor=actor, verb="club.created", target=club, scope=f"club:{club.pk}", after={"name": club.name, "slug": slug}
    )
    return club


@dataclass(frozen=True, slots=True)
class ClubChanges:
    """What a club's director may change. Its address stays: it is in links and bookmarks."""

    name: str
    about: str = ""
    place: str = ""
    map_url: str = ""
    languages: str = ""
    page_language: str = ""
    time_zone: str = ""
    takes_messages: bool = True
    roll_readers: str = RollReaders.MEMBERS

    def __post_init__(self) -> None:
        check_zone(self.time_zone)
        if self.page_language and self.page_language not in dict(language_choices()):
            raise ValidationError(_("Wordhall is not available in this language."), code="page_language")
        if self.map_url and not self.map_url.startswith(("https://", "http://")):
            raise ValidationError(_("The map link must begin with https://."), code="map_url")
        if self.roll_readers not in RollReaders.values:
            raise ValidationError(_("Choose who can see the members."), code="roll_readers")


#: What a club's director may change, by the names of the columns.
CLUB_DETAILS = tuple(detail.name for detail in fields(ClubChanges))
#: Called with the club's id after its details have changed, inside the transaction.
club_changed: list[Callable[[int], None]] = []


@transaction.atomic
def update_club(*, actor: User, club: Club, data: ClubChanges) -> Club:
    """Change a club's details. Raises ClubError for an empty name."""
    current = Club.objects.select_for_update().get(pk=club.pk)
    require(actor, current, Action.MANAGE_CLUB)
    changes = {name: value.strip() if isinstance(value := getattr(data, name), str) else value for name in CLUB_DETAILS}
    if not changes["name"]:
        raise ClubError(_("Give the club a name."))
    before = {name: getattr(current, name) for name in changes if getattr(current, name) != changes[name]}
    if not before:
        return current
    for name, value in changes.items():
        setattr(current, name, value)
    current.save(update_fields=list(before))
    after = {name: changes[name] for name in before}
    for follow in club_changed:
        follow(current.pk)
    log_action(actor=actor, verb="club.changed", target=current, scope=f"club:{current.pk}", before=before, after=after)
    return current


def set_language(user: User, language: str) -> None:
    """The account's pages and mails are in this language from now on, on every device."""
    User.objects.filter(pk=user.pk).update(language=language)


def _slug_of(name: str) -> str:
    """The address that a name gives; the next free one where the letters of an address do not tell two names apart."""
    slug = slugify(name) or "club"
    if name.isascii() or Club.objects.filter(name=name).exists():
        return slug
    taken = RESERVED | set(Club.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    return free_slug(slug, taken)


def free_slug(base: str, taken: Container[str]) -> str:
    """``base``, or with the next number if it is taken."""
    number = 2
    slug = base
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


def _new_club(data: ClubInput, slug: str) -> Club:
    """The club's row. Raises ClubError when the address is taken, even by a request at the same moment."""
    address_taken = ClubError(
        _("There is already a club at /clubs/%(slug)s/. Choose another address.") % {"slug": slug}
    )
    if Club.objects.filter(slug=slug).exists():
        raise address_taken
    try:
        with transaction.atomic():
            return Club.objects.create(name=data.name.strip(), slug=slug, about=data.about.strip())
    except IntegrityError:
        raise address_taken from None


def user_named(username: str) -> User:
    """The user of this name, in letters of either case. Raises ClubError."""
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        raise ClubError(
            _("There is no user “%(name)s”. Ask them to create an account first, then add them by that username.")
            % {"name": username},
            code="username",
        )
    return user


@transaction.atomic
def set_member(*, actor: User, club: Club, username: str, role: str) -> Membership:
    """Give the user of that name a role in the club. Raises ClubError for an unknown name or role, or when no director would remain."""
    Club.objects.select_for_update().get(pk=club.pk)
    require_giving(rights_in_club(actor, club), until=None, zone=club.zone)
    user = user_named(username)
    if role not in Role.values:
        roles = ", ".join(Role.values)
        raise ClubError(_("“%(role)s” is not a role; choose one of %(known)s.") % {"role": role, "known": roles})
    if role != Role.DIRECTOR:
        _keep_a_director(club, without=user)
    membership, _created = Membership.objects.update_or_create(user=user, club=club, defaults={"role": role})
    log_action(
        actor=actor,
        verb="member.set",
        target=membership,
        scope=f"club:{club.pk}",
        after={"user": user.username, "role": role},
    )
    return membership


@transaction.atomic
def remove_member(*, actor: User, membership: Membership) -> None:
    """Take a member out of the club. Raises ClubError for the last director."""
    club = Club.objects.select_for_update().get(pk=membership.club_id)
    require_giving(rights_in_club(actor, club), until=None, zone=club.zone)
    _keep_a_director(membership.club, without=membership.user)
    log_action(
        actor=actor,
        verb="member.removed",
        target=membership,
        scope=f"club:{membership.club_id}",
        before={"user": membership.user.username, "role": membership.role},
    )
    membership.delete()


def require_giving(rights: Rights, *, until: datetime | None, zone: tzinfo) -> None:
    """Raise PermissionDenied unless these rights include giving roles, ClubError unless one that lasts until then (None: for good)."""
    if Action.GIVE_ROLES not in rights.actions:
        raise PermissionDenied(Action.GIVE_ROLES)
    if rights.gives_until is not None and not rights.may_give(until):
        last = localtime(rights.gives_until - timedelta(seconds=1), zone).date()
        raise ClubError(
            _("Your own role ends on %(day)s: you can only give and end roles that end by then.")
            % {"day": date_format(last)},
            code="last_day",
        )


def _keep_a_director(club: Club, *, without: User) -> None:
    directors = Membership.objects.filter(club=club, role=Role.DIRECTOR)
    if directors.filter(user=without).exists() and not directors.exclude(user=without).exists():
        raise ClubError(
            _("%(name)s is the club's only director. Make someone else a director first.") % {"name": without}
        )
