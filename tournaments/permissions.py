"""Who may see and do what in an event: the roles of the event's club and their actions.

Who may see an event is decided here and nowhere else: by its visibility, or as a draft while it is a test copy or a private copy.
``may_see_event`` asks about one event, ``visible_events`` and ``reachable_events`` filter lists by the same rule.
"""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q

from clubs.permissions import ROLE_ACTIONS, Action, Visitor, allowed_actions, memberships_of, sees_all
from tournaments.models import Event

_DRAFT_READERS = [role for role, actions in ROLE_ACTIONS.items() if Action.VIEW_DRAFTS in actions]


def actions_in(user: Visitor, event: Event) -> frozenset[Action]:
    """Everything the user may do in the event: once it is finished, ratings officers may correct its results. One query."""
    actions = allowed_actions(user, event.club)
    if event.state == Event.State.FINISHED and Action.MANAGE_RATINGS in actions:
        return actions | {Action.CORRECT}
    return actions


def may(user: Visitor, event: Event, action: Action) -> bool:
    """Whether the user may do ``action`` in the event. One query."""
    return action in actions_in(user, event)


def require_action(user: Visitor | None, event: Event, action: Action) -> None:
    """Raise PermissionDenied unless the user may do ``action`` in the event. Nobody (None) may do nothing."""
    if not may(user or AnonymousUser(), event, action):
        raise PermissionDenied(f"{action} in {event.slug}")


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
        return user.is_authenticated and memberships_of(user).filter(club=event.club_id).exists()
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
    mine = memberships_of(user)
    official = mine.filter(role__in=_DRAFT_READERS).values("club")
    for_members = _seen_by(Event.Visibility.MEMBERS) & Q(club__in=mine.values("club"))
    return public | for_members | Q(club__in=official)
