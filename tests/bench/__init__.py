"""Benchmarks: `python -m tests.bench` runs every function named `bench_...` of the modules here and writes bench.json.

A new one is a module of its own, or a function in one: it takes nothing and gives a Result; its name in the table
is `<module>.<rest of the function's name>`.
"""
