"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Events, rounds, results."""

    name = "tournaments"

    def ready(self) -> None:
        """Tell dictionaries who is playing, and rating lists which rules there are: they must not know of events and games."""
        from games.engine.crossword.rules import RULE_SETS  # noqa: PLC0415 - as below
        from games.engine.wordbasket.rules import RULE_SETS as BASKET_RULE_SETS  # noqa: PLC0415 - as below
        from lexicon.study import close_while  # noqa: PLC0415 - models can be imported when apps are ready
        from ratings.labels import tell_rules  # noqa: PLC0415
        from tournaments.playing import is_playing  # noqa: PLC0415

        close_while(is_playing)
        crossword = [(slug, rules.name) for slug, rules in RULE_SETS.items()]
        tell_rules([*crossword, *((slug, rules.name) for slug, rules in BASKET_RULE_SETS.items())])
