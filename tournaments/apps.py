"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Events, rounds, results."""

    name = "tournaments"

    def ready(self) -> None:
        """Tell dictionaries who is playing, and ratings which rules there are and where names are shown: they know of no events."""
        from games.registry import rule_choices  # noqa: PLC0415 - as below
        from lexicon.study import close_while  # noqa: PLC0415 - models can be imported when apps are ready
        from ratings.labels import tell_rules  # noqa: PLC0415
        from ratings.services.people import when_forgotten  # noqa: PLC0415
        from tournaments.playing import is_playing  # noqa: PLC0415
        from tournaments.services.locking import touch_events_of  # noqa: PLC0415

        close_while(is_playing)
        when_forgotten(touch_events_of)
        tell_rules(rule_choices())
