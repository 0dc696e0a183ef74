"""The page of who has which role in a club or an event, and the page that a role's link opens."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs import role_queries as queries
from clubs import role_services as services
from clubs.access import ClubPath, reached, signed_in
from clubs.club_pages import crumbs
from clubs.forms import RoleForm
from clubs.models import ClubRoleLink, RoleLink
from clubs.permissions import may_everything
from clubs.role_access import ClubPlace, Place
from clubs.services import ClubError
from limits.web import limited_by_key


def club_roles(request: HttpRequest, club: str) -> HttpResponse:
    """Who has which role in the club, and giving one."""
    this_club = reached(request, ClubPath(club))
    return roles_page(
        request, ClubPlace(this_club), {"club": this_club, "crumbs": crumbs(this_club), "base": "clubs/base_club.html"}
    )


def end_role(request: HttpRequest, club: str, grant: int) -> HttpResponse:
    """End a role that was given beside the members'."""
    return end_role_in(request, ClubPlace(reached(request, ClubPath(club))), grant)


def end_role_link(request: HttpRequest, club: str, role_link: int) -> HttpResponse:
    """End a link."""
    return end_link_in(request, ClubPlace(reached(request, ClubPath(club))), role_link)


@limited_by_key
def take_role(request: HttpRequest, key: str) -> HttpResponse:
    """The page that a link to a role in a club opens."""
    link = ClubRoleLink.of_key(key).select_related("club", "made_by").first()
    if link is None:
        raise Http404
    return opened_link(request, ClubPlace(link.club), link)


def roles_page(request: HttpRequest, place: Place, context: dict[str, Any]) -> HttpResponse:
    """The roles of a club or an event: who has which, the links, and the form that gives one by name or makes a link."""
    user = signed_in(request)
    form = RoleForm(request.POST or None, place=place)
    if request.method == "POST" and form.is_valid():
        try:
            done = _act(request, place, form)
        except ClubError as error:
            form.add_error(error.code if error.code in form.fields else None, str(error))
        else:
            messages.success(request, done)
            return redirect(place.page)
    rights = place.rights(user)
    context |= {
        "place": place,
        "lines": queries.roles_of(place, rights),
        "earlier": queries.earlier_roles(place, rights),
        "links": [(line, _address(request, place, line.key)) for line in queries.links_of(place, rights)],
        "form": form,
        "zone": place.zone.key,
    }
    response = render(request, "clubs/roles.html", context, status=422 if form.errors else 200)
    response["Cache-Control"] = "no-store, private"  # the links are keys
    return response


def _act(request: HttpRequest, place: Place, form: RoleForm) -> str:
    """Give the role or make the link that the form asks for; what was done."""
    user, role = signed_in(request), form.label_of_role()
    if form.by_link:
        services.make_role_link(actor=user, place=place, term=form.term(), **form.link_options())
        return _("The link is below. Anyone who opens it and signs in can take the role: %(role)s.") % {"role": role}
    name = form.cleaned_data["username"].strip()
    services.give_role(actor=user, place=place, username=name, term=form.term())
    return _("%(name)s now has the role: %(role)s.") % {"name": name, "role": role}


def _address(request: HttpRequest, place: Place, key: str) -> str:
    if not key:
        return ""
    path = reverse(place.open_name, args=[key])
    return settings.SITE_URL.rstrip("/") + path if settings.SITE_URL else request.build_absolute_uri(path)


def end_role_in(request: HttpRequest, place: Place, grant: int) -> HttpResponse:
    """End a role and go back to the page of roles; to the start page who ended their own."""
    user = signed_in(request)
    get_object_or_404(place.grants, **place.of, pk=grant)
    try:
        ended = services.end_role(actor=user, place=place, grant_id=grant)
    except ClubError as error:
        messages.error(request, str(error))
    else:
        said = {"role": ended.get_role_display(), "name": ended.user.username}
        messages.success(request, _("%(name)s no longer has the role: %(role)s.") % said)
        if ended.user_id == user.pk and not may_everything(user, place.club):
            return redirect(place.home(user))
    return redirect(place.page)


def end_link_in(request: HttpRequest, place: Place, link: int) -> HttpResponse:
    """End a link and go back to the page of roles."""
    get_object_or_404(place.links, **place.of, pk=link)
    try:
        services.end_role_link(actor=signed_in(request), place=place, link_id=link)
    except ClubError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The link no longer works. Roles that were taken with it stay until you end them."))
    return redirect(place.page)


def opened_link(request: HttpRequest, place: Place, link: RoleLink) -> HttpResponse:
    """What a link to a role shows: the role and a button to take it, or why it gives the role no longer (410)."""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        user = signed_in(request)
        try:
            grant = services.take_role(actor=user, place=place, link_id=link.pk)
        except ClubError as error:
            messages.error(request, str(error))
        else:
            said = {"role": grant.get_role_display(), "place": place.subject}
            messages.success(request, _("Your role in %(place)s: %(role)s.") % said)
            return redirect(place.home(user))
    closed = services.why_closed(place, link)
    context = {"place": place.subject, "link": link, "closed": closed, "club": place.club}
    response = render(request, "clubs/take_role.html", context, status=410 if closed else 200)
    response["Cache-Control"] = "no-store, private"
    return response
