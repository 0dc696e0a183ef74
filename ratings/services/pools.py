"""Starting a pool."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import Club
from ratings.engine.params import ParameterError
from ratings.engine.registry import DEFAULT, build_system
from ratings.models import RatingPool
from ratings.services.accepting import Accepted, write_accepted
from ratings.services.ledger import LedgerError

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
        write_accepted(pool, accepted)
        record(actor=actor, verb="rating_pool.created", target=pool, after={"system": system, "params": pool.params})
    return pool
