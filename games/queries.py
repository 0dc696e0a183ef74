"""Reads of game records."""

import hashlib

from django.db.models import QuerySet

from games.models import GameRecord


def same_bytes(data: bytes) -> QuerySet[GameRecord]:
    """The records that came in with exactly these bytes."""
    return GameRecord.objects.filter(sha256=hashlib.sha256(data).hexdigest())
