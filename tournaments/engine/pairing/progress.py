"""How far a long plan is. Whoever wants to know listens; listening changes no plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[int], None] | None] = ContextVar("pairing_progress", default=None)


@contextmanager
def listening(heard: Callable[[int], None]) -> Iterator[None]:
    """Inside, `heard` is called with the number of events simulated since its last call."""
    token = _listener.set(heard)
    try:
        yield
    finally:
        _listener.reset(token)


def simulated(events: int) -> None:
    """So many more events have been played out."""
    heard = _listener.get()
    if heard is not None:
        heard(events)
