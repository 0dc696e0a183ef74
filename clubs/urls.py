"""Addresses of the home page, accounts and clubs."""

from django.contrib.auth import views as auth_views
from django.urls import path

from clubs import kept_forms, views

app_name = "clubs"
urlpatterns = [
    path("", views.home, name="home"),
    path("accounts/login/", views.SignInView.as_view(), name="login"),
    path("accounts/logout/", auth_views.LogoutView.as_view(), name="logout"),
    path("accounts/kept/", kept_forms.kept_form, name="kept_form"),
    path("accounts/join/", views.sign_up, name="sign_up"),
    path("accounts/", views.account, name="account"),
    path("accounts/tokens/new/", views.create_token, name="create_token"),
    path("accounts/tokens/<int:token>/revoke/", views.revoke_own_token, name="revoke_token"),
    path("language/", views.language, name="language"),
    path("clubs/new/", views.create_club, name="create_club"),
    path("clubs/<slug:club>/", views.club_detail, name="club"),
    path("clubs/<slug:club>/edit/", views.edit_club, name="edit_club"),
    path("clubs/<slug:club>/members/", views.add_member, name="add_member"),
    path("clubs/<slug:club>/members/<int:membership>/remove/", views.remove_member, name="remove_member"),
]
