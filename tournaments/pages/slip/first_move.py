"""The draw for the first move, from the slip."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments.errors import NotOpenError, TournamentError
from tournaments.forms.first_move import typed_tiles
from tournaments.pages.slip.slip import Slip, by_slip, opened
from tournaments.services.rounds.first_move import draw_first_move


@by_slip
def draw(request: HttpRequest, slip: Slip) -> HttpResponse:
    """Draw here, or take the tiles that the players have drawn; what cannot be is said on the slip."""
    try:
        draw_first_move(pairing_id=slip.pairing.pk, typed=typed_tiles(request.POST, slip.pairing))
    except NotOpenError:  # the page was older than a report: the slip shows how it stands
        return redirect(slip.home)
    except TournamentError as error:
        return opened(request, slip, draw_problem=str(error), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return redirect(slip.home)
