"""Words as they stand on tiles."""

from core.wording import letters_of


def test_what_is_joined_stands_on_one_tile() -> None:
    assert letters_of("GAMES") == list("GAMES")
    assert letters_of("対局") == ["対", "局"]
    assert letters_of("ટુર્નામેન્ટ") == ["ટુ", "ર્ના", "મે", "ન્ટ"]
    assert letters_of("") == []
