"""What undoing an entry did, or why it cannot be undone, as sentences."""

from django.utils.translation import gettext as _

from tournaments.engine.undo import Refusal
from tournaments.models import Pairing, Result
from tournaments.queries.undo import LISTED, Entered, OwnEntry
from tournaments.wording.sentences import describe_at_table


def entry_text(entry: OwnEntry) -> str:
    """The entry with its table and players."""
    return describe_at_table(entry.pairing, entry.fact)


def refusal_text(entry: OwnEntry) -> str:
    """Why the entry cannot be undone; "" if it can."""
    return {
        None: "",
        Refusal.UNDONE: _("This has already been undone."),
        Refusal.REPLACED: _("Another official has since entered a result for this table."),
        Refusal.RULED: _("An official has since ruled on this game."),
        Refusal.FAR: _(
            "Your last %(count)d entries have already been undone. Correct older results on the game's page."
        )
        % {"count": LISTED},
        Refusal.FOLLOWED: _(
            "Round %(number)s has since been published and may have been paired using this result. Correct the result on the game's page."
        )
        % {"number": entry.followed_by},
    }[entry.refusal]


def undone_text(pairing: Pairing, fact: Entered, result: Result | None) -> str:
    """What was undone, and what counts now. The seats are loaded."""
    said = _("Undone: %(entry)s.") % {"entry": describe_at_table(pairing, fact)}
    if result is None:
        return f"{said} " + _("The table has no result again.")
    now = describe_at_table(pairing, result)
    if result.state == Result.State.CONFIRMED:
        return f"{said} " + _("The earlier result counts again: %(result)s.") % {"result": now}
    if result.state == Result.State.CONFLICT:
        return f"{said} " + _("The players' reports differ, so the table is in conflict.")
    return f"{said} " + _("A player reported %(result)s; it is waiting for confirmation.") % {"result": now}
