"""What keeps a tool from doing what it was asked; `python -m infra.admin` tells the sentence and ends with status 2."""

from __future__ import annotations


class AdminError(Exception):
    """It was not done; the message says why, in a sentence, and where there is one, the way out."""
