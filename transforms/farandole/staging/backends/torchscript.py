"""The back end of TorchScript: the program as Python text, typed and compiled by `torch.jit.script`."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from typing import Any

from farandole.staging.backends.emit import Emitted, emitted, executed
from farandole.staging.backends.inline import inlined
from farandole.staging.backends.kinds import typed
from farandole.staging.errors import StagingError
from farandole.staging.sexpr import Program

_numbers = itertools.count()


def source(program: Program) -> str:
    """Give the text that TorchScript compiles; constant objects are parameters behind those of the program."""
    return _module(program).text


def compiled(program: Program) -> Callable[..., Any]:
    """Give a program as a scripted function; raises StagingError when TorchScript does not take it."""
    import torch  # noqa: PLC0415  imported with its back end

    function = executed(_module(program), f"<torchscript {program.definition.name} {next(_numbers)}>")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            script = torch.jit.script(function)
    except (RuntimeError, torch.jit.frontend.NotSupportedError) as error:
        raise StagingError(
            f"program {program.definition.name}", f"TorchScript does not compile it: {str(error).strip()}"
        ) from error
    constants = program.constants

    def call(*arguments: Any) -> Any:
        return script(*arguments, *constants)

    call.script = script  # type: ignore[attr-defined]
    return call


def _module(program: Program) -> Emitted:
    import torch  # noqa: PLC0415

    new, kinds = typed(inlined(program, "TorchScript"))
    names = [*new.definition.parameters, *(f"constant_{number}" for number in range(len(new.constants)))]
    signature = [f"{name}: {kind}" for name, kind in zip(names, kinds, strict=True)]
    return emitted(new, signature, {"torch": torch})
