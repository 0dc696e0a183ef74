"""When an edition is in force: changed by who looks after the dictionary."""

from datetime import date

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import User
from clubs.permissions import Action, require
from core.errors import WordhallError
from lexicon.models import Lexicon, LexiconVersion


class ValidityError(WordhallError):
    """The days cannot be; the message says why."""


@transaction.atomic
def set_validity(
    *, actor: User, version: LexiconVersion, valid_from: date | None, valid_to: date | None
) -> LexiconVersion:
    """Change the days of an edition. Events that have fixed it keep it. Raises ValidityError, PermissionDenied.

    The site's own dictionaries are looked after by the site's operators.
    """
    lexicon = Lexicon.objects.select_for_update(of=("self",)).select_related("club").get(pk=version.lexicon_id)
    if lexicon.club is not None:
        require(actor, lexicon.club, Action.MANAGE_LEXICON)
    elif not actor.is_superuser:
        raise PermissionDenied
    if valid_from and valid_to and valid_to < valid_from:
        raise ValidityError(_("The edition's last day lies before its first."))
    others = lexicon.versions.exclude(pk=version.pk)
    if valid_from and others.filter(valid_from=valid_from).exists():
        raise ValidityError(_("Another edition of this dictionary comes into force on that day. Choose another day."))
    found = lexicon.versions.get(pk=version.pk)
    before = {"from": str(found.valid_from or ""), "to": str(found.valid_to or "")}
    found.valid_from, found.valid_to = valid_from, valid_to
    found.save(update_fields=["valid_from", "valid_to"])
    record(
        actor=actor,
        verb="lexicon.validity",
        target=found,
        scope=f"club:{lexicon.club_id}" if lexicon.club_id else "",
        before=before,
        after={"from": str(valid_from or ""), "to": str(valid_to or "")},
    )
    return found
