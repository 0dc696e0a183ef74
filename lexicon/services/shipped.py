"""Entering the dictionaries that come with the program."""

from django.db import transaction

from audit.log import record
from clubs.models import User
from lexicon.models import Lexicon, LexiconVersion, Visibility
from lexicon.queries import LexiconUnavailableError, shipped_path
from lexicon.wordlists import files
from lexicon.wordlists.shipped import DEFAULT, SHIPPED


def install_shipped(*, slug: str = DEFAULT, actor: User | None = None) -> LexiconVersion:
    """Enter a list that comes with the program; safe to repeat, and by several processes at once.

    The words are compiled before the transaction opens: nobody waits for them with a lock in hand.
    Raises LexiconUnavailableError for an unknown slug.
    """
    shipped_path(slug)
    return _enter_shipped(slug=slug, actor=actor)


@transaction.atomic
def _enter_shipped(*, slug: str, actor: User | None) -> LexiconVersion:
    shipped = SHIPPED[slug]
    lexicon, _ = Lexicon.objects.get_or_create(
        slug=shipped.slug,
        defaults={
            "name": shipped.name,
            "language": shipped.language,
            "visibility": Visibility.PUBLIC,
            "is_official": False,
            "is_free": True,
        },
    )
    if lexicon.club_id is not None:
        raise LexiconUnavailableError(
            f"The address “{slug}” is taken by a dictionary of {lexicon.club}; rename it first."
        )
    version, created = LexiconVersion.objects.get_or_create(
        lexicon=lexicon,
        checksum=shipped.checksum,
        defaults={
            "label": shipped.label,
            "word_count": shipped.word_count,
            "file_name": files.file_name(shipped.checksum),
            "source": shipped.source,
            "notice": shipped.notice,
            "licence": shipped.licence,
        },
    )
    if created:
        after = {"dictionary": lexicon.slug, "edition": version.label, "checksum": version.checksum}
        record(actor=actor, verb="lexicon.installed", target=version, after=after)
    return version
