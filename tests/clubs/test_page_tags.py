"""What every template may use without loading it."""

from django.template import engines


def test_columns_are_one_row_of_heads_and_escape_them() -> None:
    page = engines["django"].from_string('{% columns _("Player") "num" name %}')
    assert page.render({"name": "<b>"}) == (
        '<thead><tr><th scope="col">Player</th><th scope="col" class="num">&lt;b&gt;</th></tr></thead>'
    )
