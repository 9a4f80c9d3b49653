"""The operator's tools: `python -m infra.admin --help`."""
