"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Events, rounds, results."""

    name = "tournaments"

    def ready(self) -> None:
        """Tell clubs, dictionaries and ratings what they cannot know of events: who plays, which rules exist, who appears where."""
        from clubs.page import Place, add_home_section, add_section  # noqa: PLC0415 - as below
        from clubs.services import club_changed  # noqa: PLC0415
        from games.registry import rule_choices  # noqa: PLC0415 - as below
        from lexicon.study import close_while  # noqa: PLC0415 - models can be imported when apps are ready
        from ratings.labels import register_rules  # noqa: PLC0415
        from ratings.queries.games import show_games_by  # noqa: PLC0415
        from ratings.services.people import on_anonymise, on_anonymised  # noqa: PLC0415
        from ratings.services.recompute import published  # noqa: PLC0415
        from tournaments.queries.events import club_events  # noqa: PLC0415
        from tournaments.queries.game_pages import addresses_of_keys  # noqa: PLC0415
        from tournaments.queries.home import last_winners, newest_games, on_now, own_next_games  # noqa: PLC0415
        from tournaments.queries.playing import is_playing  # noqa: PLC0415
        from tournaments.services.erasure import forget_everywhere  # noqa: PLC0415
        from tournaments.services.events.locking import touch_events_of, touch_events_of_club  # noqa: PLC0415
        from tournaments.services.events.roles import count_days_of_club  # noqa: PLC0415
        from tournaments.services.rating_link.ledger import touch_rated_events  # noqa: PLC0415

        add_section("tournaments/_club_events.html", club_events)
        add_home_section("tournaments/_own_next_games.html", own_next_games, Place.FIRST)
        add_home_section("tournaments/_on_now.html", on_now, Place.FIRST)
        add_home_section("tournaments/_newest_games.html", newest_games)
        add_home_section("tournaments/_last_winners.html", last_winners)
        close_while(is_playing)
        on_anonymise(touch_events_of)
        on_anonymised(forget_everywhere)
        club_changed += [touch_events_of_club, count_days_of_club]
        published.append(touch_rated_events)
        register_rules(rule_choices())
        show_games_by(addresses_of_keys)
