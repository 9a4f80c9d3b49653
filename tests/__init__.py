"""The tests; they mirror what they test."""
