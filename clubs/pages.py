"""Home page, accounts and clubs: parse, call one service, choose the response."""

from http import HTTPStatus
from typing import Any

from allauth.account.views import LoginView, SignupView
from django.contrib import messages
from django.contrib.auth.views import LogoutView as DjangoLogoutView
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from clubs import permissions, queries, services
from clubs.access import ClubPath, reached, signed_in
from clubs.club_services import remove_photo, set_photo
from clubs.forms import ClubChangesForm, ClubForm, PhotoForm, SignInForm, SignUpForm, TokenForm
from clubs.models import Club, Membership, User
from clubs.names import by_name
from clubs.page import Place, home_sections, sections
from clubs.scopes import LABELS, scopes_of
from clubs.tokens import make_token, revoke_token, tokens_of
from core.language_choice import keep_language
from core.languages import language_choices
from core.markdown import markdown
from core.pictures import MAX_BYTES, too_many_bytes
from core.zones import known_zones
from limits.services import count, network
from limits.web import too_often
from mail.services import sends_mail

_CLUBS_AT_HOME = 12


def home(request: HttpRequest) -> HttpResponse:
    """The home page: what is on and comes, the newest results, and the clubs."""
    parts = {place.value: home_sections(request, place) for place in Place}
    clubs = list(queries.clubs_with_counts()[: _CLUBS_AT_HOME + 1])
    context = {**parts, "clubs": clubs[:_CLUBS_AT_HOME], "more_clubs": len(clubs) > _CLUBS_AT_HOME}
    return render(request, "clubs/home.html", context)


def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of the pages and go back to ``next``. A page of its own: public pages carry no token and can be cached."""
    back = (request.POST if request.method == "POST" else request.GET).get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = reverse("clubs:home")
    chosen = request.POST.get("language", "")
    if chosen in dict(language_choices()):
        response: HttpResponse = redirect(back)
        keep_language(request, response, chosen)
        if request.user.is_authenticated:
            services.set_language(request.user, chosen)
        return response
    response = render(request, "clubs/language.html", {"back": back, "languages": language_choices()})
    response["Cache-Control"] = "no-store, private"  # the address may be that of a slip, which is a key
    return response


class SignInView(LoginView):  # type: ignore[misc]  # allauth has no types
    """Sign in with name or email address and password; allauth asks for the second factor."""

    template_name = "clubs/login.html"
    form_class = SignInForm

    def get_form_class(self) -> type[SignInForm]:
        """Ours."""
        return SignInForm

    def form_invalid(self, form: SignInForm) -> HttpResponse:
        """The form again; 429 with the time to wait when wrong passwords were sent too often."""
        answer: HttpResponse = super().form_invalid(form)
        if form.seconds:
            answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
            answer["Retry-After"] = str(form.seconds)
        return answer


class SignUpView(SignupView):  # type: ignore[misc]  # allauth has no types
    """Make an account and sign in; the address is confirmed by a mail, which holds up nothing."""

    template_name = "clubs/sign_up.html"

    def get_form_class(self) -> type[SignUpForm]:
        """Ours."""
        return SignUpForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Count the try, make the account."""
        seconds = count("sign_up", network(request))
        if seconds:
            return too_often(request, seconds)
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """The account, unless another sign-up took the name a moment ago."""
        try:
            with transaction.atomic():
                answer: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", _("A user with that username already exists."))
            return self.form_invalid(form)
        return answer

    def form_invalid(self, form: SignUpForm) -> HttpResponse:
        """The form again."""
        answer: HttpResponse = super().form_invalid(form)
        answer.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return answer


sign_out = DjangoLogoutView.as_view()


def account(request: HttpRequest) -> HttpResponse:
    """One's clubs and API tokens."""
    return _account(request, TokenForm(clubs=_own_clubs(signed_in(request))))


def _own_clubs(user: User) -> list[Club]:
    return list(Club.objects.filter(memberships__user=user).order_by(*by_name()))


def _account(request: HttpRequest, form: TokenForm) -> HttpResponse:
    user = signed_in(request)
    memberships = user.memberships.select_related("club").order_by(*by_name("club__name"))
    mine = [
        (token, [LABELS.get(scope, scope) for scope in sorted(scopes_of(token.scopes))]) for token in tokens_of(user)
    ]
    context = {"memberships": memberships, "tokens": mine, "form": form, "sends_mail": sends_mail()}
    return render(request, "clubs/account.html", context, status=422 if form.errors else 200)


def create_token(request: HttpRequest) -> HttpResponse:
    """Make an API token and show it this once; only its hash is stored."""
    form = TokenForm(request.POST, clubs=_own_clubs(signed_in(request)))
    if not form.is_valid():
        return _account(request, form)
    try:
        token, text = make_token(actor=signed_in(request), data=form.to_input())
    except services.ClubError as error:
        form.add_error(None, str(error))
        return _account(request, form)
    response = render(request, "clubs/token_created.html", {"token": token, "text": text})
    response["Cache-Control"] = "no-store"
    return response


def revoke_own_token(request: HttpRequest, token: int) -> HttpResponse:
    """Revoke one of one's own tokens."""
    own = get_object_or_404(tokens_of(signed_in(request)), pk=token)
    revoke_token(actor=signed_in(request), token=own)
    messages.success(request, _("Token revoked."))
    return redirect("clubs:account")


def create_club(request: HttpRequest) -> HttpResponse:
    """Open a club."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = services.create_club(actor=signed_in(request), data=form.to_input())
        except services.ClubError as error:
            form.add_error("slug", str(error))
        else:
            return redirect("clubs:club", club=club.slug)
    status = 422 if form.is_bound else 200
    return render(request, "clubs/create_club.html", {"form": form}, status=status)


def club_detail(request: HttpRequest, club: str) -> HttpResponse:
    """A club's home."""
    this_club = reached(request, ClubPath(club))
    context = {
        "club": this_club,
        "about": markdown(this_club.about),
        "actions": permissions.allowed_actions(request.user, this_club),
        "first": sections(request, this_club, Place.FIRST),
        "main": sections(request, this_club, Place.MAIN),
        "side": sections(request, this_club, Place.SIDE),
    }
    return render(request, "clubs/club.html", context)


def edit_club(request: HttpRequest, club: str) -> HttpResponse:
    """Change the club's details and photo."""
    this_club, user = reached(request, ClubPath(club)), signed_in(request)
    form = ClubChangesForm(request.POST or None, initial=ClubChangesForm.initial_of(this_club))
    photo_form = PhotoForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and photo_form.is_valid():
        try:
            with transaction.atomic():
                services.update_club(actor=user, club=this_club, data=form.changes())
                _change_photo(user, this_club, photo_form)
        except ValidationError as error:
            form.add_error(error.code if error.code in form.fields else None, error)
        except services.ClubError as error:
            about_photo = error.code.startswith("photo")
            (photo_form if about_photo else form).add_error("photo" if about_photo else "name", str(error))
        else:
            messages.success(request, _("Club saved."))
            return redirect("clubs:club", club=this_club.slug)
    bad = form.errors or photo_form.errors
    context = {"club": this_club, "form": form, "photo_form": photo_form, "zones": sorted(known_zones())}
    return render(request, "clubs/edit_club.html", context, status=422 if bad else 200)


def _change_photo(actor: User, club: Club, form: PhotoForm) -> None:
    """Show the photo that was sent, or none. Raises ClubError."""
    if form.cleaned_data["no_photo"]:
        remove_photo(actor=actor, club=club)
    elif (sent := form.cleaned_data["photo"]) is not None:
        if sent.size > MAX_BYTES:
            raise services.ClubError(str(too_many_bytes()), code="photo_too_large")
        set_photo(actor=actor, club=club, data=sent.read())


def remove_member(request: HttpRequest, club: str, membership: int) -> HttpResponse:
    """Take a member out of the club."""
    this_club = reached(request, ClubPath(club))
    try:
        services.remove_member(
            actor=signed_in(request), membership=get_object_or_404(Membership, club=this_club, pk=membership)
        )
    except services.ClubError as error:
        messages.error(request, str(error))
    return redirect("clubs:roles", club=this_club.slug)
