"""Entering players: the dry run of a roster, its import (all or nothing), and single entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Player, User
from core.wording import sentences
from tournaments.engine.importers.tsh_unused import unused_in_players
from tournaments.errors import TournamentError
from tournaments.models import MAX_ROUNDS, Division, Entry
from tournaments.services.entries.double_booking import double_booking_text
from tournaments.services.entries.entries import add_missed_rounds, last_public_round, lock_division
from tournaments.services.entries.personal_links import give_links
from tournaments.services.entries.roster_lines import (
    EntryChange,
    RosterAction,
    RosterPreview,
    RosterRow,
    read_roster,
    resolve,
    with_answers,
)
from tournaments.services.entries.same_names import WhoIsMeantError, namesakes, store_spellings
from tournaments.services.events.locking import scope, touch
from tournaments.services.rating_link import ledger
from tournaments.services.rating_link.listed_ratings import note_late

#: The formats of ``engine.importers.files``.
RosterFormat = Literal["csv", "tsh", "tou", "tourney", "results"]


class DoubleBookedError(TournamentError):
    """Somebody is entered elsewhere at the same time, and nobody has confirmed that this is intended."""

    def __init__(self, rows: Sequence[RosterRow]) -> None:
        sentences = [double_booking_text(row.name, row.also_in) for row in rows]
        super().__init__(" ".join([*sentences, _("Confirm if this is intended.")]), code="double_booked")


def preview_roster(
    *,
    division: Division,
    text: str | bytes,
    format: RosterFormat,
    answers: Mapping[str, int] | None = None,
    part: str = "",
) -> RosterPreview:
    """Read a roster and say what importing it would do; writes nothing. Bad lines become problems, never exceptions.

    ``answers``: ``question_names`` → who is meant where a name is only similar, a player's id or ``NEW_PLAYER``. ``part``: the division
    meant in a file that has several, by its name there ("": named as this one).
    """
    rows, problems, _parse = read_roster(text, format, part or division.name)
    unused = unused_in_players(text) if format == "tsh" else ()
    return replace(resolve(division, with_answers(rows, answers or {}), problems), unused=unused)


@transaction.atomic
def import_roster(
    *, actor: User, division: Division, rows: Sequence[RosterRow], despite_double_booking: bool = False
) -> list[Entry]:
    """Enter the players of a preview, all or none, and update those already entered; returns the new entries.

    Who a line means is looked up again. Raises TournamentError when a line no longer fits, WhoIsMeantError, and
    DoubleBookedError unless ``despite_double_booking``.
    """
    current = lock_division(actor, division.pk, division.event_id)
    preview = resolve(current, rows, ())
    if preview.problems:
        faults = [f"{problem.text}: {sentences(problem.message)}" for problem in preview.problems]
        raise TournamentError(
            _("Nothing was imported. %(faults)s Check the preview again.") % {"faults": " ".join(faults)},
            code="roster",
        )
    refuse_open_questions(preview, despite_double_booking=despite_double_booking)
    entries = enter_rows(actor, current, [row for row in preview.rows if row.is_new])
    changed = [(row.player_id, row.changes) for row in preview.rows if row.player_id is not None and row.changes]
    apply_changes(actor, current, changed)
    if entries or changed:
        touch(current.event)
    return entries


def refuse_open_questions(preview: RosterPreview, *, despite_double_booking: bool) -> None:
    """Raise WhoIsMeantError for a name that is only similar, DoubleBookedError unless that is confirmed."""
    if preview.questions:
        raise WhoIsMeantError(preview.questions[0].name, preview.questions[0].similar)
    if preview.double_booked and not despite_double_booking:
        raise DoubleBookedError(preview.double_booked)


@dataclass(frozen=True, slots=True)
class Entered:
    """A new entry; ``rating_source``: the list that its rating comes from, "" for a typed one or none."""

    entry: Entry
    rating_source: str


def add_entry(
    *,
    actor: User,
    division: Division,
    row: RosterRow,
    from_round: int | None = None,
    despite_double_booking: bool = False,
) -> Entry:
    """``enter_player``, where it does not matter where the rating comes from."""
    return enter_player(
        actor=actor,
        division=division,
        row=row,
        from_round=from_round,
        despite_double_booking=despite_double_booking,
    ).entry


@transaction.atomic
def enter_player(
    *,
    actor: User,
    division: Division,
    row: RosterRow,
    from_round: int | None = None,
    despite_double_booking: bool = False,
) -> Entered:
    """Enter one player, who plays from ``from_round`` on (None: from the next round); the number is the next free one.

    Without a rating the player gets that of the list which the division's ratings come from. Earlier published rounds
    count by the division's ``late_rounds``. Raises TournamentError when the player is already entered, and for a round
    that is published or not planned; WhoIsMeantError and DoubleBookedError as ``import_roster``.
    """
    current = lock_division(actor, division.pk, division.event_id)
    preview = resolve(current, [row], ())
    unclear = preview.problems or preview.rows[0].action in {RosterAction.ALREADY_ENTERED, RosterAction.CHANGED}
    if unclear and row.same_as is None and not row.external_id and (question := namesakes(current, row.name)):
        raise question
    if preview.problems:
        problem = preview.problems[0]
        raise TournamentError(sentences(problem.message, problem.remedy), code="entry")
    if preview.rows[0].action in {RosterAction.ALREADY_ENTERED, RosterAction.CHANGED}:
        raise TournamentError(_("%(name)s is already entered.") % {"name": preview.rows[0].name}, code="entered")
    refuse_open_questions(preview, despite_double_booking=despite_double_booking)
    entry = enter_rows(actor, current, preview.rows, from_round)[0]
    touch(current.event)
    return Entered(entry, preview.rows[0].rating_source)


def enter_rows(
    actor: User | None,
    division: Division,
    rows: Sequence[RosterRow],
    from_round: int | None = None,
    *,
    rounds_follow: bool = False,
) -> list[Entry]:
    """Create the entries of rows that have been looked up, in their order; event locked.

    ``rounds_follow``: what their earlier rounds were is written afterwards, as a file has it.
    """
    joined = 1 if rounds_follow else _joined_round(division, from_round)
    last = Entry.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0
    club = division.event.club
    players = Player.objects.in_bulk([row.player_id for row in rows if row.player_id is not None])
    new_players = {
        index: Player(name=row.name, home_club=club, external_id=row.external_id)
        for index, row in enumerate(rows)
        if row.player_id is None
    }
    Player.objects.bulk_create(new_players.values())
    for row in rows:
        if row.player_id is not None and row.external_id and not players[row.player_id].external_id:
            Player.objects.filter(pk=row.player_id).update(external_id=row.external_id)
    store_spellings(
        club.pk,
        [(row.typed, row.player_id) for row in rows if row.typed and row.same_as and row.player_id is not None],
    )
    entries = []
    for index, row in enumerate(rows):
        player = new_players[index] if row.player_id is None else players[row.player_id]
        entries.append(
            Entry(
                division=division,
                player=player,
                number=last + 1 + index,
                name=row.name,
                rating=row.rating,
                career_games=row.career_games,
                joined_round=joined,
                player_class=row.player_class,
                team=row.team,
                club=row.club,
            )
        )
    Entry.objects.bulk_create(entries)
    if division.event.what_if_of_id is None:  # nobody plays in a test copy
        give_links([entry.pk for entry in entries])
    if not rounds_follow:
        add_missed_rounds(division, entries)
    note_late(division, entries)
    for row, entry in zip(rows, entries, strict=True):
        after = {"name": entry.name, "number": entry.number, "rating": entry.rating, "player": entry.player_id}
        if row.rating_source:
            after["rating_from"] = row.rating_source
        log_action(actor=actor, verb="entry.added", target=entry, scope=scope(division.event), after=after)
    return entries


def _joined_round(division: Division, from_round: int | None) -> int:
    """The first round that a new entry plays. Raises TournamentError."""
    following = min(last_public_round(division) + 1, MAX_ROUNDS)
    if from_round is None:
        return 1 if division.settings.rolling else following  # nobody misses a round there
    if not following <= from_round <= division.settings.rounds_planned:
        raise TournamentError(
            _("The player can start in rounds %(first)d to %(last)d.")
            % {"first": following, "last": division.settings.rounds_planned},
            code="from_round",
        )
    return from_round


def apply_changes(actor: User, division: Division, changes: Sequence[tuple[int, Sequence[EntryChange]]]) -> None:
    """Store what lines change, by player id; event locked."""
    entries = {entry.player_id: entry for entry in Entry.objects.filter(division=division)}
    for player, entry_changes in changes:
        entry = entries[player]
        entry.division = division
        before = {change.field: change.before for change in entry_changes}
        after = {change.field: change.after for change in entry_changes}
        games_before = entry.career_games
        for name, value in after.items():
            if name != "external_id":
                setattr(entry, name, value)
        if "external_id" in after:
            Player.objects.filter(pk=player, external_id="").update(external_id=after["external_id"])
        if columns := [name for name in after if name != "external_id"]:
            entry.save(update_fields=columns)
        if "rating" in after:
            rating = before["rating"]
            ledger.correct_opening(entry, int(rating) if rating else None, games_before)
        log_action(
            actor=actor, verb="entry.changed", target=entry, scope=scope(division.event), before=before, after=after
        )
