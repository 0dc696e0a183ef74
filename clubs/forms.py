"""Forms of accounts and clubs."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Role, User
from clubs.scopes import LABELS, Scope
from clubs.services import ClubChanges, ClubInput
from clubs.sign_in import user_of_password
from clubs.tokens import MAX_NAME, TokenInput
from limits.services import TooOftenError
from limits.web import again_in


class SignInForm(AuthenticationForm):
    """Name and password; ``seconds`` to wait when they were tried too often."""

    seconds = 0

    def clean(self) -> dict[str, Any]:
        """Look at the password, if one more try is allowed."""
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if name is None or not password or self.request is None:
            return self.cleaned_data
        try:
            user = user_of_password(self.request, name, password)
        except TooOftenError as error:
            self.seconds = error.seconds
            message = _("Too many wrong passwords: %(wait)s") % {"wait": again_in(error.seconds)}
            raise forms.ValidationError(message, code="too_often") from error
        if user is None:
            raise self.get_invalid_login_error()
        self.confirm_login_allowed(user)
        self.user_cache = user
        return self.cleaned_data


class SignUpForm(UserCreationForm[User]):
    """Name and password; nothing else is needed to play."""

    class Meta:
        model = User
        fields = ("username",)


class ClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(label=_("Name of the club"), max_length=120)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_("The club's name in its web address. Leave empty to make it from the name."),
    )
    about = forms.CharField(label=_("About"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def to_input(self) -> ClubInput:
        """The frozen input of ``create_club``; call after ``is_valid()``."""
        return ClubInput(**self.cleaned_data)


class ClubChangesForm(forms.Form):
    """A club's name and text."""

    name = forms.CharField(label=_("Name of the club"), max_length=120)
    about = forms.CharField(label=_("About"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 5}))

    def changes(self) -> ClubChanges:
        """The frozen input of ``update_club``; call after ``is_valid()``."""
        return ClubChanges(**self.cleaned_data)


class MemberForm(forms.Form):
    """Give a registered user a role."""

    username = forms.CharField(label=_("Username"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class TokenForm(forms.Form):
    """A new API token: what it is called, what it is for, in which club, for how long."""

    name = forms.CharField(
        label=_("Name"), max_length=MAX_NAME, help_text=_("what uses it, such as “scoreboard in the hall”")
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"), choices=list(LABELS.items()), widget=forms.CheckboxSelectMultiple, initial=[Scope.READ]
    )
    club = forms.ChoiceField(label=_("Clubs"), required=False)
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=[(1, _("one day")), (30, _("30 days")), (365, _("one year"))],
        initial=30,
    )

    def __init__(self, *args: Any, clubs: Iterable[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["club"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("all my clubs")), *((club.slug, club.name) for club in clubs)]

    def to_input(self) -> TokenInput:
        """The frozen input of ``make_token``; call after ``is_valid()``."""
        clean = self.cleaned_data
        return TokenInput(
            name=clean["name"],
            scopes=frozenset(map(Scope, clean["scopes"])),
            days=clean["days"],
            club=clean["club"] or None,
        )
