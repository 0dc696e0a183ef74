"""Registration for those who register: what is open, the form, the list, and one's own registration by its key."""

from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings as django_settings
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import Method, operation
from limits.api import Limit
from limits.services import network
from registration.access import EntryListPath
from registration.api.serializers import (
    CorrectedPersonSerializer,
    EntryListSerializer,
    OpenRegistrationSerializer,
    OwnRegistrationSerializer,
    RegisterSerializer,
    RegistrationSettingsSerializer,
    division_ids,
    fields_in_use,
)
from registration.models import RegistrationGroup
from registration.queries import places_of, public_list, settings_of, waiting_numbers, why_closed
from registration.services import desk as desk_services
from registration.services import register as services
from registration.services.notices import page_of
from tournaments.access import EventPath
from tournaments.api.slips import KeyView
from tournaments.models import Event


def open_body(event: Event) -> dict[str, Any]:
    """How people can register, as ``OpenRegistrationSerializer`` shows it."""
    settings = settings_of(event)
    why = why_closed(event, settings)
    names = ("opens_at", "closes_at", "approval", "members_only", "accepts_pairing_requests", "consent", "currency")
    body = {name: getattr(settings, name) for name in names}
    body |= {"open": not why, "why_closed": why, "fields": fields_in_use(settings.fields)}
    return dict(OpenRegistrationSerializer(body | {"divisions": places_of(event)}).data)


class RegistrationView(APIView):
    """Whether people can register for an event, and how."""

    @operation("registration", "registration", gives=OpenRegistrationSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """What the form asks, who may register, and how many places are left."""
        return Response(open_body(reached(request, EventPath(**address))))

    @operation(
        "change_registration", "registration", takes=RegistrationSettingsSerializer, gives=OpenRegistrationSerializer
    )
    def put(self, request: Request, **address: Any) -> Response:
        """Replace the settings; new places go to the waiting list at once."""
        event = reached(request, EventPath(**address))
        data = sent(request, RegistrationSettingsSerializer).to_input(division_ids(event.pk))
        desk_services.save_settings(actor=signed_in(request), event=event, data=data)
        return Response(open_body(event))


class EntryListView(APIView):
    """Who is coming."""

    @operation("entry_list", "registration", gives=EntryListSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Who is in and who waits, by division; for officials only while the event hides its players."""
        lists = public_list(reached(request, EntryListPath(**address)))
        rows = [{"division": one.slug, "name": one.name, "people": people} for one, people in lists]
        return Response(EntryListSerializer(rows, many=True).data)


class RegistrationThrottle(Limit):
    """Forms sent from one network, pages and API together."""

    def tries(self, request: Request, view: APIView) -> Sequence[tuple[str, object]]:  # noqa: ARG002 - REST framework's
        """The network."""
        return [("registration", network(request._request))]


class RegisterView(APIView):
    """The form."""

    throttle_classes = (RegistrationThrottle,)

    @operation("register", "registration", takes=RegisterSerializer, gives=OwnRegistrationSerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Register up to twelve people; each is in, waits for approval, or is on the waiting list. No account is needed."""
        event = reached(request, EventPath(**address))
        data = sent(request, RegisterSerializer).to_input(division_ids(event.pk), get_language() or "")
        group = services.register(event=event, data=data, actor=request.user)
        return _own(request, group, status=status.HTTP_201_CREATED)


def link_of(request: Request, group: RegistrationGroup) -> dict[str, str]:
    """The key of the group's personal link and the address of its page; empty when the server's secret was changed since."""
    path = page_of(group)
    if not path:
        return {"key": "", "url": ""}
    site = django_settings.SITE_URL
    return {"key": path.split("/")[-2], "url": site + path if site else request.build_absolute_uri(path)}


def _own(request: Request, group: RegistrationGroup, **options: Any) -> Response:
    people = services.people_of(group)
    body = {"event": group.event.slug, "together": group.together, "people": people, **link_of(request, group)}
    context = {"numbers": waiting_numbers({one.division_id for one in people})}
    shown = OwnRegistrationSerializer(body, context=context).data
    return Response(shown, headers={"Cache-Control": "no-store"}, **options)


def _of_key(name: str, *, takes: Any = None) -> Callable[[Method], Method]:
    """An operation that needs nothing but the key, and answers with the registration."""
    return extend_schema(
        operation_id=name, tags=["registration"], request=takes, responses=OwnRegistrationSerializer, auth=[]
    )


class OwnRegistrationView(KeyView):
    """One's own registration."""

    @_of_key("own_registration")
    def get(self, request: Request, registration: str) -> Response:
        """Where the registration stands."""
        return _own(request, services.find_group(registration))


class ConfirmView(KeyView):
    """Details are confirmed."""

    @_of_key("confirm_registration")
    def post(self, request: Request, registration: str) -> Response:
        """Everything is right: what the director asked for is confirmed."""
        group = services.find_group(registration)
        services.confirm_details(group=group)
        return _own(request, group)


class OwnPersonView(KeyView):
    """One person of the form."""

    @_of_key("correct_registration", takes=CorrectedPersonSerializer)
    def put(self, request: Request, registration: str, person: int) -> Response:
        """Send corrected details; a registration that was sent back waits for approval again. The division stays."""
        data = sent(request, CorrectedPersonSerializer)
        group = services.find_group(registration)
        row = services.correct(group=group, registration_id=person, person=data.to_input(0), reach=data.reach())
        return _own(request, row.group)


class CancelOwnView(KeyView):
    """A registration is cancelled by the person."""

    @_of_key("cancel_own_registration")
    def post(self, request: Request, registration: str, person: int) -> Response:
        """Give up the place, or the place on the waiting list; the next in the queue gets it."""
        group = services.find_group(registration)
        services.cancel(group=group, registration_id=person)
        return _own(request, group)


class AcceptOfferView(KeyView):
    """An offered place is taken."""

    @_of_key("accept_offer")
    def post(self, request: Request, registration: str, person: int) -> Response:
        """Take the place; people who want places together take all of theirs."""
        group = services.find_group(registration)
        services.accept_offer(group=group, registration_id=person)
        return _own(request, group)


class DeclineOfferView(KeyView):
    """An offered place is declined."""

    @_of_key("decline_offer")
    def post(self, request: Request, registration: str, person: int) -> Response:
        """Decline the place; it goes to the next, and there is no second offer."""
        group = services.find_group(registration)
        services.decline_offer(group=group, registration_id=person)
        return _own(request, group)
