"""Addresses of the dictionary pages, mounted at ``/dictionaries/``."""

from django.urls import path

from lexicon import views
from lexicon.views import shiritori, study, uploads

app_name = "lexicon"
urlpatterns = [
    path("", views.lexicon_list, name="list"),
    path("clubs/<slug:club>/lists/", uploads.uploads, name="uploads"),
    path("clubs/<slug:club>/lists/<int:upload>/", uploads.upload, name="upload"),
    path("<slug:slug>/editions/<int:pk>/", views.edition_days, name="edition-days"),
    path("<slug:slug>/words/", study.study, name="study"),
    path("<slug:slug>/shiritori/", shiritori.shiritori, name="shiritori"),
    path("<slug:slug>/", views.lexicon_detail, name="detail"),
]
