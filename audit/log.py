"""Writing the log of actions."""

from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models

from audit.middleware import current_request_id
from audit.models import ActionLog


def log_action(
    *,
    actor: AbstractBaseUser | AnonymousUser | None,
    verb: str,
    target: models.Model,
    scope: str = "",
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> ActionLog:
    """Append one action in the caller's transaction.

    ``verb`` is noun.past-participle ("result.ruled"); ``before`` and ``after`` hold JSON values only.
    """
    return ActionLog.objects.create(
        actor_id=actor.pk if actor is not None and actor.is_authenticated else None,
        verb=verb,
        target_type=target._meta.label_lower,
        target_id=str(target.pk),
        scope=scope,
        before=dict(before or {}),
        after=dict(after or {}),
        reason=reason,
        request_id=current_request_id(),
    )
