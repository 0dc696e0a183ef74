"""Changing the pairings of a paired round in place, also of a published one: the games that are named, and those of the players who lose
their opponents by it. All others stay as they are, with their slips.

Only games without a result are touched. What was published first is in the backup that is made before, and in the log.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from core.wording import listed
from tournaments import hooks
from tournaments.engine.pairing import PairingOptions, choose
from tournaments.engine.pairing.fixed import Scale, scale_of
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.starts import StartReason
from tournaments.engine.table_numbers import seat_games
from tournaments.engine.typed_pairs import Alone, TypedPair
from tournaments.errors import NotOpenError, TournamentError, TypedPairsError
from tournaments.models import Pairing, Result, ResultKind, ResultRuling, Round, Seat, SlipLink, Submission
from tournaments.permissions import require_action
from tournaments.queries.rounds import tables_elsewhere
from tournaments.queries.runs import options_of_run
from tournaments.queries.snapshot import locked_pairs
from tournaments.queries.state import DivisionState, load_state
from tournaments.services.events.backups import store_backup
from tournaments.services.events.locking import lock_round, save_round, scope, touch
from tournaments.services.results import slips
from tournaments.services.rounds.broken_rules import BrokenRule, broken_rules
from tournaments.services.rounds.fixed_pairs import (
    FixedPairs,
    drop_locks,
    in_words,
    left_over,
    refuse_misfits,
    store_presence,
)
from tournaments.services.rounds.options import options_of
from tournaments.services.rounds.relaxations import why_infeasible
from tournaments.services.standings import contention
from tournaments.services.standings.win_chances import store_win_chances

#: What a player without an opponent gets, which nobody reports.
ALONE_RESULTS = {Pairing.Kind.BYE: ResultKind.BYE, Pairing.Kind.FORFEIT: ResultKind.FORFEIT_LOSS}
_KINDS = {Alone.BYE: Pairing.Kind.BYE, Alone.FORFEIT: Pairing.Kind.FORFEIT}


@dataclass(frozen=True, slots=True)
class ChangedPair:
    """A pairing that is new in the round. ``completed``: nobody named it, it pairs players who had lost their opponents.

    ``terms``: what it costs by the round's system, as (name, value).
    """

    pairing_id: int
    table: int | None
    players: tuple[int, ...]
    completed: bool
    terms: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A change of a round. ``before``, ``after``: the games that it takes apart and makes, in words; ``concerned``: the entries whose
    table or opponent changes. ``compared``: (term, total before, total after) of those games, where the system weighs pairs.
    """

    round: Round
    before: tuple[str, ...]
    after: tuple[str, ...]
    pairs: tuple[ChangedPair, ...]
    concerned: tuple[int, ...]
    broken: tuple[BrokenRule, ...]
    compared: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class _Game:
    """A pairing of the round as it is, with its players by seat."""

    pairing: Pairing
    players: tuple[int, ...]

    def is_same(self, pair: TypedPair) -> bool:
        """Whether the pair is this game already."""
        kind = Pairing.Kind.GAME if pair.alone is None else _KINDS.get(pair.alone)
        at = pair.table is None or pair.table == self.pairing.table_number
        return self.pairing.kind == kind and self.players == pair.players and at


@transaction.atomic
def change_round(*, actor: User, round_id: int, fixed: FixedPairs, reason: str = "") -> RoundChange:
    """Pair these players in place of the games that they have; those who lose their opponents are paired with each other, or one of
    them gets the bye. ``reason``: why rules are broken, where a published round breaks some.

    Raises StaleEditError, NotOpenError, TypedPairsError for players who cannot be paired, TournamentError with the code ``played`` for
    games with a result and ``reason`` for broken rules without one.
    """
    round_ = lock_round(round_id, -1 if fixed.expected_version is None else fixed.expected_version)
    require_action(actor, round_.division.event, Action.PAIR)
    if round_.state == Round.State.CLOSED:
        raise NotOpenError(
            _("Round %(number)d is over: all its results are in. Correct a wrong result on the game's page.")
            % {"number": round_.number}
        )
    state = load_state(round_.division, round_.number)
    refuse_misfits(state, replace(fixed, complete=True))
    return _Changing(actor, round_, state, fixed, reason.strip()).run()


class _Changing:
    """One change of a round; the event is locked."""

    def __init__(self, actor: User, round_: Round, state: DivisionState, fixed: FixedPairs, reason: str) -> None:
        self.actor, self.round, self.state, self.fixed, self.reason = actor, round_, state, fixed, reason
        self.public = round_.state != Round.State.DRAFT
        rows = Pairing.objects.filter(round=round_).prefetch_related("seats").order_by("table_number", "pk")
        games = [_Game(pairing, tuple(seat.entry_id for seat in pairing.seats.all())) for pairing in rows]
        at = {player: game for game in games for player in game.players}
        #: The games of those whose first move is drawn at the table.
        self.drawn: set[frozenset[int]] = set()
        self.pairs = [pair for pair in fixed.pairs if not self._is_there(pair, at)]
        named = {player for pair in self.pairs for player in pair.players}
        self.old = [game for game in games if named & set(game.players)]
        self.stay = [game for game in games if not named & set(game.players)]
        #: Who loses an opponent without being named.
        self.free = [player for game in self.old for player in game.players if player not in named]
        if len(self.free) % 2:
            self._take_bye()

    def _take_bye(self) -> None:
        """One who has the bye plays the one who is left over, unless that player requested it or it was ruled on."""
        requested = set(self.state.snapshot.requested_byes)
        for game in self.stay:
            is_free = game.pairing.kind == Pairing.Kind.BYE and game.players[0] not in requested
            if is_free and not ResultRuling.objects.filter(pairing=game.pairing).exists():
                self.stay.remove(game)
                self.old.append(game)
                self.free.append(game.players[0])
                return

    @staticmethod
    def _is_there(pair: TypedPair, at: Mapping[int, _Game]) -> bool:
        game = at.get(pair.first)
        if game is None:
            return pair.alone is Alone.ABSENT
        return game.is_same(pair)

    def run(self) -> RoundChange:
        """Refuse or make the change, and log it."""
        if not self.pairs:
            raise TournamentError(_("These pairs are already in the round; nothing changes."), code="same")
        self._refuse_played()
        completed = self._completed()
        scale = self._scale()
        before = [self._words(game) for game in self.old]
        if self.public:
            why = _("before round %(number)d was changed") % {"number": self.round.number}
            store_backup(actor=self.actor, event=self.round.division.event, why=why)
            for follow in hooks.round_changing:
                follow(self.round)
        new = self._replace([*self.pairs, *completed], {frozenset(pair.players) for pair in completed})
        change = self._change(before, new, scale)
        self._store_rules(change.broken)
        if not self.public:
            drop_locks(self.round, self._separated())
        after: dict[str, object] = {"number": self.round.number, "games": list(change.after)}
        if change.broken and self.public:
            after["broken_rules"] = [rule.message for rule in change.broken]
        save_round(self.round)
        if self.public:
            touch(self.round.division.event)
            contention.follow(self.round.division)
        log_action(
            actor=self.actor,
            verb="round.changed",
            target=self.round,
            scope=scope(self.round.division.event),
            before={"games": before},
            after=after,
            reason=self.reason,
        )
        return change

    def _refuse_played(self) -> None:
        """Raise TournamentError where a game to be taken apart has a report or a result."""
        games = {game.pairing.pk: game for game in self.old}
        played = {*Submission.objects.filter(pairing__in=games).values_list("pairing_id", flat=True)}
        played |= {*ResultRuling.objects.filter(pairing__in=games).values_list("pairing_id", flat=True)}
        with_result = Result.objects.filter(pairing__in=games, pairing__kind=Pairing.Kind.GAME)
        played |= {*with_result.values_list("pairing_id", flat=True)}
        if played:
            names = listed(self._words(game) for pk, game in games.items() if pk in played)
            raise TournamentError(
                _(
                    "%(games)s: a result has been reported there, so this pairing stays. Correct the result on the game's "
                    "page if it is wrong."
                )
                % {"games": names},
                code="played",
            )

    def _completed(self) -> list[TypedPair]:
        """Those who lose their opponents, paired by the round's own system. Raises TypedPairsError, TournamentError."""
        names = self.state.names
        if not self.free:
            return []
        if not self.fixed.complete:
            raise TypedPairsError([left_over(names[player] for player in self.free)])
        snapshot = self.state.snapshot
        others = (player.id for player in snapshot.players if player.active and player.id not in set(self.free))
        alone = replace(snapshot, locked=(), locked_byes=(), requested_byes=(), absent=tuple(sorted(others)))
        try:
            planned = choose(alone, self._options()).plan(self.round.division.settings.seed)
        except Infeasible as error:
            raise TournamentError(why_infeasible(error, names), code="infeasible") from error
        self.drawn = {frozenset((pair.first, pair.second)) for pair in planned.pairs if pair.start is StartReason.DRAW}
        pairs = [TypedPair(pair.first, pair.second) for pair in planned.pairs]
        return pairs + [TypedPair(bye.player, alone=Alone.BYE) for bye in planned.byes]

    def _options(self) -> PairingOptions:
        """The round's own, or Swiss where they follow a schedule or take a simulation."""
        options = options_of_run(self.round.run)
        if options is None or options.simulates or options.scheduled:
            return options_of(self.round.division)
        return options

    def _scale(self) -> Scale | None:
        snapshot = replace(self.state.snapshot, absent=self._away(), requested_byes=())
        return scale_of(snapshot, self._options(), self.round.division.settings.seed)

    def _away(self) -> tuple[int, ...]:
        """Who plays no part in the round, neither before nor after."""
        here = {player for game in [*self.old, *self.stay] for player in game.players}
        here |= {player for pair in self.pairs for player in pair.players}
        return tuple(player.id for player in self.state.snapshot.players if player.active and player.id not in here)

    def _replace(
        self, pairs: Sequence[TypedPair], completed: set[frozenset[int]]
    ) -> list[tuple[Pairing, TypedPair, bool]]:
        """Delete the old games and make the new pairings, each with whether nobody named it."""
        playing = [pair for pair in pairs if pair.second is not None]
        tables = self._tables(playing)
        links = {
            game.pairing.table_number: list(SlipLink.objects.filter(pairing=game.pairing))
            for game in self.old
            if game.pairing.table_number is not None
        }
        old = [game.pairing.pk for game in self.old]
        SlipLink.objects.filter(pairing__in=old).delete()
        Result.objects.filter(pairing__in=old).delete()
        Pairing.objects.filter(pk__in=old).delete()
        store_presence(self.round.number, pairs)
        if self.public:
            drop_locks(self.round, {player for pair in pairs for player in pair.players})
        new = []
        for pair in pairs:
            if pair.alone is Alone.ABSENT:
                continue
            key = frozenset(pair.players)
            pairing = Pairing(round=self.round, kind=_KINDS[pair.alone] if pair.alone else Pairing.Kind.GAME)
            pairing.table_number = tables.get(key)
            pairing.starter_known = key not in self.drawn
            new.append((pairing, pair, key in completed))
        Pairing.objects.bulk_create(pairing for pairing, _pair, _completed in new)
        Seat.objects.bulk_create(
            Seat(pairing=pairing, round=self.round, entry_id=player, position=position)
            for pairing, pair, _completed in new
            for position, player in enumerate(pair.players, start=1)
        )
        if self.public:
            self._open([pairing for pairing, _pair, _completed in new], links)
        return new

    def _open(self, pairings: Sequence[Pairing], links: Mapping[int, Sequence[SlipLink]]) -> None:
        """What publishing does for each pairing. A slip that was printed for a table says that it was replaced."""
        now = timezone.now()
        games = [pairing for pairing in pairings if pairing.kind == Pairing.Kind.GAME]
        if self.round.division.event.what_if_of_id is None:
            slips.make_links(game.pk for game in games)
            printed = [(link, game) for game in games for link in links.get(game.table_number or 0, ())]
            for link, game in printed:
                link.pk, link.pairing, link.ended_at = None, game, link.ended_at or now
            SlipLink.objects.bulk_create(link for link, _game in printed)
        Result.objects.bulk_create(
            Result(
                pairing=pairing,
                state=Result.State.CONFIRMED,
                kind=ALONE_RESULTS[Pairing.Kind(pairing.kind)],
                confirmed_at=now,
            )
            for pairing in pairings
            if pairing.kind != Pairing.Kind.GAME
        )
        system = self.round.chance_system
        if games:
            store_win_chances(self.round, games)
        if system and not self.round.chance_system:
            self.round.chance_system = system
            self.round.save(update_fields=["chance_system"])

    def _tables(self, pairs: Sequence[TypedPair]) -> dict[frozenset[int], int]:
        """A table for each game: the typed one, that of a player who must have it, that of the one named first, of the other, or one
        that became free. Raises TypedPairsError for a table where another game is played.
        """
        was = {player: game.pairing.table_number for game in self.old for player in game.players}
        taken = {game.pairing.table_number for game in self.stay}
        elsewhere = tables_elsewhere(self.round.division)
        typed = {frozenset(pair.players): pair.table for pair in pairs if pair.table is not None}
        if occupied := sorted(({*typed.values()} & taken) | ({*typed.values()} & elsewhere)):
            raise TypedPairsError([_("Table %(table)d already has another game.") % {"table": occupied[0]}])
        tables: dict[frozenset[int], int] = dict(typed)
        fixed = {pk: entry.fixed_table for pk, entry in self.state.entries.items() if entry.fixed_table is not None}
        free = {table for table in was.values() if table is not None} - {*typed.values()}
        places: Iterable[Mapping[int, int | None]] = ({pk: table for pk, table in fixed.items() if table in free}, was)
        for place in places:
            for seat in (0, 1):
                for pair in pairs:
                    key = frozenset(pair.players)
                    table = place.get(pair.players[seat])
                    if key not in tables and table in free and table is not None:
                        tables[key] = table
                        free.discard(table)
        for pair in pairs:
            key = frozenset(pair.players)
            if key not in tables and free:
                tables[key] = min(free)
                free.discard(tables[key])
        used = {table for table in taken if table is not None} | {*tables.values()}
        for pair in pairs:
            key = frozenset(pair.players)
            if key not in tables:
                own = [table for table in self.round.division.settings.table_numbers if table not in used]
                set_aside = {*elsewhere, *used, *self.round.division.settings.table_numbers}
                (tables[key],) = seat_games([(pair.first, pair.second or 0, 1)], {}, own, set_aside)
                used.add(tables[key])
        return tables

    def _change(
        self, before: Sequence[str], new: Sequence[tuple[Pairing, TypedPair, bool]], scale: Scale | None
    ) -> RoundChange:
        pairs = []
        for pairing, pair, completed in new:
            terms = (
                scale.terms((pair.first, pair.second)) if scale is not None and pair.alone is not Alone.FORFEIT else ()
            )
            costs = tuple((term.name, term.value) for term in terms)
            pairs.append(ChangedPair(pairing.pk, pairing.table_number, pair.players, completed, costs))
        was = [(game.players[0], game.players[1] if len(game.players) > 1 else None) for game in self.old]
        now = [(pair.first, pair.second) for _pairing, pair, _completed in new]
        compared = scale.changes(was, now) if scale is not None else ()
        made = {pair.pairing_id for pair in pairs}
        self.round.division = self.state.division
        current = load_state(self.round.division, self.round.number)
        gone = [pair for pair in self.pairs if pair.alone is Alone.ABSENT]
        names = self.state.names
        return RoundChange(
            round=self.round,
            before=tuple(before),
            after=(
                *(self._words(_Game(pairing, pair.players)) for pairing, pair, _completed in new),
                *in_words(gone, names),
            ),
            pairs=tuple(pairs),
            concerned=self._concerned(new, gone),
            broken=tuple(rule for rule in broken_rules(self.round, current) if rule.pairing_id in made),
            compared=tuple((change.name, change.plan, change.other) for change in compared),
        )

    def _concerned(self, new: Sequence[tuple[Pairing, TypedPair, bool]], gone: Sequence[TypedPair]) -> tuple[int, ...]:
        """Whose table or opponent is another one than before."""
        was = {
            player: (game.pairing.table_number, frozenset(game.players)) for game in self.old for player in game.players
        }
        now = {
            player: (pairing.table_number, frozenset(pair.players))
            for pairing, pair, _ in new
            for player in pair.players
        }
        players = [*now, *(pair.first for pair in gone)]
        return tuple(player for player in players if was.get(player) != now.get(player))

    def _store_rules(self, broken: Sequence[BrokenRule]) -> None:
        """Store at each new pairing of a public round what it breaks and why. Raises TournamentError without a reason."""
        if not self.public or not broken:
            return
        if not self.reason:
            raise TournamentError(
                _("This change breaks rules: %(listed)s Say why it should be made anyway.")
                % {"listed": " ".join(rule.message for rule in broken)},
                code="reason",
            )
        for pairing_id in {rule.pairing_id for rule in broken}:
            codes = dict.fromkeys(rule.rule for rule in broken if rule.pairing_id == pairing_id)
            Pairing.objects.filter(pk=pairing_id).update(broken_rules=" ".join(codes), broken_reason=self.reason[:300])

    def _separated(self) -> set[int]:
        """Who was locked and is named with somebody else now: what the director says last replaces it."""
        now = {frozenset(pair.players) for pair in self.pairs if pair.alone is not Alone.ABSENT}
        named = {player for pair in self.pairs for player in pair.players}
        locks = locked_pairs(self.round.division, self.round.number)
        return {player for lock in locks if lock & named and lock not in now for player in lock}

    def _words(self, game: _Game) -> str:
        """A game for the log and for people: its table and its players."""
        names = " – ".join(self.state.names.get(player, "?") for player in game.players)
        if game.pairing.kind != Pairing.Kind.GAME:
            return f"{names} – {Pairing.Kind(game.pairing.kind).label}"
        return _("table %(table)s: %(names)s") % {"table": game.pairing.table_number, "names": names}
