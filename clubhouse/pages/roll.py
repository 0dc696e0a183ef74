"""The membership list: seen, changed, imported, exported by the club's directors; names and offices by who may."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubhouse.forms import NewMemberForm, RollForm
from clubhouse.models import RollMember
from clubhouse.pages.common import club_page, import_page, save
from clubhouse.queries import roll_of
from clubhouse.services import roll as services
from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club
from tournaments.errors import TournamentError
from tournaments.pages.director.common import Refusals
from tournaments.services.entries.same_names import WhoIsMeantError


def roll(request: HttpRequest, club: str) -> HttpResponse:
    """The roll, with a form for one more member."""
    this_club = reached(request, ClubPath(club))
    form = NewMemberForm(request.POST or None, initial={"joined_on": timezone.localdate()})
    if request.method == "POST" and (done := _add(request, this_club, form)):
        messages.success(request, done)
        return redirect("tournaments:roll", club=this_club.slug)
    which = request.GET.get("which", "now")
    context = {"members": list(roll_of(this_club, which)), "which": which, "form": form, "today": timezone.localdate()}
    return club_page(request, this_club, "roll", context, 422 if form.errors else 200)


def _add(request: HttpRequest, club: Club, form: NewMemberForm) -> str:
    """Add the member; what to say, "" when the form must be shown again."""
    sent = form.data.get("same_as", "")
    form.fields["same_as"].choices = [("", ""), (sent, sent)]  # type: ignore[attr-defined]  # looked up by the service
    if not form.is_valid():
        return ""
    data = form.cleaned_data
    with Refusals(form, {"name": "name"}):
        try:
            member = services.add_member(
                actor=signed_in(request), club=club, name=data["name"], data=form.roll_input(), same_as=data["same_as"]
            )
        except WhoIsMeantError as error:
            form.ask(error.similar)
            raise TournamentError(str(error), code="name") from error
        return _("%(name)s is on the membership list.") % {"name": member.player.name}
    return ""


def member(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """One line: changed, or taken off the roll."""
    this_club = reached(request, ClubPath(club))
    row = get_object_or_404(RollMember.objects.select_related("club", "player"), club=this_club, pk=member)
    if request.method == "POST" and request.POST.get("do") == "remove":
        services.remove_member(actor=signed_in(request), member=row)
        messages.success(request, _("%(name)s is no longer on the membership list.") % {"name": row.player.name})
        return redirect("tournaments:roll", club=this_club.slug)
    form = RollForm(request.POST or None, initial=RollForm.initial_of(row))

    def update() -> None:
        services.update_member(actor=signed_in(request), member=row, data=form.roll_input())

    if save(request, form, update, _("Member saved.")):
        return redirect("tournaments:roll", club=this_club.slug)
    return club_page(request, this_club, "member", {"member": row, "form": form}, 422 if form.errors else 200)


def import_roll(request: HttpRequest, club: str) -> HttpResponse:
    """A file of members: what it would do, then the import."""
    this_club = reached(request, ClubPath(club))

    def preview(text: str, answers: Mapping[str, int]) -> services.RollPreview:
        return services.preview_roll(this_club, text, answers)

    def do_import(text: str, answers: Mapping[str, int]) -> str:
        count = services.import_roll(actor=signed_in(request), club=this_club, text=text, answers=answers)
        return ngettext("%(count)d line imported.", "%(count)d lines imported.", count) % {"count": count}

    return import_page(request, this_club, "import_roll", services.COLUMNS, preview, do_import, "tournaments:roll")


def export_roll(request: HttpRequest, club: str) -> HttpResponse:
    """The roll as CSV."""
    this_club = reached(request, ClubPath(club))
    response = HttpResponse(
        "\N{ZERO WIDTH NO-BREAK SPACE}" + services.roll_file(this_club), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{this_club.slug}-roll.csv"'
    response["Cache-Control"] = "no-store, private"
    return response
