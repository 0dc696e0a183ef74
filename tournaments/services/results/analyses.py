"""The analysis of the records that go with results, in the background."""

import logging
import time

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.models import RecordAnalysis
from games.registry import GAMES
from lexicon.queries import LexiconUnavailableError
from tournaments.models import Result
from tournaments.services.events.rules import rules_of, seating_of

logger = logging.getLogger(__name__)

#: How long one run goes on; the rest follows a minute later, so that a worker is never away for long.
SECONDS = 20.0
#: Looked at in one run: far more than can be analysed in that time.
MOST = 200


def records_to_analyse() -> QuerySet[Result]:
    """Confirmed results whose record has no analysis yet, or one by another edition of the dictionary or an older program; newest first."""
    up_to_date = Q(record__analysis__lexicon_version=F("pairing__round__division__lexicon_version"))
    versions = {key: game.analysis_version for key, game in GAMES.items() if game.analysis_version}
    of_a_game = Q(pk__in=[])
    for key, version in versions.items():
        stale = Q(record__analysis=None) | ~Q(record__analysis__analysis_version=version) | ~up_to_date
        of_a_game |= Q(pairing__round__division__game=key) & stale
    waiting = Result.objects.filter(
        of_a_game,
        state=Result.State.CONFIRMED,
        record__isnull=False,
        pairing__round__division__lexicon_version__isnull=False,
    )
    return waiting.order_by("-pk")


def analyse_records(*, seconds: float = SECONDS) -> int:
    """Analyse records that wait for it, for about ``seconds``; how many were analysed. Idempotent, and may be stopped anywhere."""
    waiting = records_to_analyse().select_related("record", "pairing__round__division__lexicon_version__lexicon")
    started, done = time.monotonic(), 0
    for result in waiting.prefetch_related("pairing__seats__entry__player")[:MOST]:
        if done and time.monotonic() - started > seconds:
            break
        done += _analyse(result)
    return done


def _analyse(result: Result) -> bool:
    """Analyse the record of a result; False if its dictionary cannot be read now."""
    division, record = result.pairing.round.division, result.record
    assert record is not None
    assert division.lexicon_version is not None
    try:
        turns = division.played.analyse(
            bytes(record.original),
            rules=rules_of(division),
            dictionary=division.lexicon_version,
            seating=seating_of(result.pairing),
        )
    except LexiconUnavailableError:
        logger.exception("record %s is not analysed: its dictionary cannot be read", record.uuid)
        return False
    except Exception:
        # One record that the analysis cannot take must not keep all others waiting; a newer program tries again.
        logger.exception("record %s could not be analysed", record.uuid)
        turns = []
    with transaction.atomic():
        RecordAnalysis.objects.update_or_create(
            record=record,
            defaults={
                "lexicon_version": division.lexicon_version,
                "analysis_version": division.played.analysis_version,
                "turns": turns,
            },
        )
    return True
