"""Addresses of accounts and clubs under ``/api/v1/``."""

from clubs.access import EVERYBODY, SIGNED_IN, Needs
from clubs.api import roles, views
from clubs.api.addresses import READ, api
from clubs.permissions import Action
from clubs.scopes import Scope

_LOOK_AT_ROLES = Needs(Action.GIVE_ROLES, Scope.READ)
_GIVE_ROLES = Needs(Action.GIVE_ROLES, Scope.CLUBS)
_MANAGE = Needs(Action.MANAGE_CLUB, Scope.CLUBS)
_ACCOUNT = Needs(SIGNED_IN, Scope.ACCOUNT)
urlpatterns = [
    api("auth/login/", views.LoginView, "login", post=Needs(EVERYBODY)),
    api("auth/logout/", views.LogoutView, "logout", post=Needs(SIGNED_IN)),
    api("auth/logout-everywhere/", views.LogoutAllView, "logout_everywhere", post=_ACCOUNT),
    api("auth/me/", views.MeView, "me", get=Needs(SIGNED_IN)),
    api("auth/tokens/", views.TokensView, "tokens", get=_ACCOUNT, post=_ACCOUNT),
    api("auth/tokens/<int:token>/", views.TokenView, "token", delete=_ACCOUNT),
    api("clubs/", views.ClubsView, "clubs", get=READ, post=Needs(SIGNED_IN, Scope.CLUBS)),
    api("clubs/<slug:club>/", views.ClubView, "club", get=READ, patch=_MANAGE),
    api("clubs/<slug:club>/roles/", roles.ClubRolesView, "club_roles", get=_LOOK_AT_ROLES, post=_GIVE_ROLES),
    api("clubs/<slug:club>/roles/<int:grant>/", roles.ClubRoleView, "club_role", delete=_GIVE_ROLES),
    api("clubs/<slug:club>/members/", views.MembersView, "members", get=_LOOK_AT_ROLES, post=_GIVE_ROLES),
    api("clubs/<slug:club>/members/<int:membership>/", views.MemberView, "member", delete=_GIVE_ROLES),
]
