"""Dates and times in traditional Chinese: 2026年11月22日 14:05."""

DATE_FORMAT = SHORT_DATE_FORMAT = "Y年n月j日"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y年n月j日 H:i"
