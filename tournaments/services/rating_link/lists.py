"""What a division has to do with rating lists: the pools it feeds, and where its players' ratings are taken from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import User
from clubs.names import by_name
from ratings.engine.listed import keep
from ratings.engine.official_list import Known, Match, match, parse_list
from ratings.models import OfficialList, OfficialRating, PlayerRating, RatingPool
from ratings.services import Offer, list_problem, refusals, same_person
from tournaments.errors import TournamentError
from tournaments.models import Division, DivisionPool, Entry, PlayType, RatingSnapshot, Result
from tournaments.services.entries.entries import last_public_round, lock_division
from tournaments.services.events.locking import scope, touch
from tournaments.services.rating_link import ledger
from tournaments.services.rating_link.listed_ratings import Given

MAX_SOURCE = 120
#: What a division chooses besides the pools.
_CHOICES = ("play_type", "rate_games", "show_chances")


def offer_of(division: Division) -> Offer:
    """What the division's games are, for the pools that are asked to take them."""
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
    """Raise TournamentError with every reason why one of the pools does not take the division's games."""
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
    setting: str,
    rate_games: bool | None = None,
    show_chances: bool | None = None,
) -> Division:
    """Say which further pools (ids) of the club the division feeds, and where its games are played.

    ``rate_games``: every game of a meeting of two is rated, not the meeting; ``show_chances``: everybody sees what was foretold
    of a round's games; None leaves it. Games that were played already are rated in a pool that is added, and anew when
    it is changed what is rated of them. Raises TournamentError for a pool of another club, one
    that does not accept such games, or one that has results of the division and would lose them.
    """
    current = lock_division(actor, division.pk, division.event_id)
    if setting not in PlayType.values:
        raise TournamentError(_("Say where the games are played: in a tournament or in the club."), code="setting")
    wanted = set(pools) - {current.rating_pool_id}
    found = list(RatingPool.objects.filter(pk__in=wanted, club=current.event.club_id).order_by("pk"))
    if len(found) < len(wanted):
        raise TournamentError(_("The club has no such rating list. Choose one from the list."), code="pool")
    had = set(DivisionPool.objects.filter(division=current).values_list("pool_id", flat=True))
    if last_public_round(current) and (gone := had - wanted):
        names = ", ".join(RatingPool.objects.filter(pk__in=gone).order_by(*by_name()).values_list("name", flat=True))
        raise TournamentError(
            _("%(names)s already has results of this division, so it stays chosen.") % {"names": names},
            code="pool_has_results",
        )
    before = {**_choices(current), "further_pools": sorted(had)}
    settings = current.settings
    current.settings = settings.changed(
        play_type=setting,
        rate_games=settings.rate_games if rate_games is None else rate_games and settings.best_of > 1,
        show_chances=settings.show_chances if show_chances is None else show_chances,
    )
    refuse_unfit(current, [*([current.rating_pool] if current.rating_pool else []), *found])
    after = {**_choices(current), "further_pools": sorted(wanted)}
    if after != before:
        current.save(update_fields=["settings"])
        DivisionPool.objects.filter(division=current).exclude(pool__in=wanted).delete()
        DivisionPool.objects.bulk_create(
            DivisionPool(division=current, pool=pool) for pool in found if pool.pk not in had
        )
        _rate_what_was_played(current)
        _log(actor, current, "division.pools_chosen", before, after)
    return current


def _choices(division: Division) -> dict[str, object]:
    return {name: getattr(division.settings, name) for name in _CHOICES}


def _rate_what_was_played(division: Division) -> None:
    """Bring pools that were added during the event up to date; says nothing new to the others."""
    if not last_public_round(division):
        return
    ledger.start(division)
    results = Result.objects.filter(pairing__round__division=division, state=Result.State.CONFIRMED)
    for result in results.select_related("pairing__round").order_by("pairing__round__number", "pairing"):
        ledger.write_result(division, result.pairing, result)


@dataclass(frozen=True, slots=True)
class Seeded:
    """An entry and the rating that a list gives it; ``rating`` None: the list does not have the player."""

    entry: Entry
    rating: int | None
    games: int | None


def preview_pin(*, division: Division, official_list: OfficialList | None) -> list[Seeded]:
    """What the entries' ratings would be by a published list, or by the pool's live list (None). Four queries."""
    entries = list(Entry.objects.filter(division=division).order_by("number"))
    same = same_person()
    people = {entry.pk: same.get(entry.player_id, entry.player_id) for entry in entries}
    given: dict[int, Given] = {}
    if official_list is not None:
        lines = OfficialRating.objects.filter(official_list=official_list, player__in=people.values())
        given = {player: (rating, games) for player, rating, games in lines.values_list("player", "rating", "games")}
    elif division.rating_pool_id is not None:
        listed = PlayerRating.objects.filter(pool=division.rating_pool_id, player__in=people.values())
        rows = listed.values_list("player", "rating", "career_games")
        given = {player: (rating, games) for player, rating, games in rows if rating is not None}
    return [Seeded(entry, *given.get(people[entry.pk], (None, None))) for entry in entries]


@transaction.atomic
def pin_ratings(*, actor: User, division: Division, official_list: OfficialList | None) -> RatingSnapshot:
    """Take the entries' ratings from a published list of the division's pool, or from its live list of now (None).

    Who is not on the list keeps the rating that was entered. Raises TournamentError without a pool, for a list of another
    one, and once a round is published: players were paired by their ratings.
    """
    current = _open_for_ratings(actor, division)
    pool = current.rating_pool
    if pool is None:
        raise TournamentError(_("The division has no rating list; choose one in its settings."), code="pool")
    if official_list is not None and official_list.pool_id != pool.pk:
        raise TournamentError(_("That published list belongs to a different rating list."), code="list")
    seeded = preview_pin(division=current, official_list=official_list)
    given = {line.entry.pk: (line.rating, line.games) for line in seeded if line.rating is not None}
    as_of = official_list.effective if official_list else timezone.localdate()
    name = official_list.name if official_list else _("live list")
    source = f"{pool.name}: {name}"[:MAX_SOURCE]
    return _take(
        actor, current, given, RatingSnapshot(pool=pool, official_list=official_list, source=source, as_of=as_of)
    )


@dataclass(frozen=True, slots=True)
class SeedPreview:
    """Who the lines of a list are in the division; with a problem nothing can be taken from it."""

    matches: tuple[Match, ...]
    problems: tuple[tuple[int, str], ...]

    @property
    def certain(self) -> int:
        """Lines whose entry is known."""
        return sum(line.known is not None for line in self.matches)

    @property
    def shown(self) -> list[Match]:
        """Lines that are, or may be, somebody of the division: a federation's list has thousands of others."""
        return [line for line in self.matches if line.known or line.candidates]


def preview_seed(*, division: Division, text: str) -> SeedPreview:
    """Read an official list and look for the division's entries in it; writes nothing. One query."""
    parsed = parse_list(text)
    rows = Entry.objects.filter(division=division).order_by("number")
    known = [Known(pk, name, identity) for pk, name, identity in rows.values_list("pk", "name", "player__external_id")]
    matches = match(parsed.players, known)
    problems = [(problem.line, list_problem(problem)) for problem in parsed.problems]
    lines: dict[int, int] = {}
    for one in matches:
        if one.known is not None and lines.setdefault(one.known.id, one.listed.line) != one.listed.line:
            clash = {"name": one.known.name, "line": lines[one.known.id]}
            problems.append((one.listed.line, _("%(name)s is already on line %(line)d.") % clash))
    return SeedPreview(matches, tuple(sorted(problems)))


@transaction.atomic
def seed_ratings(
    *, actor: User, division: Division, text: str, source: str, as_of: date, choices: Mapping[int, str] | None = None
) -> RatingSnapshot:
    """Take the entries' ratings from an official list that was typed or uploaded.

    ``choices``: for a line whose player is not certain the id of an entry, or "" to leave it out. Raises TournamentError for
    a line that cannot be read, somebody given twice, nobody found, no source, and once a round is published.
    """
    current = _open_for_ratings(actor, division)
    if not source.strip():
        raise TournamentError(_("Say which list it is, such as “Federation list, May 2026”."), code="source")
    preview = preview_seed(division=current, text=text)
    if preview.problems:
        line, message = preview.problems[0]
        raise TournamentError(_("Line %(line)d: %(message)s") % {"line": line, "message": message}, code="list")
    own = set(Entry.objects.filter(division=current).values_list("pk", flat=True))
    given: dict[int, Given] = {}
    for one in preview.matches:
        chosen = str(one.known.id) if one.known else (choices or {}).get(one.listed.line, "")
        if not chosen:
            continue
        if not chosen.isdecimal() or int(chosen[:18]) not in own or int(chosen) in given:
            raise TournamentError(
                _("Line %(line)d: choose a player of the division who is on no other line.")
                % {"line": one.listed.line},
                code="choice",
            )
        given[int(chosen)] = (one.listed.rating, one.listed.games)
    if not given:
        raise TournamentError(_("No one in this division is on the list."), code="list")
    # All of the list is kept, for who enters later.
    listed = keep(one.listed for one in preview.matches)
    source = source.strip()[:MAX_SOURCE]
    return _take(actor, current, given, RatingSnapshot(source=source, as_of=as_of, listed=listed))


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


def _take(actor: User, division: Division, given: Mapping[int, Given], snapshot: RatingSnapshot) -> RatingSnapshot:
    """Write the ratings into the entries and keep what they all are now."""
    entries = list(Entry.objects.filter(division=division).order_by("number"))
    before = {str(entry.pk): [entry.rating, entry.career_games] for entry in entries}
    for entry in entries:
        if entry.pk in given:
            entry.rating, entry.career_games = given[entry.pk]
    Entry.objects.bulk_update(entries, ["rating", "career_games"])
    after = {str(entry.pk): [entry.rating, entry.career_games] for entry in entries}
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
    kept, _created = RatingSnapshot.objects.update_or_create(division=division, defaults=values)
    changed = {entry: value for entry, value in after.items() if before[entry] != value}
    _log(
        actor,
        division,
        "division.ratings_pinned",
        {entry: before[entry] for entry in changed},
        {"source": snapshot.source, "as_of": str(snapshot.as_of), **changed},
    )
    return kept


def _log(actor: User, division: Division, verb: str, before: Mapping[str, object], after: Mapping[str, object]) -> None:
    touch(division.event)
    record(actor=actor, verb=verb, target=division, scope=scope(division.event), before=dict(before), after=dict(after))
