"""The messaging app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class MessagingConfig(AppConfig):
    """News of events, and telling those who asked what happens there."""

    name = "messaging"

    def ready(self) -> None:
        """Hear what happens at events and to registrations, and show its parts on their pages."""
        from mail.services import address_refused  # noqa: PLC0415 - models can be imported when apps are ready
        from messaging.models import News  # noqa: PLC0415
        from messaging.services import happenings, subscriptions  # noqa: PLC0415
        from messaging.web import parts  # noqa: PLC0415
        from ratings.services.people import on_anonymise  # noqa: PLC0415
        from registration.services import erasure, notices  # noqa: PLC0415
        from tournaments import hooks  # noqa: PLC0415

        hooks.round_published.append(happenings.round_published)
        hooks.round_unpublished.append(happenings.round_unpublished)
        hooks.round_changing.append(happenings.round_changing)
        hooks.games_added.append(happenings.games_added)
        hooks.result_disputed.append(happenings.result_disputed)
        hooks.check_in_opened.append(happenings.check_in_opened)
        hooks.announcement_parts.insert(0, parts.news_part)
        hooks.archive_tables.append(("news", News, "event"))
        hooks.own_parts.append(parts.own_part)
        hooks.desk_links.append(parts.desk_link)
        hooks.my_links.append((gettext_lazy("Notifications"), "tournaments:tell_account"))
        hooks.account_erased.append(subscriptions.forget_account)
        hooks.texts_of_events.append(subscriptions.texts_of_events)
        hooks.my_data_parts.append(subscriptions.data_of)
        notices.tellers.append(happenings.tell_of_registration)
        notices.form_tellers.append(happenings.tell_of_form)
        notices.address_followers.append(happenings.follow_address)
        notices.own_parts.append(parts.registration_part)
        address_refused.append(subscriptions.mail_refused)
        on_anonymise(subscriptions.forget_player)
        erasure.form_closed.append(subscriptions.forget_form)
