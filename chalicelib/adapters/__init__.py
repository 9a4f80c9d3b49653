"""What stands behind the ports: one file for each thing outside."""
