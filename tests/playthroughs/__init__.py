"""Recorded matches, replayed: what everybody saw and could do at every step, for every way a match can end."""
