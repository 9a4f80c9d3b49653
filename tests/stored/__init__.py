"""What is stored, as it was stored by every format there was: raw items that are read to this day."""
