"""The registration app."""

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.forms import Form

    from clubs.models import User
    from tournaments.models import Division, Event


class RegistrationConfig(AppConfig):
    """Registration for events, with a waiting list."""

    name = "registration"

    def ready(self) -> None:
        """Tell events and their log what registration adds to them."""
        from clubs.page import Place, add_home_section  # noqa: PLC0415 - models can be imported when apps are ready
        from ratings.services.people import on_anonymise  # noqa: PLC0415
        from registration import inputs, models, queries  # noqa: PLC0415 - models can be imported when apps are ready
        from registration.services import desk, erasure  # noqa: PLC0415
        from tournaments import hooks  # noqa: PLC0415

        on_anonymise(erasure.forget_player)
        hooks.account_erased.append(erasure.forget_account)
        hooks.events_of_player.append(erasure.events_of_player)
        hooks.texts_of_events.append(erasure.texts_of_events)
        hooks.my_data_parts.append(erasure.data_of)

        add_home_section("registration/_coming.html", queries.coming_events, Place.FIRST)
        hooks.announcement_parts.append(_announcement)
        hooks.desk_links.append(_desk_link)
        hooks.fee_incomes.append(queries.fee_income)
        hooks.entry_moved.append(desk.follow_entry)
        hooks.entry_deleted.append(desk.follow_deleted_entry)
        hooks.log_objects["registration"] = gettext_lazy("registration")
        hooks.log_choices["fee"] = models.Registration.Fee.choices
        hooks.log_forms.append(_forms)
        for name, (label, _use) in inputs.OPTIONAL_FIELDS.items():
            hooks.log_labels[f"field_{name}"] = label
            hooks.log_choices[f"field_{name}"] = inputs.USE_CHOICES
        hooks.log_names["registration.registration"] = queries.names_of_registrations
        hooks.demo_parts.append(_demo)


def _forms() -> "tuple[type[Form], ...]":
    from registration.forms import PlacesForm, SettingsForm  # noqa: PLC0415 - not every command needs forms

    return SettingsForm, PlacesForm


def _announcement(event: "Event") -> str:
    from registration.web.announcement import registration_part  # noqa: PLC0415 - not every command renders pages

    return registration_part(event)


def _desk_link(event: "Event") -> tuple[str, str, int]:
    from registration.web.announcement import desk_link  # noqa: PLC0415

    return desk_link(event)


def _demo(director: "User", played: "list[Division]") -> str:
    from registration.demo import add_registration  # noqa: PLC0415 - only when a demo is built

    add_registration(director, played[0].event.club)
    return "Autumn Open: registration is open, with a waiting list"
