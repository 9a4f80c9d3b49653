"""What keeps a stage from being deployed, or asked for: told without anything that speaks to AWS."""

from __future__ import annotations


class DeployError(Exception):
    """It was not deployed; the message says why, and where there is one, the way out."""
