"""The rules in force in a division, in words."""

from django.utils.translation import gettext as _

from tournaments.models import Division, DivisionPool
from tournaments.settings.reference import Section, in_force


def rules_in_force(division: Division) -> list[Section]:
    """All settings that matter at the division, by groups. One query, if dictionary and rating list are loaded."""
    rules = division.played.rule_sets.get(division.rules_slug)
    version = division.lexicon_version
    further = DivisionPool.objects.filter(division=division).select_related("pool").order_by("pool__name")
    lists = [str(pool) for pool in (division.rating_pool, *(one.pool for one in further)) if pool is not None]
    first = Section(
        _("The division"),
        (
            (_("Game"), str(division.get_game_display())),
            (_("Rules"), division.rules_slug if rules is None else rules.name),
            (_("Dictionary"), _("none: words are not looked up") if version is None else str(version)),
            (_("Rating lists"), ", ".join(lists) or _("none")),
        ),
    )
    return [first, *in_force(division.settings, division.game, division.rules_slug)]
