"""Modules of the project that use Horovod while the script imports them, before it initialises Horovod itself."""

from __future__ import annotations

import ast

from farandole.rules.horovod.names import after_imports
from farandole.script import Script
from farandole.source import Document, Edit


def initialised_on_import(script: Script, document: Document, node: ast.AST, hvd: str) -> tuple[Edit, ...]:
    """Initialise Horovod, which a file calls `hvd`, where code at a node runs when the script imports the file.

    Nothing is added in the script itself, within functions, and where the file calls `init` already; to initialise
    Horovod again has no effect.
    """
    if document is script.entry or script.function(document, node) is not None:
        return ()
    calls = (call for call in script.calls if call.document is document and call.attribute == "init")
    if any(name.startswith("horovod.") for call in calls for name in call.names):
        return ()
    return after_imports(document, ["", f"{hvd}.init()"], layer=1)
