"""Backups of the whole site: when one was written, where, and whether it is whole."""

from django.db import models
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class SiteBackup(models.Model):
    """One attempt to write a backup. Whole: it was read again after writing, and every part is as it should be."""

    class Result(models.TextChoices):
        WHOLE = "whole", pgettext_lazy("backup", "Complete")
        FAILED = "failed", pgettext_lazy("backup", "Failed")

    at = models.DateTimeField(_("written"), help_text="When it was begun: the site is in it as it was then.")
    seconds = models.FloatField(_("seconds"), help_text="How long writing and checking took.")
    result = models.CharField(_("result"), max_length=10, choices=Result.choices)
    file = models.CharField(_("file"), max_length=500, blank=True)
    size = models.BigIntegerField(_("bytes"), default=0)
    rows = models.BigIntegerField(_("rows"), default=0)
    files = models.PositiveIntegerField(_("files"), default=0, help_text="From the data folder.")
    error = models.TextField(_("error"), blank=True)

    class Meta:
        verbose_name = _("site backup")
        verbose_name_plural = _("site backups")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(result="whole", error="") & ~Q(file="") | Q(result="failed", file="") & ~Q(error=""),
                name="site_backup_is_a_file_or_an_error",
            ),
            models.CheckConstraint(
                condition=Q(seconds__gte=0, size__gte=0, rows__gte=0), name="site_backup_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"{date_format(self.at, 'DATETIME_FORMAT')} ({self.result})"

    @property
    def is_whole(self) -> bool:
        """Whether there is a file that can be restored."""
        return self.result == self.Result.WHOLE

    @property
    def megabytes(self) -> float:
        """The size of the file."""
        return self.size / 1024**2
