"""The form that deletes one's account."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player, User
from core.form_fields import ticks


class LeavingForm(forms.Form):
    """Which players go too, and the password; the username where the account has no password."""

    players = ticks(
        gettext_lazy("Put a number in place of the name of"),
        Player.objects.none(),
        gettext_lazy("Players that you do not tick keep their names and no longer belong to an account."),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        strip=False,
        max_length=200,
    )
    username = forms.CharField(
        label=gettext_lazy("Your username, to confirm"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        max_length=150,
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        own = user.players.order_by("pk")
        players = self.fields["players"]
        assert isinstance(players, forms.ModelMultipleChoiceField)
        players.queryset, players.initial = own, [player.pk for player in own]
        if not players.initial:
            del self.fields["players"]
        del self.fields["username" if user.has_usable_password() else "password"]

    def clean_password(self) -> str:
        """The account's own."""
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise forms.ValidationError(_("Wrong password. Nothing has been deleted."), code="password")
        return password

    def clean_username(self) -> str:
        """As the account has it, in any case."""
        typed = str(self.cleaned_data["username"])
        if typed.strip().casefold() != self.user.username.casefold():
            raise forms.ValidationError(
                _("This is not your username, %(name)s. Nothing has been deleted.") % {"name": self.user.username},
                code="username",
            )
        return typed
