"""Free dictionaries installed from the page: asked for here, fetched and compiled by a worker."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, User
from clubs.permissions import Action, require
from core.errors import WordhallError
from jobs.services import enqueue
from lexicon.models import Installation, LexiconVersion
from lexicon.names import language_name
from lexicon.queries import LexiconUnavailableError
from lexicon.services.install import install_packaged, install_shipped
from lexicon.wordlists.packaged import PACKAGED, PackagedList
from lexicon.wordlists.quality import quality_of
from lexicon.wordlists.shipped import SHIPPED, ShippedList

State = Installation.State


class InstallError(WordhallError):
    """Something the user can put right; the message says what."""


@dataclass(frozen=True, slots=True)
class FreeList:
    """A free list as the page shows it. ``megabytes`` to download, 0 for one that comes with the program."""

    slug: str
    name: str
    language: str
    word_count: int
    notice: str
    megabytes: float
    version: LexiconVersion | None
    installation: Installation | None
    quality: list[str]


def free_lists(*, first: str = "") -> list[FreeList]:
    """Every free list by language, that of the language ``first`` before the others, with the edition that is installed and the
    latest installation. Two queries.
    """
    lists: dict[str, PackagedList | ShippedList] = {**PACKAGED, **SHIPPED}
    checksums = {one.checksum for one in lists.values()}
    editions = LexiconVersion.objects.select_related("lexicon").filter(lexicon__club=None, checksum__in=checksums)
    installed = {version.checksum: version for version in editions}
    latest = {one.slug: one for one in Installation.objects.order_by("pk")}
    rows = [
        FreeList(
            slug=slug,
            name=one.name,
            language=language_name(one.language),
            word_count=one.word_count,
            notice=one.notice,
            megabytes=0 if slug in SHIPPED else round(PACKAGED[slug].package.size / 1e6, 1),
            version=installed.get(one.checksum),
            installation=latest.get(slug),
            quality=quality_of(one.checksum),
        )
        for slug, one in lists.items()
    ]
    return sorted(rows, key=lambda row: (lists[row.slug].language != first, row.language, row.name))


def language_of(slug: str) -> str:
    """The language of a free list."""
    return (PACKAGED.get(slug) or SHIPPED[slug]).language


@transaction.atomic
def request_installation(*, actor: User, club: Club, slug: str) -> Installation:
    """Ask for a free list; an installation that has stalled is begun again. Raises InstallError, PermissionDenied.

    The dictionary is everybody's afterwards; ``club`` is where the actor looks after dictionaries.
    """
    require(actor, club, Action.MANAGE_LEXICON)
    if slug not in PACKAGED and slug not in SHIPPED:
        raise InstallError(_("There is no such free dictionary. Choose one from the list."))
    unfinished = Installation.objects.exclude(state__in=[State.DONE, State.FAILED])
    installation, is_new = unfinished.get_or_create(slug=slug, defaults={"actor": actor})
    if is_new or installation.has_stalled:
        Installation.objects.filter(pk=installation.pk).update(seen_at=timezone.now())
        enqueue("lexicon.install", installation.pk)
    return installation


def install(*, installation_id: int) -> None:
    """Fetch, build and enter the list. Killed at any point, it leaves what was there as it was, and is done again."""
    installation = Installation.objects.select_related("actor").get(pk=installation_id)
    if not installation.is_busy:
        return

    def progress(state: str, percent: int) -> None:
        Installation.objects.filter(pk=installation_id).update(state=state, progress=percent, seen_at=timezone.now())

    slug, actor = installation.slug, installation.actor
    try:
        if slug in SHIPPED:
            progress(State.COMPILING, 0)
            version = install_shipped(slug=slug, actor=actor)
        else:
            version = install_packaged(slug=slug, progress=progress, actor=actor)
    except LexiconUnavailableError as error:
        Installation.objects.filter(pk=installation_id).update(state=State.FAILED, error=str(error), progress=0)
    else:
        Installation.objects.filter(pk=installation_id).update(state=State.DONE, version=version, progress=100)
