"""Forms of accounts and clubs."""

from collections.abc import Iterable
from typing import Any

from allauth.account.forms import LoginForm, SignupForm
from allauth.account.models import Login
from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.models import MAX_ABOUT, MAX_SITE_TEXT, Club, Role, RollReaders
from clubs.scopes import LABELS, Scope
from clubs.services import CLUB_DETAILS, ClubChanges, ClubInput
from clubs.sign_in import user_of_password
from clubs.tokens import MAX_NAME, TokenInput
from core.form_fields import optional_text, tick
from core.zones import check_zone
from limits.services import TooOftenError
from limits.web import again_in


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth has no types
    """Name or e-mail address, and password; ``seconds`` to wait when they were tried too often."""

    seconds = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or e-mail address")
        self.fields["login"].widget = forms.TextInput(attrs={"autocomplete": "username webauthn", "autofocus": True})
        self.fields["password"].widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""

    def add_prefix(self, field_name: str) -> str:
        """Browsers have stored passwords under the name that this field has always had."""
        return "username" if field_name == "login" else str(super().add_prefix(field_name))

    def _clean_with_password(self, credentials: dict[str, str]) -> dict[str, Any]:
        """Look at the password, if one more try is allowed. Allauth calls this."""
        try:
            user = user_of_password(self.request, self.cleaned_data["login"], self.cleaned_data["password"])
        except TooOftenError as error:
            self.seconds = error.seconds
            message = _("Too many wrong passwords: %(wait)s") % {"wait": again_in(error.seconds)}
            raise forms.ValidationError(message, code="too_often") from error
        if user is None:
            raise forms.ValidationError(
                _("Wrong user name or password. Capital letters count in passwords only."), code="invalid_login"
            )
        self._login = Login(user=user, email=credentials.get("email"))
        self.user = user
        return dict(self.cleaned_data)


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    """Name, e-mail address and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Username")
        self.fields["username"].help_text = _("Others see it. Letters, digits and @ . + - _")
        email = self.fields["email"]
        email.label = _("E-mail address") if email.required else _("E-mail address (may be left empty)")
        email.help_text = _("Nobody else sees it. Without it we cannot send you a new password.")
        self.fields["password1"].label = _("Password")
        self.fields["password2"].label = _("Password confirmation")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class ClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(label=_("Name of the club"), max_length=120)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_("The club's name in its web address. Leave empty to make it from the name."),
    )
    about = optional_text(_("About"), MAX_ABOUT, rows=3)

    def to_input(self) -> ClubInput:
        """The frozen input of ``create_club``; call after ``is_valid()``."""
        return ClubInput(**self.cleaned_data)


class ZoneField(forms.CharField):
    """The name of a time zone, with the known ones offered as one types."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=60, required=False, validators=[check_zone], **options)
        self.widget.attrs |= {"list": "time-zones", "autocomplete": "off"}


class ClubChangesForm(forms.Form):
    """A club's details, and its photo."""

    name = forms.CharField(label=_("Name of the club"), max_length=120)
    about = optional_text(_("About"), MAX_ABOUT, _("Markdown: # heading, **bold**, - list, [link](https://…)."), rows=8)
    place = optional_text(_("Place"), 200, _("Venue and address."))
    map_url = forms.URLField(
        label=_("Map link"),
        max_length=500,
        required=False,
        assume_scheme="https",
        help_text=_("Address of a map that shows the venue."),
    )
    languages = optional_text(_("Languages"), 120, _("Which ones you speak and play in."))
    time_zone = ZoneField(
        label=_("Time zone"),
        help_text=_("Such as Europe/London; empty: the site's own time. Events without one of their own take it."),
    )
    roll_readers = forms.ChoiceField(label=_("Who sees the names of the members"), choices=RollReaders.choices)
    takes_messages = tick(
        _("Visitors can write to the club"), _("Messages go to its directors, whose addresses are not shown.")
    )

    @staticmethod
    def initial_of(club: Club) -> dict[str, object]:
        """The form's values for a club."""
        return {name: getattr(club, name) for name in CLUB_DETAILS}

    def changes(self) -> ClubChanges:
        """The frozen input of ``update_club``; call after ``is_valid()``."""
        return ClubChanges(**self.cleaned_data)


class MemberForm(forms.Form):
    """Give a registered user a role."""

    username = forms.CharField(label=_("Username"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class PhotoForm(forms.Form):
    """The photo of a club."""

    photo = forms.FileField(
        label=_("Photo"),
        required=False,
        help_text=_("Of the room or the players, where they agree. Place and camera are taken out of the file."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    no_photo = tick(_("Remove the photo"))


class SiteTextForm(forms.Form):
    """A text of the site."""

    text = optional_text(
        _("Text"),
        MAX_SITE_TEXT,
        _("Markdown, in the language of this page. Empty: the text that comes with the program."),
        rows=24,
    )


class HandOverForm(forms.Form):
    """Who directs the club from now on."""

    username = forms.CharField(
        label=_("Username of the new director"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    stay = tick(_("I stay as a member"), initial=True)


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
        return TokenInput.of(self.cleaned_data)
