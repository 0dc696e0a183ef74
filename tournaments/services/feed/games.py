"""The games of a followed file entered here: rounds that are new, pairings and tables that changed, results and their corrections."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import F
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from core.wording import listed
from tournaments import hooks
from tournaments.engine.feed import Added, FeedProblem, Held, ResultStep, RoundStep, Step, changes_of
from tournaments.engine.model import GameFact, ResultKind
from tournaments.engine.results import Side
from tournaments.engine.table_numbers import MAX_TABLE
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, RulingInput, ScoresheetInput
from tournaments.models import (
    Division,
    OpenQuestion,
    Pairing,
    PairLock,
    Result,
    ResultRuling,
    Round,
    Seat,
    SheetMerge,
    SheetPhoto,
    SlipLink,
    Submission,
)
from tournaments.queries.snapshot import settings_of
from tournaments.services.entries.past_rounds import make_public, new_round, write_games
from tournaments.services.events.backups import store_backup
from tournaments.services.events.locking import save_round, scope
from tournaments.services.feed.players import FileProblemsError
from tournaments.services.rating_link import ledger
from tournaments.services.results.results import enter_locked, load_game, rule_locked
from tournaments.services.results.undo import take_back_result
from tournaments.services.rounds.pairing import end_requests
from tournaments.services.rounds.publish import close_complete_rounds
from tournaments.services.standings import contention
from tournaments.services.standings.win_chances import store_win_chances


def held_games(division: Division) -> list[Held]:
    """The pairings of public rounds as they are here. Two queries."""
    public = Pairing.objects.filter(round__division=division).exclude(round__state=Round.State.DRAFT)
    rows = public.select_related("round", "result").prefetch_related("seats").order_by("round__number", "pk")
    return [Held(pairing.pk, _fact(pairing), pairing.table_number) for pairing in rows]


def _fact(pairing: Pairing) -> GameFact:
    players = [seat.entry_id for seat in sorted(pairing.seats.all(), key=lambda seat: seat.position)]
    result = getattr(pairing, "result", None)
    number, known = pairing.round.number, pairing.starter_known
    if len(players) < 2:
        kind = {Pairing.Kind.BYE: ResultKind.BYE}.get(Pairing.Kind(pairing.kind), ResultKind.FORFEIT_LOSS)
        spread = pairing.spread
        if result is not None:
            kind, spread = ResultKind(result.kind), result.spread
        return GameFact(number, players[0], first_score=spread, kind=kind)
    pending = GameFact(number, players[0], players[1], kind=ResultKind.PENDING, first_known=known)
    if result is None or result.state != Result.State.CONFIRMED:
        return pending
    return replace(
        pending, kind=ResultKind(result.kind), first_score=result.first_score, second_score=result.second_score
    )


def follow_games(
    actor: User, division: Division, facts: Sequence[GameFact], boards: Mapping[tuple[int, int], int], reason: str
) -> bool:
    """Make the division's games those of the file, players by entry; whether anything changed. Event locked.

    ``boards``: where somebody (round, entry) sits. Raises FileProblemsError, and TournamentError for a game that somebody here reported.
    """
    changes = changes_of(held_games(division), facts, boards, settings_of(division))
    if changes.problems:
        raise FileProblemsError([_problem(problem) for problem in changes.problems])
    if changes.is_empty:
        return False
    following = _Following(actor, division, reason)
    if changes.dropped or any(step.changes_pairings for step in changes.rounds):
        why = _("before pairings were changed: %(reason)s") % {"reason": reason}
        store_backup(actor=actor, event=division.event, why=why)
    for number in reversed(changes.dropped):
        following.drop(number)
    for step in changes.rounds:
        following.change(step)
    following.finish()
    return True


def _problem(problem: FeedProblem) -> str:
    return _(
        "The file ends with round %(last)d, but round %(round)d has results here. Is it an older file? Nothing was changed."
    ) % dict(problem.values)


def _reported_here(pairings: Sequence[int]) -> set[int]:
    """The games (ids) about which somebody here reported more than the file says. Three queries."""
    reports = Submission.objects.filter(pairing__in=pairings)
    own = {*reports.exclude(channel=Submission.Channel.IMPORT).values_list("pairing_id", flat=True)}
    own |= {*SheetPhoto.objects.filter(submission__in=reports).values_list("submission__pairing_id", flat=True)}
    return own | {*SheetMerge.objects.filter(pairing__in=pairings).values_list("pairing_id", flat=True)}


@dataclass(slots=True)
class _Following:
    """One file being entered; the event is locked."""

    actor: User
    division: Division
    reason: str
    newest: tuple[Round, list[Pairing]] | None = None
    wrote: bool = False

    def change(self, step: RoundStep) -> None:
        """One round as the file has it."""
        if step.is_new:
            self._discard_draft(step.number)
            round_ = new_round(self.division, step.number)
            self._log(round_, "round.published", after={"number": step.number, "pairings": len(step.added)})
        else:
            round_ = Round.objects.get(division=self.division, number=step.number)
        round_.division = self.division
        before = self._words(round_) if step.changes_pairings else []
        if step.changes_pairings:
            for follow in hooks.round_changing:
                follow(round_)
        self._remove(round_, step.removed)
        self._set_tables(step.tables)
        added = self._add(round_, step.added)
        for pairing, known in step.starters:
            drawn = {} if known else {"drawn_tiles": ""}
            Pairing.objects.filter(pk=pairing).update(starter_known=known, **drawn)
        if step.is_new:
            self.newest = (round_, added)
        elif step.changes_pairings:
            save_round(round_)
            names = {"number": step.number, "games": self._words(round_)}
            self._log(round_, "round.changed", before={"games": before}, after=names)
        self.wrote |= bool(step.removed or added or step.tables or step.starters)
        for result in step.results:
            self._set_result(result)

    def drop(self, number: int) -> None:
        """A round that is no longer paired in the file, and in which nobody has a result."""
        round_ = Round.objects.get(division=self.division, number=number)
        round_.division = self.division
        for follow in hooks.round_unpublished:
            follow(round_)
        self._log(round_, "round.unpublished", before={"number": number, "games": self._words(round_)})
        self._remove(round_, list(Pairing.objects.filter(round=round_).values_list("pk", flat=True)))
        round_.delete()
        self.wrote = True

    def finish(self) -> None:
        """What follows from pairings that were written past the draft; the newest round is told to those who follow the event."""
        if not self.wrote:
            return
        close_complete_rounds(self.division)
        make_public(self.division)
        if self.newest is not None:
            round_, pairings = self.newest
            store_win_chances(round_, pairings)
            for follow in hooks.round_published:
                follow(round_)
        contention.follow(self.division)

    def _discard_draft(self, number: int) -> None:
        """A draft made here gives way to the round that is played."""
        for draft in Round.objects.filter(division=self.division, state=Round.State.DRAFT, number__gte=number):
            before = {"number": draft.number, "division": self.division.name}
            self._log(draft, "round.discarded", before=before)
            PairLock.objects.filter(division=self.division, round_number=draft.number).delete()
            draft.delete()
        end_requests(self.division, number)

    def _remove(self, round_: Round, pairings: Sequence[int]) -> None:
        """Delete pairings with what the file said of them. Raises TournamentError where somebody here reported more than that."""
        if not pairings:
            return
        own = _reported_here(pairings)
        if own:
            raise TournamentError(
                _(
                    "Round %(round)d: the file no longer has %(games)s, but there are reports of it here. Stop following, "
                    "and correct the round by hand."
                )
                % {"round": round_.number, "games": listed(self._words(round_, own))},
                code="reported",
            )
        for pairing in Pairing.objects.filter(pk__in=pairings, result__isnull=False).prefetch_related("seats"):
            pairing.round = round_
            ledger.write_result(self.division, pairing, None)
        Result.objects.filter(pairing__in=pairings).delete()
        for model in (OpenQuestion, ResultRuling, Submission):
            # one by one, the newest first: a later row may point to an earlier one
            for pk in list(
                model._default_manager.filter(pairing__in=pairings).order_by("-pk").values_list("pk", flat=True)
            ):
                model._default_manager.filter(pk=pk).delete()
        SlipLink.objects.filter(pairing__in=pairings).delete()
        Seat.objects.filter(pairing__in=pairings).delete()
        Pairing.objects.filter(pk__in=pairings).delete()

    def _set_tables(self, tables: Sequence[tuple[int, int]]) -> None:
        """Give games other tables; two may change places."""
        moved = Pairing.objects.filter(pk__in=[pairing for pairing, _table in tables])
        moved.update(table_number=F("table_number") + MAX_TABLE)
        for pairing, table in tables:
            Pairing.objects.filter(pk=pairing).update(table_number=table)

    def _add(self, round_: Round, added: Sequence[Added]) -> list[Pairing]:
        if not added:
            return []
        if round_.state == Round.State.CLOSED and any(one.fact.kind is ResultKind.PENDING for one in added):
            save_round(round_, state=Round.State.PUBLISHED)
        players = {player for one in added for player in (one.fact.first, one.fact.second) if player is not None}
        games = [(one.fact, one.table) for one in added]
        return write_games(self.actor, round_, games, {player: player for player in players})

    def _set_result(self, step: ResultStep) -> None:
        pairing = load_game(step.id, self.division.event)
        if step.step is Step.REMOVED:
            left = take_back_result(actor=self.actor, pairing=pairing, reason=self.reason)
            if left is not None and left.state == Result.State.CONFIRMED:
                raise TournamentError(
                    _(
                        "Round %(round)d, table %(table)s: the file no longer has a result, but both players reported one here. "
                        "Stop following, and correct the result by hand."
                    )
                    % {"round": pairing.round.number, "table": pairing.table_number},
                    code="reported",
                )
            return
        played = ResultInput(first_score=step.first_score, second_score=step.second_score)
        if step.step is Step.ENTERED:
            token = f"feed-{Submission.objects.filter(pairing=pairing).count()}"
            data = ScoresheetInput(
                side=Side.OFFICIAL, channel=Submission.Channel.IMPORT, client_token=token, result=played
            )
            if enter_locked(actor=self.actor, pairing=pairing, data=data).state == Result.State.CONFIRMED:
                return
            pairing = load_game(step.id, self.division.event)  # a player has reported something else
        rule_locked(actor=self.actor, pairing=pairing, data=RulingInput(result=played, reason=self.reason))

    def _words(self, round_: Round, of: Sequence[int] | set[int] | None = None) -> list[str]:
        """The round's games in words."""
        seats = Seat.objects.filter(round=round_).order_by("pairing__table_number", "pairing", "position")
        if of is not None:
            seats = seats.filter(pairing__in=of)
        names: dict[tuple[int, int | None], list[str]] = {}
        for pairing, table, name in seats.values_list("pairing", "pairing__table_number", "entry__name"):
            names.setdefault((pairing, table), []).append(name)
        return [
            _("table %(table)s: %(names)s") % {"table": table, "names": " – ".join(players)} if table else players[0]
            for (_pairing, table), players in names.items()
        ]

    def _log(
        self,
        round_: Round,
        verb: str,
        *,
        before: Mapping[str, object] | None = None,
        after: Mapping[str, object] | None = None,
    ) -> None:
        log_action(
            actor=self.actor,
            verb=verb,
            target=round_,
            scope=scope(self.division.event),
            before=dict(before or {}),
            after=dict(after or {}),
            reason=self.reason,
        )
