"""The bans of a club, for its directors alone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubPath, reached
from clubs.models import Club
from tournaments.forms.check_in import BanForm
from tournaments.models import Ban
from tournaments.pages.director import common
from tournaments.services.entries.bans import ban_player, lift_ban


def _bans_url(club: Club) -> str:
    return reverse("tournaments:bans", args=[club.slug])


def bans(request: HttpRequest, club: str) -> HttpResponse:
    """Who is banned, why and until when; ban somebody."""
    host = reached(request, ClubPath(club))
    form = BanForm(request.POST or None, club=host)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {"reason": "reason", "player": "player"}):
            ban = ban_player(actor=common.signed_in(request), club=host, **form.cleaned_data)
            return common.back_with(request, _bans_url(host), done=_("%(name)s is banned.") % {"name": ban.player.name})
    context = {
        "club": host,
        "bans": Ban.objects.filter(club=host).select_related("player"),
        "today": timezone.localdate(),
        "crumbs": [(host.name, reverse("clubs:club", args=[host.slug]))],
    }
    return common.form_page(request, "bans", form, context)


def lift(request: HttpRequest, club: str, ban: int) -> HttpResponse:
    """End a ban."""
    host = reached(request, ClubPath(club))
    row = get_object_or_404(Ban.objects.select_related("player"), club=host, pk=ban)
    lift_ban(actor=common.signed_in(request), club=host, ban=row)
    return common.back_with(
        request, _bans_url(host), done=_("%(name)s is no longer banned.") % {"name": row.player.name}
    )
