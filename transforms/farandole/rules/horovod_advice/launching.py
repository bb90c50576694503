"""Scripts whose main function a launcher can call in processes that it starts.

What a launcher calls is pickled with the module's names that it reads; the statements of the module run in the process
that starts the others only. A script may therefore do nothing there but define, and read its options.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from farandole.analysis.nodes import is_main_guard
from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.rules.horovod.names import library
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, EditSet, layout

_LAUNCHERS = ("horovod.run", "horovod.spark.", "horovod.ray.", "horovod.runner.", "ray.", "pyspark.")
_OPTIONS = ("argparse.", "absl.", "sys.argv", "tensorflow.compat.v1.flags", "tensorflow.compat.v1.app")
"""What reads the options of the process that it runs in."""
_WITHOUT_EFFECT = ("argparse.", "logging.getLogger", "os.environ.get", "os.getenv", "os.path.", "pathlib.")


@dataclass(frozen=True)
class Launcher:
    """What starts the processes of a script on a cluster: how it is called, and by which modules.

    `lines` gives the statements by the names of the `modules`, the function that is called, and the arguments for it.
    """

    cluster: str
    does: str
    modules: tuple[str, str]
    lines: Callable[[str, str, str, str], Sequence[str]]

    def findings(self, rule: Rule, script: Script) -> Iterator[Finding]:
        """Yield that it can call the main function of a script, where it can."""
        document, call = script.entry, _main_call(script)
        if call is not None:
            yield Finding(
                rule,
                Status.VIOLATION,
                document,
                document.span(call),
                f"this function can be started on a {self.cluster} cluster",
                self.does,
                confirm="it changes how the script is started, and only one launcher can start it",
                fix=partial(self._edits, script, call),
            )

    def _edits(self, script: Script, call: ast.Call) -> EditSet:
        document = script.entry
        by, of = (library(script, document, module, module) for module in self.modules)
        lines = self.lines(by.text, of.text, document.segment(call.func), _given(document, call))
        replaced = layout.replace_statement(document, document.statement(call), lines)
        return EditSet.of(document, [*replaced, *by.edits, *of.edits])


def _main_call(script: Script) -> ast.Call | None:
    """Give the call of a main function that trains with Horovod, before which a script only reads its options.

    Nothing where the module itself initialises Horovod or sets anything up, where the main function reads options
    itself, or where a launcher is used already.
    """
    document = script.entry
    guards = [each for each in document.tree.body if isinstance(each, ast.If) and is_main_guard(each)]
    if len(guards) != 1 or not initialised_by(script) or _is_launched(script):
        return None
    first = (each for each in document.tree.body if each is not guards[0])
    match guards[0].body:
        case [*before, ast.Expr(ast.Call(ast.Name()) as call)] if not _unpacks(call):
            known = script.call(call)
            inside = known is not None and len(known.functions) == 1
            prepared = [*first, *before]
            if inside and _only_prepares(script, document, prepared) and not _reads_options(script, document, prepared):
                return call
    return None


def _given(document: Document, call: ast.Call) -> str:
    """Give the arguments of a call as those of a launcher: `, args=(1, name), kwargs={"epochs": 2}`, or nothing."""
    texts = [document.segment(each) for each in call.args]
    named = [f'"{each.arg}": {document.segment(each.value)}' for each in call.keywords]
    by_position = f", args=({', '.join(texts)}{',' if len(texts) == 1 else ''})" if texts else ""
    return by_position + (f", kwargs={{{', '.join(named)}}}" if named else "")


def _unpacks(call: ast.Call) -> bool:
    return any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords)


def _is_launched(script: Script) -> bool:
    return any(name.startswith(_LAUNCHERS) for call in script.calls for name in call.names)


def _only_prepares(script: Script, document: Document, statements: Iterable[ast.stmt]) -> bool:
    """Say whether statements do nothing that the processes which a launcher starts would miss."""
    for statement in statements:
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.ClassDef() | ast.Pass():
                continue
            case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign() | ast.Expr():
                calls = [each for each in ast.walk(statement) if isinstance(each, ast.Call)]
                if all(_has_no_effect(script, each, frozenset()) for each in calls):
                    continue
        return False
    return True


def _has_no_effect(script: Script, node: ast.Call, seen: frozenset[ast.AST]) -> bool:
    call = script.call(node)
    if call is None or node in seen:
        return False
    if call.names:
        return all(name.startswith(_WITHOUT_EFFECT) for name in call.names)
    inside = [each for function in _functions(call) for each in ast.walk(function) if isinstance(each, ast.Call)]
    return bool(call.functions) and all(_has_no_effect(script, each, seen | {node}) for each in inside)


def _reads_options(script: Script, document: Document, before: Iterable[ast.stmt]) -> bool:
    """Say whether options are read elsewhere than by some statements, and by the functions that these call."""
    read = {node for statement in before for node in _run_by(statement)}
    calls = [script.call(node) for node in read if isinstance(node, ast.Call)]
    functions = {function for call in calls if call is not None for function in _functions(call)}
    return any(
        name.startswith(_OPTIONS)
        for call in script.calls
        if call.node not in read and script.function(call.document, call.node) not in functions
        for name in call.names
    ) or any("sys.argv" in script.names_of(node) for each in script for node in each.nodes(ast.Attribute))


def _run_by(statement: ast.stmt) -> Iterator[ast.AST]:
    if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield from ast.walk(statement)


def _functions(call: Call) -> tuple[ast.AST, ...]:
    return tuple(each.site.node for each in call.functions)
