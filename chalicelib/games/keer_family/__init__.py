"""What the games of the Keer op Keer family share: board, placements, dice, typed words, drawings; no game itself."""
