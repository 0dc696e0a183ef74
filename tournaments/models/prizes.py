"""What can be won in an event."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.constraints import filled, in_range, one_of
from tournaments.engine.prizes import PRIZE_KINDS
from tournaments.engine.prizes.money import Sharing
from tournaments.models.events import Division, Entry, Event
from tournaments.settings.choices import MAX_ROUNDS

MAX_PLACE = 999
#: The most money, in hundredths of the currency.
MAX_MONEY = 10**9


def _kinds(trait: str) -> list[str]:
    """The kinds that have a trait."""
    return [key for key, kind in PRIZE_KINDS.items() if getattr(kind, trait)]


class EventPrize(models.Model):
    """One prize. Prizes are awarded by ``position`` and read out by ``shown``; without ``division`` all of the event compete.

    ``exclusive``: the prize group, of which nobody wins two. ``winners``: of a prize awarded by hand. ``amount``: its money,
    in hundredths of the currency of the event's ``PrizeFund``; ``value``: what else it is, in words.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prizes")
    division = models.ForeignKey(Division, null=True, blank=True, on_delete=models.CASCADE, related_name="prizes")
    position = models.PositiveSmallIntegerField(default=1)
    shown = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(_("name"), max_length=80)
    value = models.CharField(_("value"), max_length=60, blank=True)
    amount = models.PositiveIntegerField(_("money"), default=0)
    kind = models.CharField(max_length=20, default="rank")
    place = models.SmallIntegerField(default=1)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    player_class = models.CharField(max_length=30, blank=True)
    team = models.CharField(max_length=30, blank=True)
    exclusive = models.CharField(max_length=30, blank=True)
    count = models.PositiveSmallIntegerField(default=6)
    winners = models.ManyToManyField(Entry, blank=True, related_name="+")

    class Meta:
        ordering = ["event", "position", "pk"]
        constraints = [
            one_of("prize_known_kind", "kind", list(PRIZE_KINDS)),
            filled("prize_has_name", "name"),
            in_range("prize_money_in_range", "amount", 0, MAX_MONEY),
            models.CheckConstraint(
                condition=~Q(place=0) & Q(place__gte=-MAX_PLACE, place__lte=MAX_PLACE), name="prize_place_in_range"
            ),
            models.CheckConstraint(condition=Q(count__gte=1), name="prize_count_positive"),
            models.CheckConstraint(
                condition=Q(first_round__gte=1, first_round__lte=MAX_ROUNDS)
                & (Q(last_round__isnull=True) | Q(last_round__gte=F("first_round")) & Q(last_round__lte=MAX_ROUNDS)),
                name="prize_rounds_in_order",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=_kinds("in_division")) | Q(division__isnull=False),
                name="prize_place_in_a_division",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=_kinds("of_teams")) | Q(exclusive=""), name="prize_team_excludes_nobody"
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=_kinds("by_hand")) | Q(place=1), name="prize_given_without_place"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PrizeFund(models.Model):
    """The money of an event and how prizes are shared, all amounts in hundredths of ``currency``.

    ``fee``: of each player, where registration counts no fees; ``added``: from sponsors or the club; ``costs``: what is not for
    prizes. ``unit``: shares are rounded down to its multiples.
    """

    class Share(models.TextChoices):
        SUM = Sharing.SUM.value, _("Equal shares of the prizes for all the places they take")
        EACH = Sharing.EACH.value, _("The best of these prizes each, in full")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="prize_fund")
    currency = models.CharField(_("currency"), max_length=3, blank=True, default="")
    fee = models.PositiveIntegerField(_("entry fee"), default=0)
    added = models.PositiveIntegerField(_("added money"), default=0)
    costs = models.PositiveIntegerField(_("costs"), default=0)
    sharing = models.CharField(_("players who are level get"), max_length=4, choices=Share.choices, default=Share.SUM)
    unit = models.PositiveIntegerField(_("shares are rounded down to"), default=1)

    class Meta:
        constraints = [
            one_of("prize_fund_known_sharing", "sharing", [rule.value for rule in Sharing]),
            *(in_range(f"prize_fund_{name}_in_range", name, 0, MAX_MONEY) for name in ("fee", "added", "costs")),
            in_range("prize_fund_unit_in_range", "unit", 1, MAX_MONEY),
        ]

    def __str__(self) -> str:
        return f"prize fund of {self.event_id}"
