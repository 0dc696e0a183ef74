"""Rating pools: which results are comparable, and by which system they are rated."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.names import by_name
from core.constraints import filled, one_of
from lexicon.models import Lexicon
from ratings.engine.registry import DEFAULT
from ratings.labels import system_choices


class PoolGame(models.TextChoices):
    """Which game a pool rates."""

    ANY = "", _("any game")
    CROSSWORD = "crossword", _("crossword game")
    WORD_BASKET = "wordbasket", _("Word Basket")


class PoolSetting(models.TextChoices):
    """Where the games of a pool are played."""

    ANY = "", _("tournaments and club play")
    TOURNAMENT = "tournament", _("tournaments only")
    CLUB = "club", _("club play only")


class RatingPool(models.Model):
    """Ratings that are comparable: one game, one dictionary family, one setting.

    ``club`` is None for a pool of the whole site.

    ``game``, ``setting``, ``rules`` (slugs of rule sets) and ``lexicons`` say which results the pool accepts; empty: all
    (``ratings.services.pools``).

    ``dirty_from``: events of this date and later must be rated again; None when nothing waits.
    """

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="rating_pools")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    system = models.CharField(_("rating system"), max_length=20, choices=system_choices, default=DEFAULT)
    params = models.JSONField(_("changed parameters"), default=dict, blank=True)
    game = models.CharField(_("game"), max_length=12, blank=True, default=PoolGame.ANY, choices=PoolGame.choices)
    setting = models.CharField(
        _("play type"), max_length=12, blank=True, default=PoolSetting.ANY, choices=PoolSetting.choices
    )
    rules = models.JSONField(_("rules"), default=list, blank=True)
    lexicons = models.ManyToManyField(Lexicon, blank=True, related_name="+", verbose_name=_("dictionaries"))
    ledger_version = models.PositiveBigIntegerField(default=0, editable=False)
    computed_version = models.PositiveBigIntegerField(default=0, editable=False)
    dirty_from = models.DateField(null=True, blank=True, editable=False)
    current_run = models.OneToOneField(
        "RatingRun", null=True, blank=True, editable=False, on_delete=models.PROTECT, related_name="current_of"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = [*by_name()]
        constraints = [
            filled("rating_pool_has_name", "name"),
            # Which presets there are is the program's business; creating a pool asks the registry.
            filled("rating_pool_names_system", "system"),
            one_of("rating_pool_known_game", "game", PoolGame.values),
            one_of("rating_pool_known_setting", "setting", PoolSetting.values),
            models.CheckConstraint(
                condition=Q(computed_version__lte=F("ledger_version")), name="rating_pool_not_ahead_of_ledger"
            ),
        ]

    def __str__(self) -> str:
        return self.name
