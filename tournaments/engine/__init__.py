"""Pure tournament logic: facts in, standings and plans out. No Django, no clock, no randomness, no I/O."""
