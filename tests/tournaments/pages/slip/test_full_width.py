"""Full-width letters, digits and signs, half-width kana and accents typed apart are what they stand for, wherever something is typed."""

import unicodedata
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Club, User
from games.engine.crossword.position import Position
from games.engine.crossword.rules import RULE_SETS
from lexicon.models import LexiconVersion
from lexicon.services.tablets import desk_key
from tests import factories
from tests.tournaments.pages.slip.test_rule_sheets import findings, slip_of
from tests.walk import check_each
from tournaments.engine.importers.roster import clean_name
from tournaments.models import Round, Submission
from tournaments.services.judging.tablets import open_judge
from tournaments.services.results.fast_entry import parse_line

pytestmark = pytest.mark.django_db


def test_moves(club: Club, director: User) -> None:
    _, address = slip_of(club, director)
    right = "８Ｄ　ＴＲＡＩＮ　１２\n－ＡＢＣ\n８Ｄ　．．．．．Ｓ　＋６\nｐａｓｓ"
    assert {*findings(address, right)[1].values()} == {"note"}
    wrong = findings(address, right.replace("１２", "１３"))[1]
    assert "The play scores 12; the record says 13." in wrong
    start = Position.start(RULE_SETS["tournament"], RULE_SETS["tournament"].tiles.encode("TRAINERHOBSEEEQU"))
    assert start.play("８ｄ ＴＲＡＩＮ").scores == (12, 0)


def test_moves_with_accents_of_their_own(club: Club, director: User) -> None:
    _, address = slip_of(club, director, rule_options={"tile_set": "es"})
    apart = unicodedata.normalize("NFD", "8F NIÑOS")
    assert apart != "8F NIÑOS"
    assert findings(address, apart) == findings(address, unicodedata.normalize("NFC", apart))
    assert not any(severity == "error" for severity in findings(address, apart)[1].values())


def test_turns_of_word_basket(club: Club, director: User) -> None:
    _, address = slip_of(club, director, game="wordbasket", rules_slug="word-basket")
    head = "#player A Ada\n#player B Ben\n"
    for plain, wide in (
        ("start あ\nA あひる る", "start あ\nＡ　ａｈｉｒｕ　ｒｕ"),
        ("start は\nA ばんど と", "start ﾊ\nA ﾊﾞﾝﾄﾞ ﾄ"),
        ("start は\nA ばんど と", "start は\nA は゛んと゛ と"),
        ("start し\nA しんがっき 5\nB きんぎょ よ", "start し\nＡ しんがっき ５\nＢ　キンギョ　ヨ"),
        ("start あ\nA reset か き く け こ +6", "start あ\nＡ　ｒｅｓｅｔ　か　き　く　け　こ　＋６"),
        ("start つ\nA つみき か*>き", "start つ\nＡ　つみき　か＊＞き"),
    ):
        assert findings(address, head + wide) == findings(address, head + plain)
        assert {*findings(address, head + wide)[1].values()} <= {"note"}, wide


def test_words_put_to_the_judge(client: Client, club: Club, director: User, dictionary: LexiconVersion) -> None:
    division = factories.division(club, director, lexicon_version_id=dictionary.pk)
    factories.start(division, director, 2)
    tablet = f"/judge/{desk_key(open_judge(actor=director, division=division))}/"

    def check(word: str, *, acceptable: bool) -> None:
        fields = {"step": "judge", "count": 1, "word1": word, "client_token": str(uuid4())}
        answer = client.post(tablet, fields, headers={"accept": "application/json"}).json()
        assert answer["acceptable"] is acceptable

    check_each(
        [("ＴＲＡＩＮ", True), ("ｔｒａｉｎ", True), ("ＺＺＱＸ", False)], lambda *row: check(row[0], acceptable=row[1])
    )


def test_scores_lines_and_names(club: Club, director: User) -> None:
    slip_of(club, director)
    pairing = factories.games(Round.objects.get())[0].pairing_id
    sent = {"first_score": "４０１", "second_score": "＋３８０", "client_token": str(uuid4())}
    assert Client().post(factories.own_slip(pairing), sent).status_code == 302
    assert (Submission.objects.get().first_score, Submission.objects.get().second_score) == (401, 380)
    assert parse_line("１２　４３１　７　３８９　＋４２") == parse_line("12 431 7 389 +42")
    assert clean_name("Ａｎｎａ　Ｌｉｎｄ") == "Anna Lind"
    assert clean_name(unicodedata.normalize("NFD", "Zoé")) == "Zoé"
    assert clean_name("ﾔﾏﾀﾞ") == "ヤマダ"
