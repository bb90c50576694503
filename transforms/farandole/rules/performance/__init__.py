"""Inefficient code between a computation graph and the Python that hosts it (Zhou et al., HARP, ICSE 2020)."""

ASKED_FOR = """\
These rules are quiet until `select` names them, as `--select PRF` or `select = ["HVD", "PRF"]` do, and they need
[clingo](../performance/index.md#what-it-needs). Edits that rest on an assumption ask to be confirmed.
"""
