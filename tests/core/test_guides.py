"""The guides are whole in every language, name things as the site does, and have their pictures."""

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils.translation import override
from PIL import Image

from core import guides, languages
from tests.gathered import gathered

CODES = [one.code for one in languages.LANGUAGES]


@pytest.mark.parametrize("language", CODES)
def test_a_guide_says_the_same_in_every_language(language: str) -> None:
    known = {message.id if isinstance(message.id, str) else message.id[0] for message in gathered() if message.id}
    for name in guides.GUIDES:
        english, text = (guides.source_of(name, code)[1] for code in ("en", language))
        assert sorted(guides.LABEL.findall(text)) == sorted(guides.LABEL.findall(english))
        assert set(guides.LABEL.findall(text)) <= known, "only what the site itself says"
        for mark in ("\n## ", "\n1. ", "\n- "):
            assert text.count(mark) == english.count(mark), (name, mark)
        pictures = [picture for _shows, picture in guides.PICTURE.findall(text)]
        assert pictures == [picture for _shows, picture in guides.PICTURE.findall(english)]
        for picture in pictures:
            file = finders.find(guides.picture_file(picture, language))
            assert file, f"GUIDE_PICTURES=1 script/test --deep tests/e2e/test_guide_pictures.py makes {picture}"
            with Image.open(file) as image:
                assert image.width * guides.HEIGHT == image.height * guides.WIDTH


@pytest.mark.django_db
def test_a_reader_gets_the_guides_in_their_language() -> None:
    for language in CODES:
        for name in guides.GUIDES:
            page = Client().get(f"/guide/{name}/", headers={"accept-language": language}).content.decode()
            assert guides.source_of(name, language)[0] in page.split("<h1", 1)[1].split("</h1>", 1)[0]
            assert f"{settings.STATIC_URL}guides/{language}/" in page
            text = page.split("<article", 1)[1].split("</article>", 1)[0]
            assert "{" not in text
            assert "**" not in text
    assert Client().get("/guide/nobody/").status_code == 404
    home = Client().get("/").content.decode()
    assert 'href="/guide/players/"' in home


def test_a_language_without_a_guide_shows_the_english_one() -> None:
    with override("fr"):
        title, text = guides.guide("players")
    assert title == guides.source_of("players", "en")[0]
    assert "guides/en/report.webp" in text
