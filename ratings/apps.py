"""The ratings app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Pools, the ledger of rated results, and what a recompute computes from it."""

    name = "ratings"
    verbose_name = _("Ratings")
