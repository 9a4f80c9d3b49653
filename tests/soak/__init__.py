"""Long runs: `python -m tests.soak` runs every function named `soak_...` of the modules here; a broken law is an error.

A new one is a module of its own, or a function in one: it takes a Scale and yields lines that tell what it found.
The smaller sizes that every check runs are tests of their own, over the same functions.
"""
