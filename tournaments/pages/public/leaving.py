"""“Delete my account”: what goes and what stays, the password once more, and the answer."""

from http import HTTPStatus

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.access import signed_in
from limits.services import count, take_back
from limits.web import too_often
from tournaments.errors import TournamentError
from tournaments.forms.leaving import LeavingForm
from tournaments.services.leaving import clubs_left_alone, leave


def delete_account(request: HttpRequest) -> HttpResponse:
    """Say what goes and what stays; with the password, delete the account and sign out everywhere."""
    user = signed_in(request)
    form = LeavingForm(request.POST or None, user=user)
    if request.method == "POST":
        seconds = count("second_factor", user.pk)
        if seconds:
            return too_often(request, seconds)
        if form.is_valid():
            take_back("second_factor", user.pk)
            try:
                pseudonyms = leave(user=user, players=[player.pk for player in form.cleaned_data.get("players", ())])
            except TournamentError as error:
                form.add_error(None, str(error))
            else:
                logout(request)
                return _private(render(request, "tournaments/account_deleted.html", {"pseudonyms": pseudonyms[:-1]}))
    context = {"form": form, "alone": clubs_left_alone(user)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return _private(render(request, "tournaments/delete_account.html", context, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store, private"
    return response
