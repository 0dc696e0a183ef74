"""Comments on moves, collections of games, and another play tried from a position."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from audit.models import ActionLog
from clubs.models import User
from games.models import GameRecord
from lexicon.models import LexiconVersion
from tests import factories
from tests.tournaments.scenes.sheets import GAME, hall, send, table, text
from tournaments.errors import TournamentError
from tournaments.models import CollectedGame, Division, GameCollection, MoveComment, Pairing, Submission
from tournaments.queries.my_events import my_data
from tournaments.services import comments
from tournaments.services.erasure import erase_account, erase_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def division(director: User, dictionary: LexiconVersion) -> Division:
    return hall(director, lexicon_version_id=dictionary.pk)


def played(division: Division, *, confirmed: bool = True) -> str:
    send("Anna Lind", GAME)
    if confirmed:
        send("Ben Okoro", GAME)
    return f"/e/{division.event.slug}/games/{table(division).pk}/"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_comments_are_of_people_who_see_the_record(division: Division, director: User) -> None:
    page = played(division, confirmed=False)
    fan, other = factories.user("fan"), factories.user("other")
    assert signed_in(fan).post(f"{page}comment/", {"move": "3", "text": "Lovely"}).status_code == 404
    assert signed_in(director).post(f"{page}comment/", {"move": "3", "text": "Lovely"}).status_code == 404
    send("Ben Okoro", GAME)
    assert Client().post(f"{page}comment/", {"move": "3", "text": "Lovely"}).status_code == 302
    assert not MoveComment.objects.exists()
    assert "Sign in to comment" in text(Client().get(page))
    said = text(signed_in(fan).post(f"{page}comment/", {"move": "3", "text": "Lovely <b>play</b>"}, follow=True))
    assert "Lovely &lt;b&gt;play&lt;/b&gt;" in said
    assert "move 3" in text(Client().get(page))
    signed_in(fan).post(f"{page}comment/", {"move": "3", "text": "Lovely <b>play</b>"})
    comment = MoveComment.objects.get()  # a second tap
    for bad in ("", "   ", "x" * 1001, "a\x00b"):
        answer = signed_in(fan).post(f"{page}comment/", {"move": "3", "text": bad})
        assert answer.status_code == 422, bad[:5]
        assert bad.strip("\x00 ")[:3] in text(answer)
    for move in ("x", "-1", "99999999", ""):
        signed_in(fan).post(f"{page}comment/", {"move": move, "text": f"odd {move}"})
    assert set(MoveComment.objects.exclude(pk=comment.pk).values_list("move", flat=True)) == {0}

    remove = f"{page}comments/{comment.pk}/remove/"
    assert signed_in(other).post(remove).status_code == 403
    assert signed_in(director).post(remove).status_code == 302
    assert not MoveComment.objects.filter(pk=comment.pk).exists()
    assert ActionLog.objects.get(verb="comment.removed").before == {"by": "fan", "move": 3}
    assert "already gone" in text(signed_in(director).post(remove, follow=True))
    mine = MoveComment.objects.first()
    assert mine is not None
    assert signed_in(fan).post(f"{page}comments/{mine.pk}/remove/").status_code == 302
    assert not MoveComment.objects.filter(pk=mine.pk).exists()
    assert ActionLog.objects.filter(verb="comment.removed").count() == 1
    Pairing.objects.update(record_visibility="private")
    assert signed_in(fan).post(f"{page}comment/", {"text": "again"}).status_code == 404


def test_collections_show_what_everyone_may_open(division: Division, director: User) -> None:
    page = played(division)
    fan, other = factories.user("fan"), factories.user("other")
    client = signed_in(fan)
    client.post(f"{page}collect/", {"name": "Big plays"})
    client.post(f"{page}collect/", {"name": "Big plays"})
    kept = GameCollection.objects.get()
    assert CollectedGame.objects.get().collection == kept
    address = f"/collections/{kept.pk}/"
    assert "Anna Lind – Ben Okoro" in text(client.get(address))
    assert "Big plays" in text(client.get("/my/collections/"))
    for visitor in (Client(), signed_in(other), signed_in(director)):
        assert visitor.get(address).status_code == 404
    assert signed_in(other).post(f"{address}edit/", {"name": "Mine"}).status_code == 404
    assert signed_in(other).post(f"{page}collect/", {"collection": str(kept.pk)}).status_code == 404
    client.post(f"{address}edit/", {"name": "Bigger plays", "public": "1"})
    assert "Bigger plays" in text(Client().get(address))
    assert page in text(Client().get(address))
    assert "Remove" not in text(signed_in(other).get(address))
    Pairing.objects.update(record_visibility="private")
    assert page not in text(Client().get(address))
    Pairing.objects.update(record_visibility="unlisted")
    assert page in text(Client().get(address))
    client.post("/my/collections/", {"name": "Second"})
    assert "already have a collection" in text(client.post(f"{address}edit/", {"name": "Second"}, follow=True))
    for bad in ("", " ", "x" * 81):
        assert client.post("/my/collections/", {"name": bad}).status_code == 422, bad[:3]
        client.post(f"{address}edit/", {"name": bad})
    assert GameCollection.objects.get(pk=kept.pk).name == "Bigger plays"
    client.post(f"{address}edit/", {"take_out": str(table(division).pk)})
    assert not CollectedGame.objects.exists()
    client.post(f"{address}edit/", {"delete": "1"})
    assert list(GameCollection.objects.values_list("name", flat=True)) == ["Second"]


def test_comments_and_collections_have_their_limits(division: Division) -> None:
    page = played(division)
    fan = factories.user("fan")
    reader, game = signed_in(fan), table(division)
    MoveComment.objects.bulk_create(
        MoveComment(pairing=game, author=fan, move=1, text=str(number)) for number in range(comments.MOST_COMMENTS)
    )
    full = reader.post(f"{page}comment/", {"move": "1", "text": "One more"}, follow=True)
    assert f"You have written {comments.MOST_COMMENTS} comments on this game, which is the limit." in text(full)
    assert not MoveComment.objects.filter(text="One more").exists()
    GameCollection.objects.bulk_create(
        GameCollection(owner=fan, name=str(number)) for number in range(comments.MOST_COLLECTIONS)
    )
    with pytest.raises(TournamentError, match=f"You have {comments.MOST_COLLECTIONS} collections"):
        comments.make_collection(owner=fan, name="One more")
    assert comments.make_collection(owner=fan, name="7").name == "7", "one that is there is found"


def test_they_are_in_ones_data_and_go_with_the_account(division: Division) -> None:
    page = played(division)
    fan, other = factories.user("fan"), factories.user("other")
    for user in (fan, other):
        signed_in(user).post(f"{page}comment/", {"move": "1", "text": f"{user.username}: well done, Anna Lind"})
        signed_in(user).post(f"{page}collect/", {"name": "Kept"})
    data = my_data(fan)
    assert [one["text"] for one in data["comments"]] == ["fan: well done, Anna Lind"]
    assert data["collections"] == [{"name": "Kept", "public": False, "games": [table(division).pk]}]
    erase_account(user=fan, reason="asked")
    assert [one.author for one in MoveComment.objects.all()] == [other]
    assert [one.owner for one in GameCollection.objects.all()] == [other]
    pseudonym = erase_player(player=division.entries.get(name="Anna Lind").player, reason="asked")
    assert MoveComment.objects.get().text == f"other: well done, {pseudonym}"


@pytest.mark.postgres
def test_constraints(division: Division) -> None:
    played(division)
    fan = factories.user("fan")
    kept = GameCollection.objects.create(owner=fan, name="Kept")
    CollectedGame.objects.create(collection=kept, pairing=table(division))
    makes: dict[str, Callable[[], object]] = {
        "comment_has_text": lambda: MoveComment.objects.create(pairing=table(division), author=fan, text=""),
        "comment_move_in_range": lambda: MoveComment.objects.create(
            pairing=table(division), author=fan, text="x", move=10_000
        ),
        "collection_has_name": lambda: GameCollection.objects.create(owner=fan, name=""),
        "collection": lambda: GameCollection.objects.create(owner=fan, name="Kept"),
        "collected": lambda: CollectedGame.objects.create(collection=kept, pairing=table(division)),
    }
    for name, make in makes.items():
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            make()


def test_another_play_is_scored_and_nothing_stored(division: Division, director: User) -> None:
    page = played(division)
    send("Cem Kaya", scores=(400, 350))
    before = (GameRecord.objects.count(), Submission.objects.count())
    assert f'{page}what-if/?move=1"' in text(Client().get(f"{page}?move=1"))
    what_if = f"{page}what-if/"
    html = text(Client().get(what_if, {"move": "1", "play": "8G AT"}))
    assert "8G AT" in html
    assert ">4<" in html.replace(" ", "")
    assert "Words are not being checked at the moment" in html, "the next table is still playing"
    send("Dua Oz", scores=(400, 350))
    html = text(signed_in(director).get(what_if, {"move": "1", "play": "8G QZQ"}))
    assert "not being checked" not in html
    assert "QZQ" in html.split('class="findings"')[1]
    html = text(Client().get(what_if, {"move": "1", "play": "8G AT\nAT home"}))
    assert "This line is not a move, a comment or a heading: AT home" in html
    assert "8G AT" in html.split("Moves tried")[1], "what can be read is played"
    for move in ("0", "-3", "x", "99999", ""):
        assert Client().get(what_if, {"move": move, "play": "-"}).status_code == 200, move
    for odd in ("8D", "zz zz", "Z99 QQQ", "<b>", "\x00", "8H " + "A" * 60, "-\n" * 100):
        assert Client().get(what_if, {"move": "5", "play": odd}).status_code == 200, odd
    assert Client().get(what_if, {"move": "5", "play": "x" * 2001}).status_code == 422
    assert (GameRecord.objects.count(), Submission.objects.count() - 1) == before, "but Dua's report"
