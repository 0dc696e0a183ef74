"""Use case of seeds: places in the seed order that the director sets, with the reason."""

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from tournaments.errors import TournamentError
from tournaments.inputs.seeds import SeedsInput
from tournaments.models import Division, Entry
from tournaments.services.entries.entries import last_public_round, lock_division
from tournaments.services.events.locking import scope, touch


@transaction.atomic
def set_seeds(*, actor: User, division: Division, data: SeedsInput) -> list[Entry]:
    """Give these players these seeds and all others none; each changed seed gets the reason. Raises TournamentError.

    Refused once a round is published: round robins, openings and knock-outs follow the seed order from their first round
    to their last, so a change in between would pair players twice.
    """
    current = lock_division(actor, division.pk, division.event_id)
    if number := last_public_round(current):
        raise TournamentError(
            _(
                "Round %(number)d is published, and schedules depend on the seeds from the first round to the "
                "last. Unpublish the rounds to change seeds."
            )
            % {"number": number},
            code="seeds_used",
        )
    entries = list(Entry.objects.filter(division=current).order_by("number"))
    seeds = dict(data.seeds)
    _refuse_impossible(entries, seeds)
    changed = [entry for entry in entries if entry.seed != seeds.get(entry.pk)]
    if not changed:
        return []
    before = {entry.name: entry.seed for entry in changed}
    # First nobody, then all anew: at no moment do two entries have the same seed.
    Entry.objects.filter(pk__in=[entry.pk for entry in changed]).update(seed=None, seed_reason="")
    for entry in changed:
        entry.seed = seeds.get(entry.pk)
        entry.seed_reason = "" if entry.seed is None else data.reason.strip()
    Entry.objects.bulk_update(changed, ["seed", "seed_reason"], batch_size=500)
    touch(current.event)
    log_action(
        actor=actor,
        verb="division.seeded",
        target=current,
        scope=scope(current.event),
        before=before,
        after={entry.name: entry.seed for entry in changed},
        reason=data.reason.strip(),
    )
    return changed


def _refuse_impossible(entries: list[Entry], seeds: dict[int, int]) -> None:
    if seeds.keys() - {entry.pk for entry in entries}:
        raise TournamentError(_("One of these players is not in this division."), code="seeds")
    if wrong := [place for place in seeds.values() if not 1 <= place <= len(entries)]:
        raise TournamentError(
            _("There is no seed %(place)d: seeds go from 1 to %(last)d, the number of players.")
            % {"place": wrong[0], "last": len(entries)},
            code="seeds",
        )
