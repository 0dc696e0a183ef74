"""Use cases of rounds: drafted, changed, published, taken back."""
