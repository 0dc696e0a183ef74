"""A record as the text of a GCG file; :func:`games.engine.crossword.gcg.write` also makes sure that it reads back."""

from __future__ import annotations

from games.engine.crossword.record import CHALLENGED_NOTE, NAMING, Event, Record, move_text


def gcg_text(record: Record) -> str:
    """All lines. Raises ValueError for a short name or an event that GCG cannot hold."""
    lines = ["#character-encoding UTF-8"]
    for position, player in enumerate(record.players, 1):
        if not player.nick or any(char.isspace() or char == ":" for char in player.nick):
            raise ValueError(f"{player.nick!r} cannot be a short name in GCG")
        lines.append(f"#player{position} {player.nick} {player.name}".rstrip())
    for name, text in record.pragmas:
        first, *more = text.split("\n")
        again = "#note" if name == "note" else "#-"
        lines += [f"#{name} {first}".rstrip(), *(f"{again} {line}".rstrip() for line in more)]
    for event in record.events:
        lines.append(format_event(record, event))
        if event.text and event.kind in NAMING:
            lines.append(f"#note {CHALLENGED_NOTE}{event.text}")
        lines += [f"#note {line}".rstrip() for line in event.note.split("\n") if event.note]
    lines += [f"#rack{position} {rack}".rstrip() for position, rack in enumerate(record.racks, 1) if rack]
    if record.incomplete is not None:
        lines.append(f"#incomplete {record.incomplete}".rstrip())
    return "\n".join([*lines, ""])


def format_event(record: Record, event: Event) -> str:
    """One event as a line of GCG. Raises ValueError when score or total is missing."""
    if event.score is None or event.total is None:
        raise ValueError("GCG needs a score and a running total on every line")
    fields = [f">{record.players[event.player].nick}:", event.rack, move_text(event)]
    return " ".join([*filter(None, fields), f"{event.score:+d}", str(event.total), event.extra]).rstrip()
