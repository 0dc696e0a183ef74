"""Use cases of the word judge: challenges, forfeits, judge tablets."""
