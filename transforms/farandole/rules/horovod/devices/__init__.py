"""Pinning each process to a GPU: in eager TensorFlow, in sessions and estimators, and against the environment."""
