"""How strong the Passing Game's bots have to be: (level, rival, least share of the matches), 0 being random play."""

from __future__ import annotations

PAIRINGS = ((2, 1, 0.85), (1, 0, 0.9), (2, 0, 0.9))
SOLO: dict[int, float] = {}
"""Nobody plays alone."""
