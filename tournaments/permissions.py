"""Who may see and do what in an event: the roles of the event's club and their actions."""

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


def is_public(event: Event) -> bool:
    """Whether everyone may know of the event. No query."""
    return event.state != Event.State.DRAFT and event.what_if_of_id is None and not event.private


def may_see_event(user: Visitor, event: Event) -> bool:
    """Events in preparation, test copies and private copies are for the club's officials; all others are public."""
    return is_public(event) or may(user, event, Action.VIEW_DRAFTS)


def visible_events(user: Visitor) -> Q:
    """The filter of ``may_see_event``, for lists of events."""
    public = ~Q(state=Event.State.DRAFT) & Q(what_if_of__isnull=True, private=False)
    if not user.is_authenticated:
        return public
    if sees_all(user):
        return Q()
    official = memberships_of(user).filter(role__in=_DRAFT_READERS).values("club")
    return public | Q(club__in=official)
