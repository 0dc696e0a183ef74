"""Use cases of game records: read and check bytes (slow, outside any transaction), then store what was found."""

import hashlib
import logging
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache

from django.contrib.auth.models import AbstractBaseUser

from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.check import ENGINE_VERSION, check_record
from games.engine.crossword.report import Report
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import tile_set
from games.engine.wordbasket import rules as basket
from games.engine.wordbasket.check import ENGINE_VERSION as BASKET_VERSION
from games.engine.wordbasket.meeting import MeetingReport, check_meeting
from games.models import GameRecord
from lexicon.engine.compiled import CompiledLexicon
from lexicon.engine.shiritori import Listings
from lexicon.engine.spelling import SpeltLexicon
from lexicon.models import LexiconVersion
from lexicon.nouns import listings_of
from lexicon.queries import LexiconUnavailableError, open_spelt

logger = logging.getLogger(__name__)


def check_bytes(
    *, data: bytes, rules: RuleSet, lexicon_version: LexiconVersion | None, seats: Sequence[str] = ()
) -> Report:
    """Read a GCG file, JSON or typed moves and replay them by the rules; any bytes give a report, never an exception.

    ``seats``: the players' names, the one who begins first; typed moves need not give them.
    Without a dictionary, or when its file cannot be read, words are not judged; everything else is.
    """
    words: Container[str] | None = None
    if lexicon_version is not None:
        try:
            lexicon = open_spelt(lexicon_version)
            words = _anagrams(lexicon, rules.tile_set) if rules.word_smog else lexicon
        except LexiconUnavailableError:
            # A player's report must not fail for a file that the operator has to bring back.
            logger.exception("a record is checked without its dictionary")
    return check_record(data, rules=rules, words=words, seats=seats)


@lru_cache(maxsize=2)  # 40 MB each; an event of this variant is rare, and has one dictionary
def _anagrams(lexicon: CompiledLexicon | SpeltLexicon, tile_set_slug: str) -> AnagramWords:
    return AnagramWords(lexicon, tile_set(tile_set_slug))


def nouns_of(lexicon_version: LexiconVersion | None) -> Listings | None:
    """The nouns of an edition; None without one, or when its file cannot be read (a report must not fail for that)."""
    if lexicon_version is None:
        return None
    try:
        return listings_of(lexicon_version)
    except LexiconUnavailableError:
        logger.exception("a record is checked without its dictionary")
        return None


def check_basket(
    *,
    data: bytes,
    rules: basket.RuleSet,
    lexicon_version: LexiconVersion | None,
    handicaps: Mapping[str, basket.Handicap] | None = None,
) -> MeetingReport:
    """Read the games of a Word Basket text, or JSON, and replay them; any bytes give a report, never an exception.

    ``handicaps`` by names of players hold where the record states none.
    """
    return check_meeting(data, rules=rules, dictionary=nouns_of(lexicon_version), handicaps=handicaps)


def store_basket(
    *,
    data: bytes,
    report: MeetingReport,
    rules: basket.RuleSet,
    lexicon_version: LexiconVersion | None,
    actor: AbstractBaseUser | None = None,
) -> GameRecord:
    """Keep the original bytes of a Word Basket record with the engine's reading, inside the caller's transaction."""
    reading = report.as_dict()
    return GameRecord.objects.create(
        original=data,
        sha256=hashlib.sha256(data).hexdigest(),
        format=GameRecord.Format.WORDBASKET,
        rules_slug=rules.slug,
        rule_options=rules.options(),
        lexicon_version=lexicon_version,
        engine_version=BASKET_VERSION,
        verdict=report.verdict,
        findings=reading.pop("findings"),
        summary=reading,
        created_by_id=actor.pk if actor is not None else None,
    )


def store_record(
    *,
    data: bytes,
    report: Report,
    rules: RuleSet,
    lexicon_version: LexiconVersion | None,
    actor: AbstractBaseUser | None = None,
) -> GameRecord:
    """Keep the original bytes with the engine's reading, inside the caller's transaction."""
    reading = report.as_dict()
    findings = reading.pop("findings")
    return GameRecord.objects.create(
        original=data,
        sha256=hashlib.sha256(data).hexdigest(),
        format=report.format,
        rules_slug=rules.slug,
        rule_options=rules.options(),
        lexicon_version=lexicon_version,
        engine_version=ENGINE_VERSION,
        verdict=report.verdict,
        summary=reading,
        findings=findings,
        created_by_id=actor.pk if actor is not None else None,
    )
