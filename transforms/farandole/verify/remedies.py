"""What to do where an original does not run in this environment, by the error that it ends with."""

from __future__ import annotations

import re

REMEDIES = (
    (
        r"ModuleNotFoundError: No module named '(?P<name>[\w.]+)'",
        "it needs the module `{name}`, which {python} does not have: install it there, if it is a library's",
    ),
    (
        r"(AttributeError: module '(?P<module>(tensorflow|keras)\b[\w.]*)' has no attribute '(?P<attribute>\w+)'"
        r"|ImportError: cannot import name '(?P<name>\w+)' from '(?P<home>(tensorflow|keras)\b[\w.]*)')",
        "it is written for another version: the TensorFlow {tensorflow} of {python} has no such name",
    ),
    (
        r"(ValueError|TypeError|AttributeError): .*\b(deprecated in the new Keras optimizer|"
        r"has no attribute 'predict_classes'|unexpected keyword argument 'nb_epoch')",
        "it is written for another version of Keras than comes with the TensorFlow {tensorflow} of {python}",
    ),
    (
        r"NotProvided: the data set ",
        "describe it as a [[dataset]] in a TOML file, and give that with --replacements",
    ),
    (
        r"\w+: No OpKernel was registered to support Op 'Cudnn",
        "it trains layers that only a GPU has: --gpu leaves the GPUs to the runs",
    ),
    (
        r"EOFError: EOF when reading a line",
        "it asks a person something, and in a run there is nobody: give the answer as an argument of the script",
    ),
)
"""The beginning of an error, and what a person can do."""


def remedy(error: str, python: str, tensorflow: str | None) -> str | None:
    """Give what to do about the error of a script that an interpreter with this TensorFlow ran, where it is known."""
    for pattern, said in REMEDIES:
        found = re.match(pattern, error)
        if found is not None:
            return said.format(**{**found.groupdict(), "python": python, "tensorflow": tensorflow})
    return None
