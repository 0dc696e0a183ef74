"""What every page's template may use without loading it (``builtins`` in the settings)."""

from itertools import pairwise

from django import template
from django.shortcuts import resolve_url
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.charts import axis_label
from core.wording import comma, division_title, letters_of, listed, sentences

register = template.Library()


register.filter(listed)
register.simple_tag(comma)
register.filter(axis_label)
register.filter(division_title)


@register.filter
def sentence(text: str) -> str:
    """Part of a list, such as the message of a problem, as a sentence of its own."""
    return sentences(text)


@register.inclusion_tag("includes/empty.html")
def nothing_yet(word: str, sentence: str, action: str = "", address: str = "") -> dict[str, object]:
    """A page or a part of it that has nothing to show: a rack that spells what is missing, a sentence that says where it comes from,
    and the button for the next step, if there is one.

    ``{% nothing_yet _("GAMES") _("No games yet.") %}``
    """
    return {"letters": letters_of(word), "sentence": sentence, "action": action, "address": address}


#: What may stand before the head of a column.
_COLUMN_CLASSES = frozenset({"num", "hide-narrow", "num hide-narrow"})


@register.simple_tag
def columns(*heads: str) -> SafeString:
    """The head of a table, one row; before a head its classes: ``"num"`` (numbers, to the right), ``"hide-narrow"`` (no room on a phone).

    ``{% columns _("Player") "num" _("Points") %}``
    """
    cells = (
        (format_html(' class="{}"', before) if before in _COLUMN_CLASSES else "", head)
        for before, head in pairwise(("", *heads))
        if head not in _COLUMN_CLASSES
    )
    return format_html("<thead><tr>{}</tr></thead>", format_html_join("", '<th scope="col"{}>{}</th>', cells))


@register.simple_block_tag
def table(
    content: SafeString, classes: str = "", *, label: str = "", caption: str = "", labelled_by: str = "", wrap: str = ""
) -> SafeString:
    """A table that scrolls by itself where it is wider than the page, by keyboard too if it has a name.

    ``label``: its name; ``caption``: its name, and shown; ``labelled_by``: the id of the heading that is its name;
    ``classes``: of the table; ``wrap``: classes of what it scrolls in.

    ``{% table "dense" caption=_("Events") %}…{% endtable %}``
    """
    named = ""
    if labelled_by:
        named = format_html(' tabindex="0" role="group" aria-labelledby="{}"', labelled_by)
    elif name := label or caption:
        named = format_html(' tabindex="0" role="group" aria-label="{}"', name)
    shown = format_html("<caption>{}</caption>", caption) if caption else ""
    around, inside = f"table-wrap {wrap}".strip(), f"table {classes}".strip()
    return format_html('<div class="{}"{}><table class="{}">{}{}</table></div>', around, named, inside, shown, content)


@register.simple_tag(takes_context=True)
def heading(context: Context) -> str:
    """The page's heading once more, for its title."""
    block = context.render_context[BLOCK_CONTEXT_KEY].get_block("heading")
    return SafeString(block.render(context).strip())


@register.simple_tag
def form_actions(label: str, to: str = "", *ids: object, back: str = "", danger: bool = False) -> SafeString:
    """The button that sends a form, and beside it the link that leaves the form.

    ``to`` and ``ids``: the name of the page to go back to and what it is of, or an address; ``back``: the link's text where it
    is not "Cancel"; ``danger``: the button destroys something.

    ``{% form_actions _("Save") "clubs:club" club.slug %}``
    """
    weight = "button-danger" if danger else "button-primary"
    button = format_html('<button class="button {} button-big" type="submit">{}</button>', weight, label)
    link = SafeString()
    if to:
        link = format_html('<a class="button button-big" href="{}">{}</a>', resolve_url(to, *ids), back or _("Cancel"))
    return format_html('<div class="form-actions">{}{}</div>', button, link)
