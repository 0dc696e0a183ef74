"""Outgoing mail as rows: written with what it is about, sent afterwards in the background."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.constraints import one_of


class Mail(models.Model):
    """One mail to one address. ``key`` says what it is for: the same purpose is never sent twice."""

    class State(models.TextChoices):
        KEPT = "kept", _("Kept: this site has no mail server")
        WAITING = "waiting", pgettext_lazy("mail", "Waiting")
        SENDING = "sending", _("Being sent")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Not delivered")

    to = models.EmailField(_("to"), max_length=254)
    kind = models.CharField(_("kind"), max_length=60, help_text="The name of its template.")
    key = models.CharField(_("purpose"), max_length=200, unique=True)
    subject = models.CharField(_("subject"), max_length=300)
    text = models.TextField(_("text"), blank=True)
    html = models.TextField(_("HTML"), blank=True)
    unsubscribe = models.CharField(max_length=500, blank=True, help_text="Where the reader ends mails of this kind.")
    language = models.CharField(_("language"), max_length=20)
    state = models.CharField(_("state"), max_length=10, choices=State.choices)
    tries = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(default=timezone.now, help_text="While being sent: when to give up waiting for it.")
    error = models.TextField(_("error"), blank=True)
    created_at = models.DateTimeField(_("written"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(to="") & ~Q(key="") & ~Q(kind="") & ~Q(subject=""), name="mail_is_complete"
            ),
            one_of("mail_known_state", "state", ["kept", "waiting", "sending", "sent", "failed"]),
            models.CheckConstraint(
                condition=Q(state="sent", sent_at__isnull=False) | ~Q(state="sent") & Q(sent_at__isnull=True),
                name="mail_sent_has_time",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "due_at"], name="mail_state_due"),
            models.Index(fields=["to"], name="mail_to"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.to} ({self.state})"
