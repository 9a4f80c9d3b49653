"""How strong the bots of Keer op Keer 3 have to be: (level, rival, least share of the matches), 0 being random play."""

from __future__ import annotations

PAIRINGS = ((2, 1, 0.9), (1, 0, 0.9), (2, 0, 0.9))
SOLO = {1: 7.0, 2: 15.0}
"""Least mean X of solo matches by level."""
