"""Dictionaries and their editions, and what was ruled with them.

The words themselves are files, named by the checksum of their words. Adjudications are only ever added.
"""

from lexicon.models.adjudications import Adjudication, JudgeTablet
from lexicon.models.dictionaries import Lexicon, LexiconVersion, Visibility
from lexicon.models.installs import Installation
from lexicon.models.uploads import Upload

__all__ = ["Adjudication", "Installation", "JudgeTablet", "Lexicon", "LexiconVersion", "Upload", "Visibility"]
