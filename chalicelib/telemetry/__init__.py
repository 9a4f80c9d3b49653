"""What the service tells its operator: one line an invocation, metrics in it, and where failures came from.

Names, addresses, tokens, query strings and bodies are told nowhere. It knows nothing of ours and needs nothing
installed, so that every part may use it.
"""
