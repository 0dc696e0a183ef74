"""The schema of the API as it is in the documents."""

from functools import cache
from typing import Any

import yaml

from core.packages import ROOT

COMMITTED = ROOT / "docs" / "openapi.yaml"


@cache
def committed_schema() -> Any:
    """``docs/openapi.yaml``, read once in a process (for a pure Python reader it takes most of a second)."""
    return yaml.load(COMMITTED.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
