"""The site's own texts: reading and changing them, and forgetting old messages to clubs."""

from datetime import timedelta
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import MAX_SITE_TEXT, ClubMessage, SiteText, User
from clubs.permissions import sees_all
from clubs.services import ClubError
from clubs.text_wording import SITE_TEXTS

#: How long messages to clubs are kept; the page about retention periods says so.
KEEP_MESSAGES: Final = timedelta(days=365)


def text_of(key: str) -> str:
    """The text in the reader's language: the operators', in another language if they wrote only that, else the default."""
    rows = dict(SiteText.objects.filter(key=key).order_by("language").values_list("language", "text"))
    if not rows:
        return SITE_TEXTS[key].default()
    return rows.get(get_language() or "") or next(iter(rows.values()))


@transaction.atomic
def save_text(*, actor: User, key: str, text: str) -> None:
    """Set the text for the language of the page; an empty one brings the default back. Raises ClubError, PermissionDenied."""
    if not sees_all(actor):
        raise PermissionDenied("only operators change the site's texts")
    if key not in SITE_TEXTS:
        raise ClubError(_("There is no such text."))
    if len(text) > MAX_SITE_TEXT:
        raise ClubError(_("The text is too long; the limit is %(max)d characters.") % {"max": MAX_SITE_TEXT})
    language = get_language() or ""
    if text.strip():
        row, _created = SiteText.objects.update_or_create(
            key=key, language=language, defaults={"text": text.strip(), "changed_at": timezone.now()}
        )
    else:
        before = SiteText.objects.filter(key=key, language=language).first()
        if before is None:
            return
        row = SiteText(pk=before.pk, key=key, language=language)
        before.delete()
    after = {"text": key, "language": language, "characters": len(text.strip())}
    log_action(actor=actor, verb="site_text.changed", target=row, after=after)


def forget_messages() -> int:
    """Delete messages to clubs that are older than the period on the page; how many."""
    return ClubMessage.objects.filter(created_at__lt=timezone.now() - KEEP_MESSAGES).delete()[0]
