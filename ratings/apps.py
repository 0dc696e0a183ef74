"""The ratings app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Pools, the ledger of rated results, and what a recompute computes from it."""

    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        """Show the top of a rating list on the home page."""
        from clubs.page import Place, add_home_section  # noqa: PLC0415 - models can be imported when apps are ready
        from ratings.queries.lists import leaders  # noqa: PLC0415

        add_home_section("ratings/_leaders.html", leaders, Place.SIDE)
