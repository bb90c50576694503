"""Staging one function: the decorator and all rewrites that it needs, or the reason that stands in the way."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace

from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.relations import Variable
from farandole.analysis.points_to.values import Bound, Class, Constant, Container, Function, Instance, Value
from farandole.conversion.plan import Plan, edited
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Root, Stage, nodes
from farandole.frameworks.staging.tensors import words
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.families import STAGED_TENSORFLOW, STAGED_TORCH
from farandole.rules.horovod.names import Name, library, tensorflow
from farandole.rules.rule import Finding
from farandole.rules.staging.stg301_not_virtualized import qualified_name
from farandole.source import Document, Edit, EditSet, Span, layout
from farandole.staging import StagingError, virtualize_text

_PYTHON = ("numpy.", "math.", "random.", "time.", "os.", "json.", "pickle.", "logging.", "matplotlib.")
_ONCE = words("builtins.print builtins.open builtins.input builtins.next builtins.iter")
_VALUES = words("numpy item tolist")
_TRAINS = words(
    "apply_gradients minimize update_state reset_state reset_states watch assign assign_add assign_sub scatter_update"
)
_OF_TENSORS = words("tensorflow.experimental.ExtensionType typing.NamedTuple collections.namedtuple")
_COMPILED_BY_KERAS = words("train_step test_step predict_step call build")


Mended = Collection[tuple[Document, Span]]
"""The places that findings with a fix are about."""


class NotStaged(Exception):
    """A function that can't be staged or virtualized; `str()` of it is the reason."""


def stageable(script: Script, document: Document, function: ast.AST) -> Stage | None:
    """Give what would stage a function that computes with tensors; None for other functions, and for staged ones."""
    if not isinstance(function, ast.FunctionDef) or script.staging.member(function) is not None:
        return None
    calls = [node for node in own_nodes(function) if isinstance(node, ast.Call)]
    names = {name for call in calls for name in script.names_of(call.func)}
    if any(name.startswith("tensorflow.") and not name.startswith("tensorflow.data.") for name in names):
        return Stage.TF_FUNCTION
    if any(name.startswith("torch.") for name in names) or (
        function.name == "forward" and "torch.nn.Module" in _ancestors(script, document, function)
    ):
        return Stage.COMPILE
    return None


def stage(script: Script, document: Document, function: ast.FunctionDef) -> Plan:
    """Plan what puts a function under `tf.function` or `torch.compile`; raises NotStaged with what is in the way."""
    chosen = stageable(script, document, function)
    if chosen is None:
        raise NotStaged("it computes nothing with tensors, or is staged already")
    root = Root(document, function, chosen, document, function)
    assumed = replace(script, assumed=(root,))
    findings = [*_findings(assumed, root)]
    members = [member for member in assumed.staging.members(chosen) if member.root is root]
    if not members:
        raise NotStaged("the script runs staged functions eagerly: tf.config.run_functions_eagerly is called")
    reason = next(_obstacles(assumed, root, members, findings), None)
    if reason is not None:
        raise NotStaged(reason)
    module = _module(script, document, chosen)
    line = f"@{module.text}.{'function' if chosen is Stage.TF_FUNCTION else 'compile'}"
    own = EditSet.of(document, (*layout.insert_before(document, function, [line]), *module.edits))
    return edited(script, EditSet.union([own, *(finding.fix() for finding in findings if finding.fix is not None)]))


def virtualize(script: Script, document: Document, function: ast.FunctionDef) -> Plan:
    """Plan the replacement of a function by its virtualization; raises NotStaged when it can't be virtualized."""
    try:
        new = virtualize_text(document.text, qualified_name(document, function), document.path.name)
    except SyntaxError as error:
        raise NotStaged(str(error)) from error
    except StagingError as error:
        where = f"{_line(document, document.offset(error.site.line, 0))}: " if error.site else ""
        raise NotStaged(f"{where}{error.construct}: {error.reason}") from error
    start, end = document.offset(new.first, 0), document.span(function).end
    written = new.function.rstrip("\n").replace("\n", document.newline)
    imports = layout.insert_after_imports(document, [new.imports.rstrip("\n")])
    return edited(script, EditSet.of(document, (Edit(start, end, written, reach=1), *imports)))


def _findings(script: Script, root: Root) -> Iterator[Finding]:
    """Yield what the rules say about a root and all that it calls, once it is staged."""
    family = STAGED_TENSORFLOW if root.stage is Stage.TF_FUNCTION else STAGED_TORCH
    span = root.home.span(root.by)
    for rule in all_rules():
        if rule.family is family:
            for finding in rule.check(script, Options()):
                if any(each.document is root.home and each.span == span for each in finding.related):
                    yield finding


def _module(script: Script, document: Document, chosen: Stage) -> Name:
    return tensorflow(script, document) if chosen is Stage.TF_FUNCTION else library(script, document, "torch", "torch")


def _ancestors(script: Script, document: Document, function: ast.FunctionDef) -> tuple[str, ...]:
    """Give the library classes from which the class of a method derives."""
    owner = document.parent(function)
    if not isinstance(owner, ast.ClassDef):
        return ()
    return script.library_ancestors(Class(script.flow.site(script.flow.scopes[function].module, owner)))


def _obstacles(script: Script, root: Root, members: list[Member], findings: list[Finding]) -> Iterator[str]:
    """Yield what stands in the way of staging a function."""
    function = root.function
    assert isinstance(function, ast.FunctionDef)
    if function.decorator_list:
        yield "it has a decorator: stage the function below it by hand"
    if any(isinstance(each, ast.Yield | ast.YieldFrom | ast.Await) for each in own_nodes(function)):
        yield "it is a generator: stage the function that computes one item"
    if root.stage is not Stage.TF_FUNCTION:
        return  # PyTorch breaks the graph at what it can't compile, and gives the same results
    ancestors = _ancestors(script, root.document, function)
    if function.name in _COMPILED_BY_KERAS and any(name.startswith("tensorflow.keras.") for name in ancestors):
        yield "Keras stages it already, when the model is trained or called"
    for finding in findings:
        if finding.fix is None or finding.confirm:
            where = _line(finding.document, finding.span.start)
            yield f"{where}: {finding.message}; {finding.suggestion} ({finding.code})"
    for node in own_nodes(function):
        if isinstance(node, ast.Return) and any(_is_object(script, each) for each in _returned(script, node.value)):
            where = _line(root.document, root.document.span(node).start)
            yield f"{where}: it returns what is no tensor, and a staged function returns tensors alone"
    mended = {(finding.document, finding.span) for finding in findings}
    for member in members:
        for node in nodes(member):
            reason = _reason(script, member, node, mended)
            if reason:
                yield f"{_line(member.document, member.document.span(node).start)}: {reason}"


def _returned(script: Script, node: ast.expr | None, depth: int = 3) -> Iterator[Value]:
    """Yield what an expression may stand for, and what containers in it hold."""
    pending = [(each, depth) for each in script.values(node)]
    while pending:
        value, deeper = pending.pop()
        yield value
        if isinstance(value, Container) and deeper:
            pending += [(each, deeper - 1) for each in script.elements(value)]


def _is_object(script: Script, value: Value) -> bool:
    """Say whether a value is a function, a class, a model, or another object that tensors do not make up."""
    match value:
        case Function() | Bound() | Class():
            return True
        case Instance(_, Class() as owner):
            return _OF_TENSORS.isdisjoint(script.library_ancestors(owner))
        case Instance():
            return script.role_of(value) in ("model", "optimizer")
    return False


def _line(document: Document, offset: int) -> str:
    return f"{document.line_name(offset)} of {document.path.name}"


def _reason(script: Script, member: Member, node: ast.AST, mended: Mended) -> str:  # noqa: PLR0911
    """Say why what a node does would be something else in a staged function; an empty text where it is not."""
    document = member.document
    match node:
        case ast.Return(ast.Call(ast.Attribute(attr=name), [], [])) if name in _VALUES:
            return f"it returns the value of a tensor: return the tensor, and call .{name}() where it is called"
        case ast.Global([name, *_]) | ast.Nonlocal([name, *_]):
            return f"`{name}` would be set once, while the function is traced"
        case ast.Attribute(ctx=ast.Store()) if not _is_counted(member, node, mended):
            return f"{document.quote(node)} would be set once, while the function is traced"
        case ast.Subscript(value, ctx=ast.Store()) if not _is_own(script, member, value):
            return f"{document.quote(value)} would be changed once, while the function is traced"
        case ast.Try():
            return "exceptions of tensors are raised when the graph runs, where no `except` of the function sees them"
        case ast.With(items):
            for item in items:
                names = (
                    script.names_of(item.context_expr.func) if isinstance(item.context_expr, ast.Call) else frozenset()
                )
                if not names or not all(name.startswith("tensorflow.") for name in names):
                    return f"{document.quote(item.context_expr)} would be entered once, while the function is traced"
        case ast.Call():
            return "" if (document, document.span(node)) in mended else _reason_of_call(script, member, node)
        case ast.Name(name, ast.Load()):
            return _reason_of_name(script, member, node)
        case ast.Attribute(ast.Name("self"), name, ast.Load()):
            return _reason_of_attribute(script, member, node)
    return ""


def _is_counted(member: Member, node: ast.Attribute, mended: Mended) -> bool:
    """Say whether an attribute is a counter that becomes a variable."""
    return (member.document, member.document.span(member.document.statement(node))) in mended


def _is_own(script: Script, member: Member, value: ast.expr) -> bool:
    """Say whether an expression is a container that the function makes itself."""
    return script.must_be(
        value,
        lambda each: isinstance(each, Container) and member.document.scope(each.site.node) is member.function,
    )


def _reason_of_call(  # noqa: PLR0911
    script: Script, member: Member, node: ast.Call
) -> str:
    document = member.document
    names = script.names_of(node.func)
    called = document.segment(node.func)
    attribute = getattr(node.func, "attr", "")
    if names & _ONCE:
        return f"`{called}` would run once, while the function is traced"
    if any(name.startswith("tensorflow.train.") for name in names):
        return f"`{called}` makes an object of Python, which tensors of the graph can't be put into"
    if any(name.startswith(_PYTHON) for name in names) and not all(_is_literal(each) for each in node.args):
        return f"`{called}` can't compute with tensors of the graph"
    if attribute in _VALUES and not node.args:
        return f"`{called}()` asks for a value that a tensor of the graph does not have"
    callees = script.flow.callees.get(node, ())
    followed = any(
        isinstance(each, Function) or (isinstance(each, Bound) and isinstance(each.member, Function))
        for each in callees
    )
    if not isinstance(document.parent(node), ast.Expr) or followed or attribute in _TRAINS:
        return ""
    if all(name.startswith("tensorflow.") for name in names) and names:
        return ""
    if isinstance(node.func, ast.Attribute) and _is_own(script, member, node.func.value):
        return ""
    if any(
        isinstance(each, Instance) and script.role_of(each) in ("model", "optimizer")
        for each in script.values(node.func)
    ):
        return ""
    return f"what `{called}` does besides might be done once, while the function is traced"


def _is_literal(node: ast.expr) -> bool:
    return not any(isinstance(each, ast.Name) for each in ast.walk(node))


def _reason_of_name(script: Script, member: Member, node: ast.Name) -> str:
    """Say why a name from outside would keep the value that it has when the function is traced."""
    home = script.scope(member.document, node).home(node.id)
    if home is None or home.node is member.function:
        return ""
    definitions = script.def_use.names.get((home, node.id), ())
    numbers = [each for each in script.flow.ask(Variable(home, node.id)) if isinstance(each, Constant)]
    if len(definitions) > 1 and numbers:
        lines = sorted({each.line for each in definitions})
        return f"`{node.id}` is changed in line {lines[-1]}: the traced function would keep the value that it has first"
    return ""


def _reason_of_attribute(script: Script, member: Member, node: ast.Attribute) -> str:
    definitions = script.def_use.attributes.get(node.attr, ())
    later = [
        each
        for each in definitions
        if getattr(each.document.scope(each.target), "name", "") not in ("__init__", "build")
    ]
    if later and any(isinstance(each, Constant) for each in script.values(node)):
        changed = f"`self.{node.attr}` is changed in line {later[0].line}"
        return f"{changed}: the traced function would keep the value that it has first"
    return ""
