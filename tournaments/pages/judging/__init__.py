"""The word judge: the tablet's pages, and the director's log of adjudications."""
