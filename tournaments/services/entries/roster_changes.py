"""A list that is imported again: what its lines change about players who are entered already."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.log import record
from clubs.models import Player, User
from tournaments.models import Division, Entry, Round, Seat
from tournaments.services.events.locking import scope
from tournaments.services.rating_link import ledger

#: What a line may change, and how that is called.
LABELS = {
    "name": gettext_lazy("name"),
    "rating": gettext_lazy("rating"),
    "career_games": gettext_lazy("games so far"),
    "player_class": gettext_lazy("class"),
    "team": gettext_lazy("team"),
    "club": gettext_lazy("club"),
    "external_id": gettext_lazy("federation id"),
}


@dataclass(frozen=True, slots=True)
class EntryChange:
    """One value of an entry that a line changes; ``label`` is its name on pages."""

    field: str
    before: str | int | None
    after: str | int

    @property
    def label(self) -> str:
        """How the value is called on pages."""
        return str(LABELS[self.field])


def paired_entries(entries: Collection[Entry]) -> frozenset[int]:
    """Which of the entries (ids) sit in a published round: their rating stays. One query."""
    seats = Seat.objects.filter(entry__in=entries).exclude(round__state=Round.State.DRAFT)
    return frozenset(seats.values_list("entry_id", flat=True))


def changes_of(
    entry: Entry, *, values: Mapping[str, str | int | None], federation_id: str, paired: bool
) -> tuple[tuple[EntryChange, ...], str]:
    """What the values of a line change, and a note of what stays as it is. What a line leaves empty changes nothing."""
    found = [
        EntryChange(name, getattr(entry, name), value)
        for name, value in values.items()
        if value not in (None, "") and getattr(entry, name) != value
    ]
    note = ""
    rating = next((change for change in found if change.field == "rating"), None)
    if paired and rating is not None:
        note = _("the rating %(before)s stays: the player has been paired with it") % {"before": rating.before or "–"}
        found = [change for change in found if change.field not in {"rating", "career_games"}]
    if federation_id:
        found.append(EntryChange("external_id", "", federation_id))
    return tuple(found), note


def apply_changes(actor: User, division: Division, changes: Sequence[tuple[int, Sequence[EntryChange]]]) -> None:
    """Write what lines change, by player id; event locked."""
    entries = {entry.player_id: entry for entry in Entry.objects.filter(division=division)}
    for player, changed in changes:
        entry = entries[player]
        entry.division = division
        before = {change.field: change.before for change in changed}
        after = {change.field: change.after for change in changed}
        games_before = entry.career_games
        for name, value in after.items():
            if name != "external_id":
                setattr(entry, name, value)
        if "external_id" in after:
            Player.objects.filter(pk=player, external_id="").update(external_id=after["external_id"])
        if own := [name for name in after if name != "external_id"]:
            entry.save(update_fields=own)
        if "rating" in after:
            rating = before["rating"]
            ledger.correct_opening(entry, int(rating) if rating else None, games_before)
        record(actor=actor, verb="entry.changed", target=entry, scope=scope(division.event), before=before, after=after)
