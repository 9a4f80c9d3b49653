"""Mail that comes in."""
