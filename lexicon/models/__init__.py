"""Dictionaries and their editions, and what was ruled with them.

The words themselves are files, named by the checksum of their words. Rulings are only ever added.
"""

from lexicon.models.dictionaries import Lexicon, LexiconVersion, Visibility
from lexicon.models.installs import Installation
from lexicon.models.rulings import JudgeDesk, Ruling
from lexicon.models.uploads import Upload

__all__ = ["Installation", "JudgeDesk", "Lexicon", "LexiconVersion", "Ruling", "Upload", "Visibility"]
