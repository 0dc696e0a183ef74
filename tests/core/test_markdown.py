"""Markdown on pages: what it becomes, and what it can never become."""

from core.markdown import markdown


def test_texts_become_clean_html() -> None:
    """Headings below the page's own, lists, tables, links; nothing that runs or loads anything from elsewhere."""
    cases = {
        "": "",
        "Two *open* days": "<p>Two <em>open</em> days</p>",
        "# Venue\n## Rooms": "<h3>Venue</h3>\n<h4>Rooms</h4>",
        "line\nline": "<p>line<br>\nline</p>",
        "- a\n- b": "<ul>\n<li>a</li>\n<li>b</li>\n</ul>",
        "~~no~~": "<p><s>no</s></p>",
        "[rules](https://example.org/)": '<p><a href="https://example.org/" rel="noopener nofollow ugc">rules</a></p>',
        "[here](/clubs/)": '<p><a href="/clubs/" rel="noopener nofollow ugc">here</a></p>',
    }
    for text, html in cases.items():
        assert markdown(text) == html, text
    assert "<td>1</td>" in markdown("| a |\n|---|\n| 1 |")
    attacks = [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,AAAA)",
        '<a href="x" onclick="y()">z</a>',
        "![x](https://evil.example/track.gif)",
        '<img src=x onerror="alert(1)">',
        "<style>*{display:none}</style>",
        "[a]: javascript:alert(1)\n\n[a]",
    ]
    for text in attacks:
        html = markdown(text)
        dangerous = ("<script", "<img", "<style", 'href="javascript', 'href="data', '<a href="x"')
        assert not [part for part in dangerous if part in html], text
    assert len(markdown("> " * 3000 + "x")) < 200_000
