"""What a script does itself to choose GPUs: `CUDA_VISIBLE_DEVICES` in its environment, `set_visible_devices`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from farandole.analysis.answers import answered_once
from farandole.analysis.defaults import is_parsed, option_calls
from farandole.analysis.nodes import is_main_guard
from farandole.analysis.points_to.values import Constant, Library
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.devices.local_rank import depends_on_local_rank
from farandole.rules.horovod.restrictions.hvd234_devices_chosen import kept_choice
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, Edit, EditSet, layout

VARIABLE = "CUDA_VISIBLE_DEVICES"
ENVIRONMENT = Library("os.environ")
_ARGUMENTS = Library("sys.argv")
VISIBLE = "tensorflow.config.set_visible_devices"
_READ = re.compile(rf"""[\w.]+\[\s*(["']){VARIABLE}\1\s*\]""")
NO_GPU = frozenset({"-1", ""})


@dataclass(frozen=True)
class _Choice:
    """A place where a script chooses its GPUs, what it chooses, and the edits that take it away, if there are any."""

    document: Document
    node: ast.AST
    chosen: ast.expr | None
    edits: tuple[Edit, ...]
    what: str = f"`{VARIABLE}` is set here"


def find(rule: Rule, script: Script) -> Iterator[Finding]:
    """Find where the project chooses GPUs by other means than Horovod's local rank."""
    choices = [choice for choice in _made(script) if not _hides_all(script, choice.chosen)]
    foreign = [choice for choice in choices if not depends_on_local_rank(script, choice.chosen)]
    every = [read for document in script.documents for read in _reads(script, document)] if foreign else []
    reads = [read for read in every if not _is_shown(script, *read[:2])]
    shown = [(place, node) for place, node, needed in every if needed and (place, node, needed) not in reads]
    for choice in choices:
        document, span = choice.document, choice.document.span(choice.node)
        if choice not in foreign:
            yield Finding(rule, Status.DONE, document, span, "the GPU is chosen by hvd.local_rank()")
        elif not choice.edits or any(needed for _, _, needed in reads):
            needed = [(place, node) for place, node, needed in reads if needed]
            refusal = kept_choice(choice.what, VARIABLE if needed else "")
            yield refusal.finding(rule.code, *(needed[0] if needed else (document, choice.node)))
        else:
            yield Finding(
                rule,
                Status.MISSING,
                document,
                span,
                f"{choice.what}, so the processes of one machine would all use the same GPUs",
                "leave the choice to hvd.local_rank()",
                confirm=f"the script also reads {VARIABLE}" if reads else _unheard(script, choice),
                fix=partial(_taken_away, choice, shown),
            )


@answered_once
def taken_away(script: Script) -> frozenset[ast.AST]:
    """Give the code of the choices that are left to the local rank: it is run no more, and asks nobody."""
    reads = (read for document in script.documents for read in _reads(script, document))
    if any(needed and not _is_shown(script, document, node) for document, node, needed in reads):
        return frozenset()
    choices = (each for each in _made(script) if each.edits and not _hides_all(script, each.chosen))
    foreign = (each for each in choices if not depends_on_local_rank(script, each.chosen))
    return frozenset(node for choice in foreign for node in ast.walk(choice.node))


def _taken_away(choice: _Choice, shown: Sequence[tuple[Document, ast.expr]]) -> EditSet:
    """Take a choice away; what shows it need not find it any more."""
    reads = (EditSet.of(document, _read_if_there(document, node)) for document, node in shown)
    return EditSet.union([EditSet.of(choice.document, choice.edits), *reads])


def _read_if_there(document: Document, node: ast.expr) -> tuple[Edit, ...]:
    """Let a read of the variable give None where it is not set, by edits that an f-string can hold."""
    assert isinstance(node, ast.Subscript)
    whole, owner, key = map(document.span, (node, node.value, node.slice))
    return (Edit(owner.end, key.start, ".get(", once=True), Edit(key.end, whole.end, ")", once=True))


def _is_shown(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a statement does nothing but print what it reads, which may be None, where the text tells its place."""
    statement = document.statement(node)
    call = script.call(statement.value) if isinstance(statement, ast.Expr) else None
    if call is None or call.entry is None or not call.entry.facts.get("prints"):
        return False
    around = list(takewhile(lambda each: each is not statement, document.ancestors(node)))
    is_seen = _READ.fullmatch(document.segment(node)) is not None  # within an f-string its place may not be told
    return is_seen and all(each is call.node or _takes_none(each) for each in around)


def _takes_none(node: ast.AST) -> bool:
    """Say whether an expression makes a text of None as of another text, or hands it on."""
    match node:
        case ast.BinOp(ast.Constant(), ast.Mod()) | ast.JoinedStr() | ast.FormattedValue(format_spec=None):
            return True
        case ast.Call(ast.Attribute(ast.Constant(str(text)), "format")):
            return ":" not in text
    return isinstance(node, ast.Tuple | ast.keyword)


def _unheard(script: Script, choice: _Choice) -> str:
    """Say that an option, or a word on the command line, that chose the GPU does so no more; nothing of what is written."""
    options = {option for _, option in option_calls(script)}
    within = script.slices.of(choice.document, choice.chosen) if choice.chosen is not None else ()
    names = {
        ast.unparse(node)
        for node in within
        if isinstance(node, ast.Attribute | ast.Name)
        if (isinstance(node, ast.Attribute) and node.attr in options and is_parsed(script, node.value))
        or _ARGUMENTS in script.values(node)
    }
    return f"`{min(names)}` chooses no GPU any more: each process takes that of its local rank" if names else ""


def _hides_all(script: Script, chosen: ast.expr | None) -> bool:
    """Say whether a value leaves no GPU to any process: then there is none to choose."""
    none = isinstance(chosen, ast.List | ast.Tuple) and not chosen.elts
    return none or script.must_be(chosen, lambda value: isinstance(value, Constant) and value.value in NO_GPU)


@answered_once
def hides_every_gpu(script: Script) -> bool:
    """Say whether the top of a file leaves no GPU to any process, under no condition: one that is pinned would be used."""
    return any(_hides_all(script, choice.chosen) and _is_always_made(choice) for choice in _made(script))


def _is_always_made(choice: _Choice) -> bool:
    around = choice.document.ancestors(choice.document.statement(choice.node))
    return not any(isinstance(each, ast.stmt) and not is_main_guard(each) for each in around)


def _made(script: Script) -> Iterator[_Choice]:
    """Yield the choices of a script, but for those that a module makes only where it is run itself."""
    for document in script.documents:
        for choice in _choices(script, document):
            guarded = any(is_main_guard(each) for each in document.ancestors(choice.node))
            if document is script.entry or not guarded:
                yield choice


def _choices(script: Script, document: Document) -> Iterator[_Choice]:
    for statement in document.statements:
        match statement:
            case ast.Assign(targets=targets, value=value) if any(_is_variable(script, each) for each in targets):
                edits = _without_statement(document, statement) if len(targets) == 1 else ()
                yield _Choice(document, statement, value, edits)
            case ast.Assign(targets=targets) if any(
                _is_variable(script, each) for target in targets for each in ast.walk(target)
            ):
                yield _Choice(document, statement, None, ())
            case ast.Delete(targets=[target]) if _is_variable(script, target):
                yield _Choice(document, statement, None, _without_statement(document, statement))
    for call in script.calls:
        if call.document is document:
            yield from _by_call(script, call)


def _is_variable(script: Script, node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Subscript)
        and ENVIRONMENT in script.values(node.value)
        and script.constants(node.slice) == {VARIABLE}
    )


def _by_call(script: Script, call: Call) -> Iterator[_Choice]:
    document, node = call.document, call.node
    arguments = node.args
    if VISIBLE in call.names:
        kind = call.argument("device_type")
        if script.constants(kind) != {"CPU"}:
            chosen = call.argument("devices")
            yield _Choice(document, node, chosen, _deleted(call), "the visible GPUs are set here")
    elif _is_environment_call(script, call, "os.putenv", "setdefault") and _names_variable(script, call):
        yield _Choice(document, node, arguments[1] if len(arguments) > 1 else None, _deleted(call))
    elif _is_environment_call(script, call, "os.unsetenv", "pop") and _names_variable(script, call):
        yield _Choice(document, node, None, _deleted(call))
    elif _is_environment_call(script, call, "", "update"):
        keyword = call.keyword(VARIABLE)
        if keyword is not None:
            alone = len(node.keywords) == 1 and not arguments
            edits = _deleted(call) if alone else layout.remove_argument(document, node, keyword)
            yield _Choice(document, node, keyword.value, edits)
        for argument in arguments:
            if isinstance(argument, ast.Dict):
                yield from _in_dictionary(script, call, argument)


def _in_dictionary(script: Script, call: Call, dictionary: ast.Dict) -> Iterator[_Choice]:
    pairs = list(zip(dictionary.keys, dictionary.values, strict=True))
    for key, value in pairs:
        if key is not None and script.constants(key) == {VARIABLE}:
            alone = len(pairs) == 1 and not call.node.keywords
            edits = _deleted(call) if alone else _without(call.document, dictionary, key)
            yield _Choice(call.document, key, value, edits)


def _without(document: Document, dictionary: ast.Dict, key: ast.expr) -> tuple[Edit, ...]:
    """Take an item out of a dictionary: up to the next one, or from the end of the one before."""
    index = next(index for index, each in enumerate(dictionary.keys) if each is key)
    span = document.span(key)
    following = dictionary.keys[index + 1] if index + 1 < len(dictionary.keys) else None
    if following is not None:
        return (Edit(span.start, document.span(following).start, ""),)
    if index == 0 or index + 1 < len(dictionary.keys):
        return ()
    return (Edit(document.span(dictionary.values[index - 1]).end, document.span(dictionary.values[index]).end, ""),)


def _is_environment_call(script: Script, call: Call, function: str, method: str) -> bool:
    if function in call.names:
        return True
    callee = call.node.func
    return isinstance(callee, ast.Attribute) and callee.attr == method and ENVIRONMENT in script.values(callee.value)


def _names_variable(script: Script, call: Call) -> bool:
    return bool(call.node.args) and script.constants(call.node.args[0]) == {VARIABLE}


def _deleted(call: Call) -> tuple[Edit, ...]:
    return _without_statement(call.document, call.document.statement(call.node)) if call.is_statement else ()


def _without_statement(document: Document, statement: ast.stmt) -> tuple[Edit, ...]:
    """Take a statement out, with the conditions around it that decide nothing else."""
    outer = document.parent(statement)
    while isinstance(outer, ast.If) and outer.body == [statement] and not outer.orelse and _only_reads(outer.test):
        if document.is_elif(outer):
            break
        statement, outer = outer, document.parent(outer)
    return layout.delete(document, statement)


def _only_reads(test: ast.expr) -> bool:
    return not any(isinstance(each, ast.Call | ast.NamedExpr | ast.Await | ast.Yield) for each in ast.walk(test))


def _reads(script: Script, document: Document) -> Iterator[tuple[Document, ast.expr, bool]]:
    """Yield where the variable is read, and whether it must be there."""
    for node in document.nodes(ast.expr):
        if _is_variable(script, node) and isinstance(getattr(node, "ctx", None), ast.Load):
            yield document, node, True
    for call in script.calls:
        reads = call.document is document and _is_environment_call(script, call, "os.getenv", "get")
        if reads and _names_variable(script, call):
            yield document, call.node, False
