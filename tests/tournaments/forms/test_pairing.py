"""The form of a round's pairing system: lists as people type them, and what does not belong in one."""

from tournaments.forms.pairing import PairForm


def test_lists_are_read_as_they_are_typed() -> None:
    for system, name, text, values in (
        ("swiss", "gibson_spreads", "500, 250、１００", (500, 250, 100)),
        ("swiss", "gibson_groups", "1-2, 3 – 4", ((1, 2), (3, 4))),
        ("cop", "class_prizes", "B: 2, C 1 : 3", (("B", 2), ("C 1", 3))),
        ("cop", "hopefulness", "0.2, 0.1", (0.2, 0.1)),
    ):
        form = PairForm({"system": system, name: text}, number=3)
        assert form.is_valid(), (text, form.errors)
        assert form.options() == {name: values}, text


def test_a_list_says_which_part_of_it_does_not_belong() -> None:
    for system, name, text, message in (
        ("swiss", "gibson_spreads", "500, lots", "“lots” does not belong here."),
        ("swiss", "gibson_groups", "1-2, 3", "“3” does not belong here."),
        ("cop", "class_prizes", "B: 2, C", "“C” does not belong here."),
        ("cop", "class_prizes", ": 2", "“: 2” does not belong here."),
        ("cop", "class_prizes", "B: two", "“B: two” does not belong here."),
        ("swiss", "gibson_spreads", ",".join(["1"] * 51), "Too many values: the limit is 50."),
        ("swiss", "gibson_groups", "4-3", "Places with equal prizes: each value must be 1 to 999, not 4-3"),
        (
            "swiss",
            "gibson_spreads",
            "10001",
            "Maximum spread change in a round: each value must be 0 to 10000, not 10001",
        ),
    ):
        form = PairForm({"system": system, name: text}, number=3)
        assert not form.is_valid(), text
        assert form.errors == {name: [message]}, text
