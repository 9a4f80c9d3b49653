"""Tests of what stands behind the ports, and the equipment they are made with."""
