"""The forms of an event's schedule."""

from django import forms

from tournaments.forms.events import RoundTimesForm, ScheduleItemForm


def test_a_line_of_the_schedule_is_a_round_or_something_else() -> None:
    for number, title, fits in (("2", "", True), ("", "Lunch", True), ("2", "Lunch", False), ("", " ", False)):
        form: forms.Form = ScheduleItemForm(
            {"round_number": number, "title": title, "day": "2030-03-02", "time": "12:00", "minutes": "60"}
        )
        assert form.is_valid() is fits, (number, title)
        errors = [] if fits else ["Give either a round number or a title, not both."]
        assert form.errors.get("title", []) == errors, (number, title)


def test_times_for_several_rounds_are_in_their_order() -> None:
    for first, last, fits in (("1", "3", True), ("3", "3", True), ("3", "2", False)):
        form = RoundTimesForm({"first": first, "last": last, "day": "2030-03-02", "time": "12:00", "minutes": "60"})
        assert form.is_valid() is fits, (first, last)
        errors = [] if fits else ["The last round comes before the first."]
        assert form.errors.get("last", []) == errors, (first, last)
