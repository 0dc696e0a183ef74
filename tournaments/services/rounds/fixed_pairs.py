"""The pairs of a round that the director makes by hand: read from a text, checked against the division, stored as locks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils.translation import gettext as _

from core.wording import listed
from tournaments.engine.typed_pairs import Alone, Listed, TypedPair, TypedProblem, read_pairs
from tournaments.errors import StaleEditError, TypedPairsError
from tournaments.models import Absence, Division, Entry, PairLock, Round
from tournaments.queries.state import DivisionState
from tournaments.wording.typed_pairs import problem_sentence


@dataclass(frozen=True, slots=True)
class FixedPairs:
    """What the director fixes of a round: pairs, byes and who misses it, by entries.

    ``complete``: the others are paired around them; otherwise everybody has to be named. ``expected_version``: of the round as the
    director saw it, None where it was not paired yet.
    """

    pairs: tuple[TypedPair, ...]
    complete: bool = True
    expected_version: int | None = None

    @property
    def tables(self) -> dict[frozenset[int], int]:
        """The tables that were typed, by the players there."""
        return {frozenset(pair.players): pair.table for pair in self.pairs if pair.table is not None}

    def refuse_changed(self, state: DivisionState) -> None:
        """Raise StaleEditError if the round is another one than the director saw."""
        round_ = state.rounds.get(state.number)
        if (round_.version if round_ is not None else None) != self.expected_version:
            raise StaleEditError(
                _("Someone else changed this round while you had it open. Nothing was saved; check it and try again.")
            )


def players_of(division: Division) -> list[Listed]:
    """Who may be named, by number. One query."""
    rows = Entry.objects.filter(division=division).order_by("number").values_list("pk", "number", "name")
    return [Listed(*row) for row in rows]


def read_fixed(division: Division, text: str) -> tuple[TypedPair, ...]:
    """The pairs of a text. At most two queries. Raises TypedPairsError, with a sentence for each piece that is wrong."""
    typed = read_pairs(text, players_of(division))
    if typed.problems:
        elsewhere = _elsewhere(division, typed.problems)
        raise TypedPairsError([problem_sentence(one, elsewhere.get(one.text, "")) for one in typed.problems])
    return typed.pairs


def _elsewhere(division: Division, problems: Iterable[TypedProblem]) -> dict[str, str]:
    """The other divisions of the event in which those play whom this one does not know, by what was typed. One query at most."""
    unknown = [one.text for one in problems if one.code == "unknown" and not one.text.lstrip("#").isdigit()]
    if not unknown:
        return {}
    others = Entry.objects.filter(division__event=division.event_id).exclude(division=division.pk)
    halls: dict[str, list[Listed]] = {}
    for pk, number, name, other in others.values_list("pk", "number", "name", "division__name"):
        halls.setdefault(other, []).append(Listed(pk, number, name))
    named: dict[str, str] = {}
    for text in unknown:
        for other, players in halls.items():
            if not read_pairs(f"{text} bye", players).problems:
                named.setdefault(text, other)
    return named


def with_fixed(state: DivisionState, fixed: FixedPairs) -> DivisionState:
    """The division with the round's pairs fixed: in place of its locks, and of absences of those who are named.

    Raises TypedPairsError.
    """
    refuse_misfits(state, fixed)
    named = {player for pair in fixed.pairs for player in pair.players}
    missing = {pair.first: str(pair.alone) for pair in fixed.pairs if pair.alone in {Alone.ABSENT, Alone.FORFEIT}}
    out = {pk: kind for pk, kind in state.out.items() if pk not in named} | missing
    locks = ((pair.first, pair.second) for pair in fixed.pairs if pair.second is not None or pair.alone is Alone.BYE)
    return replace(state, out=out, locks=tuple(locks))


def refuse_misfits(state: DivisionState, fixed: FixedPairs) -> None:
    """Raise TypedPairsError for players who are not here, and for those left over where nothing else pairs them."""
    problems = []
    if state.division.settings.table_size > 2:
        problems.append(
            _("Tables of more than two are not paired by hand: pair the round, then swap players in the draft.")
        )
    named = {player for pair in fixed.pairs for player in pair.players}
    for player in sorted(named):
        entry = state.entries.get(player)
        if entry is None:
            problems.append(_("A player is not in this division."))
        elif not state.plays(entry):
            problems.append(
                _("%(name)s (#%(number)d) has withdrawn. Reinstate the player first, or leave them out.")
                % {"name": entry.name, "number": entry.number}
            )
    if len(named) < sum(len(pair.players) for pair in fixed.pairs):
        problems.append(_("A player is named in two pairs."))
    if not fixed.complete and not problems:
        left = [
            entry.name
            for pk, entry in state.entries.items()
            if state.plays(entry) and pk not in named and pk not in state.out
        ]
        if left:
            problems.append(left_over(left))
    if problems:
        raise TypedPairsError(problems)


def left_over(names: Iterable[str]) -> str:
    """A sentence about those who have no opponent."""
    return _("Not paired: %(names)s. Give them an opponent or a bye, or let the rest be paired automatically.") % {
        "names": listed(names)
    }


def store_fixed(state: DivisionState, fixed: FixedPairs) -> None:
    """Make the pairs the round's locks, and store who misses the round and who plays in it after all. Event locked."""
    PairLock.objects.filter(division=state.division, round_number=state.number).delete()
    PairLock.objects.bulk_create(
        PairLock(division=state.division, round_number=state.number, first_id=pair.first, second_id=pair.second)
        for pair in fixed.pairs
        if pair.second is not None or pair.alone is Alone.BYE
    )
    store_presence(state.number, fixed.pairs)


def store_presence(number: int, pairs: Iterable[TypedPair]) -> None:
    """Who is named plays in round ``number``, whatever was announced, unless the director says that they miss it. Event locked."""
    rows = list(pairs)
    named = [player for pair in rows for player in pair.players]
    Absence.objects.filter(entry__in=named, round_number=number).delete()
    Absence.objects.bulk_create(
        Absence(entry_id=pair.first, round_number=number, kind=str(pair.alone))
        for pair in rows
        if pair.alone in {Alone.ABSENT, Alone.FORFEIT}
    )
    playing = [player for pair in rows for player in pair.players if pair.alone in {None, Alone.BYE}]
    Entry.objects.filter(pk__in=playing, joined_round__gt=number).update(joined_round=number)


def drop_locks(round_: Round, players: Iterable[int]) -> None:
    """Forget the locks of these players: what the director says of a published round replaces what was fixed for its draft. Event
    locked.
    """
    of_these = Q(first__in=players) | Q(second__in=players)
    PairLock.objects.filter(of_these, division=round_.division, round_number=round_.number).delete()


def in_words(pairs: Iterable[TypedPair], names: Mapping[int, str]) -> list[str]:
    """The pairs as the log names them."""
    return [_one_in_words(pair, names) for pair in pairs]


def _one_in_words(pair: TypedPair, names: Mapping[int, str]) -> str:
    first = names.get(pair.first, "?")
    if pair.second is not None:
        return f"{first} – {names.get(pair.second, '?')}"
    return f"{first} – {Absence.Kind(str(pair.alone or Alone.BYE)).label}"
