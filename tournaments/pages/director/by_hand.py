"""A round paired by hand: pairs typed, pasted, chosen from a list or dragged; checked, then drafted or changed."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from core.wording import listed
from tournaments.engine.typed_pairs import Alone, Listed, TypedPair, with_pair, with_swap, written
from tournaments.errors import TournamentError, TypedPairsError
from tournaments.forms.by_hand import HandForm
from tournaments.models import Division, Pairing, Round
from tournaments.pages.director import common
from tournaments.pages.director.rounds import page_context
from tournaments.queries.rounds import PairingLine, pairings_of
from tournaments.queries.state import load_state
from tournaments.services.rounds.by_hand import HandPairing, pair_by_hand
from tournaments.services.rounds.fixed_pairs import FixedPairs, read_fixed
from tournaments.services.rounds.pairing import DraftChoice
from tournaments.services.rounds.readiness import readiness
from tournaments.services.rounds.requests import default_choice, requested_choice

#: Notes about results that a round can be paired without.
UNFINISHED = frozenset({"results_missing", "conflict", "open_question"})
_ALONE = {Pairing.Kind.BYE: Alone.BYE, Pairing.Kind.FORFEIT: Alone.FORFEIT}


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A table with its players. ``stored``: as it is in the round now, as it would be typed; "" where it is new. ``kept_table``: the
    table that the game keeps whoever moves there; ``alone``: what the round is for one player.
    """

    table: int | None
    players: tuple[Listed, ...]
    stored: str
    kept_table: int | None = None
    alone: Alone | None = None


def by_hand(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """The form with the round's tables beside it; a POST checks what was typed, changes the text, or stores it."""
    common.refuse_beyond_plan(division, number)
    round_ = Round.objects.filter(division=division, number=number).select_related("run").first()
    if round_ is not None:
        round_.division = division
    page = _Page(request, division, number, round_)
    if request.method != "POST":
        return page.show(page.fresh_form({}))
    form = page.form(request.POST)
    if not form.is_valid():
        return page.show(form)
    if request.POST.get("do") in {"pair", "swap"}:
        return page.edit_text(form, swap=request.POST["do"] == "swap")
    return page.act(form, store=request.POST.get("do") == "save")


class _Page:
    """One request of the page."""

    def __init__(self, request: HttpRequest, division: Division, number: int, round_: Round | None) -> None:
        self.request, self.division, self.number, self.round = request, division, number, round_
        self.state = load_state(division, number)
        self.players = [Listed(pk, entry.number, entry.name) for pk, entry in self.state.entries.items()]
        self.lines = pairings_of(round_) if round_ is not None else []
        self.stored = [_typed(line) for line in self.lines]

    @cached_property
    def missing(self) -> bool:
        """Whether results are missing, or in doubt, that pairing would wait for."""
        return any(note.code in UNFINISHED for note in readiness(self.state))

    def form(self, data: Any) -> HandForm:
        """The form as it was sent."""
        return HandForm(data, round_=self.round, players=self.players, missing=self.missing)

    def fresh_form(self, values: dict[str, Any]) -> HandForm:
        """The form to begin with, or with a changed text."""
        version = self.round.version if self.round is not None else None
        initial = {"complete": True, "expected_version": version} | values
        return HandForm(initial=initial, round_=self.round, players=self.players, missing=self.missing)

    def edit_text(self, form: HandForm, *, swap: bool) -> HttpResponse:
        """Add a pair of the two chosen players to the text, or swap them."""
        one, other = form.cleaned_data["player"], form.cleaned_data["opponent"]
        try:
            typed = read_fixed(self.division, form.cleaned_data["text"])
        except TypedPairsError as error:
            return self.show(_refused(form, error))
        if one is None or one == other or (swap and other is None):
            form.add_error("player", _("Choose two different players."))
            return self.show(form)
        pairs = _overlaid([replace(pair, table=None) for pair in self.stored], typed)
        pairs = with_swap(pairs, one, other) if swap else with_pair(pairs, one, other)
        text = written([*_differing(self.stored, pairs), *_out(typed, {one, other})], self.players, tables=True)
        values = {**form.cleaned_data, "text": text, "player": None, "opponent": None}
        return self.show(self.fresh_form(values))

    def act(self, form: HandForm, *, store: bool) -> HttpResponse:
        """Check or store what was typed."""
        data = form.cleaned_data
        try:
            pairs = read_fixed(self.division, data["text"])
            made = pair_by_hand(
                actor=common.signed_in(self.request),
                division=self.division,
                number=self.number,
                fixed=FixedPairs(pairs, data["complete"], data["expected_version"]),
                anew=data.get("anew", False),
                reason=data.get("reason", ""),
                store=store,
                choice=self._choice(despite_missing=data.get("despite_missing", False)),
            )
        except TournamentError as error:
            return self.show(_refused(form, error))
        if not store:
            return self.show(form, made)
        return common.back_with(
            self.request,
            common.round_url(self.division, self.number),
            done=self._done(made) if not made.waiting else "",
        )

    def _choice(self, *, despite_missing: bool) -> DraftChoice:
        """How the others are paired: as the draft was, or as the form of a new round opens."""
        run = self.round.run if self.round is not None else None
        choice = requested_choice(self.division, self.number, run) or default_choice(self.division, self.number)
        return {**choice, "despite_missing": despite_missing}  # type: ignore[typeddict-item]  # as the form of a round

    def _done(self, made: HandPairing) -> str:
        values = {"number": self.number, "names": listed(made.concerned)}
        if made.change is None:
            return _("Round %(number)d drafted. Check it, then publish.") % values
        if made.round.state == Round.State.DRAFT:
            return _("Draft of round %(number)d changed.") % values
        return _("Round %(number)d changed. New table or opponent: %(names)s. Print their new slips.") % values

    def show(self, form: HandForm, made: HandPairing | None = None) -> HttpResponse:
        """The page, with what the check says."""
        context = page_context(self.request, self.division, self.number) | {
            "round": self.round,
            "form": form,
            "made": made,
            "changed": [line for line in made.lines if line.changed] if made is not None else [],
            "board": self._board(form, made),
            "read": written(self._read(form), self.players, tables=True),
            "crumbs": self._crumbs(),
        }
        context["free"] = self._free(context["board"])
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        return render(self.request, "tournaments/director/by_hand.html", context, status=status)

    def _crumbs(self) -> common.Crumbs:
        here = (_("Round %(number)d") % {"number": self.number}, common.round_url(self.division, self.number))
        return [*common.event_crumbs(self.division.event), here]

    def _board(self, form: HandForm, made: HandPairing | None) -> list[BoardRow]:
        """The round's tables as they are to be: as the check made them, or with what is typed."""
        by_id = {player.id: player for player in self.players}
        typed = self._read(form)
        if made is not None:
            pairs: Sequence[TypedPair] = [_typed(line.line) for line in made.lines]
        else:
            pairs = _overlaid(self.stored, typed)
        tables = {frozenset(pair.players): pair.table for pair in typed if pair.table is not None}
        before = {pair.players: pair for pair in self.stored}
        rows = []
        for pair in pairs:
            same = before.get(pair.players)
            is_stored = same is not None and same.alone == pair.alone
            stored = written([same], self.players, tables=self._keeps_tables) if same is not None and is_stored else ""
            table = tables.get(frozenset(pair.players), pair.table if self._keeps_tables else None)
            players = tuple(by_id[player] for player in pair.players)
            rows.append(BoardRow(pair.table, players, stored, table, pair.alone))
        return rows

    @cached_property
    def _keeps_tables(self) -> bool:
        """Whether players who are moved sit down where they are put: those with a table of their own take it with them."""
        return self.round is not None and not any(entry.fixed_table for entry in self.state.entries.values())

    def _read(self, form: HandForm) -> Sequence[TypedPair]:
        """What the text says; nothing, where it cannot be read."""
        try:
            return read_fixed(self.division, form["text"].value() or "")
        except TypedPairsError:
            return ()

    def _free(self, board: Sequence[BoardRow]) -> list[Listed]:
        """Who plays in the division and sits nowhere."""
        seated = {player.id for row in board for player in row.players}
        return [
            player
            for player in self.players
            if player.id not in seated and self.state.plays(self.state.entries[player.id])
        ]


def _typed(line: PairingLine) -> TypedPair:
    """A pairing of the round as it would be typed."""
    if line.second is None:
        return TypedPair(line.first.entry_id, alone=_ALONE[Pairing.Kind(line.kind)])
    return TypedPair(line.first.entry_id, line.second.entry_id, table=line.table_number)


def _overlaid(stored: Sequence[TypedPair], typed: Sequence[TypedPair]) -> Sequence[TypedPair]:
    """The round with the typed pairs in it; who loses an opponent by them sits nowhere."""
    pairs: Sequence[TypedPair] = stored
    for pair in typed:
        if pair.alone in {Alone.ABSENT, Alone.FORFEIT}:
            pairs = [one for one in pairs if pair.first not in one.players]
        else:
            pairs = with_pair(pairs, pair.first, pair.second)
            if pair.table is not None:
                pairs = [replace(one, table=pair.table) if one.players == pair.players else one for one in pairs]
    return pairs


def _differing(stored: Sequence[TypedPair], pairs: Sequence[TypedPair]) -> list[TypedPair]:
    """The pairs that the round does not have yet, or not at the table that was typed; the others keep their tables anyway."""
    now = {(pair.players, pair.alone) for pair in stored}
    return [pair for pair in pairs if pair.table is not None or (pair.players, pair.alone) not in now]


def _out(typed: Sequence[TypedPair], chosen: Set[int | None]) -> list[TypedPair]:
    """Those who are typed as missing the round or losing it, but for the players just chosen."""
    return [pair for pair in typed if pair.alone in {Alone.ABSENT, Alone.FORFEIT} and pair.first not in chosen]


def _refused(form: HandForm, error: TournamentError) -> HandForm:
    """The form with a refusal at the field that it is about."""
    problems = error.problems if isinstance(error, TypedPairsError) else [str(error)]
    field = "reason" if error.code == "reason" and "reason" in form.fields else "text"
    for problem in problems[:20]:
        form.add_error(field if error.kind != "stale" else None, problem)
    return form
