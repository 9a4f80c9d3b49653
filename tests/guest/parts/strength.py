"""How strong the bot has to be: (level, rival, least share of the matches), 0 being random play."""

from __future__ import annotations

PAIRINGS = ((1, 0, 0.6),)
SOLO: dict[int, float] = {}
