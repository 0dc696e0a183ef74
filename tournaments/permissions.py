"""Who may see and do what in an event: the roles in its club and in itself, and their actions.

Who may see an event is decided here and nowhere else: by its visibility, or as a draft while it is a test copy or a private copy.
``may_see_event`` asks about one event, ``visible_events`` and ``reachable_events`` filter lists by the same rule.
"""

from collections.abc import Collection
from dataclasses import replace

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet, Value
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import (
    EVERY_RIGHT,
    ROLE_ACTIONS,
    Action,
    Held,
    Rights,
    Visitor,
    belongs_to,
    holders_in,
    in_clubs,
    may_everything,
    reaches,
    rights_of,
    roles_held,
    sees_all,
    tables_text,
)
from tournaments.errors import OtherTableError
from tournaments.models import Event, EventGrant

_DRAFT_READERS = [role for role, actions in ROLE_ACTIONS.items() if Action.VIEW_DRAFTS in actions]
#: What a role in one event never gives: the club, its players, dictionaries and rating lists are not the event's.
_OF_THE_CLUB = frozenset({Action.MANAGE_CLUB, Action.MANAGE_PLAYERS, Action.MANAGE_RATINGS, Action.MANAGE_LEXICON})


def rights_in(user: Visitor, event: Event) -> Rights:
    """What the user may do in the event, by roles in its club and in itself; a test copy has the roles of its original. One query.

    Once the event is finished, ratings officers may correct its results.
    """
    if may_everything(user, event.club):
        return EVERY_RIGHT
    if not user.is_authenticated or not reaches(user, event.club):
        return Rights()
    here = EventGrant.in_force(user=user, event=event.what_if_of_id or event.pk)
    granted = here.values_list("role", "tables", Value(0), "ends_at")
    held = [Held._make(row) for row in roles_held(user, event.club).union(granted, all=True)]
    by_club = rights_of(one for one in held if one.whole_club).actions
    rights = rights_of(held)
    actions = by_club | (rights.actions - _OF_THE_CLUB)
    if event.state == Event.State.FINISHED and Action.MANAGE_RATINGS in actions:
        actions |= {Action.CORRECT}
    return replace(rights, actions=actions)


def actions_in(user: Visitor, event: Event) -> frozenset[Action]:
    """Everything the user may do in the event. One query."""
    return rights_in(user, event).actions


def holders_in_event(event: Event, action: Action) -> QuerySet[User]:
    """Who may do this in the event now by a role in its club or in itself; superusers are not asked."""
    roles = [role for role, actions in ROLE_ACTIONS.items() if action in actions]
    here = EventGrant.in_force(event=event, role__in=roles).values("user")
    return holders_in(event.club_id, action) | User.objects.filter(pk__in=here)


def may(user: Visitor, event: Event, action: Action) -> bool:
    """Whether the user may do ``action`` in the event. One query."""
    return action in actions_in(user, event)


def require_action(user: Visitor | None, event: Event, action: Action) -> None:
    """Raise PermissionDenied unless the user may do ``action`` in the event. Nobody (None) may do nothing."""
    if not may(user or AnonymousUser(), event, action):
        raise PermissionDenied(f"{action} in {event.slug}")


def require_entering(user: Visitor | None, event: Event, table: int | None) -> None:
    """Raise PermissionDenied unless the user may enter results, OtherTableError unless that of this table. One query."""
    check_entering(rights_in(user or AnonymousUser(), event), event, table)


def check_entering(rights: Rights, event: Event, table: int | None) -> None:
    """The same for rights that are known. No query."""
    if Action.ENTER_RESULT not in rights.actions:
        raise PermissionDenied(f"{Action.ENTER_RESULT} in {event.slug}")
    if not rights.may_enter_at(table):
        own = tables_text(rights.tables or ())
        if table is None:
            text = _("You enter the results for tables %(tables)s. Byes are entered by the director.") % {"tables": own}
        else:
            text = _(
                "You enter the results for tables %(tables)s. Table %(table)s is for another scorer or the director."
            )
            text %= {"tables": own, "table": table}
        raise OtherTableError(text)


def visibility_of(event: Event) -> str:
    """Who may see the event now: a ``Visibility`` but never ``AUTO``. No query."""
    if event.what_if_of_id is not None or event.private:
        return Event.Visibility.DRAFT
    if event.visibility == Event.Visibility.AUTO:
        return Event.Visibility.DRAFT if event.state == Event.State.DRAFT else Event.Visibility.PUBLIC
    return event.visibility


def is_public(event: Event) -> bool:
    """Whether everyone who has the event's address may see it. No query."""
    return visibility_of(event) in {Event.Visibility.PUBLIC, Event.Visibility.UNLISTED}


def is_listed(event: Event) -> bool:
    """Whether everyone may find the event in lists. No query."""
    return visibility_of(event) == Event.Visibility.PUBLIC


def entries_hidden(event: Event) -> bool:
    """Whether only officials see who plays: before round 1, where the director chose so. No query."""
    return event.hide_entries and event.state == Event.State.DRAFT


def is_open_to(user: Visitor, event: Event, opened: Collection[int] = ()) -> bool:
    """Whether an event that is not public is open to this visitor, who is no official. One query at most.

    ``opened``: the events (ids) whose private links the visitor has opened.
    """
    seen_by = visibility_of(event)
    if seen_by == Event.Visibility.LINK:
        return event.pk in opened
    if seen_by == Event.Visibility.MEMBERS:
        return belongs_to(user, event.club_id)
    return False


def may_see_event(user: Visitor, event: Event, opened: Collection[int] = ()) -> bool:
    """Whether the visitor may see the event; the club's officials see all of its events."""
    return is_public(event) or is_open_to(user, event, opened) or may(user, event, Action.VIEW_DRAFTS)


def _seen_by(*visibilities: str) -> Q:
    """Events of which ``visibility_of`` is one of these, none of them a draft."""
    visible = Q(visibility__in=visibilities)
    if Event.Visibility.PUBLIC in visibilities:
        visible |= Q(visibility=Event.Visibility.AUTO) & ~Q(state=Event.State.DRAFT)
    return visible & Q(what_if_of__isnull=True, private=False)


def reachable_events() -> Q:
    """The filter of ``is_public``: what everyone may open who has the address."""
    return _seen_by(Event.Visibility.PUBLIC, Event.Visibility.UNLISTED)


def visible_events(user: Visitor) -> Q:
    """The filter for lists of events: public ones, those of the user's clubs for members, and all that officials see."""
    public = _seen_by(Event.Visibility.PUBLIC)
    if not user.is_authenticated:
        return public
    if sees_all(user):
        return Q()
    for_members = _seen_by(Event.Visibility.MEMBERS) & in_clubs(user)
    return public | for_members | officiated_events(user)


def officiated_events(user: User) -> Q:
    """The filter of the events in which the user has a role, by the club or by the event."""
    return in_clubs(user, _DRAFT_READERS) | events_of_roles(user)


def events_of_roles(user: User) -> Q:
    """The filter of the events in which the user has a role now, and of their test copies."""
    grants = EventGrant.in_force(user=user)
    if user.confined_to is not None:
        grants = grants.filter(event__club=user.confined_to)
    return Q(pk__in=grants.values("event")) | Q(what_if_of__in=grants.values("event"))
