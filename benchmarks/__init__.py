"""Measurements: each module has ``run(*, seconds) -> list[Figure]``."""
