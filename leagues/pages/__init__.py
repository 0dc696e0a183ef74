"""The pages of leagues: public ones and those of the director."""
