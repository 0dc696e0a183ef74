"""What every page's template may use without loading it (``builtins`` in the settings)."""

from itertools import pairwise

from django import template
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def columns(*heads: str) -> SafeString:
    """The head of a table, one row; ``"num"`` before a head: numbers, to the right.

    ``{% columns _("Player") "num" _("Points") %}``
    """
    cells = (
        (SafeString(' class="num"') if before == "num" else "", head)
        for before, head in pairwise(("", *heads))
        if head != "num"
    )
    return format_html("<thead><tr>{}</tr></thead>", format_html_join("", '<th scope="col"{}>{}</th>', cells))


@register.simple_tag(takes_context=True)
def heading(context: Context) -> str:
    """The page's heading once more, for its title."""
    block = context.render_context[BLOCK_CONTEXT_KEY].get_block("heading")
    return SafeString(block.render(context).strip())
