"""Answers about the lines of a list that somebody sent."""

from typing import Any

from rest_framework import serializers


class LineChoicesField(serializers.DictField):
    """The number of a line and what was chosen for it; without one: nothing was chosen."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=serializers.CharField(max_length=20, allow_blank=True), default=dict, **options)

    def to_internal_value(self, data: Any) -> dict[int, str]:
        """The choices by line."""
        choices = super().to_internal_value(data)
        for line in choices:
            if not (line.isascii() and line.isdecimal() and len(line) < 7):
                raise serializers.ValidationError(f"“{line[:20]}” is not the number of a line.")
        return {int(line): choice for line, choice in choices.items()}
