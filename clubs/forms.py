"""Forms of accounts and clubs."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Final

from allauth.account.forms import LoginForm, SignupForm
from allauth.account.models import Login
from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.models import MAX_ABOUT, MAX_SITE_TEXT, MAX_TABLES_TEXT, Club, Role, RollReaders
from clubs.role_access import Place
from clubs.role_services import TermInput
from clubs.scopes import LABELS, Scope
from clubs.services import CLUB_DETAILS, ClubChanges, ClubInput
from clubs.sign_in import user_of_password
from clubs.tokens import MAX_NAME, TokenInput
from core.form_fields import DayField, optional_number, optional_text, tick
from core.languages import language_choices
from core.zones import check_zone
from limits.services import TooOftenError
from limits.web import again_in

#: How long a link to a role can be opened, unless its maker says otherwise.
LINK_LIVES: Final = timedelta(days=7)
#: More people than any event has officials.
MAX_USES: Final = 999


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth has no types
    """Name or email address, and password; ``seconds`` to wait when they were tried too often."""

    seconds = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email address")
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
                _("Wrong username or password. Only the password is case-sensitive."), code="invalid_login"
            )
        self._login = Login(user=user, email=credentials.get("email"))
        self.user = user
        return dict(self.cleaned_data)


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    """Name, email address and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Username")
        self.fields["username"].help_text = _("Other people see it. Letters, digits and @ . + - _")
        email = self.fields["email"]
        email.label = _("Email address") if email.required else _("Email address (optional)")
        email.help_text = _("Nobody else sees it. Without it we cannot send you a new password.")
        self.fields["password1"].label = _("Password")
        self.fields["password2"].label = _("Password confirmation")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class ClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(label=_("Club name"), max_length=120)
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


def page_languages() -> list[tuple[str, str]]:
    """The languages to choose from; the first choice is to make none."""
    return [("", gettext("the site's own")), *language_choices()]


class ClubChangesForm(forms.Form):
    """A club's details, and its photo."""

    name = forms.CharField(label=_("Club name"), max_length=120)
    about = optional_text(_("About"), MAX_ABOUT, _("Markdown: # heading, **bold**, - list, [link](https://…)."), rows=8)
    place = optional_text(pgettext_lazy("venue", "Place"), 200, _("Venue and address."))
    map_url = forms.URLField(
        label=_("Map link"),
        max_length=500,
        required=False,
        assume_scheme="https",
        help_text=_("Link to a map showing the venue."),
    )
    languages = optional_text(_("Languages"), 120, _("Which ones you speak and play in."))
    page_language = forms.ChoiceField(
        label=_("Language of the club's pages"),
        choices=page_languages,
        required=False,
        help_text=_(
            "For visitors who have not chosen a language and whose browser does not ask for one that the site offers."
        ),
    )
    time_zone = ZoneField(
        label=_("Time zone"),
        help_text=_(
            "For example Europe/London. Leave empty for the site's own. Events with no time zone of their own use it."
        ),
    )
    roll_readers = forms.ChoiceField(label=_("Who can see the members' names"), choices=RollReaders.choices)
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


class RoleForm(forms.Form):
    """A role in a club or an event, given to a user by name or by a link (``do`` is ``link``)."""

    role = forms.ChoiceField(label=_("Role"))
    lasts = forms.ChoiceField(
        label=_("For how long"),
        choices=[
            ("good", _("Until you end it")),
            ("today", _("Today only")),
            ("days", _("On the days below")),
        ],
        required=False,
        initial="good",
    )
    first_day = DayField(label=_("First day"), required=False, help_text=_("Leave empty to start at once."))
    last_day = DayField(label=_("Last day"), required=False, help_text=_("Leave empty for “until you end it”."))
    tables = optional_text(_("Scorer's tables"), MAX_TABLES_TEXT, _("For example 1-8, 12. Leave empty for all tables."))
    username = forms.CharField(label=_("Username"), max_length=150, required=False)
    most_uses = optional_number(_("How many people can use it"), 1, MAX_USES, _("Leave empty for any number."))
    closes_on = DayField(
        label=_("Valid until"),
        required=False,
        help_text=_("Leave empty for the last day of the role, or one week if it has none."),
    )

    #: Which fields belong to which way of giving.
    BY_NAME = ("username",)
    BY_LINK = ("most_uses", "closes_on")

    def __init__(self, data: Mapping[str, Any] | None = None, *, place: Place) -> None:
        super().__init__(data)
        self.place = place
        self.by_link = data is not None and data.get("do") == "link"
        role = self.fields["role"]
        assert isinstance(role, forms.ChoiceField)
        role.choices = [(value, Role(value).label) for value in place.roles]
        role.initial = Role.SCORER

    def clean(self) -> dict[str, Any]:
        """Days are filled in exactly where the role is for some days, a name where it is given by name."""
        data = super().clean() or {}
        days = [name for name in ("first_day", "last_day") if data.get(name)]
        if data.get("lasts") == "days" and not days and not {"first_day", "last_day"} & self.errors.keys():
            self.add_error("first_day", _("Fill in the days, or choose another option above."))
        elif data.get("lasts") != "days" and days:
            self.add_error("lasts", _("Days are filled in below: choose “On the days below”, or clear them."))
        if not self.by_link and not data.get("username", "").strip() and "username" not in self.errors:
            self.add_error(
                "username", _("Fill in the username of the person to give the role to, or make a link instead.")
            )
        return data

    def term(self) -> TermInput:
        """The role and its days; call after ``is_valid()``."""
        data = self.cleaned_data
        today = self.place.today() if data["lasts"] == "today" else None
        return TermInput(
            role=data["role"],
            first_day=today or data["first_day"],
            last_day=today or data["last_day"],
            tables=data["tables"],
        )

    def link_options(self) -> dict[str, Any]:
        """The other arguments of ``make_role_link``; call after ``is_valid()``."""
        day = self.cleaned_data["closes_on"] or self.term().last_day or self.place.today() + LINK_LIVES
        return {"closes_on": day, "most_uses": self.cleaned_data["most_uses"]}

    def label_of_role(self) -> str:
        """The role in words; call after ``is_valid()``."""
        return str(Role(self.cleaned_data["role"]).label)

    @property
    def of_the_role(self) -> list[forms.BoundField]:
        """The fields of either way."""
        return [field for field in self.visible_fields() if field.name not in self.BY_NAME + self.BY_LINK]

    @property
    def of_the_name(self) -> list[forms.BoundField]:
        """The fields of giving by name."""
        return [self[name] for name in self.BY_NAME]

    @property
    def of_the_link(self) -> list[forms.BoundField]:
        """The fields of a link."""
        return [self[name] for name in self.BY_LINK]


class PhotoForm(forms.Form):
    """The photo of a club."""

    photo = forms.FileField(
        label=_("Photo"),
        required=False,
        help_text=_("Of the room, or of players if they agree. Location and camera details are removed from the file."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    no_photo = tick(_("Remove the photo"))


class SiteTextForm(forms.Form):
    """A text of the site."""

    text = optional_text(
        _("Text"),
        MAX_SITE_TEXT,
        _("Markdown, in the language of this page. Leave empty for the default text."),
        rows=24,
    )


class HandOverForm(forms.Form):
    """Who directs the club from now on."""

    username = forms.CharField(
        label=_("Username of the new director"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    stay = tick(_("I will stay on as a member"), initial=True)


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
