"""What a division needs next: one clear step, and the state of each round at a glance."""

from collections import Counter
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Division, Event, Round
from tournaments.pages.director.common import division_url, round_url
from tournaments.queries.bracket import rounds_too_few
from tournaments.queries.events import divisions_of
from tournaments.queries.rounds import PairingLine, rounds_of, unsettled
from tournaments.queries.standings import knock_outs_of


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing to do, and where. ``managing``: for those who manage the event, such as its players and its end."""

    label: str
    address: str
    urgent: bool = False
    managing: bool = False


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round in the list: how many results are missing or disputed."""

    round: Round
    missing: int
    conflicts: int
    questions: int


@dataclass(frozen=True, slots=True)
class DivisionState:
    """A division on the dashboard. ``conflicts`` are the disputed games of all rounds, ``questions`` those with open questions.

    ``bracket_end``: the last round of a bracket that the plan has no room for; 0 otherwise.
    """

    division: Division
    entries: int
    rounds: tuple[RoundState, ...]
    conflicts: tuple[PairingLine, ...]
    questions: tuple[PairingLine, ...]
    missing: int
    next: Step
    knock_out: bool
    bracket_end: int


def states_of(event: Event) -> list[DivisionState]:
    """The dashboard's divisions; two queries, three for each division, and three for each bracket."""
    divisions = list(divisions_of(event))
    knock_outs = knock_outs_of(divisions)
    ends = rounds_too_few([division for division in divisions if division.pk in knock_outs])
    return [_state_of(one, event, one.pk in knock_outs, ends.get(one.pk, 0)) for one in divisions]


def _state_of(division: Division, event: Event, knock_out: bool, bracket_end: int) -> DivisionState:  # noqa: FBT001
    """One division's state; two queries."""
    division.event = event
    lines = unsettled(division)
    open_games = [line for line in lines if line.state != "confirmed"]
    rounds = tuple(_round_state(round_, lines) for round_ in rounds_of(division, drafts=True))
    conflicts = tuple(line for line in open_games if line.state == "conflict")
    entries = division.entries.filter(status="active").count()
    step = _next_step(division, entries, rounds, conflicts, bracket_end)
    questions = tuple(line for line in lines if line.questions and line.state != "conflict")
    missing = len(open_games) - len(conflicts)
    return DivisionState(division, entries, rounds, conflicts, questions, missing, step, knock_out, bracket_end)


def _round_state(round_: Round, lines: list[PairingLine]) -> RoundState:
    own = [line for line in lines if line.round == round_.number]
    states = Counter(line.state for line in own)
    missing = len(own) - states["conflict"] - states["confirmed"]
    return RoundState(round_, missing, states["conflict"], sum(line.questions for line in own))


def _next_step(
    division: Division,
    entries: int,
    rounds: tuple[RoundState, ...],
    conflicts: tuple[PairingLine, ...],
    bracket_end: int,
) -> Step:
    """The one thing to do next: a laptop brought back, disputes, then drafts, the queue or missing results, the next round, the end."""
    event = division.event
    if event.state == Event.State.FINISHED:
        return Step(_("Print the final standings"), division_url("print_standings", division))
    if event.on_laptop_since is not None:
        address = reverse("tournaments:laptop", args=[event.slug])
        return Step(_("On a laptop: bring it back"), address, managing=True)
    if conflicts:
        line = conflicts[0]
        label = _("Settle table %(table)s of round %(number)d: the reports differ") % {
            "table": line.table_number,
            "number": line.round,
        }
        return Step(label, division_url("manage_game", division, line.round, line.pairing_id), urgent=True)
    last = rounds[-1] if rounds else None
    if last is not None and last.round.state == Round.State.DRAFT:
        label = _("Check and publish the draft of round %(number)d") % {"number": last.round.number}
        return Step(label, round_url(division, last.round.number))
    waiting = next((state for state in rounds if state.missing), None)
    if division.settings.rolling:
        return _queue_step(division, entries, played=bool(rounds), in_play=waiting is not None)
    if waiting is not None:
        label = ngettext(
            "Enter the missing result of round %(number)d",
            "Enter the %(count)d missing results of round %(number)d",
            waiting.missing,
        )
        values = {"count": waiting.missing, "number": waiting.round.number}
        return Step(label % values, round_url(division, waiting.round.number))
    if entries < 2:
        return Step(_("Enter the players"), division_url("manage_roster", division), managing=True)
    number = last.round.number + 1 if last else 1
    if number <= division.settings.rounds_planned:
        return Step(_("Pair round %(number)d") % {"number": number}, round_url(division, number))
    if bracket_end:
        label = _("The knock-out continues: plan up to round %(number)d") % {"number": bracket_end}
        return Step(label, division_url("round_plan", division), managing=True)
    if event.private:
        return _end_step(event, _("All rounds have been played: release the copy"))
    return _end_step(event, _("All rounds have been played: finish the event"))


def _queue_step(division: Division, entries: int, *, played: bool, in_play: bool) -> Step:
    """With rolling pairing nobody knows how many games there will be: the end is offered whenever no game is in play."""
    event = division.event
    if played and not in_play:
        if event.private:
            return _end_step(event, _("No game is in play: release the copy"))
        return _end_step(event, _("No game is in play: finish the event"))
    if entries < 2 and not in_play:
        return Step(_("Enter the players"), division_url("manage_roster", division), managing=True)
    return Step(_("Queue and games in play"), division_url("queue", division))


def _end_step(event: Event, label: str) -> Step:
    page = "release_copy" if event.private else "finish_event"
    return Step(label, reverse(f"tournaments:{page}", args=[event.slug]), managing=True)
