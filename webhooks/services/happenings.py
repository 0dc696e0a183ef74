"""What happens in a club that a webhook may be told: called by events, results, news and ratings through their hooks.

Each is noted in the transaction in which it happens, for the webhooks that asked; nothing is sent here.
"""

from collections.abc import Sequence

from messaging.models import News
from ratings.models import OfficialList, RatingPool
from tournaments.models import Event, Pairing, Round
from tournaments.permissions import is_public
from webhooks.kinds import Topic
from webhooks.services.sending import note


def round_published(round_: Round) -> None:
    """A round is public."""
    _of_round(round_, Topic.ROUND_PUBLISHED)


def round_changed(round_: Round) -> None:
    """Pairings of a public round change; it is told once, after the last change."""
    _of_round(round_, Topic.ROUND_CHANGED, once=True)


def games_added(games: Sequence[Pairing]) -> None:
    """Games from a queue are in their rounds, which is told as a change of each."""
    for round_ in {game.round.number: game.round for game in games}.values():
        _of_round(round_, Topic.ROUND_CHANGED, once=True)


def round_unpublished(round_: Round) -> None:
    """A round is a draft again."""
    _of_round(round_, Topic.ROUND_UNPUBLISHED)


def result_counts(pairing: Pairing, corrected: bool) -> None:  # noqa: FBT001 - the hook's signature
    """The result of a game is confirmed, or a confirmed one is another one now."""
    division = pairing.round.division
    about = {"event": division.event_id, "division": division.pk, "pairing": pairing.pk}
    _of_event(division.event, Topic.RESULT_CORRECTED if corrected else Topic.RESULT_CONFIRMED, about)


def event_finished(event: Event) -> None:
    """An event is finished."""
    _of_event(event, Topic.EVENT_FINISHED, {"event": event.pk})


def event_reopened(event: Event) -> None:
    """A finished event is open again."""
    _of_event(event, Topic.EVENT_REOPENED, {"event": event.pk})


def news_posted(news: News) -> None:
    """News is on an event's page."""
    _of_event(news.event, Topic.NEWS_POSTED, {"event": news.event_id, "news": news.pk})


def ratings_updated(pool: RatingPool) -> None:
    """A club's ratings are up to date again; while an event runs that is after each result, so it is told once for all that wait."""
    if pool.club_id is not None:
        note(pool.club_id, Topic.RATINGS_UPDATED, {"pool": pool.pk}, once=True)


def list_published(published: OfficialList) -> None:
    """A rating list of a club is published."""
    if published.pool.club_id is not None:
        about = {"pool": published.pool_id, "list": published.pk}
        note(published.pool.club_id, Topic.LIST_PUBLISHED, about)


def _of_round(round_: Round, topic: Topic, *, once: bool = False) -> None:
    # a draft that is discarded is another row, but the same round to everybody outside
    division = round_.division
    about = {"event": division.event_id, "division": division.pk, "round": round_.number}
    _of_event(division.event, topic, about, once=once)


def _of_event(event: Event, topic: Topic, about: dict[str, int], *, once: bool = False) -> None:
    if is_public(event):
        note(event.club_id, topic, about, once=once)
