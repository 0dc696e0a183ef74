"""How far a long plan has got. Listening to it changes no plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[int], None] | None] = ContextVar("pairing_progress", default=None)


@contextmanager
def listening(listener: Callable[[int], None]) -> Iterator[None]:
    """Inside, `listener` is called with the number of events simulated since its last call."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def report(events: int) -> None:
    """Tell the listener that this many more events have been simulated."""
    listener = _listener.get()
    if listener is not None:
        listener(events)
