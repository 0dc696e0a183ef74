"""Dictionaries and their editions."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.names import by_name
from core.constraints import filled, one_of


class Visibility(models.TextChoices):
    """Who sees that the dictionary exists and may choose it."""

    PUBLIC = "public", _("Everybody")
    CLUB = "club", _("Club members")
    PRIVATE = "private", _("The club's dictionary managers")


class Lexicon(models.Model):
    """A dictionary: the site's own (no club) or a club's, which only that club uses."""

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(_("language"), max_length=10, help_text=_("its alphabet, such as en"))
    club = models.ForeignKey("clubs.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="lexicons")
    visibility = models.CharField(_("visible to"), max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    is_official = models.BooleanField(_("official tournament word list"), default=False)
    is_free = models.BooleanField(
        _("free to redistribute"), default=False, help_text=_("its licence allows anyone to download it")
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = [*by_name()]
        verbose_name = _("dictionary")
        verbose_name_plural = _("dictionaries")
        constraints = [
            filled("lexicon_has_name", "name"),
            one_of("lexicon_known_visibility", "visibility", Visibility.values),
            # The site's own lists are for everybody; hiding one would hide it from all clubs at once.
            models.CheckConstraint(
                condition=Q(club__isnull=False) | Q(visibility="public"), name="lexicon_without_club_is_public"
            ),
            # What a club uploads is licensed to that club: it is never handed out.
            models.CheckConstraint(
                condition=Q(club__isnull=True) | Q(is_free=False), name="lexicon_of_club_is_not_free"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class LexiconVersion(models.Model):
    """One edition of a dictionary. An event fixes one; a game record is judged by the one in force on its date."""

    lexicon = models.ForeignKey(Lexicon, on_delete=models.PROTECT, related_name="versions")
    label = models.CharField(_("edition"), max_length=60)
    checksum = models.CharField(
        _("checksum"), max_length=64, db_index=True, help_text=_("SHA-256 of the sorted words, one per line")
    )
    word_count = models.PositiveIntegerField(_("words"))
    file_name = models.CharField(_("file"), max_length=100)
    definitions_file = models.CharField(
        _("definitions file"), max_length=100, blank=True, help_text=_("empty if the list has none")
    )
    definition_count = models.PositiveIntegerField(_("definitions"), default=0)
    source = models.TextField(_("source"), blank=True)
    notice = models.TextField(_("notice"), blank=True, help_text=_("copyright notice that must be shown prominently"))
    licence = models.TextField(_("licence"), blank=True, help_text=_("full text, shown with the dictionary"))
    valid_from = models.DateField(_("in force from"), null=True, blank=True)
    valid_to = models.DateField(_("in force until"), null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = [*by_name("lexicon__name"), F("valid_from").desc(nulls_last=True), "-pk"]
        verbose_name = _("edition")
        verbose_name_plural = _("editions")
        constraints = [
            models.UniqueConstraint(fields=["lexicon", "label"], name="lexiconversion_label_once"),
            # Two clubs may hold the same list (and then share the file), one dictionary may not hold it twice.
            models.UniqueConstraint(fields=["lexicon", "checksum"], name="lexiconversion_words_once"),
            # Of editions that are in force on the same day the one that came last counts; so no two may come at once.
            models.UniqueConstraint(
                fields=["lexicon", "valid_from"],
                condition=Q(valid_from__isnull=False),
                name="lexiconversion_one_begins_a_day",
            ),
            models.CheckConstraint(condition=Q(word_count__gt=0), name="lexiconversion_has_words"),
            models.CheckConstraint(
                condition=Q(definitions_file="", definition_count=0)
                | (~Q(definitions_file="") & Q(definition_count__gt=0, definition_count__lte=F("word_count"))),
                name="lexiconversion_definitions_counted",
            ),
            models.CheckConstraint(condition=Exact(Length("checksum"), 64), name="lexiconversion_checksum_sha256"),
            models.CheckConstraint(condition=~Q(label="") & ~Q(file_name=""), name="lexiconversion_named"),
            models.CheckConstraint(
                condition=Q(valid_from__isnull=True) | Q(valid_to__isnull=True) | Q(valid_to__gte=F("valid_from")),
                name="lexiconversion_dates_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.lexicon} ({self.label})"


def done_has_version(name: str) -> models.CheckConstraint:
    """A list on its way is done when its edition is there, and not before."""
    done = Q(state="done")
    return models.CheckConstraint(
        condition=Q(state="done", version__isnull=False) | (~done & Q(version__isnull=True)), name=name
    )
