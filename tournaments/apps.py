"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Events, rounds, results."""

    name = "tournaments"

    def ready(self) -> None:
        """Close word study to who is playing: dictionaries must not know of events, so we tell them."""
        from lexicon.study import close_while  # noqa: PLC0415 - models can be imported when apps are ready
        from tournaments.playing import is_playing  # noqa: PLC0415

        close_while(is_playing)
