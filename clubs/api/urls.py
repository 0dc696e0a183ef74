"""Addresses of accounts and clubs under ``/api/v1/``."""

from django.urls import path

from clubs.api import tokens, views

urlpatterns = [
    path("auth/login/", views.LoginView.as_view(), name="login"),
    path("auth/logout/", views.LogoutView.as_view(), name="logout"),
    path("auth/logout-everywhere/", views.LogoutAllView.as_view(), name="logout_everywhere"),
    path("auth/me/", views.MeView.as_view(), name="me"),
    path("auth/tokens/", tokens.TokensView.as_view(), name="tokens"),
    path("auth/tokens/<int:token>/", tokens.TokenView.as_view(), name="token"),
    path("clubs/", views.ClubsView.as_view(), name="clubs"),
    path("clubs/<slug:club>/", views.ClubView.as_view(), name="club"),
    path("clubs/<slug:club>/members/", views.MembersView.as_view(), name="members"),
    path("clubs/<slug:club>/members/<int:membership>/", views.MemberView.as_view(), name="member"),
]
