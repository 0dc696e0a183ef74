"""A rating pool named in the form of an event or division."""

import secrets

from django.utils.text import slugify

from clubs.models import Club, User
from ratings.engine.registry import DEFAULT
from ratings.models import RatingPool
from ratings.services import create_pool
from tournaments.forms.events import DivisionForm


def new_pool_id(actor: User, club: Club, form: DivisionForm) -> int | None:
    """Start the pool that the form names, inside the caller's transaction; None when it names none."""
    name = form.cleaned_data["new_pool"].strip()
    if not name:
        return None
    system = form.cleaned_data["new_system"] or DEFAULT
    return create_pool(actor=actor, club=club, name=name, slug=_free_slug(club, name), system=system).pk


def _free_slug(club: Club, name: str) -> str:
    """An address nobody has: club and name, with a few random letters when that is taken."""
    base = slugify(f"{club.slug}-{name}")[:50] or "pool"
    return base if not RatingPool.objects.filter(slug=base).exists() else f"{base}-{secrets.token_hex(3)}"
