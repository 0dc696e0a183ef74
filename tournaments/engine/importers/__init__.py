"""Rosters from outside: pasted lists and tsh division files. Pure: text in, rows and problems out."""
