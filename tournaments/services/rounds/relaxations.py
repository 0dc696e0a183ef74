"""Why a round cannot be paired, and which rules could be relaxed, in sentences for the director."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.wording import listed
from tournaments.engine.pairing.infeasible import Infeasible, Relaxation

_SHOWN = 4


def why_infeasible(error: Infeasible, names: Mapping[int, str]) -> str:
    """What blocks the round, and the least that would have to give; ``names`` of the entries."""
    parts = [_("The round cannot be paired under its rules."), *_stuck(error, names), *_proof(error, names)]
    if error.relaxations:
        ways = _(", or ").join(_way(way, names) for way in error.relaxations[:_SHOWN])
        parts.append(_("It could be paired if you %(ways)s.") % {"ways": ways})
    return " ".join(parts)


def _stuck(error: Infeasible, names: Mapping[int, str]) -> Iterator[str]:
    stuck = [names[player] for player in error.stuck if player in names]
    if stuck:
        yield _("No opponent is left for %(names)s.") % {"names": _listed(stuck)}


def _proof(error: Infeasible, names: Mapping[int, str]) -> Iterator[str]:
    """The barrier, where nobody is stuck alone: too many groups need one of too few players."""
    if error.stuck or error.barrier is None:
        return
    keys = [names.get(player, "?") for player in error.barrier.keystones if player is not None]
    if keys:
        groups = len(error.barrier.groups)
        text = ngettext(
            "%(count)d group of players can only be completed by %(names)s.",
            "%(count)d groups of players can only be completed by %(names)s, each by one of them.",
            groups,
        )
        yield text % {"count": groups, "names": _listed(keys)}


def _way(way: Relaxation, names: Mapping[int, str]) -> str:
    pairs = [
        names.get(a, "?") + " – " + (_("bye") if b is None else names.get(b, "?")) for a, b in way.pairs[: _SHOWN + 1]
    ]
    values = {"what": _(" and ").join(_lift(name) for name in way.constraints), "pairs": _listed(pairs)}
    return _("%(what)s (%(pairs)s)") % values


def _lift(name: str) -> str:
    """What the director would do about a constraint."""
    return {
        "max_repeats": _("allow another repeat"),
        "blocked": _("pair players who are kept apart"),
        "team": _("pair team-mates"),
        "club": _("pair club-mates"),
        "again_at_once": _("allow back-to-back repeats"),
    }.get(name, name)


def _listed(items: list[str]) -> str:
    return listed(items[:_SHOWN]) + (" …" if len(items) > _SHOWN else "")
