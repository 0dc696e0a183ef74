"""Equal totals under rules by which whoever led before unplayed tiles were counted wins: every way to say it, and what follows."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import Club, User
from ratings.engine.evaluate_history import build_history
from ratings.engine.evaluate_predictors import event_divisions
from ratings.models import RatedEvent, RatedResult, RatingPool
from ratings.services.evaluation import pool_games
from ratings.services.ledger import finalize_event
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall, text
from tests.walk import check_each
from tournaments.models import Division, OpenQuestion, Pairing, Result, Submission
from tournaments.queries.results import facts_of, player_card
from tournaments.queries.standings import standings_of
from tournaments.queries.wallchart import wall_chart
from tournaments.services.events.backups import store_backup
from tournaments.services.events.restore import restore_event

pytestmark = pytest.mark.django_db

#: The first player leads 12 to 0, the second passes twice, and the tiles left make it −7 each.
RECORD = "8D TRAIN 12\npass\npass\npass\n(QFEEIOU) -19\n(AEINRST) -7"
#: Nobody leads.
LEVEL_RECORD = "pass\npass\npass\n(AEINRST) -7\n(AEINRST) -7"
QUESTION = "Who led before unplayed tiles were counted?"


def gujarati_hall() -> Hall:
    hall = make_hall(players=4)
    factories.change(Division.objects.all(), challenge_rule="double")
    Division.objects.update(rules_slug="gujarati-club")
    hall.publish()
    return hall


def scores(first: str = "400", second: str = "400", **more: str) -> dict[str, str]:
    return {"first_score": first, "second_score": second, "sure": "on", "client_token": str(uuid4()), **more}


def test_every_way_to_report_asks_and_takes_the_answer() -> None:
    hall = gujarati_hall()
    game = hall.games()[0]
    first, second = hall.numbers(game)
    names = [entry.name for entry in hall.entries(game)]
    own = {side: factories.own_slip(game.pk, side) for side in ("first", "second")}
    event = hall.scene.event.slug

    def slip() -> None:
        for side in ("first", "second"):
            asked = Client().post(own[side], scores())
            assert asked.status_code == 422
            assert QUESTION in text(asked)
            assert "hidden" not in text(asked).split('id="leader"')[1].split(">")[0]
            assert Client().post(own[side], scores(led_before="second")).status_code == 302

    def line() -> None:
        for wrong in (
            f"{first} 400 {second} 400",
            f"{first} 400 {second} 400 w99",
            f"{first} 400 {second} 399 w{first}",
        ):
            refused = hall.client.post(hall.url("enter_line", 1), {"line": wrong, "client_token": "a"})
            assert refused.status_code == 422
        typed = f"{first} 400 {second} 400 w{second}"
        done = hall.client.post(hall.url("enter_line", 1), {"line": typed, "client_token": "a"}, follow=True)
        assert f"won by {names[1]} (led before unplayed tiles)" in text(done)
        assert "w0: nobody" in text(done)

    def beside_the_table() -> None:
        asked = hall.client.post(hall.url("enter_scores", 1, game.pk), scores())
        assert asked.status_code == 422
        assert QUESTION in text(asked)
        done = hall.client.post(hall.url("enter_scores", 1, game.pk), scores(led_before="second"))
        assert done.status_code == 302

    def ruling() -> None:
        fields = {**scores(), "kind": "played", "reason": "Counted again."}
        asked = hall.client.post(hall.url("rule_game", 1, game.pk), fields)
        assert asked.status_code == 422
        assert "Say who led before" in text(asked)
        done = hall.client.post(hall.url("rule_game", 1, game.pk), {**fields, "led_before": "second"})
        assert done.status_code == 302

    def over_the_api() -> None:
        path = f"events/{event}/pairings/{game.pk}/submissions/"
        fields = {"first_score": 400, "second_score": 400, "client_token": "a"}
        as_user(hall.scene.director).post(path, fields, expect=400)
        done = as_user(hall.scene.director).post(path, {**fields, "led_before": "second"}, expect=201)
        assert done["result"]["led_before"] == "second"

    def check(report: object) -> None:
        assert callable(report)
        report()
        result = Result.objects.get(pairing=game)
        assert (result.state, result.first_score, result.led_before) == ("confirmed", 400, "second")
        said = f"won by {names[1]} (led before unplayed tiles)"
        assert said in text(Client().get(hall.url("round", 1)))
        assert said in text(Client().get(hall.url("player", second)))
        assert said in text(hall.client.get(hall.url("manage_game", 1, game.pk)))
        assert said in text(hall.client.get(hall.url("manage_round", 1)))
        assert "by the lead before unplayed tiles" in text(Client().get(hall.url("wall_chart")))

    check_each([slip, line, beside_the_table, ruling, over_the_api], check)


def test_a_win_and_a_loss_without_spread(club: Club, director: User, pool: RatingPool) -> None:
    division = factories.division(club, director, pool=pool, rules_slug="gujarati-club")
    factories.start(division, director, 2)
    pairing = Pairing.objects.get()
    for side in ("first", "second"):
        answer = Client().post(factories.own_slip(pairing.pk, side), {"moves": RECORD, "client_token": str(uuid4())})
        assert answer.status_code == 302, answer.context["form"].errors
    result = Result.objects.get()
    assert (result.state, result.first_score, result.second_score) == ("confirmed", -7, -7)
    assert (result.led_before, result.open_questions) == ("first", 0)
    winner, loser = (seat.entry for seat in pairing.seats.order_by("position"))
    lines = [
        (line.entry_id, line.row.wins, line.row.losses, line.row.ties, line.row.spread)
        for line in standings_of(division)
    ]
    assert lines == [(winner.pk, 1, 0, 0, 0), (loser.pk, 0, 1, 0, 0)]
    (row,) = RatedResult.objects.live()
    assert (row.player_score, row.opponent_score, row.tie_won_by) == (-7, -7, "player")
    factories.run_jobs()
    changes = {change.player_id: change.earned for change in pool.changes.all()} if hasattr(pool, "changes") else {}
    assert not changes or changes == {winner.player_id: 1, loser.player_id: 0}
    assert [line.points for line in player_card(winner)] == [1]
    assert {
        row.name: row.cells[0].outcome for row in wall_chart(division, list(division.rounds.all())) if row.cells[0]
    } == {
        winner.name: "win",
        loser.name: "loss",
    }
    page = text(Client().get(reverse("tournaments:player", args=[division.event.slug, division.slug, winner.number])))
    assert "<strong>Won</strong>" in page
    (fact,) = facts_of(division)
    assert fact.winner == winner.pk


def test_the_record_answers_and_contradicts(club: Club, director: User) -> None:
    """A report that says another winner than its record, or than the other report."""
    division = factories.division(club, director, rules_slug="gujarati-club")
    factories.start(division, director, 2)
    pairing = Pairing.objects.get()
    names = [seat.entry.name for seat in pairing.seats.order_by("position")]
    typed = {"first_score": "-7", "second_score": "-7"}

    def send(side: str, **more: str) -> str:
        fields = {**typed, **more, "sure": "on", "client_token": str(uuid4())}
        answer = Client().post(factories.own_slip(pairing.pk, side), fields, follow=True)
        assert answer.status_code == 200, answer.context["form"].errors
        return text(answer)

    assert f"You reported -7 – -7, won by {names[0]}" in send("first", moves=RECORD)
    assert Submission.objects.latest("pk").led_before == "first"
    assert "The reports differ on who led before unplayed tiles were counted" in send("second", led_before="second")
    assert Result.objects.get().state == "conflict"
    page = send("second", led_before="second", moves=RECORD)
    assert f"{names[0]} according to the record, {names[1]} according to the result" in page
    assert OpenQuestion.objects.get(settled="").code == "tie_won_by_other"
    send("second", led_before="first", moves=RECORD)
    assert (Result.objects.get().state, Result.objects.get().open_questions) == ("confirmed", 0)


def test_nobody_led_so_it_stays_a_tie(club: Club, director: User) -> None:
    division = factories.division(club, director, rules_slug="gujarati-club")
    factories.start(division, director, 2)
    pairing = Pairing.objects.get()
    for side, more in (("first", {"moves": LEVEL_RECORD}), ("second", scores("-7", "-7", led_before="level"))):
        fields = {"sure": "on", "client_token": str(uuid4()), **more}
        assert Client().post(factories.own_slip(pairing.pk, side), fields).status_code == 302
    assert (Result.objects.get().state, Result.objects.get().led_before) == ("confirmed", "level")
    assert [line.row.ties for line in standings_of(division)] == [1, 1]
    where = [division.event.slug, division.slug, 1]
    assert "a tie (level before unplayed tiles too)" in text(Client().get(reverse("tournaments:round", args=where)))


def test_one_tap_confirms_the_winner_too() -> None:
    hall = gujarati_hall()
    game = hall.games()[0]
    name = hall.entries(game)[0].name
    Client().post(factories.own_slip(game.pk), scores(led_before="first"))
    assert f"won by {name} (led before unplayed tiles)" in text(hall.client.get(hall.url("manage_round", 1)))
    seen = f"{game.pk}:{Result.objects.get(pairing=game).version}"
    done = hall.client.post(hall.url("confirm_reported", 1), {"seen": seen}, follow=True)
    assert f"won by {name} (led before unplayed tiles)" in text(done)
    assert Result.objects.get(pairing=game).led_before == "first"


def test_other_rules_have_ties_and_do_not_ask() -> None:
    hall = make_running_hall(players=4)
    game = hall.games()[0]
    first, second = hall.numbers(game)
    refused = hall.client.post(
        hall.url("enter_line", 1), {"line": f"{first} 400 {second} 400 w{first}", "client_token": "a"}
    )
    assert refused.status_code == 422
    assert "equal totals are a tie" in text(refused)
    assert QUESTION not in text(Client().get(factories.own_slip(game.pk)))
    assert QUESTION not in text(hall.client.get(hall.url("manage_game", 1, game.pk)))
    path = f"events/{hall.scene.event.slug}/pairings/{game.pk}/submissions/"
    fields = {"first_score": 400, "second_score": 400, "client_token": "a", "led_before": "first"}
    as_user(hall.scene.director).post(path, fields, expect=400)
    hall.client.post(hall.url("enter_line", 1), {"line": f"{first} 400 {second} 400", "client_token": "a"})
    assert Result.objects.get(pairing=game).led_before == ""


def test_a_table_of_three(club: Club, director: User) -> None:
    division = factories.division(club, director, table_size=3, rules_slug="gujarati-club")
    pairing = factories.start(division, director, 3).pairings.get()
    fields = {"game1_seat1": "300", "game1_seat2": "320", "game1_seat3": "320"}
    for answer, status in (("", 422), ("first", 422), ("third", 302)):
        sent = {**fields, "led_before": answer, "client_token": str(uuid4())}
        assert Client().post(factories.own_slip(pairing.pk), sent).status_code == status
    official = Client()
    official.force_login(director)
    numbers = [seat.entry.number for seat in pairing.seats.order_by("position")]
    line = f"{' '.join(map(str, numbers))} 300/320/320 w{numbers[2]}"
    where = [division.event.slug, division.slug, 1]
    done = official.post(
        reverse("tournaments:enter_line", args=where), {"line": line, "client_token": "a"}, follow=True
    )
    assert "led before unplayed tiles" in text(done)
    assert Result.objects.get().led_before == "third"
    rows = {line.number: (line.row.wins, line.row.losses) for line in standings_of(division)}
    assert [rows[number] for number in numbers] == [(0, 2), (1, 1), (2, 0)]
    cells = {
        row.number: row.cells[0].place for row in wall_chart(division, list(division.rounds.all())) if row.cells[0]
    }
    assert [cells[number] for number in numbers] == ["3/3", "2/3", "1/3"]


def test_the_record_of_a_table_names_its_winner(club: Club, director: User) -> None:
    """12, 0 and 0 before, nineteen, seven and eight left: the first two have −7 each, and the first led."""
    division = factories.division(club, director, table_size=3, rules_slug="gujarati-club")
    pairing = factories.start(division, director, 3).pairings.get()
    names = [seat.entry.name for seat in pairing.seats.order_by("position")]
    moves = ["0 8D TRAIN 12", "1 pass", "2 pass", "0 pass", "1 pass", "0 (QFEEIOU) -19", "1 (AEINRST) -7", "2 (JX) -16"]
    record = "\n".join(f"{names[int(line[0])]}: {line[2:]}" for line in moves)
    sent = {"moves": record, "sure": "on", "client_token": str(uuid4())}
    answer = Client().post(factories.own_slip(pairing.pk), sent)
    assert answer.status_code == 302, answer.context["form"].errors
    report = Submission.objects.get()
    assert (report.tally, report.led_before) == ("-7/-7/-16", "first")
    assert not OpenQuestion.objects.exists()
    typed = {"game1_seat1": "-7", "game1_seat2": "-7", "game1_seat3": "-16", "led_before": "second"}
    other = {**typed, "moves": record, "client_token": str(uuid4())}
    assert Client().post(factories.own_slip(pairing.pk, "second"), other).status_code == 302
    assert set(OpenQuestion.objects.values_list("code", flat=True)) == {"tie_won_by_other"}
    assert Result.objects.get().state == "conflict"


def test_screens_paper_history_and_a_backup_say_who_won() -> None:
    hall = gujarati_hall()
    game = hall.games()[0]
    first, second = hall.numbers(game)
    said = f"won by {hall.entries(game)[1].name} (led before unplayed tiles)"
    sent = {"line": f"{first} 400 {second} 400 w{second}", "client_token": "a"}
    assert hall.client.post(hall.url("enter_line", 1), sent).status_code == 302
    assert said in text(Client().get(hall.url("display")))
    assert QUESTION.removeprefix("Who led") in text(hall.client.get(hall.url("print_slips", 1)))
    event = hall.scene.event
    log = text(hall.client.get(reverse("tournaments:event_log", args=[event.slug])))
    assert "Led before unplayed tiles" in log
    entered = ActionLog.objects.filter(scope=f"event:{event.pk}").latest("pk")
    assert said in text(hall.client.get(reverse("tournaments:replay_log", args=[event.slug, entered.pk])))
    backup = store_backup(actor=hall.scene.director, event=event, why="x")
    taken_back = {**scores("400", "390"), "kind": "played", "reason": "Counted again."}
    assert hall.client.post(hall.url("rule_game", 1, game.pk), taken_back).status_code == 302
    assert said not in text(Client().get(hall.url("round", 1)))
    restore_event(actor=hall.scene.director, event=event, backup_id=backup.pk, reason="x")
    assert said in text(Client().get(hall.url("round", 1)))
    assert Result.objects.get(pairing=game).led_before == "second"


def test_the_ratings_say_why_equal_scores_earned_a_win(club: Club, director: User, pool: RatingPool) -> None:
    division = factories.division(club, director, pool=pool, rules_slug="gujarati-club")
    factories.start(division, director, 2)
    pairing = Pairing.objects.get()
    for side in ("first", "second"):
        sent = Client().post(factories.own_slip(pairing.pk, side), scores(led_before="second"))
        assert sent.status_code == 302
    factories.run_jobs()
    loser, winner = (seat.entry.player_id for seat in pairing.seats.order_by("position"))
    rated = RatedEvent.objects.get()

    def explained(player: int) -> str:
        return text(Client().get(reverse("ratings:explanation", args=[pool.slug, rated.pk, player])))

    assert "won: led before unplayed tiles" in explained(winner)
    assert "lost: the opponent led before unplayed tiles" in explained(loser)
    finalize_event(event=rated)
    (row,), _cut = pool_games(pool)
    history = build_history([row])
    assert history.won.tolist() == [1.0 if row.one == winner else 0.0]
    ((event,),) = event_divisions(history)
    (game,) = event.games
    assert (history.players[game.player] == winner) == (game.tie_won_by == "player")
    assert game.tie_won_by


def test_two_of_three_were_level_in_front_so_all_three_share(club: Club, director: User) -> None:
    division = factories.division(club, director, table_size=3, rules_slug="gujarati-club")
    pairing = factories.start(division, director, 3).pairings.get()
    fields = {"game1_seat1": "320", "game1_seat2": "320", "game1_seat3": "320"}
    asked = text(Client().post(factories.own_slip(pairing.pk), {**fields, "client_token": str(uuid4())}))
    assert "If two or more of them were level in the lead, nobody led: all of them share the place." in asked
    for side in ("first", "second"):
        sent = {**fields, "led_before": "level", "client_token": str(uuid4())}
        assert Client().post(factories.own_slip(pairing.pk, side), sent).status_code == 302
    assert [(line.row.wins, line.row.ties) for line in standings_of(division)] == [(1, 2)] * 3
