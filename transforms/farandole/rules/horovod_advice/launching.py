"""Scripts whose main function a launcher can call in processes that it starts."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.analysis.reachability import is_main_guard
from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.source import Document

_LAUNCHERS = ("horovod.run", "horovod.spark.", "horovod.ray.", "horovod.runner.", "ray.")


def main_call(script: Script) -> ast.Call | None:
    """Give the call of a main function that is all that a script does when it is run, and that initialises Horovod.

    Nothing where the module itself initialises Horovod, or a launcher is used already.
    """
    document = script.entry
    guards = [each for each in document.tree.body if isinstance(each, ast.If) and is_main_guard(each)]
    if len(guards) != 1 or not initialised_by(script) or _is_launched(script):
        return None
    match guards[0].body:
        case [ast.Expr(ast.Call(ast.Name(), args, []) as call)] if all(
            isinstance(each, ast.Constant | ast.Name) for each in args
        ):
            known = script.call(call)
            inside = known is not None and len(known.functions) == 1
            return call if inside and not _initialises_at_import(script, document) else None
    return None


def _is_launched(script: Script) -> bool:
    return any(name.startswith(_LAUNCHERS) for call in script.calls for name in call.names)


def _initialises_at_import(script: Script, document: Document) -> bool:
    """Say whether Horovod is initialised, or asked, before the main function is called."""
    return any(_is_horovod(call) and isinstance(call.document.scope(call.node), ast.Module) for call in script.calls)


def _is_horovod(call: Call) -> bool:
    return any(name.startswith("horovod.") for name in call.names)


def given(document: Document, call: ast.Call) -> str:
    """Give the arguments of a call as one of a launcher: `, args=(1, name)`, or an empty text."""
    texts = [document.segment(each) for each in call.args]
    return f", args=({', '.join(texts)}{',' if len(texts) == 1 else ''})" if texts else ""
