"""Pages of a club besides its home: the list to find it in, its photo, messages, roles, handing over, closing."""

from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from clubs import club_services as services
from clubs import queries
from clubs.access import ClubPath, reached, signed_in
from clubs.forms import HandOverForm
from clubs.models import Club, ClubMessage, Player
from clubs.services import ClubError
from core.typed import searched
from limits.forms import ContactForm
from limits.web import limited_form


def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs; ``q`` finds some by name, place or language."""
    typed = searched(request.GET.get("q", ""))
    page = Paginator(queries.clubs_found(typed), 50).get_page(request.GET.get("page"))
    return render(
        request, "clubs/list.html", {"page": page, "typed": typed, "query": urlencode({"q": typed}) if typed else ""}
    )


def photo(request: HttpRequest, club: str) -> HttpResponse:
    """The club's photo. A new one has another address (``?v=``), so it may be kept for long."""
    response = picture_of(reached(request, ClubPath(club)))
    patch_cache_control(response, public=True, max_age=86_400)
    return response


def picture_of(subject: Club | Player) -> HttpResponse:
    """The photo of a club or player. Raises Http404 without one."""
    if not subject.photo:
        raise Http404
    try:
        with subject.photo.open("rb") as file:
            data = file.read()
    except FileNotFoundError:  # the database was restored without its files
        raise Http404 from None
    return HttpResponse(data, content_type="image/jpeg")


@limited_form("contact")
def contact(request: HttpRequest, club: str) -> HttpResponse:
    """Write to the club; nobody's address is shown."""
    this_club = reached(request, ClubPath(club))
    form = ContactForm(request.POST or None)
    sent = False
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.write_to_club(club=this_club, name=data["name"], email=data["email"], text=data["text"])
            sent = True
        except ClubError as error:
            form.add_error(None, str(error))
    context = {"club": this_club, "crumbs": crumbs(this_club), "form": form, "sent": sent}
    return render(request, "clubs/contact.html", context, status=422 if form.errors else 200)


def message_list(request: HttpRequest, club: str) -> HttpResponse:
    """What visitors wrote, for the club's directors."""
    this_club = reached(request, ClubPath(club))
    page = Paginator(ClubMessage.objects.filter(club=this_club), 50).get_page(request.GET.get("page"))
    return render(request, "clubs/messages.html", {"club": this_club, "crumbs": crumbs(this_club), "page": page})


def mark_message(request: HttpRequest, club: str, message: int) -> HttpResponse:
    """Mark a message as answered, or take the mark off."""
    this_club = reached(request, ClubPath(club))
    one = get_object_or_404(ClubMessage.objects.select_related("club"), club=this_club, pk=message)
    services.mark_answered(actor=signed_in(request), message=one, answered=request.POST.get("do") == "answered")
    return redirect("clubs:messages", club=this_club.slug)


def hand_over(request: HttpRequest, club: str) -> HttpResponse:
    """Make somebody else the director."""
    this_club = reached(request, ClubPath(club))
    form = HandOverForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            heir = services.hand_over(actor=signed_in(request), club=this_club, **form.cleaned_data)
        except ClubError as error:
            form.add_error("username", str(error))
        else:
            done = _("%(name)s now directs %(club)s.") % {"name": heir.user.username, "club": this_club.name}
            messages.success(request, done)
            return redirect("clubs:club", club=this_club.slug)
    return _form_page(request, this_club, "hand_over", form)


def close(request: HttpRequest, club: str) -> HttpResponse:
    """Close the club, or open it again, after a second look."""
    this_club = reached(request, ClubPath(club))
    if request.method == "POST":
        opens = request.POST.get("do") == "reopen"
        act = services.reopen_club if opens else services.close_club
        act(actor=signed_in(request), club=this_club)
        messages.success(request, _("The club is open again.") if opens else _("The club is closed."))
        return redirect("clubs:club", club=this_club.slug)
    return _form_page(request, this_club, "close", forms.Form())


def crumbs(club: Club) -> list[tuple[str, str]]:
    """Clubs / club."""
    return [
        (_("Clubs"), reverse("clubs:clubs")),
        (club.name, reverse("clubs:club", args=[club.slug])),
    ]


def _form_page(request: HttpRequest, club: Club, template: str, form: forms.Form) -> HttpResponse:
    context = {"club": club, "crumbs": crumbs(club), "form": form}
    return render(request, f"clubs/{template}.html", context, status=422 if form.errors else 200)
