"""The statistics app."""

from django.apps import AppConfig


class StatsConfig(AppConfig):
    """Statistics of players, pairs, clubs, events and seasons."""

    name = "stats"

    def ready(self) -> None:
        """Show attendance and bests on a club's page."""
        from clubs.page import Place, add_section  # noqa: PLC0415 - models can be imported when apps are ready
        from stats.queries import attendance_section, bests_section  # noqa: PLC0415

        add_section("stats/_attendance.html", attendance_section)
        add_section("stats/_bests.html", bests_section, Place.SIDE)
