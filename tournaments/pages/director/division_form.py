"""The form of a division while an edition is chosen: filled in before it is saved, kept while its dictionary is installed."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.game import Edition
from games.registry import GAMES
from tournaments.forms.events import DivisionForm

F = TypeVar("F", bound=DivisionForm)

#: Where a session holds what was typed, with the address of its form.
_KEY: Final = "division_form"
#: The buttons of the games, and the fields that the game decides: they begin anew with another one.
_SWITCH: Final = "switch_game"
_OF_THE_GAME: Final = frozenset({"game", "rules_slug", "edition", "lexicon_version"})
#: The button that fills in an edition, and the parameter of the address that shows what was kept.
_FILL: Final = "fill_edition"
_KEPT: Final = "kept"


def division_form(request: HttpRequest, make: Callable[..., F], initial: Mapping[str, object], *, game: str = "") -> F:
    """The form by ``make``: as it was sent, or unsent with ``initial`` values, with an edition filled in or with what was kept.

    ``game``: the only one that it may be about. Where the dictionary of the edition is missing, what was typed is kept in the
    session, and the form leads to its installation and back.
    """
    if request.method != "POST":
        return _unsent(request, make, initial)
    data = request.POST.copy()
    if not game and data.get(_SWITCH) in GAMES:
        return _switched(make(data, initial=dict(initial)), make, initial, str(data[_SWITCH]))
    if game:
        data["game"] = game  # a division keeps its game; another game is another division
    sent = make(data, initial=dict(initial))
    typed = {**initial, **sent.typed()}
    edition = sent.editions.get(str(typed.get("edition")))
    if edition is None:
        return sent
    filled = _filled(sent, make, typed, edition)
    if filled is None:
        request.session[_KEY] = {"path": request.path, "values": sent.typed()}
        sent.offer_installing(edition, _address(request))
    return filled if filled is not None and _FILL in data else sent


def _switched(sent: F, make: Callable[..., F], initial: Mapping[str, object], game: str) -> F:
    """The form of another game, unsent, with everything that was typed and that the other game has too."""
    untouched = make(None, initial={**initial, "game": sent.played.key})
    other = make(None, initial={**initial, "game": game})
    changed = {
        name: value
        for name, value in sent.typed().items()
        if name in other.fields and name not in _OF_THE_GAME and str(value or "") != str(untouched[name].value() or "")
    }
    return make(None, initial={**initial, **changed, "game": game})


def _unsent(request: HttpRequest, make: Callable[..., F], initial: Mapping[str, object]) -> F:
    """The form with what was kept, where the address asks for that; an edition installed meanwhile is filled in."""
    kept = request.session.get(_KEY) if _KEPT in request.GET else None
    typed = {**initial, **kept["values"]} if kept is not None and kept["path"] == request.path else dict(initial)
    form = make(None, initial=typed)
    edition = form.editions.get(str(typed.get("edition")))
    if edition is None:
        return form
    filled = _filled(form, make, typed, edition)
    if filled is None:
        form.offer_installing(edition, _address(request))
    return filled or form


def _filled(form: F, make: Callable[..., F], typed: Mapping[str, Any], edition: Edition) -> F | None:
    """The form unsent, with what was typed and what the edition sets; None when no dictionary of it is installed."""
    values = form.with_edition(edition, typed)
    if values is None:
        return None
    filled = make(None, initial=values)
    said = _(
        "Rules, tiles and dictionary filled in for %(edition)s. Nothing is saved yet; you can still "
        "change each of them."
    )
    filled.filled = said % {"edition": edition.label}
    return filled


def _address(request: HttpRequest) -> str:
    return f"{request.path}?{_KEPT}=1"
