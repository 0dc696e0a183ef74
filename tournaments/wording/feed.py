"""What the page of a followed file says: how it stands, and why something of it was not taken over."""

from typing import Any

#: A problem as it is stored: a sentence (``text``), or a name (``who``) with the ids of the ``similar`` players it may mean.
Problem = dict[str, Any]
