"""The best plays and words of the games that have a checked record, for prizes."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Sequence

from core.cache import cache_get_many, cache_set_many
from core.release import release
from games.engine.figures import BestPlays
from tournaments.engine.prizes import PlayFact
from tournaments.models import Division, Result, ResultKind, Round, Seat

#: A record never changes, but the program that reads it does.
_CACHE_SECONDS = 7 * 24 * 3600


def plays_of(divisions: Collection[Division]) -> dict[int, tuple[PlayFact, ...]]:
    """The best plays of each side of every played game of two, by division, in the order of rounds. Three queries at most."""
    by_pk = {division.pk: division for division in divisions}
    results = list(
        Result.objects.filter(
            pairing__round__division__in=by_pk,
            state=Result.State.CONFIRMED,
            kind=ResultKind.PLAYED,
            record__isnull=False,
        )
        .exclude(pairing__round__state=Round.State.DRAFT)
        .order_by("pairing__round__number", "pairing_id")
        .select_related("pairing__round")
    )
    seats: dict[int, list[tuple[int, str]]] = defaultdict(list)
    rows = Seat.objects.filter(pairing__in=[result.pairing_id for result in results]).order_by("position")
    for pairing, entry, name in rows.values_list("pairing_id", "entry_id", "entry__name") if results else ():
        seats[pairing].append((entry, name))
    best = _read(results, seats, by_pk)
    plays: dict[int, list[PlayFact]] = {pk: [] for pk in by_pk}
    for result in results:
        entries = [entry for entry, _name in seats[result.pairing_id]]
        sides = best[result.pk]
        if len(entries) == len(sides) == 2:
            round_ = result.pairing.round
            plays[round_.division_id] += [
                PlayFact(round_.number, own, other, side.play, side.play_text, side.word, side.word_text)
                for own, other, side in ((entries[0], entries[1], sides[0]), (entries[1], entries[0], sides[1]))
            ]
    return {pk: tuple(rows) for pk, rows in plays.items()}


def _read(
    results: Sequence[Result], seats: dict[int, list[tuple[int, str]]], divisions: dict[int, Division]
) -> dict[int, tuple[BestPlays, ...]]:
    """The best plays by result and seat, from the cache or from the records."""
    keys = {result.pk: _key(result, seats[result.pairing_id]) for result in results}
    stored = cache_get_many(list(keys.values())) if keys else {}
    missing = [result for result in results if keys[result.pk] not in stored]
    fresh: dict[str, object] = {}
    if missing:
        records = Result.objects.filter(pk__in=[result.pk for result in missing])
        checks = {
            pk: (summary, findings)
            for pk, summary, findings in records.values_list("pk", "record__summary", "record__findings")
        }
        for result in missing:
            summary, findings = checks[result.pk]
            game = divisions[result.pairing.round.division_id].played
            scores = [score for score in (result.first_score, result.second_score) if score is not None]
            names = [name for _entry, name in seats[result.pairing_id]]
            sides = game.best_plays({**summary, "findings": findings}, names, scores)
            fresh[keys[result.pk]] = [(one.play, one.play_text, one.word, one.word_text) for one in sides]
        cache_set_many(fresh, _CACHE_SECONDS)
    read = {**stored, **fresh}
    return {pk: tuple(BestPlays(*row) for row in read[key]) for pk, key in keys.items()}


def _key(result: Result, seats: Sequence[tuple[int, str]]) -> str:
    """What the answer depends on: the record, who sat where, and the scores."""
    names = hashlib.sha256("\n".join(name for _entry, name in seats).encode()).hexdigest()[:16]
    return f"plays:{result.record_id}:{result.first_score}:{result.second_score}:{names}:{release()}"
