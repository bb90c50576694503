"""Paths with the time or chance in them that every process reads at: rank 0 computes that part for all."""

from __future__ import annotations

import ast
from functools import partial

from farandole.analysis.effects.files import FileEffect
from farandole.analysis.program import Call
from farandole.frameworks.horovod.decisions import is_measured
from farandole.frameworks.script import Script
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.devices.sessions import tensorflow_import, v1_name
from farandole.rules.horovod.names import Name, function_after_imports, horovod_tensorflow
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import FIRST, Change
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.output.waits import in_own_session, needs_session, places_for_all
from farandole.rules.horovod.output.writings import Writing
from farandole.source import Document, Edit, layout

MOST = 2
"""How many calls that give each process something else a path may be computed from: of more, some serve other ends."""

_FUNCTION = "of_rank_zero"


def varying(guards: Guards, writing: Writing, reader: FileEffect) -> tuple[Call, ...]:
    """Give the calls by which a path of one process is another one in each, if all make them and rank 0 can for them.

    What is written and what is read must be computed from the same ones. None are given where that does not hold. What
    writes by a file that another call of the same writing has opened is told no path.
    """
    told = {effect: bool(_given(guards, effect)) for effect in writing.effects if effect.meets(reader)}
    opened = {path for effect, by_path in told.items() if by_path for path in effect.paths}
    written = [_varying(guards, effect) for effect in told if told[effect] or not effect.paths <= opened]
    read = _varying(guards, reader)
    alike = bool(read) and len(read) <= MOST and all(each == read for each in written)
    all_make = all(places_for_all(guards, call.document, call.node) is not None for call in read)
    return read if alike and all_make else ()


def _varying(guards: Guards, effect: FileEffect) -> tuple[Call, ...]:
    """Give the calls for the time or a number by chance that a path is computed from, in the order of the text."""
    script, call, paths = guards.script, effect.call, guards.files.paths
    read = {node for given in _given(guards, effect) for node in script.slices.of(call.document, given).nodes}
    defaults = {default for node in read for default in paths.defaults(node)}
    nodes = read | {node for default in defaults for node in script.slices.of(*default).nodes}
    return tuple(each for each in script.calls if each.node in nodes and facts(each).keys() & {"clock", "random"})


def measured(guards: Guards, reader: FileEffect) -> tuple[ast.expr, ...]:
    """Give what tells a reader a path that each process computes from what it has measured, such as a loss of its samples."""
    call, given = reader.call, _given(guards, reader)
    said = guards.files.facts(call)
    told = [call.argument(name) for fact in ("path", "reads") if isinstance(name := said.get(fact), str)]
    told += list(call.arguments)[:1] if said.get("restores") else []
    return tuple(each for each in told if each in given and _is_measured(guards.script, call.document, each))


def _is_measured(script: Script, document: Document, node: ast.expr) -> bool:
    calls = (call for each in script.slices.of(document, node) if (call := script.call(each)) is not None)
    return any(
        not facts(call).keys() & {"clock", "random"} and is_measured(script, call.document, call.node) for call in calls
    )


def agree_on_path(guards: Guards, reader: FileEffect, path: ast.expr) -> Change:
    """Let every process read at the path that rank 0 has computed."""
    guards.waits.append(reader.call)
    text = ast.unparse(path)
    told = f"`{text}` is computed from what each process has measured, and all read what rank 0 writes at its own"
    return of_rank_zero(guards, reader.call.document, path, told)


def _given(guards: Guards, effect: FileEffect) -> list[ast.expr]:
    """Give what tells a call the paths that it uses."""
    call, paths = effect.call, guards.files.paths
    return [each for each in call.operands if not paths.within(call.document, each).isdisjoint(effect.paths)]


def agree_on(guards: Guards, call: Call) -> Change:
    """Let every process take what a call gives rank 0."""
    guards.waits.append(call)
    told = f"`{ast.unparse(call.node.func)}` gives each process another path, at which all read what rank 0 writes"
    return of_rank_zero(guards, call.document, call.node, told)


def of_rank_zero(guards: Guards, document: Document, node: ast.expr, told: str, other: str = "") -> Change:
    """Let every process take the value that an expression has on rank 0; `told` says why, `other` is as for the edits."""
    edits = partial(agreed_edits, guards, document, node, other=other)
    return Change(document, document.span(node), told, "give all processes what rank 0 has", edits)


def agreed_edits(guards: Guards, document: Document, node: ast.expr, hvd: str, other: str = "") -> tuple[Edit, ...]:
    """Give the edits by which all take what an expression gives rank 0; with `other`, that is what the others make of it.

    Keras on TensorFlow 1 has a session of its own, which `broadcast_object` does not know.
    """
    end = f" if {FIRST.format(hvd=hvd)} else {other}" if other else ""
    if needs_session(guards, document) or guards.script.is_for_version_1:
        name = _function(guards, document)
        return (*name.edits, *layout.wrap(document, node, f"{name.text}(", f"{end})"))
    tensorflow = horovod_tensorflow(guards.script, document)
    return (
        *tensorflow.edits,
        *layout.wrap(document, node, f"{tensorflow.text}.broadcast_object(", f"{end}, root_rank=0)"),
    )


def _function(guards: Guards, document: Document) -> Name:
    """Give a file's function that gives every process what rank 0 has, with the edits that add it."""
    script = guards.script
    name = free_name(document, _FUNCTION, "broadcast_of_rank_zero")
    hvd, v1 = horovod_tensorflow(script, document), v1_name(script, document)
    lines = [
        f"def {name}(value):",
        '    """Give every process the value that rank 0 has."""',
        *in_own_session(v1, f"return {hvd.text}.broadcast_object(value, root_rank=0, session=session)"),
    ]
    added = function_after_imports(script, document, lines)
    return Name(name, (*hvd.edits, *tensorflow_import(script, document, f"{v1}."), *added))
