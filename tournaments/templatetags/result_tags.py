"""Results of several games on the pages."""

from django import template

from tournaments.wording import sentences

register = template.Library()

register.filter("result_text", sentences.result_text)
register.filter("won_by", sentences.won_by)
register.filter("ended_unplayed", sentences.ended_unplayed)


@register.filter
def turned(tally: str) -> str:
    """The scores of two players, the second one's first."""
    return " ".join("-".join(reversed(game.split("-"))) for game in tally.split(" "))
