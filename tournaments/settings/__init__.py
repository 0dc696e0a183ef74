"""The settings of a division, each declared once; storage, forms, API, checks and docs follow from the declaration."""

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
