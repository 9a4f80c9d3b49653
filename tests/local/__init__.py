"""The embedded service: its HTTP server, its loops, and the whole of it as a process."""
