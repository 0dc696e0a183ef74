"""The site's own texts as they stand until an operator writes others, and what people agree to. They say what the program does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


@dataclass(frozen=True, slots=True)
class SiteTextKind:
    """A text that each site has: its title, its address (its key), and the default in Markdown."""

    key: str
    title: str | Promise
    default: Callable[[], str]


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(parts)


def _privacy() -> str:
    return _paragraphs(
        _(
            "This site runs clubs and events for word games. This page says what it stores about you, who sees it, and "
            "what you can do about it."
        ),
        "# " + _("What is stored"),
        "- "
        + _(
            "**Players**: name, club, rating, results and game records. Clubs, directors and players enter them; they are "
            "public. Photos of scoresheets are seen by the event's officials only."
        )
        + "\n- "
        + _(
            "**Registrations**: what you write on the form. The list of players shows names and divisions; email "
            "address, phone and messages are seen by the event's directors only."
        )
        + "\n- "
        + _(
            "**Membership list**: dates, kind of membership, dues paid and notes, seen by the club's directors only; who "
            "holds an office is shown on the club's page."
        )
        + "\n- "
        + _(
            "**Accounts**: username, email address if you give one, your password as a hash nobody can read, passkeys, API "
            "tokens, and what you want to be notified about."
        )
        + "\n- "
        + _(
            "**Messages** to clubs and directors, seen by them, and **comments** on games, seen by everyone who sees the game."
        )
        + "\n- "
        + _("**A log** of who changed what, so that results can be traced."),
        "# " + _("Under 18"),
        _(
            "A parent or guardian must agree for you. Directors can have the site show your initials instead "
            "of your name."
        ),
        "# " + _("Cookies"),
        _(
            "Only those the site needs to keep you signed in, protect forms and remember your language. There is no "
            "advertising, no tracking, and nothing is loaded from other sites."
        ),
        "# " + _("Your rights"),
        _(
            "On your account page you can download everything stored about you. You can have your name erased: a "
            "number takes its place throughout this site, while results and ratings stay correct. “Delete my account” "
            "there offers it; without an account, ask your club or the operator of this site."
        ),
        _("“Retention periods” says how long things are kept; “Legal notice” says who runs this site."),
    )


def _imprint() -> str:
    return _paragraphs(
        _("This site is run by the people who installed it; they have not written their legal notice yet."),
        *([_("Site address: %(site)s") % {"site": settings.SITE_URL}] if settings.SITE_URL else []),
        _("Each club is responsible for its own page and events. Write to a club through its page."),
    )


def _retention() -> str:
    rows = [
        (_("Results, game records, ratings and the log"), _("for good: they are part of the game's history")),
        (_("Names in them"), _("until the person asks for erasure")),
        (_("Email addresses, phone numbers and messages from registrations"), _("one year after the event")),
        (_("Messages to clubs and directors"), _("one year")),
        (_("Text of emails sent"), _("30 days")),
        (_("The fact that an email was sent"), _("400 days")),
        (_("Sign-in sessions"), _("five weeks at most")),
        (_("Counters that limit repeated attempts"), _("one day at most, without names")),
        (_("Accounts and membership list"), _("until they are deleted")),
    ]
    what, how_long = _("What"), _("How long")
    head = f"| {what} | {how_long} |\n|---|---|\n"
    return head + "\n".join(f"| {what} | {how_long} |" for what, how_long in rows)


#: The texts by their keys, in the order of the footer.
SITE_TEXTS: Mapping[str, SiteTextKind] = {
    kind.key: kind
    for kind in (
        SiteTextKind("privacy", gettext_lazy("Privacy notice"), _privacy),
        SiteTextKind("retention", gettext_lazy("Retention periods"), _retention),
        SiteTextKind("imprint", gettext_lazy("Legal notice"), _imprint),
    )
}

#: What somebody who registers agrees to, where the director has not written other words.
CONSENT = gettext_lazy(
    "I agree that my name, club, rating and results of this event are public on this site, and that its directors use "
    "my contact details for this event."
)
#: Added where players may be under 18.
GUARDIAN_CONSENT = gettext_lazy("For players under 18: I am a parent or guardian and agree for them.")
