"""A division and rating lists: the pools that it feeds, and the lists that its players' ratings come from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.names import by_name
from core.wording import listed
from ratings.engine.listed import index_list
from ratings.engine.official_list import Match
from ratings.models import OfficialList, OfficialRating, PlayerRating, RatingPool
from ratings.queries.players import same_person
from ratings.services.importing import ImportPreview
from ratings.services.pools import Offer, refusals
from tournaments.errors import TournamentError
from tournaments.models import Division, DivisionPool, Entry, PlayType, RatingSnapshot, Result
from tournaments.services.entries.entries import last_public_round, lock_division
from tournaments.services.events.locking import scope, touch
from tournaments.services.rating_link import ledger
from tournaments.services.rating_link.listed_ratings import (
    Rating,
    listed_ratings,
    live_ratings,
    snapshot_ratings,
)

MAX_SOURCE = 120
#: What a division chooses besides the pools.
_CHOICES = ("play_type", "rate_games", "show_chances")


def offer_of(division: Division) -> Offer:
    """The division's games as pools judge whether to accept them."""
    version = division.lexicon_version
    return Offer(
        game=division.game,
        rules=division.rules_slug,
        lexicon=version.lexicon_id if version else None,
        setting=division.settings.play_type,
        table_size=division.settings.table_size,
        margins=division.played.has_margins,
    )


def refuse_unfit(division: Division, pools: Sequence[RatingPool]) -> None:
    """Raise TournamentError with every reason why one of the pools does not accept the division's games."""
    offer = offer_of(division)
    reasons = [reason for pool in pools for reason in refusals(pool, offer)]
    if reasons:
        raise TournamentError(" ".join(reasons), code="pool_refuses")


@transaction.atomic
def choose_pools(
    *,
    actor: User,
    division: Division,
    pools: Sequence[int],
    play_type: str,
    rate_games: bool | None = None,
    show_chances: bool | None = None,
) -> Division:
    """Choose the further pools (ids) of the club that the division feeds, and the play type of its games.

    ``rate_games``: in a match of two every game is rated, not the match; ``show_chances``: everyone sees the win chances of a
    round's games; None leaves them as they are. Games played already are rated in a pool that is added, and again when
    ``rate_games`` changes. Raises TournamentError for a pool of another club, one that does not accept such games, or leaving
    out one that has results of the division.
    """
    current = lock_division(actor, division.pk, division.event_id)
    if play_type not in PlayType.values:
        raise TournamentError(_("Say where the games are played: at a tournament or at the club."), code="setting")
    ids = set(pools) - {current.rating_pool_id}
    further = list(RatingPool.objects.filter(pk__in=ids, club=current.event.club_id).order_by("pk"))
    if len(further) < len(ids):
        raise TournamentError(_("The club has no such rating list. Choose one from the list."), code="pool")
    ids_before = set(DivisionPool.objects.filter(division=current).values_list("pool_id", flat=True))
    if last_public_round(current) and (removed := ids_before - ids):
        names = listed(RatingPool.objects.filter(pk__in=removed).order_by(*by_name()).values_list("name", flat=True))
        raise TournamentError(
            _("Lists with results from this division must stay chosen: %(names)s.") % {"names": names},
            code="pool_has_results",
        )
    before = {**_choices(current), "further_pools": sorted(ids_before)}
    settings = current.settings
    current.settings = settings.changed(
        play_type=play_type,
        rate_games=settings.rate_games if rate_games is None else rate_games and settings.best_of > 1,
        show_chances=settings.show_chances if show_chances is None else show_chances,
    )
    refuse_unfit(current, [*([current.rating_pool] if current.rating_pool else []), *further])
    after = {**_choices(current), "further_pools": sorted(ids)}
    if after != before:
        current.save(update_fields=["settings"])
        DivisionPool.objects.filter(division=current).exclude(pool__in=ids).delete()
        DivisionPool.objects.bulk_create(DivisionPool(division=current, pool_id=pk) for pk in sorted(ids - ids_before))
        rate_played_games(current)
        _log(actor, current, "division.pools_chosen", before, after)
    return current


def _choices(division: Division) -> dict[str, object]:
    return {name: getattr(division.settings, name) for name in _CHOICES}


def rate_played_games(division: Division) -> None:
    """Rate the games played so far, for pools that were added during the event; the others have them already."""
    if not last_public_round(division):
        return
    ledger.start(division)
    if division.settings.table_size == 2 and division.settings.best_of == 1:
        ledger.write_all(division)
        return
    results = Result.objects.filter(pairing__round__division=division, state=Result.State.CONFIRMED)
    for result in results.select_related("pairing__round").order_by("pairing__round__number", "pairing"):
        ledger.write_result(division, result.pairing, result)


@dataclass(frozen=True, slots=True)
class Seeded:
    """An entry and its rating in a list; ``rating`` None: the player is not in it."""

    entry: Entry
    rating: int | None
    games: int | None


def preview_pin(*, division: Division, official_list: OfficialList | None) -> list[Seeded]:
    """What the entries' ratings would be by a published list, or by the pool's live list (None). Four queries."""
    entries = list(Entry.objects.filter(division=division).order_by("number"))
    same = same_person()
    players = {entry.pk: same.get(entry.player_id, entry.player_id) for entry in entries}
    ratings: dict[int, Rating] = {}
    if official_list is not None:
        ratings = listed_ratings(
            OfficialRating.objects.filter(official_list=official_list, player__in=players.values())
        )
    elif division.rating_pool_id is not None:
        ratings = live_ratings(PlayerRating.objects.filter(pool=division.rating_pool_id, player__in=players.values()))
    return [Seeded(entry, *ratings.get(players[entry.pk], (None, None))) for entry in entries]


@transaction.atomic
def pin_ratings(*, actor: User, division: Division, official_list: OfficialList | None) -> RatingSnapshot:
    """Take the entries' ratings from a published list of the division's pool, or from its live list (None).

    Players who are not on the list keep their ratings. Raises TournamentError without a pool, for a list of another pool, and
    once a round is published: players were paired by their ratings.
    """
    current = _open_for_ratings(actor, division)
    pool = current.rating_pool
    if pool is None:
        raise TournamentError(_("The division has no rating list; choose one in its settings."), code="pool")
    if official_list is not None and official_list.pool_id != pool.pk:
        raise TournamentError(_("That published list belongs to a different rating list."), code="list")
    seeded = preview_pin(division=current, official_list=official_list)
    ratings = {line.entry.pk: (line.rating, line.games) for line in seeded if line.rating is not None}
    as_of = official_list.effective if official_list else timezone.localdate()
    name = official_list.name if official_list else _("live list")
    source = f"{pool.name}: {name}"[:MAX_SOURCE]
    snapshot = RatingSnapshot(pool=pool, official_list=official_list, source=source, as_of=as_of)
    return _store(actor, current, ratings, snapshot)


class SeedPreview(ImportPreview):
    """The lines of a list with the division's entries; a list with problems cannot be used."""

    @property
    def shown(self) -> list[Match]:
        """Lines that are, or may be, a player of the division: a federation's list has thousands of others."""
        return [line for line in self.matches if line.known or line.candidates]


def preview_seed(*, division: Division, text: str) -> SeedPreview:
    """Read a rating list and look for the division's entries in it; writes nothing. One query."""
    rows = Entry.objects.filter(division=division).order_by("number")
    return SeedPreview.of(text, rows.values_list("pk", "name", "player__external_id"))


@transaction.atomic
def seed_ratings(
    *, actor: User, division: Division, text: str, source: str, as_of: date, choices: Mapping[int, str] | None = None
) -> RatingSnapshot:
    """Take the entries' ratings from a list that was typed or uploaded.

    ``choices``: by line, where the player is not certain, the id of an entry, or "" to leave it out. Raises TournamentError for
    a line that cannot be read, a player on two lines, a list without any of the players, no source, and once a round is published.
    """
    current = _open_for_ratings(actor, division)
    if not source.strip():
        raise TournamentError(_("Say which list it is, such as “Federation list, May 2026”."), code="source")
    preview = preview_seed(division=current, text=text)
    if preview.problems:
        line, message = preview.problems[0]
        raise TournamentError(_("Line %(line)d: %(message)s") % {"line": line, "message": message}, code="list")
    own = set(Entry.objects.filter(division=current).values_list("pk", flat=True))
    ratings: dict[int, Rating] = {}
    for one in preview.matches:
        chosen = str(one.known.id) if one.known else (choices or {}).get(one.listed.line, "")
        if not chosen:
            continue
        if not chosen.isdecimal() or int(chosen[:18]) not in own or int(chosen) in ratings:
            raise TournamentError(
                _("Line %(line)d: choose a player in the division who is on no other line.")
                % {"line": one.listed.line},
                code="choice",
            )
        ratings[int(chosen)] = (one.listed.rating, one.listed.games)
    if not ratings:
        raise TournamentError(_("No one in this division is on the list."), code="list")
    # The whole list is stored, for players who enter later.
    listed = index_list(one.listed for one in preview.matches)
    source = source.strip()[:MAX_SOURCE]
    return _store(actor, current, ratings, RatingSnapshot(source=source, as_of=as_of, listed=listed))


def _open_for_ratings(actor: User, division: Division) -> Division:
    current = lock_division(actor, division.pk, division.event_id)
    if last := last_public_round(current):
        raise TournamentError(
            _(
                "Round %(last)d is published: players were paired by their ratings, which can no longer change in "
                "this event."
            )
            % {"last": last},
            code="rating_used",
        )
    return current


def _store(actor: User, division: Division, ratings: Mapping[int, Rating], snapshot: RatingSnapshot) -> RatingSnapshot:
    """Give the entries their ratings, and store all of them in the snapshot."""
    entries = list(Entry.objects.filter(division=division).order_by("number"))
    before = snapshot_ratings(entries)
    for entry in entries:
        if entry.pk in ratings:
            entry.rating, entry.career_games = ratings[entry.pk]
    Entry.objects.bulk_update(entries, ["rating", "career_games"])
    after = snapshot_ratings(entries)
    values = {
        "pool": snapshot.pool,
        "official_list": snapshot.official_list,
        "source": snapshot.source,
        "as_of": snapshot.as_of,
        "ratings": after,
        "listed": snapshot.listed,
        "taken_at": timezone.now(),
        "taken_by": actor,
    }
    stored, _created = RatingSnapshot.objects.update_or_create(division=division, defaults=values)
    changed = {entry: value for entry, value in after.items() if before[entry] != value}
    _log(
        actor,
        division,
        "division.ratings_pinned",
        {entry: before[entry] for entry in changed},
        {"source": snapshot.source, "as_of": str(snapshot.as_of), **changed},
    )
    return stored


def _log(actor: User, division: Division, verb: str, before: Mapping[str, object], after: Mapping[str, object]) -> None:
    touch(division.event)
    log_action(
        actor=actor, verb=verb, target=division, scope=scope(division.event), before=dict(before), after=dict(after)
    )
