"""How the GPU of a process is told from others: `hvd.local_rank()`, and names that are free for it."""

from __future__ import annotations

import ast

from farandole.analysis.points_to.values import Instance, Value
from farandole.frameworks.script import Script
from farandole.source import Document


def depends_on_local_rank(script: Script, *nodes: ast.expr | None) -> bool:
    """Say whether one of these expressions is computed from Horovod's `local_rank()`."""

    def is_local_rank(value: Value) -> bool:
        call = script.creation(value) if isinstance(value, Instance) else None
        return call is not None and any(
            name.startswith("horovod.") and name.endswith(".local_rank") for name in call.names
        )

    inner = (each for node in nodes if node is not None for each in ast.walk(node) if isinstance(each, ast.expr))
    values = [value for node in inner for value in script.values(node)]
    return bool(script.origins(values, is_local_rank))


def free_name(document: Document, *wanted: str) -> str:
    """Give the first of these names that a file uses for nothing, or the last one with as many `_` as it takes.

    Where the file asks for all names of a function, they may become attributes.
    """
    taken = {node.id for node in document.nodes(ast.Name)} | {node.arg for node in document.nodes(ast.arg)}
    taken |= {node.attr for node in document.nodes(ast.Attribute)} if taken & {"locals", "vars"} else set()
    taken |= {node.name for node in document.nodes(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)}
    taken |= {(alias.asname or alias.name).partition(".")[0] for alias in document.nodes(ast.alias)}
    name = next((each for each in wanted if each not in taken), wanted[-1])
    while name in taken:
        name += "_"
    return name
