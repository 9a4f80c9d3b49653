"""How strong the bots of Sequence Dice have to be: (level, rival, least share of the matches), 0 being random play."""

from __future__ import annotations

PAIRINGS = ((2, 1, 0.6), (1, 0, 0.65), (2, 0, 0.75))
SOLO: dict[int, float] = {}
"""Nobody plays alone."""
