"""Which changes of settings are too late, and which need a reason."""

from typing import Any

from tournaments.settings.metadata import Change, Setting, settings_in


def changed(before: Any, after: Any, *when: Change) -> list[Setting]:
    """The settings whose values differ and that may change only at ``when`` (default: at any time)."""
    return [
        one
        for name, one in settings_in(type(after)).items()
        if (not when or one.change in when) and getattr(before, name, one.default) != getattr(after, name)
    ]
