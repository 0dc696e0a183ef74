"""Addresses of registration under ``/api/v1/``. What a personal link opens stands under `registrations/`."""

from clubs.access import EVERYBODY, KEY, Needs
from clubs.api.addresses import READ, api
from clubs.permissions import Action
from clubs.scopes import Scope
from registration.api import desk, views

_event = "events/<slug:event>/"
_desk = f"{_event}registrations/"
_person = f"{_desk}<int:person>/"
_own = "registrations/<str:registration>/"
_own_person = f"{_own}people/<int:person>/"

_SETTINGS = Needs(Action.MANAGE_EVENT, Scope.EVENTS)
_LOOK = Needs(Action.MANAGE_EVENT, Scope.READ)
_ROSTER = Needs(Action.MANAGE_EVENT, Scope.ROSTERS)
_ANYONE = Needs(EVERYBODY, Scope.ROSTERS)
_KEY = Needs(KEY)
urlpatterns = [
    api(f"{_event}registration/", views.RegistrationView, "registration", get=READ, put=_SETTINGS),
    api(f"{_event}register/", views.RegisterView, "register", post=_ANYONE),
    api(f"{_event}entry-list/", views.EntryListView, "entry_list", get=READ),
    api(_desk, desk.RegistrationsView, "registrations", get=_LOOK),
    api(f"{_desk}export/", desk.ExportView, "export_registrations", get=_LOOK),
    api(f"{_desk}fees/", desk.FeesView, "registration_fees", get=_LOOK, post=_ROSTER),
    api(f"{_desk}accept/", desk.AcceptView, "accept_registrations", post=_ROSTER),
    api(f"{_desk}refuse/", desk.RefuseView, "refuse_registrations", post=_ROSTER),
    api(f"{_desk}cancel/", desk.CancelView, "cancel_registrations", post=_ROSTER),
    api(f"{_desk}ask-to-confirm/", desk.AskToConfirmView, "ask_to_confirm", post=_ROSTER),
    api(_person, desk.PersonView, "registered_person", get=_LOOK),
    api(f"{_person}send-back/", desk.SendBackView, "send_back_registration", post=_ROSTER),
    api(f"{_person}move/", desk.MoveView, "move_registration", post=_ROSTER),
    api(f"{_person}who/", desk.WhoView, "who_registered", put=_ROSTER, delete=_ROSTER),
    api(f"{_person}pairing-request/", desk.PairingRequestView, "grant_pairing_request", post=_ROSTER),
    api(f"{_person}link/", desk.LinkView, "replace_registration_link", post=_ROSTER),
    api(_own, views.OwnRegistrationView, "own_registration", get=_KEY),
    api(f"{_own}confirm/", views.ConfirmView, "confirm_registration", post=_KEY),
    api(_own_person, views.OwnPersonView, "own_registered_person", put=_KEY),
    api(f"{_own_person}cancel/", views.CancelOwnView, "cancel_own_registration", post=_KEY),
    api(f"{_own_person}accept/", views.AcceptOfferView, "accept_offer", post=_KEY),
    api(f"{_own_person}decline/", views.DeclineOfferView, "decline_offer", post=_KEY),
]
