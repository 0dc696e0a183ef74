"""Reads of the file that an event follows: for its page, and for the line on the pages of the event."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clubs.models import Player
from core.outgoing import host_of
from tournaments.models import Division, Event, EventFeed, FollowedDivision

#: A problem as it is stored: a sentence (``text``), or a name (``who``) with the ids of the ``similar`` players it may mean.
Problem = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A name in the file that may mean one of these players (id, name)."""

    name: str
    similar: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class FeedLine:
    """A division of the event and its name in the file. ``problems``: why nothing of the newest file was taken over."""

    division: Division
    part: str
    problems: tuple[str, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class FeedView:
    """A followed file, and its divisions."""

    feed: EventFeed
    lines: tuple[FeedLine, ...]

    @property
    def host(self) -> str:
        """The name of its host."""
        return host_of(self.feed.address)

    @property
    def questions(self) -> tuple[Question, ...]:
        """All names of which a director must say whom they mean."""
        return tuple(question for line in self.lines for question in line.questions)


def feed_of(event: Event) -> FeedView | None:
    """The file that the event follows or followed; None without one. Four queries at most."""
    feed = EventFeed.objects.filter(event=event).first()
    if feed is None:
        return None
    rows = list(FollowedDivision.objects.filter(feed=feed).select_related("division"))
    ids = {pk for row in rows for problem in row.problems for pk in problem.get("similar", ())}
    names = dict(Player.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}
    return FeedView(feed, tuple(_line(row, names) for row in rows))


def _line(row: FollowedDivision, names: dict[int, str]) -> FeedLine:
    problems: Sequence[Problem] = row.problems
    return FeedLine(
        row.division,
        row.part,
        tuple(problem["text"] for problem in problems if "text" in problem),
        tuple(
            Question(problem["who"], tuple((pk, names[pk]) for pk in problem["similar"] if pk in names))
            for problem in problems
            if "who" in problem
        ),
    )


def host_followed(division: Division) -> str:
    """The name of the host from which the division's pairings and results come; "" where they are entered here.

    One query, none for an event that follows nothing.
    """
    if not division.event.follows_feed:
        return ""
    followed = FollowedDivision.objects.select_related("feed").filter(division=division.pk).first()
    return "" if followed is None else host_of(followed.feed.address)


@dataclass(frozen=True, slots=True)
class FeedSource:
    """Where the results of an event come from, as its pages say it. ``divisions``: their names, () where all come from there.

    ``read_at``: for pages that are made anew each time.
    """

    host: str
    divisions: tuple[str, ...]
    read_at: datetime | None
    paused: bool


def source_of(event: Event) -> FeedSource | None:
    """Where results come from now; None for an event that is entered here. Three queries, none for such an event."""
    if not event.follows_feed:
        return None
    view = feed_of(event)
    if view is None:
        return None
    every = Division.objects.filter(event=event).count() == len(view.lines)
    names = () if every else tuple(line.division.name for line in view.lines)
    return FeedSource(view.host, names, view.feed.read_at, view.feed.state == EventFeed.State.PAUSED)
