"""Rolling pairing: joining and leaving the queue, and the games that form from it.

Each time that pairs are formed is a stored run, with the queue as it was and the reasons. A game belongs to the first round after the
last one of both its players in which its table is free: so the games of every player follow each other, and a round holds a table once.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments import hooks
from tournaments.engine.pairing.plan import ENGINE_VERSION
from tournaments.engine.pairing.rolling import ROLLING, RollingPair, form_pairs, pair_by_hand
from tournaments.engine.starts import StartReason
from tournaments.engine.table_numbers import seat_games
from tournaments.errors import NotOpenError, StaleEditError, TournamentError
from tournaments.models import (
    MAX_ROUNDS,
    Division,
    Entry,
    Event,
    Pairing,
    PairingRun,
    PersonalLink,
    QueuePlace,
    QueueSwitch,
    Result,
    ResultRuling,
    Round,
    Seat,
    SlipLink,
    Submission,
)
from tournaments.queries.queue import LoadedQueue, load_queue, rules_of
from tournaments.queries.rounds import tables_elsewhere
from tournaments.services.entries.entries import lock_division
from tournaments.services.events.locking import follow_rounds, lock_event, refuse_finished, save_round, scope, touch
from tournaments.services.rating_link import ledger
from tournaments.services.results import slips
from tournaments.services.rounds.publish import close_complete_rounds
from tournaments.services.standings import contention
from tournaments.services.standings.win_chances import store_win_chances

#: Above every table: where the boards of games stand that need no table of their own.
_NO_TABLE = 10_000


@transaction.atomic
def join(*, actor: User, division: Division, entries: Collection[int]) -> list[str]:
    """These players (entries) are free; the names of those who were not in the queue before.

    Raises NotOpenError, TournamentError, StaleEditError, PermissionDenied.
    """
    current = _lock(actor, division, Action.CHECK_IN)
    chosen = list(Entry.objects.filter(division=current, pk__in=entries, status=Entry.Status.ACTIVE).order_by("number"))
    if len(chosen) != len(set(entries)):
        raise StaleEditError(
            _("A player has withdrawn or been deleted since you looked. Check the list and try again.")
        )
    return _join(current, chosen, actor)


@transaction.atomic
def join_oneself(link: PersonalLink) -> bool:
    """The player of a personal link is free; False if that was known. Raises NotOpenError, TournamentError."""
    division = _lock_player(link)
    return bool(_join(division, [link.entry], None))


@transaction.atomic
def leave(*, actor: User, division: Division, entry_id: int) -> str:
    """The player is no longer in the queue, nor goes back to it after the game in play; the name, "" if that was so.

    Raises NotOpenError, TournamentError, PermissionDenied.
    """
    current = _lock(actor, division, Action.CHECK_IN)
    return _leave(current, entry_id, actor)


@transaction.atomic
def leave_oneself(link: PersonalLink) -> bool:
    """The player of a personal link leaves the queue; False if that was known. Raises NotOpenError, TournamentError."""
    division = _lock_player(link)
    return bool(_leave(division, link.entry_id, None))


@transaction.atomic
def hold(*, actor: User, division: Division, entry_id: int, held: bool) -> str:
    """Keep a waiting player out of new pairs, or no longer; the name.

    Raises NotOpenError, StaleEditError, TournamentError, PermissionDenied.
    """
    current = _lock(actor, division, Action.PAIR)
    place = QueuePlace.objects.filter(entry=entry_id, entry__division=current).select_related("entry").first()
    if place is None:
        raise StaleEditError(_("This player is no longer in the queue."))
    if place.held != held:
        place.held = held
        place.save(update_fields=["held"])
        _log(current, place.entry, "queue.held" if held else "queue.released", actor)
        touch(current.event)
        form_if_on(current)
    return place.entry.name


@transaction.atomic
def switch_on(*, actor: User, division: Division) -> None:
    """Form pairs from the queue automatically from now on. Raises NotOpenError, TournamentError, PermissionDenied."""
    current = _lock(actor, division, Action.PAIR)
    _switch, created = QueueSwitch.objects.get_or_create(division=current, defaults={"switched_by": actor})
    if created:
        log_action(actor=actor, verb="queue.on", target=current, scope=scope(current.event))
        touch(current.event)
    form_if_on(current)


@transaction.atomic
def switch_off(*, actor: User, division: Division) -> None:
    """Leave pairing to the director; the queue stays. Raises NotOpenError, TournamentError, PermissionDenied."""
    current = _lock(actor, division, Action.PAIR)
    if QueueSwitch.objects.filter(division=current).delete()[0]:
        log_action(actor=actor, verb="queue.off", target=current, scope=scope(current.event))
        touch(current.event)


@transaction.atomic
def pair_now(*, actor: User, division: Division) -> list[Pairing]:
    """Form the pairs that the queue has now; may be none.

    Raises NotOpenError, TournamentError, PermissionDenied.
    """
    current = _lock(actor, division, Action.PAIR)
    loaded = load_queue(current, timezone.now())
    return _seat(current, loaded, form_pairs(loaded.queue, rules_of(current), current.settings.seed), actor)


@transaction.atomic
def pair_two(*, actor: User, division: Division, entries: Sequence[int]) -> Pairing:
    """Pair two waiting players (entries), also those who are held, whatever counts against it.

    Raises NotOpenError, StaleEditError, TournamentError, PermissionDenied.
    """
    current = _lock(actor, division, Action.PAIR)
    if len(set(entries)) != 2:
        raise TournamentError(_("Tick the two players who are to play each other."), code="two")
    loaded = load_queue(current, timezone.now())
    try:
        pair = pair_by_hand(loaded.whole, rules_of(current), current.settings.seed, *entries)
    except KeyError as error:
        raise StaleEditError(
            _("One of the two is no longer waiting. Nothing was paired; look at the queue again.")
        ) from error
    QueuePlace.objects.filter(entry__in=entries, held=True).update(held=False)
    (pairing,) = _seat(current, loaded, [pair], actor)
    return pairing


@transaction.atomic
def take_apart(*, actor: User, division: Division, pairing_id: int) -> str:
    """Take a game from the queue apart while nobody has reported anything: both wait again, as long as before. Returns its words.

    Raises NotOpenError, StaleEditError, TournamentError, PermissionDenied.
    """
    current = _lock(actor, division, Action.PAIR)
    game = Pairing.objects.filter(pk=pairing_id, round__division=current, run__isnull=False).first()
    if game is None:
        raise StaleEditError(_("This game no longer exists. Look at the queue again."))
    facts = (Submission.objects.filter(pairing=game), ResultRuling.objects.filter(pairing=game))
    if any(rows.exists() for rows in facts) or Result.objects.filter(pairing=game).exists():
        raise TournamentError(
            _("A result has been reported at this table. Correct it on the game's page if it is wrong."), code="played"
        )
    seats = list(Seat.objects.filter(pairing=game).select_related("entry"))
    words = _words(game, [seat.entry.name for seat in seats])
    since = game.run.created_at if game.run is not None else timezone.now()
    SlipLink.objects.filter(pairing=game).delete()
    game.delete()
    for seat in seats:
        QueuePlace.objects.get_or_create(entry=seat.entry, defaults={"since": since})
        # otherwise the same two would be paired again at once
        QueuePlace.objects.filter(entry=seat.entry).update(held=True)
    _drop_empty(current)
    follow_rounds(current.event)
    touch(current.event)
    contention.follow(current)
    log_action(actor=actor, verb="queue.apart", target=current, scope=scope(current.event), before={"games": [words]})
    return words


def follow_result(pairing: Pairing) -> None:
    """The first result of a game is confirmed: its players wait again from now on, where they go back to the queue. Event locked."""
    division = pairing.round.division
    if not division.settings.rolling or division.event.state == Event.State.FINISHED:
        return
    QueuePlace.objects.filter(entry__seats__pairing=pairing).update(since=timezone.now())
    form_if_on(division)


def form_if_on(division: Division) -> list[Pairing]:
    """Form the pairs that the queue has now, if the director has switched that on. Event locked.

    What is in the way is no reason to refuse a result or a tap of “I'm free”: then nothing is paired, and the director's page says why.
    """
    if not division.settings.rolling or not QueueSwitch.objects.filter(division=division).exists():
        return []
    loaded = load_queue(division, timezone.now())
    pairs = form_pairs(loaded.queue, rules_of(division), division.settings.seed)
    try:
        with transaction.atomic():
            return _seat(division, loaded, pairs, None)
    except TournamentError:
        return []


@transaction.atomic
def form_waiting(*, division_id: int) -> int:
    """Form what may be formed by now, because everybody has waited longer; how many pairs. For the worker; idempotent."""
    event_id = Division.objects.values_list("event", flat=True).filter(pk=division_id).first()
    if event_id is None:
        return 0
    event = lock_event(event_id)
    if event.state == Event.State.FINISHED:
        return 0
    division = Division.objects.select_related("rating_pool").get(pk=division_id)
    division.event = event
    return len(form_if_on(division))


def form_everywhere() -> None:
    """The same for every division whose queue is paired automatically; of those where nobody waits nothing is locked."""
    on = QueueSwitch.objects.exclude(division__event__state=Event.State.FINISHED)
    waiting = on.filter(division__entries__queue_place__held=False).distinct()
    for division_id in waiting.order_by("division").values_list("division", flat=True):
        form_waiting(division_id=division_id)


def _lock(actor: User, division: Division, action: Action) -> Division:
    current = lock_division(actor, division.pk, division.event_id, action)
    _refuse_no_queue(current)
    return current


def _lock_player(link: PersonalLink) -> Division:
    """The division of a playing entry, its event locked and open."""
    event = lock_event(link.entry.division.event_id)
    refuse_finished(event)
    entry = Entry.objects.get(pk=link.entry_id)
    if entry.status != Entry.Status.ACTIVE:
        raise NotOpenError(_("You have withdrawn from this event. If that is wrong, tell the director."))
    division = Division.objects.select_related("rating_pool").get(pk=entry.division_id)
    division.event = event
    _refuse_no_queue(division)
    return division


def _refuse_no_queue(division: Division) -> None:
    if not division.settings.rolling:
        raise TournamentError(
            _("This division has no queue: its rounds are paired for everyone at once."), code="rolling"
        )


def _join(division: Division, entries: Sequence[Entry], actor: User | None) -> list[str]:
    known = set(QueuePlace.objects.filter(entry__in=entries).values_list("entry", flat=True))
    new = [entry for entry in entries if entry.pk not in known]
    QueuePlace.objects.bulk_create(QueuePlace(entry=entry) for entry in new)
    for entry in new:
        _log(division, entry, "queue.joined", actor)
    if new:
        touch(division.event)
        form_if_on(division)
    return [entry.name for entry in new]


def _leave(division: Division, entry_id: int, actor: User | None) -> str:
    place = QueuePlace.objects.filter(entry=entry_id, entry__division=division).select_related("entry").first()
    if place is None:
        return ""
    place.delete()
    _log(division, place.entry, "queue.left", actor)
    touch(division.event)
    return place.entry.name


def _log(division: Division, entry: Entry, verb: str, actor: User | None) -> None:
    after = {} if actor is not None else {"link_of": entry.name}
    log_action(actor=actor, verb=verb, target=entry, scope=scope(division.event), after=after)


def _seat(division: Division, loaded: LoadedQueue, pairs: Sequence[RollingPair], actor: User | None) -> list[Pairing]:
    """Store the run and its games, at the lowest free tables, and tell the players. Event locked."""
    if not pairs:
        return []
    event = division.event
    rounds = {round_.number: round_ for round_ in Round.objects.filter(division=division)}
    if draft := next((number for number, one in rounds.items() if one.state == Round.State.DRAFT), None):
        raise TournamentError(
            _("Round %(number)d is still a draft: publish or discard it.") % {"number": draft}, code="draft"
        )
    numbers = _numbers(division, loaded, pairs)
    run = _store_run(division, loaded, pairs, min(number for number, _table in numbers), actor)
    for number in sorted({number for number, _table in numbers}):
        rounds[number] = _public(division, number, rounds.get(number))
    games = [
        Pairing(
            round=rounds[number],
            table_number=table,
            starter_known=pair.start is not StartReason.DRAW,
            run=run,
        )
        for pair, (number, table) in zip(pairs, numbers, strict=True)
    ]
    Pairing.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(pairing=game, round=game.round, entry_id=player, position=position)
        for game, pair in zip(games, pairs, strict=True)
        for position, player in enumerate((pair.first, pair.second), start=1)
    )
    if not division.settings.rolling_again:
        QueuePlace.objects.filter(entry__in=[player for pair in pairs for player in (pair.first, pair.second)]).delete()
    _open(division, games)
    names = loaded.names
    after = [_words(game, (names[pair.first], names[pair.second])) for game, pair in zip(games, pairs, strict=True)]
    by_hand = {"by_hand": True} if any(pair.by_hand for pair in pairs) else {}
    log_action(actor=actor, verb="queue.paired", target=division, scope=scope(event), after={"games": after, **by_hand})
    return games


def _public(division: Division, number: int, round_: Round | None) -> Round:
    """The round, open for a game more; made if there is none yet."""
    if round_ is None:
        state, now = Round.State.PUBLISHED, timezone.now()
        return Round.objects.create(division=division, number=number, state=state, published_at=now)
    save_round(round_, state=Round.State.PUBLISHED)
    round_.division = division
    return round_


def _numbers(division: Division, loaded: LoadedQueue, pairs: Sequence[RollingPair]) -> list[tuple[int, int]]:
    """Round and table of each pair. Raises TournamentError when the division has as many rounds as there can be."""
    last = dict(Seat.objects.filter(round__division=division).values_list("entry").annotate(Max("round__number")))
    taken = set(
        Pairing.objects.filter(round__division=division, table_number__isnull=False).values_list(
            "round__number", "table_number"
        )
    )
    tables = _tables(division, loaded, pairs)
    numbers = []
    for pair, table in zip(pairs, tables, strict=True):
        number = max(last.get(pair.first, 0), last.get(pair.second, 0)) + 1
        while (number, table) in taken:
            number += 1
        if number > MAX_ROUNDS:
            raise TournamentError(
                _("An event has at most %(max)d rounds, and these players would need one more.") % {"max": MAX_ROUNDS},
                code="rounds",
            )
        taken.add((number, table))
        numbers.append((number, table))
    planned = max(number for number, _table in numbers)
    if planned > division.settings.rounds_planned:  # nobody plans how many games an evening has
        division.settings = division.settings.changed(rounds_planned=planned)
        division.save(update_fields=["settings"])
    return numbers


def _tables(division: Division, loaded: LoadedQueue, pairs: Sequence[RollingPair]) -> tuple[int, ...]:
    """The lowest free table of the division for each pair, or the one that a player must have, if it is free."""
    busy = {line.table_number for line in loaded.playing if line.table_number is not None}
    players = [player for pair in pairs for player in (pair.first, pair.second)]
    rows = Entry.objects.filter(pk__in=players, fixed_table__isnull=False).values_list("pk", "fixed_table")
    fixed = {pk: table for pk, table in rows if table is not None}
    games, given = [], set(busy)
    for place, pair in enumerate(pairs, start=1):
        chosen = [fixed[player] for player in (pair.first, pair.second) if player in fixed]
        table = next((table for table in chosen if table not in given), None)
        given.update([table] if table is not None else [])
        games.append((pair.first, pair.second, _NO_TABLE + place if table is None else table))
    own = [table for table in division.settings.table_numbers if table not in busy]
    away = {*busy, *tables_elsewhere(division), *division.settings.table_numbers}
    return seat_games(games, fixed, own, away)


def _store_run(
    division: Division, loaded: LoadedQueue, pairs: Sequence[RollingPair], number: int, actor: User | None
) -> PairingRun:
    queue = loaded.whole if any(pair.by_hand for pair in pairs) else loaded.queue
    rules = {"system": ROLLING, **asdict(rules_of(division))}
    plan = {"rules": rules, "used": ROLLING, "pairs": [pair.as_dict() for pair in pairs], "byes": [], "groups": []}
    return PairingRun.objects.create(
        division=division,
        round_number=number,
        system=ROLLING,
        seed=division.settings.seed,
        engine_version=ENGINE_VERSION,
        fingerprint=queue.fingerprint,
        snapshot=queue.as_dict(),
        plan=plan,
        created_by=actor,
    )


def _open(division: Division, games: Sequence[Pairing]) -> None:
    """What publishing a round does, for these games."""
    event = division.event
    if event.what_if_of_id is None:
        slips.make_links(game.pk for game in games)
    close_complete_rounds(division)
    follow_rounds(event)
    ledger.start(division)
    for round_ in {game.round.pk: game.round for game in games}.values():
        system = round_.chance_system
        store_win_chances(round_, [game for game in games if game.round == round_])
        if system and not round_.chance_system:  # chances of its earlier games were known
            round_.chance_system = system
            round_.save(update_fields=["chance_system"])
    touch(event)
    contention.follow(division)
    for follow in hooks.games_added:
        follow(games)


def _drop_empty(division: Division) -> None:
    """Remove last rounds that have lost all their games."""
    for round_ in Round.objects.filter(division=division).order_by("-number"):
        if round_.run_id is not None or Pairing.objects.filter(round=round_).exists():
            return
        round_.delete()


def _words(game: Pairing, names: Iterable[str]) -> str:
    return _("table %(table)s: %(names)s") % {"table": game.table_number, "names": " – ".join(names)}
