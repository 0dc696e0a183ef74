"""Results of meetings on the pages."""

from django import template

from tournaments.services import meetings

register = template.Library()


@register.filter
def spoken(tally: str) -> str:
    """A meeting as people say it: “0 – 4 cards left”."""
    return meetings.spoken(tally)


@register.filter
def turned(tally: str) -> str:
    """A meeting of two as the second player sees it."""
    return " ".join("-".join(reversed(game.split("-"))) for game in tally.split(" "))
