"""What a script shows and writes, and how that is left to rank 0 (step 7)."""
