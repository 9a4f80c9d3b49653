"""What `make package` built; run by it."""
