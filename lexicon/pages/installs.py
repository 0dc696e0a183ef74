"""Free dictionaries: what there is, and installing one without a shell."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from clubs.access import ClubPath, reached, signed_in
from lexicon.services.installing import InstallError, free_lists, request_installation

REFRESH_SECONDS = 2


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
            return redirect(f"{request.path}#list-{installation.slug}")
    lists = free_lists()
    busy = any(one.installation and one.installation.is_busy and not one.installation.has_stalled for one in lists)
    context = {
        "club": this_club,
        "lists": lists,
        "problem": problem,
        "refresh": REFRESH_SECONDS if busy else None,
    }
    return render(request, "lexicon/installs.html", context, status=422 if problem else 200)
