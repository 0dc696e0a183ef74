"""The REST API, version 1, and its OpenAPI schema."""

from django.urls import URLPattern, URLResolver, path
from drf_spectacular.views import SpectacularAPIView

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
]
