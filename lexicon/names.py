"""What languages are called, in the reader's language."""

from django.utils.translation import gettext

from lexicon.engine.alphabets import ALPHABETS


def language_name(slug: str) -> str:
    """The name of an alphabet's language."""
    return gettext(ALPHABETS[slug].name)
