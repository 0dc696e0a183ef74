"""Pages that tie players to accounts."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs import claim_queries as queries
from clubs import claim_services as services
from clubs.access import ClubPath, reached, signed_in
from clubs.club_pages import picture_of
from clubs.forms import PhotoForm
from clubs.models import Player, PlayerClaim, PlayerInvitation, User
from clubs.photo_services import set_player_photo
from clubs.services import ClubError
from core.pictures import MAX_BYTES, too_many_bytes
from core.typed import searched
from limits.web import limited_by_key


def my_players(request: HttpRequest) -> HttpResponse:
    """The players of the account, and how to add one."""
    user = signed_in(request)
    typed = searched(request.GET.get("q", ""))
    context = {
        "players": user.players.select_related("home_club").order_by("pk"),
        "claims": queries.claims_of(user).filter(accepted=None),
        "typed": typed,
        "claimable": queries.claimable(typed),
    }
    return render(request, "clubs/my_players.html", context)


def ask(request: HttpRequest, player: int) -> HttpResponse:
    """Ask for a player."""
    subject = get_object_or_404(Player.objects.filter(home_club__isnull=False), pk=player)
    try:
        services.ask_for_player(actor=signed_in(request), player=subject, note=request.POST.get("note", ""))
    except ClubError as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, _("Sent to the officials of %(club)s. They will answer.") % {"club": subject.home_club}
        )
    return redirect("clubs:my_players")


def player_photo(request: HttpRequest, player: int) -> HttpResponse:
    """The photo of one's own player for name badges: look at it, send another, remove it."""
    user = signed_in(request)
    subject = get_object_or_404(user.players, pk=player)
    form = PhotoForm(request.POST or None, request.FILES or None)
    form.fields["photo"].help_text = _(
        "For name badges; only the officials of your events see it. Location and camera details are removed."
    )
    if request.method == "POST" and form.is_valid():
        try:
            _keep_photo(user, subject, form)
        except ClubError as error:
            form.add_error("photo", str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("clubs:player_photo", player=subject.pk)
    context = {"player": subject, "form": form, "crumbs": [(_("My players"), reverse("clubs:my_players"))]}
    return render(request, "clubs/player_photo.html", context, status=422 if form.errors else 200)


def _keep_photo(user: User, player: Player, form: PhotoForm) -> None:
    sent = form.cleaned_data["photo"]
    if form.cleaned_data["no_photo"]:
        set_player_photo(actor=user, player=player, data=None)
    elif sent is None:
        raise ClubError(_("Choose a photo."), code="photo_missing")
    elif sent.size > MAX_BYTES:
        raise ClubError(str(too_many_bytes()), code="photo_too_large")
    else:
        set_player_photo(actor=user, player=player, data=sent.read())


def own_photo(request: HttpRequest, player: int) -> HttpResponse:
    """The photo of one's own player."""
    response = picture_of(get_object_or_404(signed_in(request).players, pk=player))
    response["Cache-Control"] = "no-store, private"
    return response


def release(request: HttpRequest, player: int) -> HttpResponse:
    """“This is not me.”"""
    subject = get_object_or_404(signed_in(request).players, pk=player)
    services.release_player(actor=signed_in(request), player=subject)
    messages.success(request, _("%(name)s is no longer linked to your account.") % {"name": subject.name})
    return redirect("clubs:my_players")


@limited_by_key
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """The page of an invitation: “Are you this player?”"""
    try:
        invitation = services.find_invitation(key)
    except PlayerInvitation.DoesNotExist:
        raise Http404 from None
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        try:
            services.take_player(actor=signed_in(request), player=invitation.player, how="invitation")
        except ClubError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("%(name)s is now linked to your account.") % {"name": invitation.player.name})
            return redirect("clubs:my_players")
    response = render(request, "clubs/invitation.html", {"player": invitation.player})
    response["Cache-Control"] = "no-store, private"
    return response


def club_players(request: HttpRequest, club: str) -> HttpResponse:
    """The club's players and their accounts, and the requests that wait for an answer."""
    this_club = reached(request, ClubPath(club))
    typed = searched(request.GET.get("q", ""))
    page = Paginator(queries.players_of_club(this_club, typed), 50).get_page(request.GET.get("page"))
    context = {"club": this_club, "claims": queries.open_claims(this_club), "page": page, "typed": typed}
    return render(request, "clubs/players.html", context)


def invite(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Make an invitation and show its link."""
    this_club = reached(request, ClubPath(club))
    subject = get_object_or_404(Player, home_club=this_club, pk=player)
    try:
        made = services.invite(actor=signed_in(request), player=subject)
    except ClubError as error:
        messages.error(request, str(error))
        return redirect("clubs:players", club=this_club.slug)
    path = reverse("clubs:invitation", args=[made.key])
    address = settings.SITE_URL + path if settings.SITE_URL else request.build_absolute_uri(path)
    response = render(request, "clubs/invited.html", {"club": this_club, "player": subject, "address": address})
    response["Cache-Control"] = "no-store, private"
    return response


def decide(request: HttpRequest, club: str, claim: int) -> HttpResponse:
    """Accept or refuse a request."""
    this_club = reached(request, ClubPath(club))
    subject = get_object_or_404(PlayerClaim, player__home_club=this_club, pk=claim)
    try:
        services.decide_claim(actor=signed_in(request), claim=subject, accept="accept" in request.POST)
    except ClubError as error:
        messages.error(request, str(error))
    return redirect("clubs:players", club=this_club.slug)


def untie(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Untie a player from the account that holds it."""
    this_club = reached(request, ClubPath(club))
    services.release_player(actor=signed_in(request), player=get_object_or_404(Player, home_club=this_club, pk=player))
    return redirect("clubs:players", club=this_club.slug)
