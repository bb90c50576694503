"""Code that is staged: which functions a library compiles before they run, and which of their values are tensors."""
