"""The event on a laptop: taken there, taken back, brought back by its archive, and what reached the site meanwhile."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from tournaments.errors import NotOpenError, TournamentError
from tournaments.forms.archive import AnswersForm, ArchiveForm, BoundedArchive, NeverthelessForm
from tournaments.forms.events import ReasonForm
from tournaments.models import ArchiveUpload, Event, HeldReport, Result
from tournaments.pages.director import common
from tournaments.pages.director.archive import archive_response, received
from tournaments.queries.check_in import OpenNotice, open_notices
from tournaments.services.archive import kept_reports, laptop
from tournaments.services.archive.bringing_in import Answers
from tournaments.services.archive.uploads import forget_archive, opened


def laptop_url(event: Event) -> str:
    """The page of the laptop."""
    return reverse("tournaments:laptop", args=[event.slug])


@csrf_exempt  # only until the handler is in place: the token is in the form that must be read through it
def laptop_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Where the event is run, and what can be done about it; an archive that is sent here is looked at before it counts."""
    handler = BoundedArchive(request)
    request.upload_handlers = [handler]
    return _laptop_page(request, event, handler)


@csrf_protect
def _laptop_page(request: HttpRequest, event: Event, handler: BoundedArchive) -> HttpResponse:
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if upload := received(request, form, handler, event.club, event):
        return redirect("tournaments:bring_back", event.slug, upload.pk)
    context = common.of_event(event) | {
        "laptop": laptop.running_laptop(event),
        "origin": laptop.origin_of(event),
        "kept": kept_reports.kept_reports(event),
        "messages_kept": _messages(event),
    }
    return common.form_page(request, "laptop", form, context)


def _messages(event: Event) -> list[OpenNotice]:
    """What players told the site while a laptop runs the event; nobody can answer it before the laptop is back."""
    since = event.on_laptop_since
    return [item for item in open_notices(event) if since is not None and item.notice.created_at >= since]


@common.refused_to(laptop_url)
def take_to_laptop(request: HttpRequest, event: Event) -> HttpResponse:
    """Give the event to a laptop, after a second look."""
    if request.method == "POST":
        laptop.take_to_laptop(actor=common.signed_in(request), event=event)
        done = _("The event is locked here. Download the archive for the laptop now.")
        return common.back_with(request, laptop_url(event), done=done)
    return common.confirm(
        request,
        event,
        title=_("Run %(event)s on a laptop?") % {"event": event.name},
        points=[
            _("Nothing about the event can be changed here until it comes back; a notice on its pages says so."),
            _("What players report here until then is kept, and you decide on each report afterwards."),
            _(
                "You will get an archive for the laptop. The event stays locked until that laptop is back, or "
                "until you unlock it with a reason."
            ),
        ],
        verb=_("Move it to a laptop"),
        back=laptop_url(event),
        crumbs=[*common.event_crumbs(event), (_("Laptop"), laptop_url(event))],
    )


def laptop_archive(request: HttpRequest, event: Event) -> HttpResponseBase:
    """The archive for the laptop, with its key; as often as it is needed. Without a laptop, its page and why."""
    running = laptop.running_laptop(event)
    if running is None or running.key is None:
        error = NotOpenError(_("No laptop is running this event. Move it to one first."))
        return common.back_with(request, laptop_url(event), error=error)
    return archive_response(event, key=running.key)


@common.refused_to(laptop_url)
def take_back(request: HttpRequest, event: Event) -> HttpResponse:
    """Take the event back without the laptop's archive, with a reason."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        laptop.take_back(actor=common.signed_in(request), event=event, reason=form.cleaned_data["reason"])
        return common.back_with(request, laptop_url(event), done=_("The event continues here."))
    return common.confirm(
        request,
        event,
        title=_("Unlock the event?"),
        points=[
            _(
                "It continues here as it was when it was moved to the laptop; nothing entered on the laptop is "
                "included."
            ),
            _("The laptop's archive can still be brought back later, replacing whatever happens here from now on."),
        ],
        form=form,
        verb=_("Unlock it"),
        danger=True,
        back=laptop_url(event),
        crumbs=[*common.event_crumbs(event), (_("Laptop"), laptop_url(event))],
    )


def bring_back(request: HttpRequest, event: Event, upload: int) -> HttpResponse:
    """What the laptop's archive changes; then do it."""
    user = common.signed_in(request)
    sent = get_object_or_404(ArchiveUpload, pk=upload, event=event, sent_by=user)
    refused = ""
    try:
        with opened(sent) as archive:
            coming = laptop.look_at(event, archive, Answers())
            form = AnswersForm(request.POST or None, players=coming.players, club=event.club)
            doubt = NeverthelessForm(request.POST or None) if coming.doubt else None
            sure = doubt is None or doubt.is_valid()
            if request.method == "POST" and sure and form.is_valid():
                try:
                    laptop.bring_back(
                        actor=user, event=event, archive=archive, answers=form.answers(), nevertheless=sure
                    )
                except TournamentError as error:
                    refused = str(error)
                else:
                    forget_archive(sent)
                    done = _("The event is back, as it was on the laptop.")
                    return common.back_with(request, laptop_url(event), done=done)
    except TournamentError as error:
        return common.back_with(request, laptop_url(event), error=error)
    context = common.of_event(event) | {"coming": coming, "form": form, "doubt": doubt, "refused": refused}
    context |= {"kept": kept_reports.beside_laptop(event, coming.said), "messages_kept": _messages(event)}
    context["crumbs"] = [*common.event_crumbs(event), (_("Laptop"), laptop_url(event))]
    return render(
        request,
        "tournaments/director/bring_back.html",
        context,
        status=422 if refused or (doubt and doubt.errors) else 200,
    )


@common.refused_to(laptop_url)
def decide_report(request: HttpRequest, event: Event, report: int) -> HttpResponse:
    """Take or leave a report that reached the site meanwhile."""
    held = get_object_or_404(HeldReport, pk=report, event=event)
    take = "take" in request.POST
    kept_reports.decide_report(actor=common.signed_in(request), event=event, held_id=held.pk, take=take)
    return common.back_with(request, laptop_url(event), done=_accepted(held) if take else _("Report left out."))


def _accepted(held: HeldReport) -> str:
    """That the report counts now, and what became of it where another result was confirmed."""
    result = Result.objects.filter(pairing=held.pairing_id).first()
    if result is None or not result.open_questions:
        return _("Report accepted.")
    return _("Report accepted. The confirmed result stays; where they differ, the game has an open question.")
