"""The HTTP interface: JSON over the use cases; docs/api.md tells a match with it."""
