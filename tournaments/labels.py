"""Names of tie-breaks and challenge rules, which the engines declare, in the reader's language."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.engine.crossword.challenge_rules import BY_RULES, CHALLENGE_RULES, challenge_rule, is_points_key
from games.engine.crossword.rules import CHALLENGES_BY_RULES, RULE_SETS
from tournaments.engine.standings import TIEBREAKS
from tournaments.engine.words import Phrase

#: The challenge rule whose points are settings of their own.
POINTS = "points"
#: What rule sheets say that do not name one of the rules.
_SAID = {
    "tokyo-club": gettext_lazy("not set: the rule sheet leaves it to the club, so choose another rule"),
    "hasbro-zh": gettext_lazy("no penalty: the rule sheet gives none"),
}


def challenge_settings() -> list[tuple[str, str]]:
    """Key and label of what a division may choose besides the rules of the table."""
    return [(BY_RULES, _("As the rules say")), (POINTS, _("Points: any number, set below"))]


def challenge_choices() -> list[tuple[str, str]]:
    """Key and label of each challenge rule."""
    return [(key, challenge_label(key)) for key in CHALLENGE_RULES]


def challenge_label(key: str) -> str:
    """A challenge rule in words; an unknown one as it is written."""
    if is_points_key(key):
        rule = challenge_rule(key)
        return _points_label(abs(rule.points), gives=rule.points > 0, per_word=rule.per_word)
    return _(CHALLENGE_RULES[key].label) if key in CHALLENGE_RULES else key


def _points_label(points: int, *, gives: bool, per_word: bool) -> str:
    if gives and per_word:
        text = ngettext(
            "%(points)d point per word to the opponent", "%(points)d points per word to the opponent", points
        )
    elif gives:
        text = ngettext("%(points)d point to the opponent", "%(points)d points to the opponent", points)
    elif per_word:
        text = ngettext(
            "%(points)d point per word off the challenger's score",
            "%(points)d points per word off the challenger's score",
            points,
        )
    else:
        text = ngettext(
            "%(points)d point off the challenger's score", "%(points)d points off the challenger's score", points
        )
    return text % {"points": points}


def challenge_by_rules_label(slug: str) -> str:
    """What “As the rules say” means under these rules."""
    return str(_SAID[slug]) if slug in _SAID else challenge_label(CHALLENGES_BY_RULES[slug])


def challenge_in_words(key: str, slug: str) -> str:
    """A division's challenge rule, and what it means under its rules."""
    if key == BY_RULES:
        return _("As the rules say: %(rule)s") % {"rule": challenge_by_rules_label(slug)}
    return str(dict([*challenge_settings(), *challenge_choices()]).get(key, key))


def challenge_help() -> str:
    """What a challenge rule is, and what each rule set says of it."""
    said = "; ".join(f"{_(RULE_SETS[slug].name)} – {challenge_by_rules_label(slug)}" for slug in CHALLENGES_BY_RULES)
    return _("What a player loses by challenging a good play. “As the rules say” means: %(rules)s.") % {"rules": said}


def translated(text: str) -> str:
    """A text of the engine in the reader's language, or as it is if it has no translation."""
    if not text:
        return ""
    context = text.context if isinstance(text, Phrase) else ""
    return pgettext(context, text) if context else _(text)


def tiebreak_choices() -> list[tuple[str, str]]:
    """Key and label of each tie-break."""
    return [(key, tiebreak_label(key)) for key in TIEBREAKS]


def tiebreak_label(key: str) -> str:
    """A tie-break as forms and explanations name it."""
    return translated(TIEBREAKS[key].label)


def tiebreak_head(key: str) -> str:
    """The head of its column, short enough for a phone; the label is its title."""
    return translated(TIEBREAKS[key].head or TIEBREAKS[key].label)


def order_in_words(order: Iterable[str]) -> str:
    """Tie-breaks in words, the most important first: “wins …; then spread …”."""
    return _("; then ").join(tiebreak_label(key) if key in TIEBREAKS else key for key in order)
