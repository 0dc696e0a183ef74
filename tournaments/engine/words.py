"""Words in the engines: marked here so that they are gathered for translation, translated where they are shown (`wording.engine`)."""

from __future__ import annotations


class Phrase(str):
    """A text for people; `context`: in which sense, where the same words mean two things."""

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
