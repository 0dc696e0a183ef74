"""News of an event: written by its directors, shown on its page, sent to those who asked."""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from messaging.models import MAX_NEWS, News
from messaging.services.outbox import note
from tournaments.errors import TournamentError
from tournaments.models import Event
from tournaments.permissions import require_action
from tournaments.services.events.locking import lock_event, scope, touch

#: Called inside the transaction, with the event locked: news is on the event's page.
posted: list[Callable[[News], None]] = []


@transaction.atomic
def post_news(*, actor: User, event: Event, text: str) -> News:
    """Show the news on the event's page and send them to whoever asked. The same text twice in a row is posted once.

    Raises TournamentError for an empty text or one that is too long, PermissionDenied.
    """
    event = lock_event(event.pk, on_laptop=True)
    require_action(actor, event, Action.MANAGE_EVENT)
    words = text.strip()
    if not words:
        raise TournamentError(_("Write the news first."), code="text")
    if len(words) > MAX_NEWS:
        raise TournamentError(
            _("The news is longer than %(number)d characters. Shorten it.") % {"number": MAX_NEWS}, code="text"
        )
    last = News.objects.filter(event=event).first()
    if last is not None and last.text == words:
        return last  # the form was sent twice
    news = News.objects.create(event=event, text=words, author=actor)
    touch(event)
    note(event, "event-news", f"news:{news.pk}", {"words": {"text": words}})
    for follow in posted:
        follow(news)
    log_action(actor=actor, verb="news.posted", target=event, scope=scope(event), after={"text": words})
    return news


@transaction.atomic
def remove_news(*, actor: User, event: Event, news_id: int) -> None:
    """Take news off the event's page; mails that were sent are out of reach. Nothing happens twice. Raises PermissionDenied."""
    event = lock_event(event.pk, on_laptop=True)
    require_action(actor, event, Action.MANAGE_EVENT)
    news = News.objects.filter(event=event, pk=news_id).first()
    if news is None:
        return
    before = {"text": news.text}
    news.delete()
    touch(event)
    log_action(actor=actor, verb="news.removed", target=event, scope=scope(event), before=before)
