"""The judging tablet, and the director's log of rulings."""
