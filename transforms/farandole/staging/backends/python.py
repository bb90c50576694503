"""The back end of plain Python: for checking, and to run programs with any library whose functions they call."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

from farandole.staging.backends.emit import Emitted, emitted, executed
from farandole.staging.sexpr import Program

_numbers = itertools.count()


def source(program: Program) -> str:
    """Give the text of the function that a program is."""
    return _module(program).text


def compiled(program: Program) -> Callable[..., Any]:
    """Give a program as a Python function."""
    function: Callable[..., Any] = executed(_module(program), f"<staged {program.definition.name} {next(_numbers)}>")
    functools.update_wrapper(function, function)
    return function


def _module(program: Program) -> Emitted:
    constants = {f"constant_{number}": each for number, each in enumerate(program.constants)}
    return emitted(program, program.definition.parameters, constants)
