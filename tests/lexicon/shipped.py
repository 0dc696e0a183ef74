"""The lists that come with the program, compiled once for all tests of a process."""

from pathlib import Path

from lexicon.queries import shipped_path
from lexicon.wordlists import files


def share_shipped(folder: Path) -> None:
    """Put the English and the Spanish list, compiled, where a data folder ``folder`` would have them."""
    target = folder / "lexicons"
    target.mkdir(parents=True)
    for slug in ("en", "es"):
        path = shipped_path(slug)
        assert path.parent == files.folder()
        (target / path.name).symlink_to(path)
