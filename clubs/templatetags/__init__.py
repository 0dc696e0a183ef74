"""Template tags that all pages use."""
