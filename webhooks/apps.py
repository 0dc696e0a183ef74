"""The webhooks app."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Telling other programs what happens in a club."""

    name = "webhooks"

    def ready(self) -> None:
        """Hear what happens at events and in ratings."""
        from messaging.services import news  # noqa: PLC0415 - models can be imported when apps are ready
        from ratings.services import official, recompute  # noqa: PLC0415
        from tournaments import hooks  # noqa: PLC0415
        from webhooks.services import happenings  # noqa: PLC0415

        hooks.round_published.append(happenings.round_published)
        hooks.round_changing.append(happenings.round_changed)
        hooks.games_added.append(happenings.games_added)
        hooks.round_unpublished.append(happenings.round_unpublished)
        hooks.result_counts.append(happenings.result_counts)
        hooks.event_finished.append(happenings.event_finished)
        hooks.event_reopened.append(happenings.event_reopened)
        news.posted.append(happenings.news_posted)
        recompute.updated.append(happenings.ratings_updated)
        official.list_published.append(happenings.list_published)
