"""Use cases of the lexicon app: each a transaction."""

from lexicon.services.packaged import install_packaged
from lexicon.services.shipped import install_shipped

__all__ = ["install_packaged", "install_shipped"]
