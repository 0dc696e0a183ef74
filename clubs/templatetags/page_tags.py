"""What every page's template may use without loading it (``builtins`` in the settings)."""

from django import template
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


class Numbers(str):
    """The head of a column of numbers."""


@register.filter
def num(head: object) -> Numbers:
    """A column's head, its numbers to the right: ``{% columns _("Player") _("Points")|num %}``."""
    return Numbers(head)


@register.simple_tag
def columns(*heads: object) -> SafeString:
    """The head of a table: one row of columns."""
    cells = (
        format_html(
            '<th scope="col" class="num">{}</th>' if isinstance(head, Numbers) else '<th scope="col">{}</th>', head
        )
        for head in heads
    )
    return format_html("<thead><tr>{}</tr></thead>", SafeString("").join(cells))


@register.simple_tag(takes_context=True)
def heading(context: Context) -> str:
    """The page's heading once more, for its title."""
    block = context.render_context[BLOCK_CONTEXT_KEY].get_block("heading")
    return SafeString(block.render(context).strip())
