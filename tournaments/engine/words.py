"""Marks texts of the engines for translation; pages translate them when they show them (`tournaments/wording/engine.py`)."""

from __future__ import annotations


class Phrase(str):
    """A text for people; `context`: its sense, where the same words mean two things."""

    __slots__ = ("context",)
    context: str


def gettext_noop(text: str) -> Phrase:
    """Mark a text."""
    return pgettext("", text)


def pgettext(context: str, text: str) -> Phrase:
    """Mark a text that needs its context."""
    phrase = Phrase(text)
    phrase.context = context
    return phrase
