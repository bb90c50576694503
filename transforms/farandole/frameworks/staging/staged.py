"""Which functions are staged: those that a library compiles before they run, and those that they call."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from farandole.analysis.points_to.lattice import NOTHING
from farandole.analysis.points_to.relations import Field
from farandole.analysis.points_to.values import Bound, Class, Function, Instance, Library, Value
from farandole.analysis.program import Program
from farandole.analysis.scopes import FunctionNode
from farandole.source import Document


class Stage(Enum):
    """What compiles a function, in the words of its users."""

    TF_FUNCTION = "tf.function"
    COMPILE = "torch.compile"
    EXPORT = "torch.export"
    SCRIPT = "torch.jit.script"
    LMS = "@lms"


STAGERS = {
    "tensorflow.function": Stage.TF_FUNCTION,
    "torch.compile": Stage.COMPILE,
    "torch.export.export": Stage.EXPORT,
    "torch.jit.script": Stage.SCRIPT,
    "torch.jit.script_method": Stage.SCRIPT,
    "torch.jit.export": Stage.SCRIPT,
    "farandole.staging.lms": Stage.LMS,
    "farandole.staging.stage": Stage.LMS,
}
"""What stages the function that it decorates or is given."""

_NOT_STAGED = frozenset(
    {
        "tensorflow.autograph.experimental.do_not_convert",
        "tensorflow.py_function",
        "tensorflow.numpy_function",
        "tensorflow.compat.v1.py_func",
        "tensorflow.py_func",
        "torch.jit.ignore",
        "torch.jit.unused",
        "torch.compiler.disable",
        "torch._dynamo.disable",
        "torch._dynamo.skip",
        "torch.compiler.assume_constant_result",
        "torch._dynamo.assume_constant_result",
        "torch.compiler.allow_in_graph",
        "torch._dynamo.allow_in_graph",
        "torch.jit.autograd_script",
        "torch.jit.overload",
        "torch.jit._overload",
        "torch.jit._overload_method",
    }
)
"""What leaves the function that it decorates or is given to Python."""

_CALLED = ("__call__", "call", "forward")
"""The methods by which an object of a class is called: Python's, Keras's and PyTorch's."""

_KERAS_STEPS = {
    "fit": ("train_step",),
    "train_on_batch": ("train_step",),
    "evaluate": ("test_step",),
    "test_on_batch": ("test_step",),
    "predict": ("predict_step",),
    "predict_on_batch": ("predict_step",),
}
_STAGE_METHODS: dict[str, tuple[Stage, tuple[str, ...]]] = {
    "torch.nn.Module.compile": (Stage.COMPILE, ()),
    **{f"tensorflow.keras.Model.{name}": (Stage.TF_FUNCTION, steps) for name, steps in _KERAS_STEPS.items()},
}
"""Methods of library classes that stage one of these methods of the object, else what a call of it runs."""
_STAGE_THEIR_OBJECT = frozenset(name.rpartition(".")[2] for name in _STAGE_METHODS)

_ON_REPLICAS = frozenset({"run", "experimental_run_v2"})
"""The methods of a distribution strategy that call the function that they are given, whatever makes the strategy."""

_ASKS_WHETHER_STAGED = frozenset(
    {"executing_eagerly", "inside_function", "is_scripting", "is_tracing", "is_compiling", "is_exporting", "init_scope"}
)


@dataclass(frozen=True)
class Root:
    """A function that is staged by its decorator, or by a call that is given it.

    `by` is that decorator or call, which stands in the file `home`; of an assumed one, the function.
    """

    document: Document
    function: FunctionNode
    stage: Stage
    home: Document
    by: ast.AST

    @property
    def name(self) -> str:
        """The function's name."""
        return getattr(self.function, "name", "the lambda")

    def option(self, name: str) -> ast.expr | None:
        """Give what is passed for a keyword of the decorator or call."""
        keywords = self.by.keywords if isinstance(self.by, ast.Call) else []
        return next((keyword.value for keyword in keywords if keyword.arg == name), None)

    @property
    def in_one_piece(self) -> bool:
        """Whether what PyTorch cannot compile is an error, not a break of the graph."""
        whole = self.option("fullgraph")
        return self.stage is Stage.EXPORT or (isinstance(whole, ast.Constant) and whole.value is True)


@dataclass(frozen=True)
class Member:
    """A function that runs in a stage: that of a root, or one that is called from there."""

    document: Document
    function: FunctionNode
    root: Root

    @property
    def when(self) -> str:
        """When its Python runs, as a clause."""
        what = "is exported" if self.root.stage is Stage.EXPORT else "is traced"
        return f"when `{self.root.name}` {what}"


@dataclass(frozen=True, eq=False)
class Staging:
    """The staged functions of a program, with roots that are `assumed` for the sake of a question."""

    program: Program
    assumed: tuple[Root, ...] = ()

    @cached_property
    def roots(self) -> tuple[Root, ...]:
        """The functions that are staged by a decorator or a call, or assumed to be, in the order of the text."""
        found = [*self._decorated(), *self._given(), *self._by_library(), *self.assumed]
        order = {document: index for index, document in enumerate(self.program.documents)}
        found.sort(key=lambda root: (order[root.document], root.document.span(root.function).start))
        return tuple({(root.function, root.stage): root for root in reversed(found)}.values())[::-1]

    def members(self, *stages: Stage) -> tuple[Member, ...]:
        """Give the functions that run in some stages, each once, with the first root that leads to it."""
        if Stage.TF_FUNCTION in stages and self._runs_eagerly:
            return ()
        return tuple(member for stage in stages for member in self._by_stage[stage])

    def member(self, function: ast.AST) -> Member | None:
        """Give a function as it runs in a stage; None for one that is staged by nothing."""
        return next((each for each in self.members(*Stage) if each.function is function), None)

    @cached_property
    def _by_stage(self) -> dict[Stage, tuple[Member, ...]]:
        found: dict[Stage, tuple[Member, ...]] = {}
        for stage in Stage:
            members: dict[ast.AST, Member] = {}
            for root in self.roots:
                if root.stage is stage:
                    self._collect(Member(root.document, root.function, root), members)
            found[stage] = tuple(members.values())
        return found

    def _collect(self, start: Member, members: dict[ast.AST, Member]) -> None:
        pending = [start]
        while pending:
            member = pending.pop()
            if member.function in members:
                continue
            members[member.function] = member
            for document, function in self._run_by(member):
                if not self._is_left_to_python(document, function):
                    pending.append(Member(document, function, member.root))

    def _run_by(self, member: Member) -> Iterator[tuple[Document, FunctionNode]]:
        """Yield the project's functions that a staged one calls, or gives to the library that stages it."""
        flow = self.program.flow
        for node in nodes(member):
            if not isinstance(node, ast.Call):
                continue
            called = [[*self._functions(value)] for value in flow.callees.get(node, NOTHING)]
            if all(called) and len({function for found in called for _, function in found}) == 1:
                yield called[0][0]  # all objects that it may be called of have the same one
            names = self.program.names_of(node.func)
            of_library = any(name.startswith(("tensorflow.", "torch.")) for name in names)
            on_replicas = isinstance(node.func, ast.Attribute) and node.func.attr in _ON_REPLICAS
            if (of_library or on_replicas) and names.isdisjoint(_NOT_STAGED):
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                for argument in given:
                    for value in self.program.values(argument):
                        if isinstance(value, Function | Bound):
                            yield from self._functions(value)

    def _functions(self, value: Value) -> Iterator[tuple[Document, FunctionNode]]:
        """Yield the project's functions that run when a value is called."""
        match value:
            case Function(site) | Bound(_, Function(site)):
                if site.module.own and isinstance(site.node, FunctionNode):
                    yield site.module.document, site.node
            case Instance(_, Class() as owner):
                for name in _CALLED:
                    found = [*self._methods(owner, name)]
                    yield from found
                    if found:
                        return

    def _methods(self, owner: Class, name: str) -> Iterator[tuple[Document, FunctionNode]]:
        for each in self.program.flow.mro(owner):
            if isinstance(each, Class):
                for value in self.program.flow.ask(Field(each.site.node, name)):
                    if (
                        isinstance(value, Function)
                        and value.site.module.own
                        and isinstance(value.site.node, FunctionNode)
                    ):
                        yield value.site.module.document, value.site.node
                        return

    def _is_left_to_python(self, document: Document, function: FunctionNode) -> bool:
        return any(
            not self.program.names_of(each.func if isinstance(each, ast.Call) else each).isdisjoint(_NOT_STAGED)
            for each in getattr(function, "decorator_list", ())
        )

    def _decorated(self) -> Iterator[Root]:
        for document in self.program.documents:
            for stmt in document.statements:
                for decorator in getattr(stmt, "decorator_list", ()):
                    stager = decorator.func if isinstance(decorator, ast.Call) else decorator
                    if isinstance(decorator, ast.Call) and decorator.args and self._is_partial(stager):
                        stager = decorator.args[0]
                    stage = self._stage(stager)
                    if stage is not None and isinstance(stmt, FunctionNode):
                        yield Root(document, stmt, stage, document, decorator)

    def _is_partial(self, node: ast.expr) -> bool:
        return self.program.names_of(node) == {"functools.partial"}

    def _given(self) -> Iterator[Root]:
        for call in self.program.calls_to(*STAGERS):
            stage = self._stage(call.node.func)
            given = call.node.args[0] if call.node.args else None
            if stage is None or given is None or isinstance(given, ast.Starred):
                continue
            for document, function in self._one_of(self.program.values(given)):
                yield Root(document, function, stage, call.document, call.node)

    def _one_of(self, values: Iterable[Value]) -> list[tuple[Document, FunctionNode]]:
        """Give the functions that run when a value is called, if all values have the same ones.

        What a stager gives is left out: `self.step = tf.function(self.step)` stages the method.
        """
        found = [[*self._functions(value)] for value in values if not _is_staged(value)]
        return found[0] if found and all(each == found[0] for each in found) else []

    def _by_library(self) -> Iterator[Root]:
        """Yield what methods of an object's library class stage: its `forward`, or what Keras calls of it."""
        for call in self.program.calls:
            func = call.node.func
            if not isinstance(func, ast.Attribute) or func.attr not in _STAGE_THEIR_OBJECT:
                continue
            for value in self.program.values(func):
                match value:
                    case Bound(Instance(_, Class() as owner) as object, Library(name)) if name in _STAGE_METHODS:
                        stage, methods = _STAGE_METHODS[name]
                        found = next((each for method in methods if (each := [*self._methods(owner, method)])), None)
                        if stage is Stage.TF_FUNCTION and self._trains_eagerly:
                            continue
                        for document, function in found or self._functions(object):
                            yield Root(document, function, stage, call.document, call.node)

    @cached_property
    def _trains_eagerly(self) -> bool:
        """Whether some model of the program may have been told to run what it is trained with as it is."""
        asked = any(
            keyword.arg == "run_eagerly" and not (isinstance(keyword.value, ast.Constant) and not keyword.value.value)
            for call in self.program.calls
            for keyword in call.node.keywords
        )
        return asked or "run_eagerly" in self.program.def_use.attributes

    def _stage(self, stager: ast.expr) -> Stage | None:
        names = self.program.names_of(stager)
        stages = {STAGERS[name] for name in names if name in STAGERS}
        return stages.pop() if len(stages) == 1 and len(self.program.values(stager)) == 1 else None

    @cached_property
    def _runs_eagerly(self) -> bool:
        """Whether the program runs what `tf.function` decorates as it is, without staging it."""
        names = ("tensorflow.config.run_functions_eagerly", "tensorflow.config.experimental_run_functions_eagerly")
        return bool(self.program.calls_to(*names))


def _is_staged(value: Value) -> bool:
    """Say whether a value is what a stager gives."""
    return isinstance(value, Instance) and isinstance(value.of, Library) and value.of.name.removesuffix("()") in STAGERS


def nodes(member: Member) -> Iterator[ast.AST]:
    """Yield the nodes of a staged function's body that are surely staged, those of functions inside it left out.

    What a condition on being staged guards is left out, too, with all that follows where it returns, and so is what is
    lifted out of the stage, or stands behind a `return`.
    """
    function = member.function
    if isinstance(function, ast.Lambda):
        yield from _below(function.body)
    else:
        yield from _of_block(function.body)


def _of_block(block: list[ast.stmt]) -> Iterator[ast.AST]:
    for stmt in block:
        yield from _below(stmt)
        if isinstance(stmt, ast.If) and _asks(stmt.test):
            branches = [each for each in (stmt.body, stmt.orelse) if each]
            if any(isinstance(each[-1], ast.Return | ast.Raise) for each in branches):
                return
        if isinstance(stmt, ast.Return | ast.Raise | ast.Break | ast.Continue):
            return  # what follows never runs


def _below(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
        return
    if isinstance(node, ast.If | ast.IfExp) and _asks(node.test):
        return
    if isinstance(node, ast.With) and any(_asks(item.context_expr) for item in node.items):
        return
    for _, value in ast.iter_fields(node):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield from _of_block(value)
        else:
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from _below(each)


def _asks(test: ast.expr) -> bool:
    return any(getattr(node, "attr", getattr(node, "id", None)) in _ASKS_WHETHER_STAGED for node in ast.walk(test))
