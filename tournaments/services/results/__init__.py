"""Use cases of results: reported, confirmed, corrected, with their records and photos."""
