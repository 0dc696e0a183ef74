"""When an edition is in force, set by those who manage the dictionary."""

from datetime import date

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action, require
from core.errors import WordhallError
from lexicon.models import Lexicon, LexiconVersion


class ValidityError(WordhallError):
    """The days are not possible; the message says why."""


@transaction.atomic
def set_validity(
    *, actor: User, version: LexiconVersion, valid_from: date | None, valid_to: date | None
) -> LexiconVersion:
    """Change the days of an edition. Events that have fixed it keep it. Raises ValidityError, PermissionDenied.

    Superusers manage the site's own dictionaries.
    """
    lexicon = Lexicon.objects.select_for_update(of=("self",)).select_related("club").get(pk=version.lexicon_id)
    if lexicon.club is not None:
        require(actor, lexicon.club, Action.MANAGE_LEXICON)
    elif not actor.is_superuser:
        raise PermissionDenied
    if valid_from and valid_to and valid_to < valid_from:
        raise ValidityError(_("The edition's last day is before its first."))
    others = lexicon.versions.exclude(pk=version.pk)
    if valid_from and others.filter(valid_from=valid_from).exists():
        raise ValidityError(_("Another edition of this dictionary starts that day. Choose another day."))
    edition = lexicon.versions.get(pk=version.pk)
    before = {"from": str(edition.valid_from or ""), "to": str(edition.valid_to or "")}
    edition.valid_from, edition.valid_to = valid_from, valid_to
    edition.save(update_fields=["valid_from", "valid_to"])
    log_action(
        actor=actor,
        verb="lexicon.validity",
        target=edition,
        scope=f"club:{lexicon.club_id}" if lexicon.club_id else "",
        before=before,
        after={"from": str(valid_from or ""), "to": str(valid_to or "")},
    )
    return edition
