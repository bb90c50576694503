"""Starts what the package of its name has: Python takes a package before a module."""

from pumps import flow

flow.train()
print("trained")
