"""JSON that gives every value back exactly."""

from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


class ExactEncoder(DjangoJSONEncoder):
    """Django's encoder, with times to the microsecond: Django cuts them to the millisecond, as browsers do."""

    def default(self, o: Any) -> Any:
        """Times in ISO 8601 as they are; everything else as Django writes it."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)
