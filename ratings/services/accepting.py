"""Which results a pool accepts: ratings mean something only among games of one kind."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from lexicon.models import Lexicon
from ratings.engine.registry import rates_places, rates_tables
from ratings.models import PoolGame, PoolSetting, RatingPool


@dataclass(frozen=True, slots=True)
class Offer:
    """What a division would feed: its game, rule set, dictionary (a lexicon's id, None: none), setting and table size."""

    game: str
    rules: str
    lexicon: int | None
    setting: str
    table_size: int = 2


def refusals(pool: RatingPool, offer: Offer) -> list[str]:
    """Why the pool does not accept such results, a sentence for each reason; empty when it does.  One query."""
    name = {"pool": pool.name}
    found = []
    if pool.game and pool.game != offer.game:
        found.append(_("“%(pool)s” rates another game: %(game)s.") % {**name, "game": PoolGame(pool.game).label})
    elif pool.rules and offer.rules not in pool.rules:
        found.append(_("“%(pool)s” does not rate games by these rules.") % name)
    if pool.setting and pool.setting != offer.setting:
        setting = PoolSetting(pool.setting).label
        found.append(_("“%(pool)s” is for %(setting)s.") % {**name, "setting": setting})
    accepted = dict(Lexicon.objects.filter(pk__in=pool.lexicons.all()).values_list("pk", "name"))
    if accepted and offer.lexicon not in accepted:
        names = ", ".join(sorted(accepted.values()))
        found.append(_("“%(pool)s” rates games with these dictionaries: %(names)s.") % {**name, "names": names})
    if offer.game == PoolGame.WORD_BASKET and not rates_places(pool.system):
        found.append(_("The system of “%(pool)s” rates margins, which Word Basket does not have.") % name)
    if offer.table_size > 2 and not rates_tables(pool.system):
        found.append(_("The system of “%(pool)s” rates games of two only.") % name)
    return found
