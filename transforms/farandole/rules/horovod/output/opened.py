"""Files that are opened to be written: a whole `with` statement is guarded, or other ranks write to the null device."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.rules.horovod.names import library, path_name
from farandole.rules.horovod.output.calls import facts, opens_to_write
from farandole.rules.horovod.output.changes import Change, Done
from farandole.rules.horovod.output.guards import Guards, conditional_edits
from farandole.rules.horovod.output.liveness import is_live_after
from farandole.rules.horovod.output.results import cannot_be_left
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import writes_perhaps
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document

TO_DEVNULL = frozenset(
    {"builtins.open", "gzip.open", "bz2.open", "lzma.open", "tensorflow.io.gfile.GFile", "tensorflow.io.TFRecordWriter"}
)
"""What may write to the null device instead: files that are only written from their beginning to their end."""


_WRITING = frozenset({"write", "writelines", "flush", "close"})
"""Methods of a file that read nothing of it."""

_BY_PATH = frozenset({"pathlib.Path.open"})
"""What opens the path that it is a method of."""


def opens_file(guards: Guards, call: Call) -> bool:
    """Say whether a call opens a file to write it."""
    return opens_to_write(guards.files, call) or bool(call.names & TO_DEVNULL and facts(call).get("writes"))


def hidden_mode(guards: Guards, call: Call) -> Refusal | None:
    """Say why a call can't be left to rank 0 when its mode does not tell whether it writes a file."""
    if "writes-by-mode" not in guards.files.facts(call) or not guards.is_live(call):
        return None
    return writes_perhaps(guards.files, call) if not guards.asks_around(call) else None


def leave_file(guards: Guards, call: Call) -> None:
    """Leave an open file to rank 0: its whole `with` statement, else the others write to the null device."""
    document = call.document
    if guards.is_guarded(document, call.node):
        return
    statement = document.statement(call.node)
    if isinstance(statement, ast.Expr) and guards.shared.first(document, statement) is None:
        guards.guard(document, statement, call)
    elif call.node in guards.opened and guard_with(guards, call):
        return
    elif (path := _path(guards, call)) is not None:
        if guards.ranks.decides(document, path):
            guards.silent.add(call.node)
            guards.found.append(Done(document, document.span(path)))
            return
        modes = guards.files.modes(call) or frozenset()
        both = any("+" in mode for mode in modes) and not _is_only_written(guards, call)
        if both or any(set(mode) & set("rx") for mode in modes):
            cannot_be_left(guards, call, None)
            return
        os = library(guards.script, document, "os", "os")
        other, others = f"{os.text}.devnull", os.edits
        if call.names and call.names <= _BY_PATH:
            made = path_name(guards.script, document)
            other, others = f"{made.text}({other})", (*os.edits, *made.edits)
        guards.silent.add(call.node)
        guards.left.add(call.node)
        guards.found.append(
            Change(
                document,
                document.span(call.node),
                f"`{ast.unparse(call.node.func)}` writes a file on every rank",
                "let the other ranks write to the null device",
                lambda hvd: (
                    *others,
                    *conditional_edits(document, path, other, guards.condition(call), hvd),
                ),
            )
        )


def _is_only_written(guards: Guards, call: Call) -> bool:
    """Say whether the script does nothing with a file that it may read as well but write to it and close it."""
    uses = (each for each in guards.uses_of(call.node) if each[1] is not call.node)
    return isinstance(call.document.parent(call.node), ast.Assign) and all(
        isinstance(getattr(node, "ctx", None), ast.Store) or _is_written(document, node) for document, node in uses
    )


def _is_written(document: Document, node: ast.expr) -> bool:
    """Say whether an expression is a file that a method writes to or closes."""
    method = document.parent(node)
    called = document.parent(method) if isinstance(method, ast.Attribute) and method.attr in _WRITING else None
    return isinstance(called, ast.Call) and called.func is method


def _path(guards: Guards, call: Call) -> ast.expr | None:
    """Give the expression for the path of what may write to the null device instead, also by a function of the project."""
    if call.names and call.names <= _BY_PATH and isinstance(call.node.func, ast.Attribute):
        return call.node.func.value
    by_function = bool(call.functions) and "writes-by-mode" in guards.files.facts(call)
    return guards.files.target(call) if by_function or call.names & TO_DEVNULL else None


def guard_whole_files(guards: Guards) -> None:
    """Guard a `with` statement that opens a file, where all that is in it is guarded."""
    for document in guards.script.documents:
        for statement in document.statements:
            if not isinstance(statement, ast.With) or not all(each in guards.guarded for each in statement.body):
                continue
            heads = [guards.script.call(item.context_expr) for item in statement.items]
            opening = [call for call in heads if call is not None and guards.files.of(call)]
            if (
                opening
                and guards.shared.first(document, statement) is None
                and not is_live_after(guards, document, statement)
            ):
                guards.guard(document, statement, guards.guarded[statement.body[0]][1])


def guard_with(guards: Guards, call: Call) -> bool:
    """Put the `with` statement that a call heads under the condition, if nothing in it is needed ranks."""
    document = call.document
    statement = document.statement(call.node)
    if guards.shared.first(document, statement) or is_live_after(guards, document, statement):
        return False
    guards.guard(document, statement, call)
    return True
