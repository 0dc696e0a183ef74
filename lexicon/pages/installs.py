"""Free dictionaries: what there is, and installing one without a shell."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from clubs.access import ClubPath, reached, signed_in
from lexicon.services.installing import InstallError, free_lists, language_of, request_installation

REFRESH_SECONDS = 2


def _back(request: HttpRequest) -> str:
    """The form that somebody came from; "" for an address that is not of this site."""
    back = request.GET.get("back", "")
    ours = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return back if ours else ""


def installs(request: HttpRequest, club: str) -> HttpResponse:
    """The free lists with what is installed; a POST asks for one."""
    this_club = reached(request, ClubPath(club))
    problem = ""
    if request.method == "POST":
        try:
            installation = request_installation(
                actor=signed_in(request), club=this_club, slug=request.POST.get("list", "")
            )
        except InstallError as error:
            problem = str(error)
        else:
            # Its language comes first; an address with a fragment would not be loaded again by the refresh.
            query = request.GET.copy()
            query["language"] = language_of(installation.slug)
            return redirect(f"{request.path}?{query.urlencode()}")
    lists = free_lists(first=request.GET.get("language", ""))
    busy = any(one.installation and one.installation.is_busy and not one.installation.has_stalled for one in lists)
    context = {
        "club": this_club,
        "lists": lists,
        "problem": problem,
        "back": _back(request),
        "refresh": REFRESH_SECONDS if busy else None,
    }
    return render(request, "lexicon/installs.html", context, status=422 if problem else 200)
