"""“Tell me”: what one wants to be told, by email and on which devices; and the page that ends it from a mail."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import signed_in
from messaging.forms import DeviceForm, MailForm
from messaging.kinds import ALL_TOPICS, Topic
from messaging.models import Address, Channel
from messaging.services import subscriptions as services
from messaging.services.push import public_key
from messaging.services.subscriptions import Device, Owner
from registration.services.register import find_group
from tournaments.access import at_event
from tournaments.errors import TournamentError
from tournaments.pages.slip.private import private
from tournaments.services.entries.personal_links import find_link


@private
def tell_player(request: HttpRequest, key: str) -> HttpResponse:
    """What a player wants to be told at an event."""
    entry = find_link(key).entry
    at_event(request, entry.division.event)
    back = reverse("tournaments:own_page", args=[key])
    return _tell(request, Owner.of_entry(entry), entry.name, entry.division.event.name, back)


@private
def tell_registered(request: HttpRequest, key: str) -> HttpResponse:
    """The same for those who registered with one form."""
    group = find_group(key)
    at_event(request, group.event)
    back = reverse("tournaments:own_registration", args=[key])
    return _tell(request, Owner(group=group), _("My registration"), group.event.name, back, group.email)


def tell_account(request: HttpRequest) -> HttpResponse:
    """The same for an account, at every event of its players."""
    user = signed_in(request)
    where = _("all events of the players in my account")
    return _tell(request, Owner(user=user), user.username, where, reverse("tournaments:my_events"), user.email)


def _tell(request: HttpRequest, owner: Owner, name: str, where: str, back: str, email: str = "") -> HttpResponse:
    what = request.POST.get("do", "") if request.method == "POST" else ""
    offered = services.offered_to(owner)
    every = [topic.value for topic in offered]
    posted = request.POST if what == "mail" else None
    mail_form = MailForm(posted, initial=_initial(owner, email, every), offered=offered)
    posted = request.POST if what == "device" else None
    device_form = DeviceForm(posted, initial={"topics": every}, offered=offered)
    done = ""
    try:
        if what == "mail" and mail_form.is_valid():
            data = mail_form.cleaned_data
            services.save_mail(owner=owner, email=data["email"], topics=data["topics"])
            done = _("Saved. Messages will go to %(email)s.") % {"email": data["email"]}
        elif what == "device" and device_form.is_valid():
            data = dict(device_form.cleaned_data)
            services.save_device(owner=owner, topics=data.pop("topics"), device=Device(**data))
            done = _("Saved. Messages will be shown on this device.")
        elif what == "stop":
            number = request.POST.get("address", "")
            if number.isascii() and number.isdigit() and len(number) < 19:
                services.stop(owner=owner, address_id=int(number))
            done = _("Stopped. Nothing more will be sent there.")
    except TournamentError as error:
        form = mail_form if what == "mail" else device_form
        form.add_error(error.code if error.code in form.fields else None, str(error))
    if done and what != "mail":
        mail_form = MailForm(initial=_initial(owner, email, every), offered=offered)
    addresses = list(Address.objects.filter(**owner.fields).prefetch_related("subscriptions"))
    for address in addresses:
        address.topics = [ALL_TOPICS[Topic(row.topic)] for row in address.subscriptions.all()]  # type: ignore[attr-defined]
    context = {
        "name": name,
        "where": where,
        "back": back,
        "mail_form": mail_form,
        "device_form": device_form,
        "done": done,
        "push_key": public_key(),
        "worker": reverse("tournaments:worker"),
        "mails": [one for one in addresses if one.channel == Channel.MAIL],
        "devices": [one for one in addresses if one.channel == Channel.PUSH],
    }
    bad = bool(mail_form.errors) or bool(device_form.errors)
    return render(request, "messaging/tell.html", context, status=422 if bad else 200)


def _initial(owner: Owner, email: str, every: list[str]) -> dict[str, object]:
    """The address that is told now with its topics; else the one that is known, and everything."""
    current = (
        Address.objects.filter(**owner.fields, channel=Channel.MAIL, subscriptions__isnull=False).distinct().first()
    )
    if current is None:
        return {"email": email, "topics": every}
    return {"email": current.to, "topics": list(current.subscriptions.values_list("topic", flat=True))}


@private
def unsubscribe(request: HttpRequest, key: str) -> HttpResponse:
    """End mails, without signing in: by the buttons here, or by one POST of a mail program (RFC 8058)."""
    address = services.find_unsubscribe(key)
    if request.method == "POST":
        topic = request.POST.get("topic", "")
        services.unsubscribe(key=key, topic=topic if topic in set(ALL_TOPICS) else "")
        if "List-Unsubscribe" in request.POST:
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
    topics = [(topic, ALL_TOPICS[Topic(topic)]) for topic in address.subscriptions.values_list("topic", flat=True)]
    context = {"address": address, "topics": topics, "done": request.method == "POST"}
    return render(request, "messaging/unsubscribe.html", context)
