"""Which findings are applied together, and the check of the result."""
