"""The schema of the API as it is in the documents."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

COMMITTED = Path(__file__).resolve().parents[1] / "docs" / "openapi.yaml"


@cache
def committed_schema() -> Any:
    """``docs/openapi.yaml``, read once in a process (for a pure Python reader it takes most of a second)."""
    return yaml.load(COMMITTED.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
