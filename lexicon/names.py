"""What languages are called, in the reader's language."""

from django.utils.translation import get_language_info

from lexicon.engine.alphabets import ALPHABETS


def language_name(slug: str) -> str:
    """The name of an alphabet's language; the alphabet's own name where Django knows none."""
    try:
        return str(get_language_info("nb" if slug == "no" else slug)["name_translated"])
    except KeyError:
        return ALPHABETS[slug].name
