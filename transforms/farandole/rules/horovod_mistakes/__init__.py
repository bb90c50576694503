"""Mistakes in scripts that use Horovod already: one file for each."""
