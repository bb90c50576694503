"""Where a script initialises Horovod."""

from __future__ import annotations

from farandole.analysis.program import Call
from farandole.frameworks.script import Script


def initialisations(script: Script) -> tuple[Call, ...]:
    """Give the calls of `init` that initialise Horovod for a script: its own, and those in functions of its modules.

    One that a module makes while it is imported is for that module; the script does not depend on it.
    """
    return tuple(
        call
        for call in script.calls
        if call.attribute == "init"
        and any(name.startswith("horovod.") for name in call.names)
        and (call.document is script.entry or script.function(call.document, call.node) is not None)
    )
