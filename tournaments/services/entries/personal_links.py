"""Personal links: one private address for each player of an event, printed, reached by its key, replaced when it is lost.

A report by a player's own link is that player's: two links that agree confirm a result. Stored like the links of slips
(``clubs.links``).
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.access import pairing_with_seats
from tournaments.engine.results import SEATS
from tournaments.errors import SlipNotFoundError, SlipRevokedError, TournamentError
from tournaments.models import Division, Entry, Pairing, PersonalLink, Round, Seat
from tournaments.permissions import require_action
from tournaments.services.events.locking import lock_event, refuse_test_copy, scope


def give_links(entry_ids: Iterable[int]) -> None:
    """Create the links of those entries that have none, inside the caller's transaction with the event locked."""
    entries = list(entry_ids)
    linked = set(PersonalLink.live(entry__in=entries).values_list("entry_id", flat=True))
    PersonalLink.objects.bulk_create(PersonalLink.fresh(entry_id=pk) for pk in entries if pk not in linked)


def keys_of(division: Division) -> dict[int, str]:
    """The keys to print, by entry; "" for a link made with a secret that the server no longer has. One query."""
    links = PersonalLink.live(entry__division=division)
    return {link.entry_id: key_of(link) for link in links}


def side_in(pairing: Pairing, entry_id: int) -> str:
    """The entry's seat at the game, loaded with its seats; "" for none."""
    seats = (seat for seat in pairing.seats.all() if seat.entry_id == entry_id)
    return next((str(SEATS[seat.position - 1]) for seat in seats), "")


def key_of(link: PersonalLink) -> str:
    """The key: 26 letters and digits (128 bits); "" when the server's secret was changed since."""
    return link.key or ""


def find_link(key: str) -> PersonalLink:
    """The link of a key, with entry, player, division, event and club. Raises SlipNotFoundError, SlipRevokedError."""
    event = "entry__division__event"
    return _link(key, f"{event}__club", f"{event}__check_in", "entry__division__lexicon_version__lexicon")


def _link(key: str, *related: str) -> PersonalLink:
    """The link of a key, with entry, player and what else is named. Raises SlipNotFoundError, SlipRevokedError."""
    link = PersonalLink.of_key(key).select_related("entry__player", *related).first()
    if link is None:
        raise SlipNotFoundError(
            _("No player has this address. Scan the code on your strip again, or ask the director for a new one.")
        )
    if link.ended_at is not None:
        raise SlipRevokedError(_("This link has been replaced. Use the new one, or ask the director."))
    return link


def find_game(key: str, number: int) -> tuple[PersonalLink, Pairing]:
    """The link of a key (which, and whose), and its player's game or bye in a round, with all that belongs to it. One query.

    Raises SlipNotFoundError (also while the round is not public), SlipRevokedError.
    """
    live = PersonalLink.of_key(key).filter(ended_at=None)
    own = Seat.objects.filter(entry__in=live.values("entry"), round__number=number).exclude(
        round__state=Round.State.DRAFT
    )
    # the link is not joined: the database would plan a statement of so many tables longer than it runs
    at_table = Seat.objects.filter(pairing__in=own.values("pairing")).annotate(
        link=Subquery(live.values("pk")), link_entry=Subquery(live.values("entry"))
    )
    game = pairing_with_seats(at_table)
    if game is None:
        _link(key)
        raise SlipNotFoundError(
            _("You have no game in round %(number)d, or the round is not published yet.") % {"number": number}
        )
    seat = next(seat for seat in game.seats.all() if seat.entry_id == seat.link_entry)  # type: ignore[attr-defined]
    return PersonalLink(pk=seat.link, entry=seat.entry), game  # type: ignore[attr-defined]


@transaction.atomic
def replace_link(*, actor: User, entry: Entry, reason: str) -> PersonalLink:
    """End a player's link and issue another, for a strip that was lost or photographed.

    Raises PermissionDenied, TournamentError without a reason and for a test copy.
    """
    event = lock_event(entry.division.event_id, on_laptop=True)
    require_action(actor, event, Action.PAIR)
    refuse_test_copy(event)
    if not reason.strip():
        raise TournamentError(_("Say why the link is being replaced: the old one will stop working."), code="reason")
    PersonalLink.live(entry=entry).update(ended_at=timezone.now())
    link = PersonalLink.fresh(entry=entry)
    link.save()
    log_action(
        actor=actor,
        verb="link.replaced",
        target=entry,
        scope=scope(event),
        after={"name": entry.name},
        reason=reason.strip(),
    )
    return link
