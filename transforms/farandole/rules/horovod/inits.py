"""Where a script initialises Horovod, and what it runs before."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import ways, ways_to
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.names import end_of_imports
from farandole.source import Document, EditSet, Span


def initialisations(script: Script) -> tuple[Call, ...]:
    """Give the calls of `init` that initialise Horovod for a script: its own, and those in functions of its modules.

    One that a module makes while it is imported is for that module; the script does not depend on it.
    """
    return tuple(
        call
        for call in script.calls_to_module("horovod.")
        if call.attribute == "init"
        and (call.document is script.entry or script.function(call.document, call.node) is not None)
    )


def initialised_elsewhere(script: Script) -> Call | None:
    """Give the call by which a library that is not read may initialise Horovod, which the script uses without doing so.

    Such as `smp.init({"horovod": True})` of SageMaker: its name or its arguments speak of several processes.
    """
    uses = any(name.startswith("horovod.") for call in script.calls for name in call.names)
    if not uses or initialisations(script):
        return None
    return next(
        (
            call
            for call in script.calls
            if call.attribute == "init" and not call.functions and call.entry is None
            if _SPEAKS.search(" ".join([*sorted(call.names), *map(call.document.segment, call.arguments)]))
        ),
        None,
    )


_SPEAKS = re.compile("distribut|parallel|horovod|hvd", re.IGNORECASE)


def comes_early(script: Script, document: Document, span: Span) -> bool:
    """Say whether a place may run before Horovod is initialised, in the script or by a module that initialises it."""
    function = _function_at(document, span)
    scopes: list[tuple[Document, ast.AST, int]] = [
        (document, document.tree if function is None else function, span.start)
    ]
    if function is not None and _runs_before_init(script, document):
        scopes += [
            (where, around, where.span(node).start)
            for where, around, node in ways_to(script, document, function.body[0])
            if around is not function
        ]
    inits = initialisations(script)
    ends = _ends(script, inits)
    if function is not None and min(ends.get((document, function), [span.start + 1])) <= span.start:
        return False  # whoever calls it: it has done so above
    known = [(start, done) for where, around, start in scopes if (done := _told(script, inits, where, around, start))]
    if known:
        return any(min(each) > start for start, each in known)
    if inits and (function is not None or document is script.entry):
        return function is None
    place = end_of_imports(script, document)
    return any(where is document and around is document.tree and start < place for where, around, start in scopes)


def early_place(script: Script, edits: EditSet) -> tuple[Document, Span] | None:
    """Give the first place that edits change and that is run before Horovod is initialised."""
    for document in script.documents:
        if document.path in edits.edits and _runs_before_init(script, document):
            for edit in edits.edits[document.path]:
                span = Span(edit.start, edit.end)
                if comes_early(script, document, span):
                    return document, span
    return None


def _ends(script: Script, inits: Iterable[Call]) -> Mapping[tuple[Document, ast.AST], list[int]]:
    """Give where Horovod is initialised in each scope that does so itself or by what it calls."""
    ends: dict[tuple[Document, ast.AST], list[int]] = {}
    for where, around, node in (way for init in inits for way in ways(script, init)):
        ends.setdefault((where, around), []).append(where.span(node).end)
    return ends


def _told(script: Script, inits: Iterable[Call], document: Document, scope: ast.AST, place: int) -> list[int]:
    """Give where Horovod is initialised in a scope, but by a call that leads to a place as well: the callee tells then."""
    found = [
        where.span(node)
        for init in inits
        for where, around, node in ways(script, init)
        if where is document and around is scope
    ]
    return [span.end for span in found if not span.start <= place < span.end]


def _runs_before_init(script: Script, document: Document) -> bool:
    """Say whether a file calls anything before Horovod is initialised: below its imports, or where it is done now."""
    done = _ends(script, initialisations(script)).get((document, document.tree), [])
    return _calls_above(script, document, min(done, default=end_of_imports(script, document)))


@answered_once
def _calls_above(script: Script, document: Document, place: int) -> bool:
    return any(
        isinstance(node, ast.Call)
        for statement in document.tree.body
        if document.span(statement).end <= place and not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(statement)
    )


def _function_at(document: Document, span: Span) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Give the innermost function in whose body a place is."""
    found = None
    for function in document.nodes(ast.FunctionDef, ast.AsyncFunctionDef):
        start, end = document.span(function.body[0]).start, document.span(function.body[-1]).end
        found = function if start <= span.start and span.end <= end else found
    return found
