"""The slip of a match with more than two scores: cards left (or points) of every seat, game by game, or its record."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from games.registry import GAMES
from tournaments.engine import game_scores as tally
from tournaments.engine.results import SEATS
from tournaments.forms.fields import set_choices
from tournaments.forms.slip import ScoresheetForm
from tournaments.inputs.results import ResultInput
from tournaments.models import Pairing, Submission
from tournaments.services.results.matches import fault, meeting_of
from tournaments.services.rounds.seating import seating_of


class SeatField(forms.CharField):
    """What one seat had at the end of a game: a number, or x for a player who did not come."""

    def __init__(self, *, most: int, **options: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 12, "size": 4}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **options)
        self.most = most

    def clean(self, value: Any) -> str:
        """The digits, ``x``, or nothing."""
        text = str(super().clean(value)).strip().lower().replace("×", tally.ABSENT)
        if text in {"", tally.ABSENT}:
            return text
        if not text.isdecimal() or int(text) > self.most:
            raise ValidationError(
                _("“%(value)s” is not a whole number from 0 to %(max)d.") % {"value": text[:12], "max": self.most}
            )
        return str(int(text))


class TallySheetForm(ScoresheetForm):
    """One player's report of a match. Fields ``game1_seat1`` …: what each seat had at the end of each game."""

    def __init__(self, *args: Any, pairing: Pairing, side: str = "", **kwargs: Any) -> None:
        super().__init__(*args, pairing=pairing, side=side, **kwargs)
        self.match = meeting_of(pairing)
        self.names = [seat.entry.name for seat in pairing.seats.all()]
        for name in ("first_score", "second_score", "sure"):
            del self.fields[name]
        if not self.own_side:
            self.fields["side"].error_messages["required"] = _("Choose which player you are.")
            set_choices(self, "side", [(seat.value, name) for seat, name in zip(SEATS, self.names, strict=False)])
        played = pairing.round.division.played
        most = played.scoring.most
        for names in self._field_names():
            self.fields.update(
                {field: SeatField(most=most, label=name) for field, name in zip(names, self.names, strict=True)}
            )
        self.heading = played.heading(seating_of(pairing))
        self.initial.setdefault("moves", self.heading)

    def games(self) -> list[tuple[int, list[BoundField]]]:
        """The fields game by game, with the game's number."""
        return [(game, [self[name] for name in names]) for game, names in enumerate(self._field_names(), 1)]

    def _field_names(self) -> list[list[str]]:
        """The names of the fields, game by game and seat by seat."""
        seats = range(1, len(self.names) + 1)
        return [[f"game{game}_seat{seat}" for seat in seats] for game in range(1, self.match.best_of + 1)]

    def clean(self) -> dict[str, Any]:
        """The games that are filled in, or a record."""
        data = forms.Form.clean(self) or self.cleaned_data
        if self.errors:
            return data
        if data["record_file"] is not None and data["moves"].split() not in ([], self.heading.split()):
            self.add_error("record_file", _("Send the file or the typed game, not both: clear one of them."))
        games = self._typed()
        if not any(games) and not self.record():
            raise ValidationError(_("Enter how many cards each player had left, or add the game."), code="nothing")
        data["tally"] = self._tally(games) if any(games) else ""
        return data

    def _typed(self) -> list[tuple[str, ...]]:
        """What was filled in, game by game; () for a game without anything."""
        games = [tuple(self.cleaned_data[name] for name in names) for names in self._field_names()]
        return [values if any(values) else () for values in games]

    def _tally(self, games: list[tuple[str, ...]]) -> str:
        while games and not games[-1]:
            games.pop()
        for fields, values in zip(self._field_names(), games, strict=False):
            for seat, name in enumerate(self.names):
                if not values or not values[seat]:
                    self.add_error(fields[seat], _("The number for %(name)s is missing.") % {"name": name})
        if self.errors:
            return ""
        played = [tuple(None if value == tally.ABSENT else int(value) for value in values) for values in games]
        try:
            tally.check(played, self.match)
        except tally.TallyError as error:
            raise ValidationError(fault(error), code="tally") from error
        return tally.write(played, cards=self.match.cards)

    def record(self) -> bytes:
        """The record as it was sent; the players' names alone are none."""
        typed = self.cleaned_data.get("moves", "")
        if self.cleaned_data.get("record_file") is None and typed.split() == self.heading.split():
            return b""
        return super().record()

    def result(self) -> ResultInput | None:
        """The reported result; None when only a record was sent."""
        typed = self.cleaned_data["tally"]
        return ResultInput(tally=typed) if typed else None


def sheet_form(*args: Any, pairing: Pairing, side: str = "", **kwargs: Any) -> ScoresheetForm:
    """The form of a report that fits the game; ``side``: who reports, if that need not be asked."""
    match = meeting_of(pairing)
    kind = TallySheetForm if match.cards or match.seats > 2 else ScoresheetForm
    return kind(*args, pairing=pairing, side=side, **kwargs)


def reported_values(report: Submission) -> dict[str, Any]:
    """The fields of the form as a report filled them in, to correct it in place; the token is a new one."""
    if not report.tally:
        values: dict[str, Any] = {"first_score": report.first_score, "second_score": report.second_score}
    else:
        values = {
            f"game{game}_seat{seat}": tally.ABSENT if value is None else value
            for game, points in enumerate(tally.parse(report.tally), 1)
            for seat, value in enumerate(points, 1)
        }
    formats = {game.typed_format for game in GAMES.values()}
    typed = report.record is not None and report.record.format in formats
    text = bytes(report.record.original).decode(errors="replace") if report.record is not None and typed else ""
    return {**values, "side": report.side, **({"moves": text} if text else {})}
