"""What is missing or odd before a round is paired, and what has changed since a draft was made."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.wording import listed
from tournaments.engine.byes import bye_order
from tournaments.engine.codec import snapshot_as_dict, snapshot_from_dict
from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.pool import make_pool
from tournaments.errors import NotReadyError
from tournaments.models import Absence, Arrival, Entry, Event, Pairing, Result, Round, Seat
from tournaments.queries.check_in import check_in_of
from tournaments.queries.feed import host_followed
from tournaments.queries.rounds import PairingLine, unsettled
from tournaments.queries.state import DivisionState
from tournaments.services.entries.double_booking import still_playing
from tournaments.services.events.locking import followed_text
from tournaments.services.rounds.options import repeats_pairs


class Level(StrEnum):
    """How much a note matters."""

    BLOCK = "block"  # must be put right, or overruled explicitly where ``draft_round`` says so
    WARN = "warn"
    INFO = "info"


_ORDER = (Level.BLOCK, Level.WARN, Level.INFO)


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know before a round is paired."""

    level: Level
    # finished · followed · rolling · not_next · beyond_plan · too_few · results_missing · conflict · open_question · meeting · withdrawn ·
    # absent · bye · plays_elsewhere · not_here
    code: str
    message: str
    pairing_id: int | None = None
    entry_id: int | None = None


def readiness(state: DivisionState, based_on: int | None = None) -> list[Note]:
    """What is missing or odd before the round is paired; most important first. Three queries.

    ``based_on``: the round whose standings decide, where it is not the one before; games after it may be open.
    """
    division = state.division
    repeats = repeats_pairs(division, state.number)
    has_bye = not repeats and division.settings.table_size == 2
    notes = [
        *_about_facts(state, repeats=repeats, based_on=based_on),
        *(_about_match(state.number) if repeats else ()),
        *(_about_bye(state.snapshot, state.entries) if has_bye else ()),
        *_about_elsewhere(state),
    ]
    return sorted(notes, key=lambda note: _ORDER.index(note.level))


def blocking_notes(state: DivisionState, *, repeats: bool, based_on: int | None = None) -> list[Note]:
    """What blocks the pairing of the round. One query, none before anything was public.

    ``repeats``: the round continues the matches of the round before, whatever the results. ``based_on``: as for ``readiness``.
    """
    return [note for note in _about_facts(state, repeats=repeats, based_on=based_on) if note.level is Level.BLOCK]


def _about_facts(state: DivisionState, *, repeats: bool, based_on: int | None) -> Iterator[Note]:
    yield from _about_order(state)
    yield from _about_field(state)
    yield from _about_check_in(state)
    if all(round_.state == Round.State.DRAFT for round_ in state.rounds.values()):
        return
    needed = 0 if repeats else state.number - 1 if based_on is None else based_on
    for line in unsettled(state.division, before_round=state.number):
        yield _about_game(line, Level.BLOCK if line.round <= needed else Level.WARN)


def _about_order(state: DivisionState) -> Iterator[Note]:
    division, number = state.division, state.number
    if division.event.state == Event.State.FINISHED:
        yield Note(Level.BLOCK, "finished", _("The event is finished; reopen it first."))
    if host := host_followed(division):
        yield Note(Level.BLOCK, "followed", followed_text(division, host))
    if division.settings.rolling:
        text = _("Rolling pairing is on: games come from the queue. Switch it off in the settings to pair a round.")
        yield Note(Level.BLOCK, "rolling", text)
    drafted = {other for other, round_ in state.rounds.items() if round_.state == Round.State.DRAFT}
    drafts, public = drafted - {number}, state.rounds.keys() - drafted
    following = max(public, default=0) + 1
    if number in public:
        yield Note(Level.BLOCK, "not_next", _("Round %(number)d is already published.") % {"number": number})
    elif number != following:
        yield Note(Level.BLOCK, "not_next", _("The next round to pair is round %(number)d.") % {"number": following})
    if drafts:
        yield Note(
            Level.BLOCK,
            "not_next",
            _("Round %(number)d is still a draft: publish or discard it.") % {"number": min(drafts)},
        )
    if number > division.settings.rounds_planned:
        yield Note(
            Level.BLOCK,
            "beyond_plan",
            _("The division is planned for %(planned)d rounds; add one under “Plan” to play more.")
            % {"planned": division.settings.rounds_planned},
        )


def _about_field(state: DivisionState) -> Iterator[Note]:
    playing = 0
    for entry in state.entries.values():
        if state.plays(entry):
            playing += entry.pk not in state.out
            if entry.pk in state.out:
                text = _("%(name)s (#%(number)d) is absent this round; it counts as %(kind)s.")
                kind = Absence.Kind(state.out[entry.pk]).label
                values = {"name": entry.name, "number": entry.number, "kind": kind}
                yield Note(Level.INFO, "absent", text % values, entry_id=entry.pk)
        else:
            text = _("%(name)s (#%(number)d) withdrew after round %(after)d and is not paired.")
            yield Note(
                Level.INFO,
                "withdrawn",
                text % {"name": entry.name, "number": entry.number, "after": entry.withdrawn_after},
                entry_id=entry.pk,
            )
    if playing < 2:
        yield Note(Level.BLOCK, "too_few", _("Players available: %(count)d. A round needs two.") % {"count": playing})


def not_here(state: DivisionState) -> list[Entry]:
    """Who should play round 1 and is not checked in; nobody where the event does not check in. Two queries at most."""
    if state.number != 1 or check_in_of(state.division.event) is None:
        return []
    here = set(Arrival.objects.filter(entry__division=state.division).values_list("entry_id", flat=True))
    return [entry for entry in state.entries.values() if state.plays(entry) and entry.pk not in state.out.keys() | here]


def _about_check_in(state: DivisionState) -> Iterator[Note]:
    missing = not_here(state)
    check_in = check_in_of(state.division.event)
    if not missing or check_in is None:
        return
    text = ngettext(
        "%(count)d player is not here yet: %(names)s.", "%(count)d players are not here yet: %(names)s.", len(missing)
    )
    names = listed(entry.name for entry in missing)
    level = Level.BLOCK if check_in.waits else Level.WARN
    yield Note(level, "not_here", text % {"count": len(missing), "names": names})


def _about_match(number: int) -> Iterator[Note]:
    text = _("The pairs of round %(before)d play again at their tables, with first and second swapped.")
    yield Note(Level.INFO, "meeting", text % {"before": number - 1})


def _about_game(line: PairingLine, level: Level) -> Note:
    if line.state == Result.State.CONFIRMED:
        text = ngettext(
            "Round %(round)d, table %(table)s (%(first)s – %(second)s): %(count)d open question.",
            "Round %(round)d, table %(table)s (%(first)s – %(second)s): %(count)d open questions.",
            line.questions,
        )
        return Note(level, "open_question", text % {**line.values, "count": line.questions}, pairing_id=line.pairing_id)
    if line.state == Result.State.CONFLICT:
        text = _("Round %(round)d, table %(table)s (%(first)s – %(second)s): the reports differ; make a ruling.")
        return Note(level, "conflict", text % line.values, pairing_id=line.pairing_id)
    text = _("Round %(round)d, table %(table)s (%(first)s – %(second)s): no confirmed result.")
    return Note(level, "results_missing", text % line.values, pairing_id=line.pairing_id)


def _about_elsewhere(state: DivisionState) -> Iterator[Note]:
    """Who is still playing in another division, or in another event of the day."""
    names = {entry.player_id: entry.name for entry in state.entries.values() if state.plays(entry)}
    for sentence in still_playing(state.division, names):
        yield Note(Level.WARN, "plays_elsewhere", sentence)


def _about_bye(snapshot: Snapshot, entries: dict[int, Entry]) -> Iterator[Note]:
    """Who is due the bye of an odd field, and why. The pairing may pass the player over where the rest could not be paired."""
    pool = make_pool(snapshot)
    if pool.bye_node is None or len(pool.rows) < 2:
        return
    place = bye_order(pool.byes)[0]
    entry = entries[pool.id(place)]
    text = _(
        "Odd number of players (%(count)d). The bye goes to %(name)s, the lowest placed of those with the fewest "
        "byes (%(byes)d)."
    )
    yield Note(
        Level.INFO,
        "bye",
        text % {"count": len(pool.rows), "name": entry.name, "byes": pool.byes[place]},
        entry_id=entry.pk,
    )


#: Sentences about a draft, each with the parts of the snapshot that it is about. Locks and tables belong to the draft itself.
_CHANGES = (
    (gettext_lazy("Results have changed since this draft was made."), ("games",)),
    (
        gettext_lazy("Players have changed since this draft was made."),
        ("players", "absent", "requested_byes", "teams", "clubs", "classes"),
    ),
    (gettext_lazy("Settings or players kept apart have changed since this draft was made."), ("blocked", "settings")),
)
_PRIZE_CHANGES = (gettext_lazy("The prizes have changed since this draft was made."), ("bands", "class_prizes"))


def changed_since(round_: Round, state: DivisionState) -> list[str]:
    """What has changed since the draft was paired, as sentences. Needs ``run``."""
    if round_.run is None:
        return []
    paired = snapshot_as_dict(snapshot_from_dict(round_.run.snapshot))
    current = snapshot_as_dict(state.snapshot)
    based_on = round_.run.snapshot.get("based_on")
    for facts in (paired, current):
        facts["games"] = _deciding(facts["games"], based_on)
    changes = [*_CHANGES, _PRIZE_CHANGES] if round_.run.plays_for_prizes else _CHANGES
    return [str(text) for text, parts in changes if any(paired.get(part) != current.get(part) for part in parts)]


def _deciding(games: Any, based_on: int | None) -> list[Any]:
    """What a draft looks at: of games after the round whose standings decide, who met whom, and whether it was a game."""
    if based_on is None:
        return [*games]
    late = ((*game[:3], game[5] in {"pending", "played"}) for game in games if game[0] > based_on)
    return [*(game for game in games if game[0] <= based_on), *late]


def refuse_unpublishable(round_: Round, state: DivisionState) -> None:
    """Raise NotReadyError where a draft is beyond the plan, or no longer matches the list of players. One query."""
    planned = round_.division.settings.rounds_planned
    if round_.number > planned:
        raise NotReadyError(
            _(
                "More rounds are drafted than planned (%(planned)d): raise the number in the settings, or discard "
                "the draft."
            )
            % {"planned": planned}
        )
    if faults := _unmatched(round_, state):
        raise NotReadyError(
            _("The draft no longer matches the list of players: %(faults)s. Pair the round again.")
            % {"faults": "; ".join(faults)}
        )


def _unmatched(round_: Round, state: DivisionState) -> list[str]:
    """Who is seated but does not play, and who plays but is not seated: entries may have changed since the draft."""
    seats = dict(Seat.objects.filter(round=round_).values_list("entry_id", "pairing__kind"))
    game = Pairing.Kind.GAME
    withdrawn, unpaired, absent = [], [], []
    for pk, entry in state.entries.items():
        kind, out = seats.get(pk), state.out.get(pk)
        forfeits = kind != game and entry.missed_spread is not None
        if kind is not None and not state.plays(entry) and not forfeits:
            withdrawn.append(_("%(name)s has withdrawn") % {"name": entry.name})
        if kind is None and state.plays(entry) and out != Absence.Kind.ABSENT:
            unpaired.append(_("%(name)s is not paired") % {"name": entry.name})
        if kind == game and out is not None:
            absent.append(_("%(name)s is absent this round") % {"name": entry.name})
    return withdrawn + unpaired + absent
