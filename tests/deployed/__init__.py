"""What `make package` built, deployed into an emulator of AWS and used there; `make deployed` runs it."""
