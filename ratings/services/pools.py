"""Starting a pool, and which results it accepts: ratings mean something only among games of one kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club
from core.wording import listed
from lexicon.models import Lexicon
from ratings.engine.params import ParameterError
from ratings.engine.registry import DEFAULT, build_system, rates_places, rates_tables
from ratings.models import PoolGame, PoolSetting, RatingPool
from ratings.services.ledger import LedgerError, lock_pool


@dataclass(frozen=True, slots=True)
class Offer:
    """The results of a division: its game, rule set, dictionary (a lexicon's id, None: none), play type and table size.

    ``margins``: whether results of the game have any.
    """

    game: str
    rules: str
    lexicon: int | None
    setting: str
    table_size: int = 2
    margins: bool = True


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a pool accepts: a game, a play type, rule sets (slugs) and dictionaries (ids of lexicons); empty: all."""

    game: str = ""
    setting: str = ""
    rules: tuple[str, ...] = ()
    lexicons: tuple[int, ...] = ()


RESERVED_SLUGS = frozenset({"office", "evaluate"})
ALL = Accepted()


def create_pool(
    *,
    name: str,
    slug: str,
    club: Club | None = None,
    system: str = DEFAULT,
    params: Mapping[str, object] | None = None,
    accepted: Accepted = ALL,
    actor: AbstractBaseUser | None = None,
) -> RatingPool:
    """Add a pool; ``params`` replaces single numbers of the preset ``system``, ``accepted`` says which results it takes.

    Raises LedgerError for an unknown preset or parameter, or an address that a page of the site has.
    """
    if slug in RESERVED_SLUGS:
        raise LedgerError(_("“%(slug)s” is the address of a page. Choose another.") % {"slug": slug})
    try:
        build_system(system, params)
    except ParameterError as error:
        raise LedgerError(str(error)) from error
    with transaction.atomic():
        pool = RatingPool.objects.create(name=name, slug=slug, club=club, system=system, params=dict(params or {}))
        _write_accepted(pool, accepted)
        log_action(
            actor=actor, verb="rating_pool.created", target=pool, after={"system": system, "params": pool.params}
        )
    return pool


def _write_accepted(pool: RatingPool, accepted: Accepted) -> None:
    """Write it into the pool's row and its dictionaries.  Raises LedgerError for an unknown game or play type."""
    if accepted.game not in PoolGame.values or accepted.setting not in PoolSetting.values:
        raise LedgerError(_("There is no such game or play type."))
    pool.game, pool.setting, pool.rules = accepted.game, accepted.setting, sorted(accepted.rules)
    pool.save(update_fields=["game", "setting", "rules"])
    pool.lexicons.set(accepted.lexicons)


def accepted_by(pool: RatingPool) -> Accepted:
    """What the pool accepts.  One query."""
    lexicons = pool.lexicons.order_by("pk").values_list("pk", flat=True)
    return Accepted(pool.game, pool.setting, tuple(pool.rules), tuple(lexicons))


def change_accepted(*, pool: RatingPool, accepted: Accepted, actor: AbstractBaseUser | None = None) -> None:
    """Change what the pool accepts.  Results in its ledger stay: it is checked when a division is set up."""
    with transaction.atomic():
        locked = lock_pool(pool.pk)
        before = accepted_by(locked)
        if before == accepted:
            return
        _write_accepted(locked, accepted)
        log_action(
            actor=actor, verb="rating_pool.accepts", target=locked, before=asdict(before), after=asdict(accepted)
        )


def refusals(pool: RatingPool, offer: Offer) -> list[str]:
    """Why the pool does not accept such results, a sentence for each reason; empty when it does.  One query."""
    name = {"pool": pool.name}
    reasons = []
    if pool.game and pool.game != offer.game:
        reasons.append(_("“%(pool)s” rates a different game: %(game)s.") % {**name, "game": PoolGame(pool.game).label})
    elif pool.rules and offer.rules not in pool.rules:
        reasons.append(_("“%(pool)s” does not rate games by these rules.") % name)
    if pool.setting and pool.setting != offer.setting:
        setting = PoolSetting(pool.setting).label
        reasons.append(_("“%(pool)s” is for %(setting)s.") % {**name, "setting": setting})
    accepted = dict(Lexicon.objects.filter(pk__in=pool.lexicons.all()).values_list("pk", "name"))
    if accepted and offer.lexicon not in accepted:
        names = listed(sorted(accepted.values()))
        reasons.append(_("“%(pool)s” only rates games with these dictionaries: %(names)s.") % {**name, "names": names})
    if not offer.margins and not rates_places(pool.system):
        reasons.append(_("The rating system of “%(pool)s” uses margins, which this game does not have.") % name)
    if offer.table_size > 2 and not rates_tables(pool.system):
        reasons.append(_("The rating system of “%(pool)s” only rates two-player games.") % name)
    return reasons
