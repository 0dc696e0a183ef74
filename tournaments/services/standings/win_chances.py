"""The win chances of a round's games, calculated once: when it is published."""

from collections.abc import Sequence

from ratings.services.win_chances import win_chances
from tournaments.engine.game_scores import match_win_chance
from tournaments.models import Pairing, Round, Seat


def store_win_chances(round_: Round, pairings: Sequence[Pairing]) -> None:
    """Store the win chances by the division's rating list for each game of two, before any is played. Inside a transaction.

    Also where they are hidden: whether they are shown is a setting, and may change later. Six queries.
    """
    division = round_.division
    pool = division.rating_pool
    if pool is None:
        return
    players: dict[int, list[int]] = {}
    seats = Seat.objects.filter(round=round_, pairing__kind=Pairing.Kind.GAME).order_by("position")
    for key, player in seats.values_list("pairing", "entry__player"):
        players.setdefault(key, []).append(player)
    games = {key: (two[0], two[1]) for key, two in players.items() if len(two) == 2}
    chances = dict(zip(games, win_chances(pool, list(games.values()), division.event.starts_on), strict=True))
    for pairing in pairings:
        chance = chances.get(pairing.pk)
        whole = (
            match_win_chance(chance, division.settings.best_of)
            if chance is not None and division.settings.rate_games
            else chance
        )
        # Rounding may carry a sum of chances a hair over 1.
        pairing.first_chance = None if whole is None else min(max(whole, 0.0), 1.0)
    Pairing.objects.bulk_update(pairings, ["first_chance"])
    round_.chance_system = pool.system if any(pairing.first_chance is not None for pairing in pairings) else ""
    round_.save(update_fields=["chance_system"])
