"""The packages of the site, read from the disk: a new one needs no registration."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
_NOT_THE_SITE: Final = frozenset({"benchmarks", "tests"})

#: Their names, in the order of the alphabet.
PACKAGES: Final = tuple(sorted({path.parent.name for path in ROOT.glob("*/__init__.py")} - _NOT_THE_SITE))
