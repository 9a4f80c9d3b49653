"""A game to be thrown away, as somebody would add it: its folder, and what its tests ask for."""
