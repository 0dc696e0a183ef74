"""Words as they stand on tiles, and what divisions are called."""

from django.utils import translation

from core.wording import division_title, letters_of


def test_what_is_joined_stands_on_one_tile() -> None:
    assert letters_of("GAMES") == list("GAMES")
    assert letters_of("対局") == ["対", "局"]
    assert letters_of("ટુર્નામેન્ટ") == ["ટુ", "ર્ના", "મે", "ન્ટ"]
    assert letters_of("") == []


def test_a_division_with_a_name_of_its_own_is_called_by_it() -> None:
    titles = {
        "A": "Division A",
        "B2": "Division B2",
        "10": "Division 10",
        "Premier": "Premier",
        "Division 1": "Division 1",
    }
    assert {name: division_title(name) for name in titles} == titles
    with translation.override("ja"):
        assert [division_title(name) for name in ("A", "上級者")] == ["A部門", "上級者部門"]
