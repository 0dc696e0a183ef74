"""The page of the file that an event follows: how it stands, what was not taken over, pause and end; and the form to begin."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import TournamentError
from tournaments.forms.feed import FeedForm, WhoIsWhoForm
from tournaments.models import Division, Event
from tournaments.pages.director import common
from tournaments.queries.exports import has_tsh_file
from tournaments.queries.feed import FeedView, feed_of
from tournaments.services.feed import following


def feed_url(event: Event) -> str:
    """The page of the followed file."""
    return reverse("tournaments:manage_feed", args=[event.slug])


def feed(request: HttpRequest, event: Event) -> HttpResponse:
    """How the file stands; a POST follows the file whose address was typed."""
    view, divisions = feed_of(event), _divisions(event)
    form = FeedForm(request.POST or None, divisions=divisions, initial=FeedForm.initial_of(view, divisions))
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {"address": "address"}):
            address = form.cleaned_data["address"]
            following.follow(actor=common.signed_in(request), event=event, address=address, parts=form.parts())
            return common.back_with(request, feed_url(event), done=_("The file is being read."))
    return common.form_page(request, "feed", form, _context(event, view))


def _divisions(event: Event) -> list[Division]:
    """The divisions that such a file can hold."""
    rows = Division.objects.filter(event=event).order_by("position", "pk")
    return [division for division in rows if has_tsh_file(division) and not division.settings.rolling]


def _context(event: Event, view: FeedView | None) -> dict[str, object]:
    questions = view.questions if view is not None and view.feed.is_live else ()
    return common.of_event(event) | {
        "view": view,
        "own_page_of_feed": True,
        "who": WhoIsWhoForm(questions=questions) if questions else None,
        "may_follow": event.state != Event.State.FINISHED and event.what_if_of_id is None,
    }


@common.refused_to(feed_url)
def act(request: HttpRequest, event: Event) -> HttpResponse:
    """Read it now, pause, resume, stop."""
    actor = common.signed_in(request)
    match request.POST.get("do"):
        case "read":
            following.read_now(actor=actor, event=event)
            done = _("The file is being read.")
        case "pause":
            following.pause(actor=actor, event=event)
            done = _("Paused: the file will not be read until you resume.")
        case "resume":
            following.resume(actor=actor, event=event)
            done = _("The file is being read.")
        case "stop":
            following.stop(actor=actor, event=event)
            done = _(
                "No longer followed. What came from the file stays; pairings and results are entered here from now on."
            )
        case _:
            raise TournamentError(_("Choose what to do."), code="do")
    return common.back_with(request, feed_url(event), done=done)


@common.refused_to(feed_url)
def answer(request: HttpRequest, event: Event) -> HttpResponse:
    """Who is meant by names in the file; then it is read once more."""
    view = feed_of(event)
    form = WhoIsWhoForm(request.POST, questions=view.questions if view is not None else ())
    if not form.is_valid():
        raise TournamentError(_("Choose a player for each name."), code="who")
    following.read_now(actor=common.signed_in(request), event=event, answers=form.answers())
    return common.back_with(request, feed_url(event), done=_("The file is being read."))
