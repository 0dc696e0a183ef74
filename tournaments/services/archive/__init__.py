"""An event as one file: written whole, read with care, brought in on another site, and brought back from a laptop."""
