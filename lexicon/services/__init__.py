"""Use cases of the lexicon app: each a transaction."""

from lexicon.services.install import install_packaged, install_shipped

__all__ = ["install_packaged", "install_shipped"]
