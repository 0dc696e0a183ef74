"""What is gathered for translation."""

from functools import cache

from babel.messages.catalog import Catalog

from config import translations

_strings = translations.strings


@cache
def gathered() -> Catalog:
    """Every string of the site that is marked for translation, read once in a process: it takes more than a second."""
    return _strings()
