"""Words of statistics in templates."""

from django import template
from django.utils.functional import Promise

from stats.wording import BESTS

register = template.Library()


@register.filter
def best_label(key: str) -> Promise:
    """The name of a list of records."""
    return BESTS[key]
