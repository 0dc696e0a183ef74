"""Writing a mail from its template, in the language of its reader.

``templates/mail/<kind>.txt`` is the whole mail: its first line is the subject, paragraphs follow between blank lines. A paragraph that is
nothing but an address becomes a link in the HTML. A mail that can be ended says so at its end.
A kind that needs more than paragraphs also has a ``<kind>.html`` on ``mail/base.html``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.template import Context
from django.template.loader import get_template, select_template
from django.utils import translation
from django.utils.translation import gettext as _

_ADDRESS = re.compile(r"https?://\S+")


@dataclass(frozen=True, slots=True)
class Written:
    """A mail as its reader gets it."""

    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of a mail; ``address`` if they are nothing but one."""

    text: str

    @property
    def address(self) -> str:
        """The address that this paragraph is, or nothing."""
        return self.text if _ADDRESS.fullmatch(self.text) else ""


def write(kind: str, language: str, context: Mapping[str, object]) -> Written:
    """The mail of this kind. Raises TemplateDoesNotExist."""
    with translation.override(language):
        template = get_template(f"mail/{kind}.txt").template  # type: ignore[attr-defined]  # Django's own engine
        whole = template.render(Context({**context, "language": language}, autoescape=False)).strip()
        head, _separator, body = whole.partition("\n")
        subject = " ".join(head.split())[:300]
        text = re.sub(r"\n{3,}", "\n\n", body.strip()) + "\n"
        if context.get("unsubscribe"):
            why = _("You get this email because this address was given for it. To stop such emails:")
            text += f"\n{why}\n\n{context['unsubscribe']}\n"
        paragraphs = [Paragraph(part.strip()) for part in text.split("\n\n") if part.strip()]
        frame = {**context, "language": language, "subject": subject, "paragraphs": paragraphs}
        html = select_template([f"mail/{kind}.html", "mail/base.html"]).render(frame)
    return Written(subject, text, html)
