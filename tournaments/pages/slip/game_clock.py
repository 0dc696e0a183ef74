"""The game clock: a phone between two players, reached from their slip, or by anybody without an event.

The page has the times and rules; the clock itself runs in the browser (``static/js/game-clock.js``) and asks the site nothing.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.pages.slip.slip import Slip, by_slip
from tournaments.services.hall.game_clock import USUAL, clock_setup


@by_slip
def slip_clock_page(request: HttpRequest, slip: Slip) -> HttpResponse:
    """The clock of the slip's two players, by the rules of their division."""
    setup = clock_setup(slip.pairing)
    if setup is None:
        raise Http404
    context = {"setup": setup, "pairing": slip.pairing, "home": slip.home}
    return render(request, "tournaments/slip/game_clock.html", context)


def game_clock_page(request: HttpRequest) -> HttpResponse:
    """A clock for any game; its times are set on the page."""
    return render(request, "tournaments/slip/game_clock.html", {"setup": USUAL, "home": ""})
