"""Libraries that are not read: their callbacks, and calls that write by their names or places, run on every rank."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from farandole.analysis.effects.files import sees_to_folder
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Instance, Library, Unknown, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import needed_parameters
from farandole.frameworks.script import Script
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import Found, Obstacle
from farandole.rules.horovod.output.guards import Guards
from farandole.source import Document

_WRITING = re.compile(
    r"(alert|chat_post|commit|dump|export|insert_(one|many)|log|plot|post|print|publish|push_(file|link|note)|render|report|save|show"
    r"|send_?(?i:audio|document|email|file|mail|message|photo|sms|text|video)|track|upload|write)(?=$|_|[A-Z])"
)
"""How names begin of what shows, writes or sends something."""

_RESULTS = re.compile(
    r"((export|out|output|result|save|target|to)_?)(dir|directory|file|filename|filepath|folder|path)"
)
"""Names of parameters that are given where something is written."""

_ROWS = re.compile(r"\s*(alter|create|delete|drop|insert|replace|update)\b", re.IGNORECASE)
"""How statements of SQL begin that change a database."""

_SAVING = re.compile(r"(save|upload|write)(?=$|_|[A-Z])")
"""How names begin of what writes even where its result is wanted, while a `log` or an `export` may only give something."""

_READING_BACK = frozenset({"getbuffer", "getvalue", "read", "readline", "readlines", "recv", "seek"})
"""Names of methods that read, or are called to read, what others of the same object have written."""

_ALONE = (
    "if it writes or shows something, add it to the callbacks under `if hvd.rank() == 0:`; one that may stop the "
    "training must do so in all processes, and one that sets its learning rate must set it times hvd.size()"
)


def guard_unread(guards: Guards) -> None:
    """Find calls of unread libraries by names that tell of writing, or that make a file which is not there.

    Where they are statements, they are asked about.
    """
    for call in guards.script.calls:
        document, statement = call.document, call.document.statement(call.node)
        named = _tells_of_writing(call) or sees_to_folder(call)
        writes = named or _changes_rows(guards.script, call)
        makes = not writes and guards.files.makes_missing(call)
        if not (writes or makes) or not (_is_unread(guards, call) or _saves_unseen(guards, call)):
            continue
        if not _is_on_every_rank(guards, call):
            continue
        alone = all(guards.shared.first(document, each, random=True) is None for each in call.arguments)
        if call.is_statement and alone and not _is_read_back(guards, call):
            guards.guard(document, statement, call)
            guards.doubted.add(call.node)
        elif call.is_statement or makes or _SAVING.match(call.attribute.lstrip("_")):
            guards.found.append(_written(call))


def _tells_of_writing(call: Call) -> bool:
    """Say whether a name tells of writing; one that begins as a class does, as of C++, only where nothing is wanted of it.

    So does, where nothing is wanted, the name of an argument: `convert(model, output_path="model.onnx")`.
    """
    name = call.attribute.lstrip("_")
    named = call.is_statement and any(each.arg and _RESULTS.fullmatch(each.arg) for each in call.node.keywords)
    return named or bool(_WRITING.match(name[:1].lower() + name[1:] if call.is_statement else name))


def _saves_unseen(guards: Guards, call: Call) -> bool:
    """Say whether a statement has an object of which nothing is known, as one out of a file, save something."""
    of_nothing = all(not name.partition(".")[0].isidentifier() for name in call.names)  # an item, what a file has
    unknown = of_nothing and not call.functions and not guards.files.facts(call) and call.receiver is not None
    return unknown and call.is_statement and call.attribute.startswith("save_")


def _is_read_back(guards: Guards, call: Call) -> bool:
    """Say whether what a method writes to its object, such as a buffer in memory, is read from that again."""
    made = (each.site.node for each in ordered(call.receivers) if isinstance(each, Instance))
    return any(
        isinstance(reader := document.parent(use), ast.Attribute) and reader.attr in _READING_BACK
        for each in made
        for document, use in guards.uses_of(each)
    )


def _changes_rows(script: Script, call: Call) -> bool:
    """Say whether a call has a database execute a statement of SQL that changes it."""
    given = call.node.args[:1] if call.attribute in ("execute", "executemany") else []
    return any(isinstance(text, str) and bool(_ROWS.match(text)) for each in given for text in script.constants(each))


def _is_on_every_rank(guards: Guards, call: Call) -> bool:
    """Say whether every rank makes a call, at any time, and not to write to memory or a file of its own."""
    reached = guards.ranks.reaches(call.document, call.node) and not guards.ranks.is_decided(call.document, call)
    paths = (path for each in call.arguments for path in guards.files.paths.of(call.document, each))
    done = guards.is_guarded(call.document, call.node) or guards.is_turned(call.document, call.node)
    return reached and not done and not any(path.is_own for path in paths)


def _is_unread(guards: Guards, call: Call) -> bool:
    """Say whether a call is of a library that is not read, or a method of an object of one, not an object itself."""
    function = call.node.func
    if not isinstance(function, ast.Name | ast.Attribute) or not _comes_from_unread(guards.script, call, frozenset()):
        return False
    made = (each.value for each in guards.script.slices.assignments(call.document, function))
    return not any(isinstance(each, ast.Call) for each in made)


def _comes_from_unread(script: Script, call: Call, seen: frozenset[ast.AST]) -> bool:
    """Say whether a call is of an unread library: a function, or a method of what such a call gives."""
    if call.node in seen or not call.names or call.entry is not None or call.functions:
        return False
    if all(script.is_unknown(name) for name in call.names):
        return True
    made = [script.creation(each) if isinstance(each, Instance) else None for each in call.receivers]
    return bool(made) and all(
        each is not None and _comes_from_unread(script, each, seen | {call.node}) for each in made
    )


def _written(call: Call) -> Found:
    name = f"`{ast.unparse(call.node.func)}`"
    alone = "compute its arguments before, and leave it to rank 0 if it writes or shows something"
    used = "if it writes something, leave it to rank 0, which hands its result on by hvd.broadcast_object where others need it"
    return Obstacle(
        call.document,
        call.document.span(call.node),
        f"{name} is of a library that is not read, and runs on every rank: what it writes, every process writes",
        alone if call.is_statement else used,
    )


def report_unread(guards: Guards) -> None:
    """Find the callbacks that are not read, of modules or of callers that are not seen: they may write on every rank."""
    made: dict[ast.AST, Call] = {}
    for call in guards.script.calls:
        parameter = facts(call).get("callbacks")
        written = call.argument(parameter) if isinstance(parameter, str) else None
        if written is None:
            continue
        unseen = _given_unseen(guards.script, call.document, written, frozenset())
        if unseen is not None and guards.ranks.reaches(call.document, call.node):
            guards.found.append(_not_seen(call, written, unseen))
        values = guards.script.values(written)
        given = [item for value in values for item in (guards.script.elements(value) or (value,))]
        named = [each.name for each in given if isinstance(each, Library) and guards.script.is_unknown(each.name)]
        if named and guards.ranks.reaches(call.document, call.node):
            guards.found.append(_not_read(call.document, written, f"`{min(named)}`"))
        guards.found += [each for each in _of_any_class(guards, given) if each not in guards.found]
        for each in filter(guards.script.is_unread, given):
            creation = guards.script.creation(each) if isinstance(each, Instance) else None
            if creation is not None and not guards.ranks.decides(creation.document, creation.node):
                made[creation.node] = creation
    for creation in sorted(made.values(), key=guards.script.order):
        if not guards.is_guarded(creation.document, creation.node):
            name = f"`{ast.unparse(creation.node.func)}`"
            guards.found.append(_not_read(creation.document, creation.node, name))


def _of_any_class(guards: Guards, callbacks: Iterable[Value]) -> Iterator[Found]:
    """Find the callbacks that are made by calls of a class that can't be told, as of one whose name a file has."""
    for each in ordered(callbacks):
        node = each.site.node if isinstance(each, Unknown) and each.site.module.own else None
        if isinstance(each, Unknown) and isinstance(node, ast.Call):
            document = each.site.module.document
            if not guards.ranks.decides(document, node) and not guards.is_guarded(document, node):
                subject = f"{document.quote(node)} {each.why}: it may give a callback that writes, and"
                yield Obstacle(document, document.span(node), f"{subject} every process runs it", _ALONE)


def _not_read(document: Document, node: ast.AST, name: str) -> Found:
    return Obstacle(
        document,
        document.span(node),
        f"{name} is a callback of a module that is not read, and runs on every rank: what it writes, every process writes",
        _ALONE,
    )


def _given_unseen(script: Script, document: Document, node: ast.expr, seen: frozenset[ast.AST]) -> ast.expr | None:
    """Give the parameter, of a function that no call is seen of, by which a list of callbacks gets what is in it."""
    match node:
        case ast.Name() if node not in seen:
            function = script.function(document, node)
            bindings = [each for each in script.slices.assignments(document, node) if not each.part]
            alone = function is not None and not bindings and not script.callers(function)
            if function is not None and alone and node.id in needed_parameters(function):
                return node
            parts = [(each.document, each.value) for each in bindings]
        case ast.Attribute() if node not in seen:
            parts = [(each.document, each.value) for each in script.slices.assignments(document, node) if not each.part]
        case ast.BinOp(left, ast.Add(), right):
            parts = [(document, left), (document, right)]
        case ast.List(elements) | ast.Tuple(elements) | ast.BoolOp(values=elements):
            parts = [(document, each) for each in elements]
        case ast.Starred(value):
            parts = [(document, value)]
        case _:
            parts = []
    found = (_given_unseen(script, *part, seen | {node}) for part in parts)
    return next((each for each in found if each is not None), None)


def _not_seen(call: Call, callbacks: ast.expr, parameter: ast.expr) -> Found:
    return Obstacle(
        call.document,
        call.document.span(callbacks),
        f"no call is seen that gives `{ast.unparse(parameter)}`: callbacks in it may write, and every process runs them",
        "convert the script that makes the callbacks, or add those that write under `if hvd.rank() == 0:`",
    )
