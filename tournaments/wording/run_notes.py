"""A pairing run in words: its system, and what the director should know about the plan."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from core.wording import listed
from tournaments.models import PairingRun
from tournaments.wording.engine import system_name
from tournaments.wording.reasons import term_name

_MAX_NAMES = 8


def run_system(run: PairingRun) -> str:
    """The system that was chosen, and the one it chose for this round if it does that."""
    pairs = run.plan.get("pairs", ())
    if pairs and all(pair["locked"] for pair in pairs):
        return _("the director")
    used = run.plan.get("used")
    if used in (None, run.system):
        return system_name(run.system)
    return _("%(chosen)s (%(used)s)") % {"chosen": system_name(run.system), "used": system_name(str(used))}


def note_sentences(run: PairingRun, names: Mapping[int, str]) -> list[str]:
    """The plan's notes in words; ``names`` of the entries."""
    return [text for note in run.plan.get("notes", ()) if (text := _sentence(note, names))]


def prize_sentence(run: PairingRun) -> str:
    """How many places win something, and where that comes from; "" where the round is not paired for prizes."""
    if not run.plays_for_prizes:
        return ""
    typed, bands = run.plan["rules"].get("prizes"), run.snapshot.get("bands") or ()
    if run.plan["rules"].get("bands") and run.plan.get("used", run.system) == "finals":
        ranks = listed(run.plan["rules"]["bands"])
        return _("Prize bands down to places %(ranks)s: entered for this round.") % {"ranks": ranks}
    if typed is not None and bands and bands[-1] != typed:
        text = ngettext(
            "%(count)d place with a prize: entered for this round. The event's own prizes are for %(own)d.",
            "%(count)d places with a prize: entered for this round. The event's own prizes are for %(own)d.",
            typed,
        )
        return text % {"count": typed, "own": bands[-1]}
    if typed is not None and not bands:
        text = ngettext(
            "%(count)d place with a prize: entered for this round.",
            "%(count)d places with a prize: entered for this round.",
            typed,
        )
        return text % {"count": typed}
    if not bands:
        return _("The event has no prizes for places, so the top quarter of the field counts as being in the prizes.")
    text = ngettext(
        "%(count)d place with a prize, from the event's prizes.",
        "%(count)d places with a prize, from the event's prizes.",
        bands[-1],
    )
    return text % {"count": bands[-1]}


def _sentence(note: Mapping[str, Any], names: Mapping[int, str]) -> str:
    players = [names[player] for player in note["players"] if player in names]
    values = {
        "names": listed(players[:_MAX_NAMES]) + (" …" if len(players) > _MAX_NAMES else ""),
        "name": players[-1] if players else "",
        "players": len(note["players"]),
        "count": note.get("value"),
        "number": note.get("value"),
        "rules": listed(term_name(name) for name in note.get("names", ())),
    }
    text = _NOTES.get(note["code"])
    return text % values if text is not None else ""


#: The sentence for each code of a note; other notes are not shown.
_NOTES = {
    "gibsonized": gettext_lazy("Gibsonized: %(names)s. No one can catch them."),
    "hopeful": ngettext_lazy(
        "Still in contention for %(count)d prize, down to %(name)s: %(players)d players.",
        "Still in contention for %(count)d prizes, down to %(name)s: %(players)d players.",
        "count",
    ),
    "control_loss": gettext_lazy(
        "Control loss: the leader must play someone whose chance of winning depends on it: %(names)s."
    ),
    "contenders": gettext_lazy("Still in contention for a prize: %(names)s."),
    "meeting_game": gettext_lazy(
        "Game %(number)d of the match: the pairs of the round before, with first and second swapped."
    ),
    "table_round": gettext_lazy(
        "Round %(number)d of the round-robin schedule: earlier rounds were played in a different order."
    ),
    "table_repeats": ngettext_lazy(
        "%(count)d game repeats an earlier one in this round robin, because earlier rounds were not "
        "paired by the schedule.",
        "%(count)d games repeat earlier ones in this round robin, because earlier rounds were not paired "
        "by the schedule.",
        "count",
    ),
    "repeats_forgiven": gettext_lazy(
        "No pairing without repeats was possible, so games up to round %(number)d were ignored."
    ),
    "by_hand": gettext_lazy(
        "Paired as if by hand, by win groups from both ends: every other pairing was worse in repeats, "
        "scores, firsts or distance."
    ),
    "cop_fallback": gettext_lazy("Not all rules could be kept at once. Dropped: %(rules)s."),
}
