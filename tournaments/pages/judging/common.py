"""What the judging pages of all games share."""

from django.http import HttpRequest

from limits.services import count

#: The verdict is wiped from the screen after this many seconds.
CLEAR_SECONDS = 10


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks."""
    return request.headers.get("Accept", "") == "application/json"


def too_many(key: str, *, was_offline: bool = False) -> int:
    """Count one more ruling at the desk of this key; how many seconds to wait if there were too many, else 0.

    Those made without a network (``was_offline``) arrive in heaps and tell nothing about words: they are counted by themselves.
    """
    return count("judge", f"late {key}" if was_offline else key)
