"""A club's own list: received, checked, compiled, in force. Workers may be killed at any point; the work is then repeated.

Nothing that is in force is touched before the last transaction, which adds the new edition.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, User
from clubs.permissions import Action, require
from core.errors import WordhallError
from jobs.services import enqueue
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.definitions import Definitions, pack
from lexicon.engine.listcheck import Checked, check_lines
from lexicon.engine.wordlist import WordList
from lexicon.models import Lexicon, LexiconVersion, Upload
from lexicon.queries import all_definitions, open_version, visible_to
from lexicon.wordlists import files
from lexicon.wordlists.unpack import ENCODINGS, MAX_UPLOAD, BadUploadError, guess_encoding, lines_of

_STALE_SECONDS = 3600


class UploadError(WordhallError):
    """Something the user can correct; the message says what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadInput:
    """A list as it is described: a new edition of ``lexicon_id``, or a new dictionary called ``name``."""

    label: str
    name: str = ""
    lexicon_id: int | None = None
    language: str = "en"
    visibility: str = "club"
    is_official: bool = False
    valid_from: date | None = None
    valid_to: date | None = None
    encoding: str = ""
    base_id: int | None = None
    extra: str = ""
    blocked: str = ""
    define: bool = False
    file_name: str = ""


def folder() -> Path:
    """Where lists lie until they are in force; nothing there is ever served."""
    return files.folder() / "uploads"


def _raw(upload: Upload) -> Path:
    return folder() / f"{upload.pk}.raw"


def _words(upload: Upload) -> Path:
    return folder() / f"{upload.pk}.words"


def _definitions(upload: Upload) -> Path:
    return folder() / f"{upload.pk}.definitions"


def receive_upload(*, actor: User, club: Club, data: UploadInput, chunks: Iterable[bytes] | None) -> Upload:
    """Store the file and request the dry run. Raises UploadError, PermissionDenied."""
    require(actor, club, Action.MANAGE_LEXICON)
    lexicon = _own_lexicon(club, data)
    base = None if data.base_id is None else visible_to(club).filter(pk=data.base_id).first()
    if data.base_id is not None and base is None:
        raise UploadError(_("The edition to start from is not one of this club's. Choose again."))
    if chunks is None and base is None:
        raise UploadError(_("Choose a file, or an edition to start from."))
    language = lexicon.language if lexicon else data.language
    if base is not None and base.lexicon.language != language:
        raise UploadError(_("The edition to start from uses a different alphabet."))
    if language not in ALPHABETS or data.encoding not in {"", *ENCODINGS}:
        raise UploadError(_("There is no such alphabet or encoding. Choose again."))
    with transaction.atomic():
        upload = Upload.objects.create(
            club=club,
            lexicon=lexicon,
            name=lexicon.name if lexicon else data.name.strip(),
            language=language,
            label=data.label.strip(),
            visibility=lexicon.visibility if lexicon else data.visibility,
            is_official=lexicon.is_official if lexicon else data.is_official,
            valid_from=data.valid_from,
            valid_to=data.valid_to,
            encoding=data.encoding,
            base=None if chunks is not None else base,
            extra=data.extra,
            blocked=data.blocked,
            define=data.define,
            file_name=data.file_name[:200],
            actor=actor,
        )
        if chunks is not None:
            upload.size = _store(_raw(upload), chunks)
            upload.save(update_fields=["size"])
        log_action(
            actor=actor, verb="lexicon.uploaded", target=upload, scope=f"club:{club.pk}", after={"size": upload.size}
        )
        enqueue("lexicon.check_upload", upload.pk)
    return upload


def _own_lexicon(club: Club, data: UploadInput) -> Lexicon | None:
    if not data.label.strip() or (data.lexicon_id is None and not data.name.strip()):
        raise UploadError(_("Give the dictionary a name and the edition a label, such as 2026."))
    if data.valid_from and data.valid_to and data.valid_to < data.valid_from:
        raise UploadError(_("The edition's last day is before its first."))
    if data.lexicon_id is None:
        return None
    lexicon = Lexicon.objects.filter(pk=data.lexicon_id, club=club).first()
    if lexicon is None:
        raise UploadError(_("That dictionary is not one of this club's. Choose again."))
    if lexicon.versions.filter(label=data.label.strip()).exists():
        raise UploadError(_("This dictionary already has an edition %(label)s.") % {"label": data.label.strip()})
    if data.valid_from and lexicon.versions.filter(valid_from=data.valid_from).exists():
        raise UploadError(_("Another edition of this dictionary starts that day. Choose another day."))
    return lexicon


def _store(path: Path, chunks: Iterable[bytes]) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with path.open("wb") as file:
        for chunk in chunks:
            size += len(chunk)
            if size > MAX_UPLOAD:
                break
            file.write(chunk)
    if 0 < size <= MAX_UPLOAD:
        return size
    path.unlink()
    if size == 0:
        raise UploadError(_("The file is empty."))
    raise UploadError(_("The file is larger than %(max)d MB.") % {"max": MAX_UPLOAD // 1024 // 1024})


def check_upload(*, upload_id: int) -> None:
    """The dry run: read everything, store the accepted words, report. Safe to repeat."""
    upload = Upload.objects.select_related("base__lexicon", "lexicon").get(pk=upload_id)
    if upload.state != Upload.State.RECEIVED:
        return
    try:
        checked = _checked(upload)
    except BadUploadError as error:
        _fail(upload, explain(error))
        return
    if not checked.words.words:
        upload.report = checked.report(None)
        _fail(upload, _("The file has no words in this alphabet."))
        return
    previous = upload.lexicon.versions.order_by("-pk").first() if upload.lexicon else upload.base
    report = checked.report(None if previous is None else open_version(previous))
    report["previous"] = None if previous is None else str(previous)
    files.put_in_place(_words(upload), checked.words.text.encode())
    files.put_in_place(_definitions(upload), pack(checked.definitions))
    done = {"state": Upload.State.CHECKED, "report": report, "progress": 0, "encoding": upload.encoding}
    Upload.objects.filter(pk=upload.pk, state=Upload.State.RECEIVED).update(**done)


def _checked(upload: Upload) -> Checked:
    alphabet = ALPHABETS[upload.language]

    def progress(lines: int) -> None:
        Upload.objects.filter(pk=upload.pk).update(progress=min(99, lines // 4000))

    return check_lines(
        _lines(upload),
        alphabet,
        extra=upload.extra.split(),
        blocked=upload.blocked.split(),
        define=upload.define,
        progress=progress,
    )


def _lines(upload: Upload) -> Iterator[str]:
    if upload.base is not None:
        decode, defined = ALPHABETS[upload.language].decode, all_definitions(upload.base) if upload.define else {}
        return (f"{decode(word)}\t{defined.get(word, '')}" for word in open_version(upload.base))
    upload.encoding = upload.encoding or guess_encoding(_raw(upload), upload.language)
    return lines_of(_raw(upload), upload.encoding)


def explain(error: BadUploadError) -> str:
    """What is wrong with a file, for the sender."""
    if error.code == "too-large":
        return _("Unpacked, the file is larger than any word list could be.")
    if error.code == "zip-members":
        return _("The zip file contains %(count)s files; it must contain the word list and nothing else.") % {
            "count": error.detail
        }
    return _("The file is damaged (%(detail)s). Compress it again and upload it.") % {"detail": error.detail[:200]}


def _fail(upload: Upload, error: str) -> None:
    upload.state, upload.error = Upload.State.FAILED, error
    upload.save(update_fields=["state", "error", "report"])
    _forget(upload)


def _forget(upload: Upload) -> None:
    for path in (_raw(upload), _words(upload), _definitions(upload)):
        path.unlink(missing_ok=True)


@transaction.atomic
def confirm_upload(*, actor: User, upload: Upload) -> Upload:
    """After the dry run: compile it and put it in force. Raises UploadError, PermissionDenied."""
    upload = _lock_checked(actor, upload)
    upload.state, upload.progress = Upload.State.COMPILING, 1
    upload.save(update_fields=["state", "progress"])
    enqueue("lexicon.compile_upload", upload.pk)
    return upload


@transaction.atomic
def discard_upload(*, actor: User, upload: Upload) -> None:
    """Discard the list after the dry run. Raises UploadError, PermissionDenied."""
    upload = _lock_checked(actor, upload)
    upload.state = Upload.State.DISCARDED
    upload.save(update_fields=["state"])
    transaction.on_commit(lambda: _forget(upload))


def _lock_checked(actor: User, upload: Upload) -> Upload:
    locked = Upload.objects.select_for_update(of=("self",)).select_related("club").get(pk=upload.pk)
    require(actor, locked.club, Action.MANAGE_LEXICON)
    if locked.state != Upload.State.CHECKED:
        raise UploadError(
            _("This list is %(state)s, so there is nothing to decide.") % {"state": locked.get_state_display()}
        )
    return locked


def compile_upload(*, upload_id: int) -> None:
    """Compile the checked words and add the edition. Killed at any point, it leaves what was in force as it was."""
    upload = Upload.objects.get(pk=upload_id)
    if upload.state != Upload.State.COMPILING:
        return
    _sweep_leftovers()
    words = WordList(tuple(_words(upload).read_text(encoding="utf-8").split()))
    _progress(upload, 20)
    if words.checksum != upload.report["checksum"]:
        _fail(upload, _("The checked words have changed on disk. Upload the list again."))
        return
    files.save(words)
    _progress(upload, 60)
    lexicon = files.open_list(files.folder() / files.file_name(words.checksum))
    files.anagrams(lexicon)
    files.patterns(lexicon)
    _progress(upload, 80)
    files.hashed_list(lexicon)
    definitions = Definitions.open(_definitions(upload)).all()
    _progress(upload, 95)
    _put_in_force(upload.pk, words, _definition_fields(definitions))
    _forget(upload)


def _definition_fields(definitions: Mapping[str, str]) -> dict[str, Any]:
    """The fields of an edition that has these definitions; the file is written."""
    if not definitions:
        return {}
    return {"definitions_file": files.save_definitions(definitions).name, "definition_count": len(definitions)}


def _progress(upload: Upload, percent: int) -> None:
    Upload.objects.filter(pk=upload.pk).update(progress=percent)


def _sweep_leftovers() -> None:
    """Half-written files of workers that were killed."""
    for path in files.folder().glob(".compiling-*"):
        if time.time() - path.stat().st_mtime > _STALE_SECONDS:
            path.unlink(missing_ok=True)


@transaction.atomic
def _put_in_force(upload_id: int, words: WordList, definitions: Mapping[str, Any]) -> None:
    upload = Upload.objects.select_for_update(of=("self",)).select_related("club", "lexicon", "actor").get(pk=upload_id)
    if upload.state != Upload.State.COMPILING:
        return
    lexicon = upload.lexicon or _new_lexicon(upload)
    same = lexicon.versions.select_for_update(of=("self",)).filter(checksum=words.checksum).first()
    if same is not None and definitions:
        LexiconVersion.objects.filter(pk=same.pk).update(**definitions)
        _done(upload, same)
        return
    clashing = Q(checksum=words.checksum) | Q(label=upload.label)
    if upload.valid_from is not None:
        clashing |= Q(valid_from=upload.valid_from)
    if lexicon.versions.filter(clashing).exists():
        upload.state = Upload.State.FAILED
        upload.error = _("The dictionary already has these words or this edition, or one that starts on the same day.")
        upload.save(update_fields=["state", "error"])
        return
    version = LexiconVersion.objects.create(
        lexicon=lexicon,
        label=upload.label,
        checksum=words.checksum,
        word_count=len(words.words),
        file_name=files.file_name(words.checksum),
        source=_("Uploaded by the club."),
        valid_from=upload.valid_from,
        valid_to=upload.valid_to,
        **definitions,
    )
    _done(upload, version)


def _done(upload: Upload, version: LexiconVersion) -> None:
    """The list is in force as this edition, or has given it its definitions."""
    upload.version, upload.lexicon, upload.state, upload.progress = version, version.lexicon, Upload.State.DONE, 100
    upload.save(update_fields=["version", "lexicon", "state", "progress"])
    after = {"dictionary": version.lexicon.slug, "edition": version.label, "checksum": version.checksum}
    log_action(
        actor=upload.actor, verb="lexicon.installed", target=version, scope=f"club:{upload.club_id}", after=after
    )


def _new_lexicon(upload: Upload) -> Lexicon:
    base = slugify(f"{upload.club.slug}-{upload.name}")[:50] or f"{upload.club.slug}-{upload.pk}"[:50]
    slug = base if not Lexicon.objects.filter(slug=base).exists() else f"{base}-{upload.pk}"
    return Lexicon.objects.create(
        slug=slug,
        name=upload.name,
        language=upload.language,
        club=upload.club,
        visibility=upload.visibility,
        is_official=upload.is_official,
        is_free=False,
    )
