"""Addresses of the home page, accounts and clubs."""

from clubs import claim_pages, club_pages, guide_pages, role_pages, text_pages, unsent_forms
from clubs import pages as views
from clubs.access import EVERYBODY, KEY, SIGNED_IN, page
from clubs.permissions import Action

app_name = "clubs"
urlpatterns = [
    page("", views.home, "home", EVERYBODY),
    page("accounts/login/", views.SignInView.as_view(), "login", EVERYBODY, "GET POST"),
    page("accounts/logout/", views.sign_out, "logout", EVERYBODY, "POST"),
    page("accounts/kept/", unsent_forms.unsent_form, "unsent_form", SIGNED_IN, "GET POST"),
    page("accounts/join/", views.SignUpView.as_view(), "sign_up", EVERYBODY, "GET POST"),
    page("accounts/", views.account, "account", SIGNED_IN),
    page("accounts/tokens/new/", views.create_token, "create_token", SIGNED_IN, "POST"),
    page("accounts/tokens/<int:token>/revoke/", views.revoke_own_token, "revoke_token", SIGNED_IN, "POST"),
    page("accounts/players/", claim_pages.my_players, "my_players", SIGNED_IN),
    page("accounts/players/<int:player>/ask/", claim_pages.ask, "ask_for_player", SIGNED_IN, "POST"),
    page("accounts/players/<int:player>/photo/", claim_pages.player_photo, "player_photo", SIGNED_IN, "GET POST"),
    page("accounts/players/<int:player>/photo.jpg", claim_pages.own_photo, "own_photo", SIGNED_IN),
    page("accounts/players/<int:player>/release/", claim_pages.release, "release_player", SIGNED_IN, "POST"),
    page("players/invitation/<str:key>/", claim_pages.invitation, "invitation", KEY, "GET POST"),
    page("language/", views.language, "language", EVERYBODY, "GET POST"),
    page("guide/<slug:name>/", guide_pages.guide_page, "guide", EVERYBODY),
    page("site/<slug:key>/", text_pages.text_page, "text", EVERYBODY),
    page("site/<slug:key>/edit/", text_pages.edit_text, "edit_text", SIGNED_IN, "GET POST"),
    page("clubs/", club_pages.club_list, "clubs", EVERYBODY),
    page("clubs/new/", views.create_club, "create_club", SIGNED_IN, "GET POST"),
    page("clubs/<slug:club>/", views.club_detail, "club", EVERYBODY),
    page("clubs/<slug:club>/edit/", views.edit_club, "edit_club", Action.MANAGE_CLUB, "GET POST"),
    page("clubs/<slug:club>/photo.jpg", club_pages.photo, "photo", EVERYBODY),
    page("clubs/<slug:club>/contact/", club_pages.contact, "contact", EVERYBODY, "GET POST"),
    page("clubs/<slug:club>/messages/", club_pages.message_list, "messages", Action.MANAGE_CLUB),
    page(
        "clubs/<slug:club>/messages/<int:message>/", club_pages.mark_message, "mark_message", Action.MANAGE_CLUB, "POST"
    ),
    page("clubs/<slug:club>/hand-over/", club_pages.hand_over, "hand_over", Action.MANAGE_CLUB, "GET POST"),
    page("clubs/<slug:club>/close/", club_pages.close, "close", Action.MANAGE_CLUB, "GET POST"),
    page("clubs/<slug:club>/players/", claim_pages.club_players, "players", Action.MANAGE_PLAYERS),
    page(
        "clubs/<slug:club>/players/<int:player>/invite/",
        claim_pages.invite,
        "invite_player",
        Action.MANAGE_PLAYERS,
        "POST",
    ),
    page(
        "clubs/<slug:club>/players/<int:player>/untie/",
        claim_pages.untie,
        "untie_player",
        Action.MANAGE_PLAYERS,
        "POST",
    ),
    page("clubs/<slug:club>/claims/<int:claim>/", claim_pages.decide, "decide_claim", Action.MANAGE_PLAYERS, "POST"),
    page("roles/club/<str:key>/", role_pages.take_role, "take_role", KEY, "GET POST"),
    page("clubs/<slug:club>/members/", role_pages.club_roles, "roles", Action.GIVE_ROLES, "GET POST"),
    page(
        "clubs/<slug:club>/members/roles/<int:grant>/end/", role_pages.end_role, "end_role", Action.GIVE_ROLES, "POST"
    ),
    page(
        "clubs/<slug:club>/members/links/<int:role_link>/end/",
        role_pages.end_role_link,
        "end_role_link",
        Action.GIVE_ROLES,
        "POST",
    ),
    page(
        "clubs/<slug:club>/members/<int:membership>/remove/",
        views.remove_member,
        "remove_member",
        Action.GIVE_ROLES,
        "POST",
    ),
]
