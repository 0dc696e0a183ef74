"""Opening the dictionaries that records are checked with."""

import logging
from collections.abc import Callable
from typing import TypeVar

from lexicon.models import LexiconVersion
from lexicon.queries import LexiconUnavailableError

T = TypeVar("T")
logger = logging.getLogger(__name__)


def open_if_readable(version: LexiconVersion | None, open_words: Callable[[LexiconVersion], T]) -> T | None:
    """The words of an edition by ``open_words``; None without an edition, or if its file cannot be read.

    A player's report must not fail because a file is missing on the server.
    """
    if version is None:
        return None
    try:
        return open_words(version)
    except LexiconUnavailableError:
        logger.exception("a record is checked without its dictionary")
        return None
