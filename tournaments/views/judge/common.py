"""What the judging pages of all games share."""

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

#: The verdict is wiped from the screen after this many seconds.
CLEAR_SECONDS = 10
#: Rulings a minute at one desk: a judging table never needs more, a machine that guesses words does.
MOST_A_MINUTE = 40


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks."""
    return request.headers.get("Accept", "") == "application/json"


def too_many(key: str, *, was_offline: bool = False) -> bool:
    """Count one more ruling at the desk of this key; whether there were too many this minute.

    Those made without a network (``was_offline``) arrive in heaps and tell nothing about words: they are counted by themselves.
    """
    salt = "tournaments.judge-rate-late" if was_offline else "tournaments.judge-rate"
    ident = salted_hmac(salt, key, algorithm="sha256").hexdigest()[:32]
    cache.add(f"judge:{ident}", 0, 60)
    try:
        return cache.incr(f"judge:{ident}") > MOST_A_MINUTE
    except ValueError:  # it ran out between the two calls
        return False
