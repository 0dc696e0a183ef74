"""The rules in force in a division, in words."""

from django.utils.translation import gettext as _

from core.wording import listed
from games.errors import UnknownRulesError
from lexicon.models import LexiconVersion
from lexicon.wordlists.quality import quality_of
from tournaments.models import Division, DivisionPool
from tournaments.settings.reference import Section, in_force


def rules_in_force(division: Division) -> list[Section]:
    """All settings that matter at the division, by groups. One query, if dictionary and rating list are loaded."""
    rules = division.played.rule_sets.get(division.rules_slug)
    further = DivisionPool.objects.filter(division=division).select_related("pool").order_by("pool__name")
    lists = [str(pool) for pool in (division.rating_pool, *(one.pool for one in further)) if pool is not None]
    first = Section(
        _("The division"),
        (
            (_("Game"), str(division.get_game_display())),
            (_("Rules"), division.rules_slug if rules is None else _(rules.name)),
            (_("Dictionary"), _dictionary(division.lexicon_version)),
            (_("Rating lists"), listed(lists) or _("none")),
        ),
    )
    return [first, *_game(division), *in_force(division.settings, division.game, division.rules_slug)]


def _dictionary(version: LexiconVersion | None) -> str:
    if version is None:
        return _("none: words are not looked up")
    return " ".join([f"{version}.", *quality_of(version.checksum)]) if quality_of(version.checksum) else str(version)


def _game(division: Division) -> list[Section]:
    """How the game is played; nothing for rules that the program no longer knows."""
    settings = division.settings
    try:
        rules = division.played.rules(division.rules_slug, settings.challenge, settings.rule_options)
    except (UnknownRulesError, ValueError):
        return []
    lines = division.played.rules_in_words(rules)
    return [Section(_("How the game is played"), lines)] if lines else []
