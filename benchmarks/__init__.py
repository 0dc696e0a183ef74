"""Measurements: each module has ``run(*, seconds) -> list[Figure]``."""

import config  # noqa: F401 - before NumPy: it says with how many threads the site computes
