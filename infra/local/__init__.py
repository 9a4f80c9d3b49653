"""The embedded server: the whole service in one process, on SQLite; what runs is app.py and its handlers."""
