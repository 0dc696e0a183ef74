"""One player in two places: entered in another division of the event, or in another event of the same day."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from core.wording import division_title
from ratings.queries.players import same_person
from tournaments.models import Division, Entry, Event, Result, Round, Seat


def booked_elsewhere(division: Division, players: Collection[int]) -> dict[int, tuple[str, ...]]:
    """Where else the players (by id) are entered at the same time, in words; players entered nowhere else are left out.

    Counted are the other divisions of the event, and events of the same day that have not ended. Players who were merged
    are one. Test copies and private copies count only for themselves. Two queries at most.
    """
    if not players:
        return {}
    ids = _all_ids(players)
    event = division.event
    same_day = Q(division__event__starts_on=event.starts_on, division__event__private=False)
    same_day &= Q(division__event__what_if_of__isnull=True) & ~Q(division__event__state=Event.State.FINISHED)
    where = Q(division__event=event.pk)
    if event.what_if_of_id is None and not event.private:
        where |= same_day
    others = Entry.objects.filter(where, player__in=ids, status=Entry.Status.ACTIVE).exclude(division=division.pk)
    places: dict[int, list[str]] = {}
    for entry in others.select_related("division__event").order_by("division__event", "division__position"):
        places.setdefault(ids[entry.player_id], []).append(_place(entry.division, event))
    return {player: tuple(dict.fromkeys(listed)) for player, listed in places.items()}


def _all_ids(players: Collection[int]) -> dict[int, int]:
    """Every id that the players have → the one in ``players``."""
    same = same_person()
    main = {same.get(player, player): player for player in players}
    ids = {duplicate: main[one] for duplicate, one in same.items() if one in main}
    return ids | main | {player: player for player in players}


def _place(division: Division, event: Event) -> str:
    if division.event_id == event.pk:
        return _("%(division)s of this event") % {"division": division_title(division.name)}
    return _("“%(event)s”, %(division)s") % {
        "event": division.event.name,
        "division": division_title(division.name),
    }


def double_booking_text(name: str, places: Sequence[str]) -> str:
    """The double booking as a sentence."""
    return _("%(name)s is also entered in %(places)s.") % {"name": name, "places": _(" and ").join(places)}


def still_playing(division: Division, players: Mapping[int, str]) -> list[str]:
    """Who of the players (id → name) sits in a published game elsewhere that has no confirmed result yet. Two queries at most."""
    ids = _all_ids(players) if players else {}
    if not ids or division.event.what_if_of_id is not None:
        return []
    seats = Seat.objects.filter(
        entry__player__in=ids,
        round__state=Round.State.PUBLISHED,
        round__division__event__starts_on=division.event.starts_on,
        round__division__event__state=Event.State.RUNNING,
        round__division__event__what_if_of__isnull=True,
    )
    seats = seats.exclude(round__division=division.pk).exclude(pairing__result__state=Result.State.CONFIRMED)
    return [
        _("%(name)s still has a game to play in %(place)s (round %(round)d).")
        % {
            "name": players[ids[seat.entry.player_id]],
            "place": _place(seat.round.division, division.event),
            "round": seat.round.number,
        }
        for seat in seats.select_related("entry", "round__division__event").order_by("pk")
    ]
