"""The form of a slip: scores or moves, from someone without an account; and the code that leads to it."""

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.forms.boundfield import BoundField
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.form_fields import DigitsInput, WholeNumber, tick
from core.typed import plain_move
from games.models import MAX_RECORD_BYTES
from games.registry import GAMES
from tournaments.engine import game_scores
from tournaments.engine.results import SEATS, Side
from tournaments.forms.fields import set_choices, text_of
from tournaments.forms.leader import LeaderField, leader_of
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import CODE_LETTERS, MAX_SCORE, MIN_SCORE, Pairing, Submission
from tournaments.services.events.rules import rules_of, seating_of
from tournaments.services.results.scoresheets import fault, match_of

#: The longest game on paper has under 60 turns; this is room for several times that, with notes.
MAX_TYPED = 20_000


class CodeForm(forms.Form):
    """The code of a table, as it is printed on its slip."""

    code = forms.CharField(
        label=gettext_lazy("Code on the slip"),
        max_length=20,
        help_text=gettext_lazy("Five letters or digits, such as K7QM2."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "autofocus": True}
        ),
        error_messages={"required": gettext_lazy("Type the code from the slip.")},
    )

    def clean_code(self) -> str:
        """The code without spaces and hyphens, in capitals; codes have no 0, O, 1 or I."""
        typed: str = self.cleaned_data["code"].upper().replace(" ", "").replace("-", "")
        if not re.fullmatch(f"[{CODE_LETTERS}]{{5}}", typed):
            raise ValidationError(
                _("“%(code)s” is not a code: codes have five letters or digits, and never 0, O, 1 or I."),
                params={"code": typed},
                code="code",
            )
        return typed


class ScoreField(WholeNumber):
    """A game score; its messages name the player."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            required=False, min_value=MIN_SCORE, max_value=MAX_SCORE, widget=DigitsInput({"maxlength": 12}), **options
        )

    def name_player(self, name: str) -> None:
        """Put the player's name into the label and the messages."""
        self.label = name
        wrong = _("The score of %(name)s must be a whole number from −%(max)d to %(max)d.") % {
            "name": name,
            "max": MAX_SCORE,
        }
        self.error_messages["invalid"] = wrong
        for validator in self.validators:
            if hasattr(validator, "limit_value"):
                validator.message = wrong  # type: ignore[attr-defined] # Min/MaxValueValidator, made by IntegerField for this field alone


class ScoresheetForm(forms.Form):
    """One player's report of one game. The pairing gives the names; ``oversized``: a file was too large to be received."""

    side = forms.ChoiceField(
        label=gettext_lazy("Who are you?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose which of the two players you are.")},
    )
    first_score = ScoreField()
    second_score = ScoreField()
    moves = forms.CharField(
        required=False,
        max_length=MAX_TYPED,
        widget=forms.Textarea(
            attrs={
                "rows": 8,
                "class": "moves-box",
                "autocapitalize": "off",
                "autocorrect": "off",
                "autocomplete": "off",
                "spellcheck": "false",
            }
        ),
    )
    record_file = forms.FileField(
        required=False,
        allow_empty_file=True,
    )
    sure = tick(gettext_lazy("Yes, these scores are right"))
    client_token = forms.UUIDField(required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    game = forms.IntegerField(required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, pairing: Pairing, side: str = "", oversized: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pairing = pairing
        self.initial["game"] = pairing.pk
        self.own_side = side
        self.asks_again = False  # about an unlikely score
        self.oversized = oversized
        self.upload_name = ""
        self.label_suffix = ""
        first, *_more, second = [seat.entry.name for seat in pairing.seats.all()]
        if self.own_side:
            del self.fields["side"]
        else:
            set_choices(self, "side", [(Side.FIRST, first), (Side.SECOND, second)])
        for field, name in (("first_score", first), ("second_score", second)):
            score = self.fields[field]
            assert isinstance(score, ScoreField)
            score.name_player(name)
        self.asks_leader = False  # the totals are equal, and nobody has said who wins
        division = pairing.round.division
        if division.played.leader_wins_tie(rules_of(division)):
            self.fields["led_before"] = LeaderField([seat.entry.name for seat in pairing.seats.all()])
        self.initial.setdefault("client_token", uuid4())
        self._set_up_record()

    def _set_up_record(self) -> None:
        """Label the box of moves and the file as the game needs them."""
        division = self.pairing.round.division
        played = division.played
        self.takes_record = len(self.pairing.seats.all()) <= played.record_players
        moves, file = self.fields["moves"], self.fields["record_file"]
        hint = played.slip_hint(division.settings.rule_options)
        moves.label, moves.help_text = str(played.slip.label), f"{played.slip.help} {hint}".strip()
        moves.widget.attrs |= played.slip.attributes
        file.label = str(played.slip.file_label)
        file.widget.attrs["accept"] = played.slip.accept

    def clean_record_file(self) -> bytes | None:
        """The file's bytes; None when none was chosen."""
        upload = self.cleaned_data.get("record_file")
        if self.oversized or (upload and upload.size > MAX_RECORD_BYTES):
            raise ValidationError(
                _(
                    "The file is too large: the limit is %(limit)d kB, and a game record is about 5. Is it the right "
                    "file?"
                )
                % {"limit": MAX_RECORD_BYTES // 1024},
                code="too_large",
            )
        if not isinstance(upload, UploadedFile):
            return None
        data: bytes = upload.read()
        if not data.strip():
            raise ValidationError(
                _("“%(name)s” is empty. Choose the file again.") % {"name": upload.name}, code="empty"
            )
        return data

    def clean(self) -> dict[str, Any]:
        """Scores or a game, and not half of either."""
        data = super().clean() or self.cleaned_data
        self._refuse_other_game()
        if self.errors:
            return data
        if data["record_file"] is not None and data["moves"].strip():
            self.add_error("record_file", _("Send the file or the typed moves, not both: clear one of them."))
        missing = [name for name in ("first_score", "second_score") if data[name] is None]
        if len(missing) == 1:
            name = self.fields[missing[0]].label
            self.add_error(missing[0], _("The score of %(name)s is missing.") % {"name": name})
        elif missing and not self.record():
            raise ValidationError(_("Enter both scores, or add the game: its moves or a GCG file."), code="nothing")
        elif not missing:
            self._ask_again(data["first_score"], data["second_score"])
        return data

    def _refuse_other_game(self) -> None:
        """A form that was opened before the director changed the pairings is about another game: its player has to look again."""
        game = self.cleaned_data.get("game")
        if game is None or game == self.pairing.pk:
            return
        self.data = {**self.data.dict(), "game": self.pairing.pk} if hasattr(self.data, "dict") else self.data
        names = " – ".join(seat.entry.name for seat in self.pairing.seats.all())
        self.add_error(
            None,
            _("The pairings were changed: this is now the game %(names)s. Check the scores, then send them again.")
            % {"names": names},
        )

    def _ask_again(self, first: int, second: int) -> None:
        """Ask about a score that is hardly possible. Raises ValidationError until the player ticks the box."""
        division = self.pairing.round.division
        self.asks_again = division.played.is_unlikely((first, second), rules_of(division))
        if self.asks_again and not self.cleaned_data["sure"]:
            raise ValidationError(
                _(
                    "%(first)d – %(second)d would be a very unusual score. Check it; if it is right, tick the box "
                    "and send it."
                )
                % {"first": first, "second": second},
                code="unlikely",
            )

    def record(self) -> bytes:
        """The record as it was sent; empty when there is none."""
        upload: bytes | None = self.cleaned_data.get("record_file")
        if upload is not None:
            return upload
        typed = self.cleaned_data.get("moves", "")
        return typed.encode() if typed.strip() else b""

    def to_input(self, *, link: int | None) -> ScoresheetInput:
        """The frozen input of ``submit_scoresheet``; call after ``is_valid()``. ``link``: the player's own, None for the table's."""
        data = self.cleaned_data
        return ScoresheetInput(
            side=self.own_side or data["side"],
            channel=Submission.Channel.TABLE if link is None else Submission.Channel.LINK,
            client_token=str(data["client_token"] or uuid4()),
            result=self.result(),
            record=self.record(),
            link=link,
        )

    def result(self) -> ResultInput | None:
        """The reported result; None when only a record was sent."""
        scores = self.cleaned_data["first_score"], self.cleaned_data["second_score"]
        if None in scores:
            return None
        return self._with_leader(ResultInput(first_score=scores[0], second_score=scores[1]))

    def _with_leader(self, result: ResultInput) -> ResultInput:
        return replace(result, led_before=leader_of(self, result)) if "led_before" in self.fields else result

    def ask_leader(self, message: str) -> None:
        """Show the question who led before, with the reason that it is asked."""
        self.asks_leader = True
        self.add_error("led_before" if "led_before" in self.fields else None, message)

    @property
    def shows_leader(self) -> bool:
        """Whether the question is open from the start; a script opens it when the totals become equal."""
        return self.asks_leader or bool("led_before" in self.fields and self["led_before"].value())

    def keep_upload(self) -> None:
        """Show the text of a file in the box of moves when the form goes back: a page cannot choose the file again."""
        upload = self.files.get("record_file")
        if upload is None or "record_file" in self.errors or self.data.get("moves", "").strip():
            return
        upload.seek(0)
        text = text_of(upload.read())
        if text is not None and len(text) <= MAX_TYPED:
            self._retype("moves", text)
            self.upload_name = upload.name or ""

    def renew_token(self) -> None:
        """Make what is sent next another report."""
        self._retype("client_token", str(uuid4()))

    def _retype(self, name: str, value: str) -> None:
        """Show another value in one of the fields when the form goes back to the page."""
        data = MultiValueDict({key: [text] for key, text in self.data.items()})
        data[name] = value
        self.data = data


class SeatField(forms.CharField):
    """What one seat had at the end of a game: a number, or x for a player who did not come."""

    def __init__(self, *, least: int, most: int, **options: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 12, "size": 4}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **options)
        self.least, self.most = least, most

    def clean(self, value: Any) -> str:
        """The number, ``x``, or nothing."""
        text = plain_move(str(super().clean(value))).strip().lower().replace("×", game_scores.ABSENT)
        if text in {"", game_scores.ABSENT}:
            return text
        if not text.removeprefix("-").isdecimal() or not self.least <= int(text) <= self.most:
            wrong = _("“%(value)s” is not a whole number from 0 to %(max)d.")
            if self.least < 0:
                wrong = _("“%(value)s” is not a whole number from −%(max)d to %(max)d.")
            raise ValidationError(wrong % {"value": text[:12], "max": self.most})
        return str(int(text))


class TallySheetForm(ScoresheetForm):
    """One player's report of a match. Fields ``game1_seat1`` …: what each seat had at the end of each game."""

    def __init__(self, *args: Any, pairing: Pairing, side: str = "", **kwargs: Any) -> None:
        super().__init__(*args, pairing=pairing, side=side, **kwargs)
        self.match = match_of(pairing)
        self.names = [seat.entry.name for seat in pairing.seats.all()]
        for name in ("first_score", "second_score", "sure"):
            del self.fields[name]
        if not self.own_side:
            self.fields["side"].error_messages["required"] = _("Choose which player you are.")
            set_choices(self, "side", [(seat.value, name) for seat, name in zip(SEATS, self.names, strict=False)])
        played = pairing.round.division.played
        most = played.scoring.most
        least = 0 if played.scoring.by_seats else -most  # cards are never less than none, points are
        for names in self._field_names():
            self.fields.update(
                {
                    field: SeatField(least=least, most=most, label=name)
                    for field, name in zip(names, self.names, strict=True)
                }
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
        self._refuse_other_game()
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
        played = [tuple(None if value == game_scores.ABSENT else int(value) for value in values) for values in games]
        try:
            game_scores.check(played, self.match)
        except game_scores.GameScoresError as error:
            raise ValidationError(fault(error), code="tally") from error
        return game_scores.write(played, cards=self.match.cards)

    def record(self) -> bytes:
        """The record as it was sent; the players' names alone are none."""
        typed = self.cleaned_data.get("moves", "")
        if self.cleaned_data.get("record_file") is None and typed.split() == self.heading.split():
            return b""
        return super().record()

    def result(self) -> ResultInput | None:
        """The reported result; None when only a record was sent."""
        typed = self.cleaned_data["tally"]
        if not typed:
            return None
        return self._with_leader(ResultInput(tally=typed))


def sheet_form(*args: Any, pairing: Pairing, side: str = "", **kwargs: Any) -> ScoresheetForm:
    """The form of a report that fits the game; ``side``: who reports, if that need not be asked."""
    match = match_of(pairing)
    kind = TallySheetForm if match.cards or match.seats > 2 else ScoresheetForm
    return kind(*args, pairing=pairing, side=side, **kwargs)


def reported_values(report: Submission) -> dict[str, Any]:
    """The fields of the form as a report filled them in, to correct it in place; the token is a new one."""
    if not report.tally:
        values: dict[str, Any] = {"first_score": report.first_score, "second_score": report.second_score}
    else:
        values = {
            f"game{game}_seat{seat}": game_scores.ABSENT if value is None else value
            for game, points in enumerate(game_scores.parse(report.tally), 1)
            for seat, value in enumerate(points, 1)
        }
    formats = {game.typed_format for game in GAMES.values()}
    typed = report.record is not None and report.record.format in formats
    text = bytes(report.record.original).decode(errors="replace") if report.record is not None and typed else ""
    values["led_before"] = report.led_before
    return {**values, "side": report.side, **({"moves": text} if text else {})}
