"""The rules of the games: plain typed Python without Django, clock, randomness or I/O."""
