"""What the use cases of prizes take."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.engine.prizes import PRIZE_KINDS
from tournaments.inputs.entries import MAX_WORD
from tournaments.models import MAX_MONEY, MAX_PLACE, MAX_ROUNDS, PrizeFund

MAX_NAME = 80
MAX_VALUE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeInput:
    """A prize as it is defined; ``division_id`` None: all of the event compete. ``winner_ids``: entries, of a prize awarded by hand.

    ``amount``: its money in hundredths of the currency.
    """

    name: str
    kind: str = "rank"
    division_id: int | None = None
    place: int = 1
    value: str = ""
    amount: int = 0
    first_round: int = 1
    last_round: int | None = None
    player_class: str = ""
    team: str = ""
    exclusive: str = ""
    count: int = 6
    shown: int = 0
    winner_ids: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in PRIZE_KINDS:
            raise ValidationError(_("“%(kind)s” is not a kind of prize.") % {"kind": self.kind[:30]}, code="kind")
        if not 1 <= len(self.name.strip()) <= MAX_NAME:
            raise ValidationError(
                _("Give the prize a name (up to %(max)d characters).") % {"max": MAX_NAME}, code="name"
            )
        for word, most in ((self.value, MAX_VALUE), (self.player_class, MAX_WORD), (self.team, MAX_WORD)):
            if len(word) > most or not word.isprintable():
                raise ValidationError(_("“%(word)s …” is too long.") % {"word": word[:20]}, code="word")
        if len(self.exclusive) > MAX_WORD:
            raise ValidationError(_("The name of the group is too long."), code="exclusive")
        if not 0 <= self.amount <= MAX_MONEY:
            raise ValidationError(
                _("Type an amount of money from 0 to %(max)d.") % {"max": MAX_MONEY // 100}, code="amount"
            )
        self._check_numbers()
        self._check_kind()

    def _check_numbers(self) -> None:
        if not 1 <= abs(self.place) <= MAX_PLACE:
            raise ValidationError(_("Places count from 1, or from -1 for the last."), code="place")
        last = MAX_ROUNDS if self.last_round is None else self.last_round
        if not 1 <= self.first_round <= last <= MAX_ROUNDS:
            raise ValidationError(
                _("Rounds are 1 to %(max)d, the first before the last.") % {"max": MAX_ROUNDS}, code="rounds"
            )
        if not 1 <= self.count <= MAX_PLACE or not 0 <= self.shown <= MAX_PLACE:
            raise ValidationError(_("Type a number from 1 to %(max)d.") % {"max": MAX_PLACE}, code="count")

    def _check_kind(self) -> None:
        kind = PRIZE_KINDS[self.kind]
        if kind.in_division and self.division_id is None:
            raise ValidationError(_("A place in the standings belongs to one division; choose which."), code="division")
        if kind.of_teams and self.exclusive:
            raise ValidationError(
                _("A team prize excludes no one from another prize; leave the group empty."), code="exclusive"
            )
        if self.winner_ids and not kind.by_hand:
            raise ValidationError(_("Winners are chosen only for a prize awarded by hand."), code="winners")
        if kind.by_hand and self.place != 1:
            raise ValidationError(_("A prize awarded by hand has no place."), code="place")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeFundInput:
    """The money of an event and how prizes are shared; amounts in hundredths of the currency. See ``PrizeFund``."""

    currency: str = ""
    fee: int = 0
    added: int = 0
    costs: int = 0
    sharing: str = PrizeFund.Share.SUM.value
    unit: int = 1

    def __post_init__(self) -> None:
        if self.currency and not (len(self.currency) == 3 and self.currency.isascii() and self.currency.isalpha()):
            raise ValidationError(_("A currency has three letters, such as EUR."), code="currency")
        for name, least in (("fee", 0), ("added", 0), ("costs", 0), ("unit", 1)):
            if not least <= getattr(self, name) <= MAX_MONEY:
                raise ValidationError(
                    _("Type an amount of money from %(min)s to %(max)d.")
                    % {"min": "0.01" if least else "0", "max": MAX_MONEY // 100},
                    code=name,
                )
        if self.sharing not in PrizeFund.Share.values:
            raise ValidationError(_("“%(rule)s” is not a way to share.") % {"rule": self.sharing[:20]}, code="sharing")
