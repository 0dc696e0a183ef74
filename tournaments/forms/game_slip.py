"""The slip of a meeting with more than two scores: cards left (or points) of every seat, game by game, or its record."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from games.registry import GAMES
from lexicon.engine.typed import plain_text
from tournaments.engine import game_scores as tally
from tournaments.engine.results import SEATS
from tournaments.forms.slip import ScoresheetForm
from tournaments.inputs.results import ResultInput
from tournaments.models import Pairing, Submission
from tournaments.services.results.scoresheets import fault, match_of
from tournaments.services.rounds.seating import seating_of


class SeatField(forms.CharField):
    """What one seat had at the end of a game: a number, or x for a player who did not come."""

    def __init__(self, *, least: int, most: int, **options: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 12, "size": 4}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **options)
        self.least, self.most = least, most

    def clean(self, value: Any) -> str:
        """The number, ``x``, or nothing."""
        text = plain_text(str(super().clean(value))).strip().lower().replace("×", tally.ABSENT)
        if text in {"", tally.ABSENT}:
            return text
        if not text.removeprefix("-").isdecimal() or not self.least <= int(text) <= self.most:
            wrong = _("“%(value)s” is not a whole number from 0 to %(max)d.")
            if self.least < 0:
                wrong = _("“%(value)s” is not a whole number from −%(max)d to %(max)d.")
            raise ValidationError(wrong % {"value": text[:12], "max": self.most})
        return str(int(text))


class TallySheetForm(ScoresheetForm):
    """One player's report of a meeting. Fields ``game1_seat1`` … stand for what each seat had."""

    def __init__(self, *args: Any, pairing: Pairing, side: str = "", **kwargs: Any) -> None:
        super().__init__(*args, pairing=pairing, side=side, **kwargs)
        self.meeting = match_of(pairing)
        self.names = [seat.entry.name for seat in pairing.seats.all()]
        del self.fields["first_score"], self.fields["second_score"]
        del self.fields["sure"]
        if not self.own_side:
            who = self.fields["side"]
            assert isinstance(who, forms.ChoiceField)
            who.error_messages["required"] = _("Choose which player you are.")
            who.choices = [(seat.value, name) for seat, name in zip(SEATS, self.names, strict=False)]
        played = pairing.round.division.played
        most = played.scoring.most
        least = 0 if played.scoring.by_seats else -most  # cards are never less than none, points are
        for game in range(1, self.meeting.best_of + 1):
            for seat, name in enumerate(self.names, 1):
                self.fields[f"game{game}_seat{seat}"] = SeatField(least=least, most=most, label=name)
        self.heading = played.heading(seating_of(pairing))
        self.initial.setdefault("moves", self.heading)

    def games(self) -> list[tuple[int, list[BoundField]]]:
        """The fields game by game, with the game's number."""
        return [
            (game, [self[f"game{game}_seat{seat}"] for seat in range(1, len(self.names) + 1)])
            for game in range(1, self.meeting.best_of + 1)
        ]

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
        found = []
        for game in range(1, self.meeting.best_of + 1):
            values = tuple(self.cleaned_data[f"game{game}_seat{seat}"] for seat in range(1, len(self.names) + 1))
            found.append(values if any(values) else ())
        return found

    def _tally(self, games: list[tuple[str, ...]]) -> str:
        while games and not games[-1]:
            games.pop()
        for number, values in enumerate(games, 1):
            for seat in range(len(self.names)):
                if not values or not values[seat]:
                    name = self.names[seat]
                    self.add_error(
                        f"game{number}_seat{seat + 1}", _("The number for %(name)s is missing.") % {"name": name}
                    )
        if self.errors:
            return ""
        played = [tuple(None if value == tally.ABSENT else int(value) for value in values) for values in games]
        try:
            tally.check(played, self.meeting)
        except tally.GameScoresError as error:
            raise ValidationError(fault(error), code="tally") from error
        return tally.write(played, cards=self.meeting.cards)

    def record(self) -> bytes:
        """The record as it was given; the players' names alone are none."""
        typed = self.cleaned_data.get("moves", "")
        if self.cleaned_data.get("record_file") is None and typed.split() == self.heading.split():
            return b""
        return super().record()

    def result(self) -> ResultInput | None:
        """The reported result; None when only a record was given."""
        typed = self.cleaned_data["tally"]
        return ResultInput(tally=typed) if typed else None


def sheet_form(*args: Any, pairing: Pairing, side: str = "", **kwargs: Any) -> ScoresheetForm:
    """The form of a report that fits the game; with a ``side`` it does not ask who reports."""
    meeting = match_of(pairing)
    kind = TallySheetForm if meeting.cards or meeting.seats > 2 else ScoresheetForm
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
