"""Tools around the service: running it on one machine, packaging it, finding a browser for its tests."""
