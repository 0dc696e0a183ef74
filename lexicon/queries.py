"""Reads of the lexicon app. ``shipped_lexicon`` and ``shipped_path`` need no database."""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Prefetch, Q, QuerySet
from django.utils import timezone

from clubs.models import Club, User
from clubs.names import by_name
from clubs.permissions import ROLE_ACTIONS, Action, in_clubs, sees_all
from core.errors import WordhallError
from lexicon.engine.alphabet import BadLetterError
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.compiled import BadLexiconFileError, CompiledLexicon
from lexicon.engine.definitions import BadDefinitionsFileError, Definitions
from lexicon.engine.spelling import SpeltLexicon, spelt
from lexicon.models import Lexicon, LexiconVersion, Visibility
from lexicon.wordlists import files
from lexicon.wordlists.packaged import PACKAGED
from lexicon.wordlists.shipped import DEFAULT, SHIPPED

_KEEPERS = [role for role, actions in ROLE_ACTIONS.items() if Action.MANAGE_LEXICON in actions]


class LexiconUnavailableError(WordhallError):
    """The words of a dictionary cannot be read; the message says which and what to do."""

    kind = "dictionary_unavailable"
    status = HTTPStatus.SERVICE_UNAVAILABLE


def shipped_path(slug: str = DEFAULT) -> Path:
    """The compiled file of a list that comes with the program; compiled now (a quarter of a second) if it is not there.

    Raises LexiconUnavailableError for an unknown slug.
    """
    shipped = SHIPPED.get(slug)
    if shipped is None:
        slugs = ", ".join(sorted(SHIPPED))
        raise LexiconUnavailableError(f"No dictionary “{slug}” comes with the program; there is: {slugs}.")
    path = files.folder() / files.file_name(shipped.checksum)
    try:
        files.open_list(path)
    except (FileNotFoundError, BadLexiconFileError):
        files.save(shipped.words())
    return path


def shipped_lexicon(slug: str = DEFAULT) -> CompiledLexicon:
    """A list that comes with the program, opened. Raises LexiconUnavailableError for an unknown slug."""
    return files.open_list(shipped_path(slug))


def open_version(version: LexiconVersion) -> CompiledLexicon:
    """The words of an edition: mapped once a process. Raises LexiconUnavailableError if its file is gone."""
    shipped = next((slug for slug, listed in SHIPPED.items() if listed.checksum == version.checksum), None)
    if shipped is not None:
        return shipped_lexicon(shipped)
    try:
        return files.open_list(files.folder() / version.file_name)
    except (FileNotFoundError, BadLexiconFileError) as error:
        slug = version.lexicon.slug
        again = f"Run: manage.py install_lexicon {slug}" if slug in PACKAGED else "Upload the list again."
        raise LexiconUnavailableError(f"The words of {version} cannot be read: {error}. {again}") from error


@lru_cache(maxsize=64)
def _spelt(lexicon: CompiledLexicon, language: str) -> CompiledLexicon | SpeltLexicon:
    return spelt(lexicon, ALPHABETS[language])


def open_spelt(version: LexiconVersion) -> CompiledLexicon | SpeltLexicon:
    """The words of an edition as letters, for the games' engines: CH is one tile, and two letters of a word.

    Raises LexiconUnavailableError if its file is gone.
    """
    return _spelt(open_version(version), version.lexicon.language)


def definitions_of(version: LexiconVersion, words: Iterable[str]) -> dict[str, str]:
    """What the edition says that these words (as letters) mean, of those that have a definition. No query.

    Whoever calls has checked that the reader may see the edition's words. A file that is gone or damaged gives none: a page
    must not fail for it.
    """
    defined = _open_definitions(version)
    if defined is None:
        return {}
    codes = {word: code for word in words if (code := _code(version, word))}
    try:
        texts = defined.of(codes.values())
    except (OSError, BadDefinitionsFileError):
        return {}
    return {word: texts[code] for word, code in codes.items() if code in texts}


def all_definitions(version: LexiconVersion) -> dict[str, str]:
    """All definitions of an edition, by encoded words."""
    defined = _open_definitions(version)
    return defined.all() if defined else {}


def _open_definitions(version: LexiconVersion) -> Definitions | None:
    if not version.definitions_file:
        return None
    try:
        return files.open_definitions(files.folder() / version.definitions_file)
    except (OSError, BadDefinitionsFileError):
        return None


def _code(version: LexiconVersion, word: str) -> str:
    try:
        return ALPHABETS[version.lexicon.language].encode(word)
    except BadLetterError:
        return ""


def newest_version(lexicon: Lexicon) -> LexiconVersion | None:
    """The newest edition of a dictionary, whether it is in force yet or not."""
    return _newest_first(LexiconVersion.objects.filter(lexicon=lexicon)).first()


def version_on(lexicon: Lexicon, day: date) -> LexiconVersion | None:
    """The edition in force on ``day``: the one that came into force last before it, unless its days had ended.

    An edition without a first day has always been in force; those with one take precedence.
    """
    in_force = Q(valid_from__isnull=True) | Q(valid_from__lte=day), Q(valid_to__isnull=True) | Q(valid_to__gte=day)
    return _newest_first(LexiconVersion.objects.filter(*in_force, lexicon=lexicon)).first()


def edition_on(versions: Iterable[LexiconVersion], day: date) -> LexiconVersion | None:
    """:func:`version_on` of one dictionary's editions that are at hand already. No query."""
    in_force = [
        version
        for version in versions
        if (version.valid_from is None or version.valid_from <= day)
        and (version.valid_to is None or version.valid_to >= day)
    ]
    return max(in_force, key=lambda version: (version.valid_from or date.min, version.pk), default=None)


def current_version(lexicon: Lexicon) -> LexiconVersion | None:
    """The edition in force today, or else the newest. No query when the editions have been prefetched."""
    versions = list(lexicon.versions.all())
    return edition_on(versions, timezone.localdate()) or next(iter(versions), None)


def visible_to(club: Club | None) -> QuerySet[LexiconVersion]:
    """The editions that an event of ``club`` may choose: the public ones and the club's own. One query."""
    choice = Q(lexicon__visibility=Visibility.PUBLIC)
    if club is not None:
        choice |= Q(lexicon__club=club)
    return LexiconVersion.objects.filter(choice).select_related("lexicon")


def readable_by(user: User | AnonymousUser) -> QuerySet[Lexicon]:
    """The dictionaries whose pages ``user`` may see, each with its editions (newest first); two queries."""
    choice = Q(visibility=Visibility.PUBLIC)
    if user.is_authenticated:
        choice |= Q(visibility=Visibility.CLUB) & in_clubs(user)
        choice |= Q(visibility=Visibility.PRIVATE) & in_clubs(user, _KEEPERS)
        if sees_all(user):
            choice = Q()
    editions = Prefetch("versions", queryset=_newest_first(LexiconVersion.objects.all()))
    return Lexicon.objects.filter(choice).select_related("club").prefetch_related(editions)


def managed_by(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs whose dictionaries ``user`` manages."""
    if not user.is_authenticated:
        return Club.objects.none()
    return Club.objects.filter(in_clubs(user, _KEEPERS, "pk")).order_by(*by_name())


def _newest_first(versions: QuerySet[LexiconVersion]) -> QuerySet[LexiconVersion]:
    return versions.select_related("lexicon").order_by(F("valid_from").desc(nulls_last=True), "-pk")
