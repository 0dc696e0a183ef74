"""Tokens of the API: made with a name and scopes, found by their hash, ended. Knox keeps the hash and the end of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from knox.models import AuthToken

from audit.log import record
from clubs.models import ApiToken, Club, User
from clubs.permissions import memberships_of
from clubs.scopes import EVERYTHING, GRANTABLE, Scope, scopes_of, stored
from clubs.services import ClubError

#: More tokens than that are a program that makes one for each call.
MOST_TOKENS = 50
MAX_NAME = 80
MAX_DAYS = 366
#: ``last_used_at`` is written at most this often: reading must not cost a write each time.
_USED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenInput:
    """What a new token is called, what it may be used for, in which club (None: all of the user's), for how many days."""

    name: str
    scopes: frozenset[Scope]
    days: int
    club: str | None = None


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The user's tokens that still work, newest first; one query."""
    alive = Q(token__expiry__isnull=True) | Q(token__expiry__gt=timezone.now())
    return ApiToken.objects.filter(alive, token__user=user).select_related("token", "club").order_by("-pk")


def sign_in(user: User) -> tuple[ApiToken, str]:
    """A token for ten hours that may do what the user may; called once the password was right. Old tokens are forgotten."""
    with transaction.atomic():
        _forget_expired(user)
        token, text = AuthToken.objects.create(user=user)
        grant = ApiToken.objects.create(token=token, name=_("Signed in"), scopes=stored(EVERYTHING), is_sign_in=True)
    return grant, text


@transaction.atomic
def make_token(*, actor: User, data: TokenInput) -> tuple[ApiToken, str]:
    """A token and its text, which can be read this once. Raises ClubError, PermissionDenied (the actor came with a lesser token)."""
    if actor.confined_to is not None:
        raise PermissionDenied("a token for one club makes no tokens")
    User.objects.select_for_update().get(pk=actor.pk)
    _refuse_bad(data)
    club = _own_club(actor, data.club)
    _forget_expired(actor)
    if tokens_of(actor).filter(is_sign_in=False).count() >= MOST_TOKENS:
        raise ClubError(_("You have %(most)d tokens already. Revoke one that is not needed.") % {"most": MOST_TOKENS})
    token, text = AuthToken.objects.create(user=actor, expiry=timedelta(days=data.days))
    grant = ApiToken.objects.create(token=token, name=data.name.strip(), scopes=stored(data.scopes), club=club)
    after = {"name": grant.name, "scopes": grant.scopes, "club": club.slug if club else None, "days": data.days}
    record(actor=actor, verb="token.made", target=grant, scope=f"user:{actor.pk}", after=after)
    return grant, text


def _refuse_bad(data: TokenInput) -> None:
    if not 0 < len(data.name.strip()) <= MAX_NAME:
        raise ClubError(
            _("Give the token a name that says what it is for, of at most %(max)d letters.") % {"max": MAX_NAME}
        )
    if not data.scopes or not data.scopes <= GRANTABLE:
        raise ClubError(_("Choose at least one thing that the token may be used for."))
    if not 1 <= data.days <= MAX_DAYS:
        raise ClubError(_("A token works from 1 to %(max)d days.") % {"max": MAX_DAYS})


def _own_club(actor: User, slug: str | None) -> Club | None:
    if not slug:
        return None
    found = Club.objects.filter(slug=slug, pk__in=memberships_of(actor).values("club")).first()
    if found is None:
        raise ClubError(_("You are not a member of a club at /clubs/%(slug)s/. Choose one of yours.") % {"slug": slug})
    return found


def _forget_expired(user: User) -> None:
    AuthToken.objects.filter(user=user, expiry__lt=timezone.now()).delete()


@transaction.atomic
def revoke_token(*, actor: User, grant: ApiToken) -> None:
    """End one of the actor's own tokens. Raises PermissionDenied for somebody else's."""
    if grant.token.user_id != actor.pk:
        raise PermissionDenied("not your token")
    record(actor=actor, verb="token.revoked", target=grant, scope=f"user:{actor.pk}", before={"name": grant.name})
    grant.token.delete()


@transaction.atomic
def revoke_all(*, actor: User) -> None:
    """End every token of the actor."""
    record(actor=actor, verb="token.all_revoked", target=actor, scope=f"user:{actor.pk}")
    AuthToken.objects.filter(user=actor).delete()


def find_token(digest: str) -> ApiToken | None:
    """The token with this hash that still works, with its user; notes that it was used. One query, two once a minute."""
    found = ApiToken.objects.select_related("token__user").filter(token__digest=digest).first()
    now = timezone.now()
    if found is None or (found.token.expiry is not None and found.token.expiry <= now):
        return None
    if found.last_used_at is None or found.last_used_at <= now - _USED_EVERY:
        ApiToken.objects.filter(pk=found.pk).update(last_used_at=now)
        found.last_used_at = now
    return found


def user_of(grant: ApiToken) -> User:
    """The token's user, confined to its club if it has one."""
    user: User = grant.token.user
    user.confined_to = grant.club_id
    return user


def missing(grant: ApiToken, needed: Iterable[Scope]) -> frozenset[Scope]:
    """The scopes among ``needed`` that the token does not have."""
    return frozenset(needed) - scopes_of(grant.scopes)
