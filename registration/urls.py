"""Addresses of registration, each reached through its event or by a personal link."""

from clubs.access import EVERYBODY, KEY, page
from clubs.permissions import Action
from registration.access import of_entry_list
from registration.pages import desk, public
from tournaments.access import of_event

MANAGE = Action.MANAGE_EVENT

director_urls = [
    of_event("manage/registration/", desk.desk, "registration_desk", MANAGE, "GET POST"),
    of_event("manage/registration/open/", desk.open_page, "open_registration", MANAGE, "GET POST"),
    of_event("manage/registration/settings/", desk.settings_page, "registration_settings", MANAGE, "GET POST"),
    of_event("manage/registration/messages/", desk.message_list, "registration_messages", MANAGE, "GET POST"),
    of_event("manage/registration/fees/", desk.fee_list, "registration_fees", MANAGE),
    of_event("manage/registration/export.csv", desk.export, "registration_export", MANAGE),
    of_event("manage/registration/<int:person>/", desk.person_page, "registration_person", MANAGE, "GET POST"),
]
public_urls = [
    of_event("register/", public.register_page, "register", EVERYBODY, "GET POST"),
    of_event("contact/", public.contact, "contact_director", EVERYBODY, "GET POST"),
    of_entry_list("entries/", public.entry_list, "entry_list", EVERYBODY),
    page("r/<str:key>/", public.own_registration, "own_registration", KEY, "GET POST"),
    page("r/<str:key>/<int:person>/cancel/", public.own_cancel, "own_registration_cancel", KEY),
    page("r/<str:key>/<int:person>/", public.own_details, "own_registration_details", KEY, "GET POST"),
]
urlpatterns = [*director_urls, *public_urls]
