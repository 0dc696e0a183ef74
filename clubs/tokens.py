"""API tokens: created with a name and scopes, looked up by hash, revoked. Knox generates the text and its hash."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
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

    @classmethod
    def of(cls, clean: Mapping[str, Any]) -> Self:
        """From what a form or serializer has checked."""
        scopes = frozenset(map(Scope, clean["scopes"]))
        return cls(name=clean["name"], scopes=scopes, days=clean["days"], club=clean.get("club") or None)


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The user's tokens that still work, newest first; one query."""
    alive = Q(expiry__isnull=True) | Q(expiry__gt=timezone.now())
    tokens: QuerySet[ApiToken] = ApiToken.objects.filter(alive, user=user).select_related("club").order_by("-pk")
    return tokens


def sign_in(user: User) -> tuple[ApiToken, str]:
    """A token for ten hours that may do what the user may; called after the password was checked. Deletes expired tokens."""
    with transaction.atomic():
        _forget_expired(user)
        return _create(user=user, name=_("Signed in"), scopes=stored(EVERYTHING), is_sign_in=True)


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
        raise ClubError(_("You already have %(most)d tokens. Revoke one you no longer need.") % {"most": MOST_TOKENS})
    days = timedelta(days=data.days)
    token, text = _create(user=actor, expiry=days, name=data.name.strip(), scopes=stored(data.scopes), club=club)
    after = {"name": token.name, "scopes": token.scopes, "club": club.slug if club else None, "days": data.days}
    log_action(actor=actor, verb="token.made", target=token, scope=f"user:{actor.pk}", after=after)
    return token, text


def _create(**fields: object) -> tuple[ApiToken, str]:
    """Knox's manager: the row and the token's text."""
    token_and_text: tuple[ApiToken, str] = ApiToken.objects.create(**fields)
    return token_and_text


def _refuse_bad(data: TokenInput) -> None:
    if not 0 < len(data.name.strip()) <= MAX_NAME:
        raise ClubError(
            _("Give the token a name that says what it is for (up to %(max)d characters).") % {"max": MAX_NAME}
        )
    if not data.scopes or not data.scopes <= GRANTABLE:
        raise ClubError(_("Choose at least one permission for the token."))
    if not 1 <= data.days <= MAX_DAYS:
        raise ClubError(_("A token is valid for 1 to %(max)d days.") % {"max": MAX_DAYS})


def _own_club(actor: User, slug: str | None) -> Club | None:
    if not slug:
        return None
    own_club = Club.objects.filter(slug=slug, pk__in=memberships_of(actor).values("club")).first()
    if own_club is None:
        raise ClubError(
            _("You are not a member of a club at /clubs/%(slug)s/. Choose one of your own clubs.") % {"slug": slug}
        )
    return own_club


def _forget_expired(user: User) -> None:
    ApiToken.objects.filter(user=user, expiry__lt=timezone.now()).delete()


@transaction.atomic
def revoke_token(*, actor: User, token: ApiToken) -> None:
    """End one of the actor's own tokens. Raises PermissionDenied for another user's."""
    if token.user_id != actor.pk:
        raise PermissionDenied("not your token")
    log_action(actor=actor, verb="token.revoked", target=token, scope=f"user:{actor.pk}", before={"name": token.name})
    token.delete()


@transaction.atomic
def revoke_all(*, actor: User) -> None:
    """End every token of the actor."""
    log_action(actor=actor, verb="token.all_revoked", target=actor, scope=f"user:{actor.pk}")
    ApiToken.objects.filter(user=actor).delete()


def find_token(digest: str) -> ApiToken | None:
    """The token with this hash that still works, with its user; notes that it was used. One query, two once a minute."""
    token: ApiToken | None = ApiToken.objects.select_related("user").filter(digest=digest).first()
    now = timezone.now()
    if token is None or (token.expiry is not None and token.expiry <= now):
        return None
    if token.last_used_at is None or token.last_used_at <= now - _USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        token.last_used_at = now
    return token


def user_of(token: ApiToken) -> User:
    """The token's user, confined to its club if it has one."""
    user: User = token.user
    user.confined_to = token.club_id
    return user


def missing(token: ApiToken, needed: Iterable[Scope]) -> frozenset[Scope]:
    """The scopes among ``needed`` that the token does not have."""
    return frozenset(needed) - scopes_of(token.scopes)
