"""The settings of a division, each said once: what is declared about a field makes its storage, forms, API, checks and docs."""

from tournaments.settings.division import DivisionSettings
from tournaments.settings.metadata import Change, Group, Kind, Page, Setting, setting, settings_group, settings_in

__all__ = [
    "Change",
    "DivisionSettings",
    "Group",
    "Kind",
    "Page",
    "Setting",
    "setting",
    "settings_group",
    "settings_in",
]
