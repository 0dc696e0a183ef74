"""What a director says about a webhook; pages and API build the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from webhooks.kinds import Topic


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookInput:
    """Its name in the list, the full address that is called, and what it is told."""

    name: str
    address: str
    topics: frozenset[Topic]

    @classmethod
    def of(cls, clean: Mapping[str, Any]) -> Self:
        """From what a form or serializer has checked."""
        return cls(name=clean["name"], address=clean["address"], topics=frozenset(map(Topic, clean["topics"])))
