"""What no line of the roll and no regular night can be: refused with the field it is about, and why."""

from datetime import date, time

from clubhouse.inputs import MOST_SKIPPED, NightPlanInput, RollInput
from tests.walk import check_limits

DAY = date(2026, 1, 1)
MEMBER = RollInput()
NIGHT = NightPlanInput(name="Thursday", first_on=DAY, starts_at=time(19))


def test_what_can_never_be_right_is_refused_with_its_field() -> None:
    check_limits(
        [
            (MEMBER, {"kind": "junior"}, {"kind": "best"}, "kind", "kind of membership"),
            (
                MEMBER,
                {"joined_on": DAY, "left_on": DAY},
                {"joined_on": DAY, "left_on": date(2025, 12, 31)},
                "left_on",
                "before the joining date",
            ),
            (MEMBER, {"note": "x" * 200}, {"note": "x" * 201}, "note", "limit is 200 characters"),
            (MEMBER, {"office": "x" * 60}, {"office": "x" * 61}, "office", "limit is 60 characters"),
            (NIGHT, {"name": "x" * 80}, {"name": "x" * 81}, "name", "up to 80 characters"),
            (NIGHT, {"name": "x"}, {"name": " "}, "name", "up to 80 characters"),
            (NIGHT, {"repeats": "fortnight"}, {"repeats": "never"}, "repeats", "how often"),
            (NIGHT, {"template": "round_robin"}, {"template": "nonsense"}, "template", "no such template"),
            (NIGHT, {"minutes": 15}, {"minutes": 14}, "minutes", "15 to 1440"),
            (NIGHT, {"minutes": 1440}, {"minutes": 1441}, "minutes", "15 to 1440"),
            (
                NIGHT,
                {"skipped": (DAY,) * MOST_SKIPPED},
                {"skipped": (DAY,) * (MOST_SKIPPED + 1)},
                "skipped",
                f"at most {MOST_SKIPPED} dates",
            ),
        ]
    )
