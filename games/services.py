"""Use cases of game records: store the bytes with what a check found. Reading and checking is the game's (``Game.check``)."""

import hashlib
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from games.game import Game, RecordCheck, RuleSet
from games.models import GameRecord
from lexicon.models import LexiconVersion


def checksum(data: bytes) -> str:
    """By which the same bytes are known again."""
    return hashlib.sha256(data).hexdigest()


def store_record(
    *,
    game: Game[Any, Any],
    data: bytes,
    check: RecordCheck,
    rules: RuleSet,
    lexicon_version: LexiconVersion | None,
    actor: AbstractBaseUser | None = None,
) -> GameRecord:
    """Keep the original bytes with the engine's reading, inside the caller's transaction."""
    reading = check.as_dict()
    findings = reading.pop("findings")
    return GameRecord.objects.create(
        original=data,
        sha256=checksum(data),
        format=reading["format"],
        rules_slug=rules.slug,
        rule_options=rules.options(),
        lexicon_version=lexicon_version,
        engine_version=game.engine_version,
        verdict=check.verdict,
        summary=reading,
        findings=findings,
        created_by_id=actor.pk if actor is not None else None,
    )
