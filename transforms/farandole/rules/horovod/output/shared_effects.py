"""What code does that other ranks depend on, so that it must not become rank 0's alone."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from farandole.analysis.call_order import may_follow
from farandole.analysis.effects.calls import Effect, Effects, is_mutating_method, is_pure_method
from farandole.analysis.effects.files import Files
from farandole.analysis.nodes import Loop
from farandole.analysis.points_to.containers import ITEM
from farandole.analysis.points_to.lattice import NOTHING
from farandole.analysis.points_to.values import Bound, Class, Container, Function, Instance, Library, Unknown, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import fetches_of_call
from farandole.frameworks.tensorflow.summaries import with_summaries
from farandole.rules.horovod.patterns import GRAPHS
from farandole.source import Document
from farandole.source.binding import names_in

NAMED = frozenset({"model", "layer", "metric", "optimizer", "variable"})
"""Roles of objects that TensorFlow numbers; Horovod's operations go by the names of variables and layers."""

_OF_VARIABLES = tuple(f"tensorflow.keras.Model.{name}" for name in ("load_weights", "get_weights", "set_weights"))
"""What needs the variables of a model, which one of a class of its own makes when it is first run."""

UNKNOWN_CLASSES = frozenset({"?()", ITEM, "call()", "operator()", "generator()"})

_RUNS = (ast.Call, ast.With, ast.AsyncWith, ast.For, ast.AsyncFor, ast.comprehension)
"""What may run code that stands elsewhere, and so meet the errors that it raises."""

_OF_WORKERS = ("queue.", "multiprocessing.", "threading.")
"""The modules of what threads and processes share: a method of theirs that gives something may take it away, or wait."""

_SETTER = re.compile(
    r"(experimental_)?(set_|set[A-Z]|setrecursionlimit|setlocale|seed|enable|disable|reset|clear|register|configure"
    r"|run_functions_eagerly|filterwarnings|simplefilter|chdir|putenv|unsetenv|umask|use$|init$)"
)
"""How functions of libraries are called that set something for the whole process."""


@dataclass(frozen=True)
class SharedEffect:
    """A part of a program that every rank must run, and why."""

    document: Document
    node: ast.AST
    reason: str


@dataclass(frozen=True, eq=False)
class SharedEffects:
    """Questions about what a script's code does for others than the one who runs it.

    With `random`, drawing random numbers counts: it is asked of what a statement gets as arguments, not of functions
    that only show something.
    """

    script: Script
    files: Files
    effects: Effects
    _found: dict[tuple[ast.AST, bool], SharedEffect | None] = field(default_factory=dict)
    _own: dict[tuple[ast.AST, bool], tuple[SharedEffect | None, frozenset[Function]]] = field(default_factory=dict)

    def first(self, document: Document, node: ast.AST, random: bool = False) -> SharedEffect | None:
        """Give the first thing in a statement or an expression that every rank must run, None if there is nothing.

        Names that it binds are not looked at.
        """
        need, called = self._within(document, [node], None, random)
        if need is not None:
            return need
        for call, function in called.items():
            inner = self.of_function(function, random)
            if inner is not None:
                return SharedEffect(
                    inner.document, inner.node, f"calls `{ast.unparse(call.func)}`, which {inner.reason}"
                )
        return None

    def of_function(self, function: Function, random: bool = False) -> SharedEffect | None:
        """Give the first thing that every rank must run, in the body of a function or in what it calls."""
        key = function.site.node, random
        if key not in self._found:
            self._found[key] = self._reached(function, random)
        return self._found[key]

    def _reached(self, function: Function, random: bool) -> SharedEffect | None:
        seen = {function: None}
        pending = [function]
        while pending:
            need, called = self._of_body(pending.pop(0), random)
            if need is not None:
                return need
            new = [each for each in called if each not in seen]
            seen.update(dict.fromkeys(new))
            pending.extend(sorted(new, key=lambda each: getattr(each.site.node, "lineno", 0)))
        return None

    def _of_body(self, function: Function, random: bool) -> tuple[SharedEffect | None, frozenset[Function]]:
        """Give the first need of a function's own body, and the functions that it calls."""
        node, module = function.site.node, function.site.module
        key = node, random
        if key not in self._own:
            assert isinstance(node, FunctionNode)
            if module.own:
                body = [node.body] if isinstance(node, ast.Lambda) else node.body
                need, called = self._within(module.document, body, node, random)
                self._own[key] = need, frozenset(called.values())
            else:
                self._own[key] = SharedEffect(module.document, node, "runs code of another package"), frozenset()
        return self._own[key]

    def _within(
        self, document: Document, nodes: Iterable[ast.AST], function: FunctionNode | None, random: bool
    ) -> tuple[SharedEffect | None, dict[ast.Call, Function]]:
        """Give the first need in some nodes of a function, and the project's functions that they call until there."""
        called: dict[ast.Call, Function] = {}
        pending = list(nodes)[::-1]
        holder = function if function is not None else pending[-1]
        while pending:
            node = pending.pop()
            reason = self._reason(document, node, function, holder, random)
            if reason:
                return SharedEffect(document, node, reason), called
            if isinstance(node, ast.Call) and (call := self.script.call(node)) is not None:
                called.update((node, each) for each in call.functions)
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
                pending.extend(reversed(list(ast.iter_child_nodes(node))))
        return None, called

    def _reason(  # noqa: PLR0911
        self, document: Document, node: ast.AST, function: FunctionNode | None, holder: ast.AST, random: bool
    ) -> str:
        """Say why every rank must run a node itself, without what is in it; an empty text if it need not.

        What is made in `holder`, the function or else the statement, nobody else has yet.
        """
        match node:
            case ast.Return() if function is None:
                return "returns from the function"
            case ast.Raise(None) if function is not None:
                return ""  # an error that is handed on is as one that was not caught
            case ast.Raise() if function is not None and self._is_uncaught(node):
                return ""  # the process ends, and with it the others, as the original does
            case ast.Raise() | ast.Delete():
                return "changes what other code sees"
            case ast.Import() | ast.ImportFrom() if function is None:
                return "imports what other code uses"
            case ast.Yield() | ast.YieldFrom() | ast.Await():
                return "hands over to other code"
            case ast.Break() | ast.Continue() if function is None and not _is_of_loop_in(document, node, holder):
                return "leaves the loop"
            case ast.Global() | ast.Nonlocal():
                return f"sets `{', '.join(node.names)}`, which other code reads"
            case ast.Attribute(value, ctx=ast.Store() | ast.Del()) | ast.Subscript(value, ctx=ast.Store() | ast.Del()):
                return "" if self._made_inside(value, holder) else f"sets {document.quote(node)}"
            case ast.Call():
                return self._call_reason(node, holder, random)
        return ""

    def _call_reason(self, node: ast.Call, holder: ast.AST, random: bool) -> str:
        """Say why every rank must make a call; an empty text if it need not."""
        call = self.script.call(node)
        callees = self.script.flow.callees.get(node, NOTHING)
        if node in self._steps:
            return f"calls `{ast.unparse(node.func)}`, which takes a step"
        if call is not None and call.entry is None and self.files.facts(call):
            return ""  # a method of a path
        if call is not None and self._evaluates(node):
            return f"calls `{ast.unparse(node.func)}`, which may take a step"
        if call is None or len(callees.unknown) == len(callees):
            return (
                ""
                if call is not None and self._is_pure_by_name(call)
                else f"calls `{ast.unparse(node.func)}`, of which nothing is known"
            )
        reasons = (self._callee_reason(call, callee, holder, random) for callee in callees)
        return next((reason for reason in reasons if reason), "")

    @cached_property
    def _steps(self) -> frozenset[ast.AST]:
        """The calls that take the steps of a training, of whatever model."""
        return frozenset(step.node for training in self.script.trainings for step in training.steps)

    def _callee_reason(  # noqa: PLR0911
        self, call: Call, callee: Value, holder: ast.AST, random: bool
    ) -> str:
        name = ast.unparse(call.node.func)
        match callee:
            case Function() | Bound(_, Function()):
                return ""  # its body is looked at
            case Class():
                return f"creates a `{name}`"
            case Instance():
                return self._instance_reason(call, callee, name)
            case Library(full):
                return self._library_reason(call, full, name, random)
            case Bound(receiver, Library(full)):
                reason = self._library_reason(call, full, name, random)
                if reason:
                    return reason
                if self.script.catalog.fact(full, "evaluates") and self._is_built_by(call, receiver):
                    return f"calls `{name}`, which makes the variables of the model"
                if is_mutating_method(self.script.catalog, call.attribute) and not self.script.catalog.fact(
                    full, "pure"
                ):
                    local = self._made_here(receiver, holder)
                    return "" if local else f"calls `{name}`, which changes its object"
                pure = is_pure_method(self.script.catalog, call.attribute) and not full.startswith(_OF_WORKERS)
                known = call.entry is not None or pure
                return "" if known or self._is_known(receiver) else f"calls `{name}`, of which nothing is known"
            case Unknown() if call.entry is not None and (call.entry.facts.keys() & {"prints", "writes"}):
                return ""  # what else has a method of this name is taken to show or write itself as well
            case Unknown() if self._is_pure_by_name(call):
                return ""
        return f"calls `{name}`, of which nothing is known"

    def _is_pure_by_name(self, call: Call) -> bool:
        """Say whether a call is that of a method that changes nothing, whatever the class."""
        return isinstance(call.node.func, ast.Attribute) and is_pure_method(self.script.catalog, call.attribute)

    def _library_reason(  # noqa: PLR0911
        self, call: Call, full: str, name: str, random: bool
    ) -> str:
        entry = self.script.catalog.entry(full)
        facts = entry.facts if entry is not None else {}
        if facts.get("collective"):
            return f"calls `{name}`, for which every rank waits"
        if facts.get("trains") or facts.get("gradients") or facts.get("restores") or facts.get("initialises"):
            return f"calls `{name}`, which changes the model"
        if facts.get("ends-process"):
            return f"calls `{name}`, which ends the process"
        if facts.get("reads-input"):
            return f"calls `{name}`, whose answer every rank needs"
        if full.endswith(".run") and self._runs_a_session(call):
            return self._session_reason(call, name)
        if facts.get("mutates") or (not call.receivers and self._sets_state(call, full, facts)):
            return f"calls `{name}`, which changes what other code sees"
        if not call.receivers and entry is not None and entry.role in NAMED:
            return f"creates a {entry.role}, whose name every rank must share"
        if self._adds_to_graph(call, full, facts):
            return f"calls `{name}`, which adds to the graph that every rank must share"
        if random and self.script.catalog.fact(full, "random"):
            return f"calls `{name}`, which draws random numbers"
        return ""

    def _sets_state(self, call: Call, full: str, facts: Mapping[str, object]) -> bool:
        """Say whether a library's function sets something for the whole process: by its name, or where it gives nothing."""
        if facts.get("prints") or facts.get("writes") or self.script.catalog.fact(full, "pure"):
            return False
        own = full.rpartition(".")[2]
        dropped = isinstance(call.document.parent(call.node), ast.Expr)
        unknown = full.startswith("tensorflow.") and self.script.catalog.entry(full) is None
        return bool(_SETTER.match(own)) or (dropped and (unknown or is_mutating_method(self.script.catalog, own)))

    def _instance_reason(self, call: Call, callee: Instance, name: str) -> str:
        """Say why an object that is called must be called on every rank: a metric changes, a model in training may."""
        role = self.script.role_of(callee)
        if role in ("model", "layer"):
            if self._builds_graph:
                return f"calls `{name}`, which adds to the graph that every rank must share"
            training = call.named.get("training")
            if training is not None and not self.script.constants(training) <= {False, None}:
                return f"calls `{name}` in training mode"
            return f"calls `{name}`, which makes the variables of the model" if self._is_built_by(call, callee) else ""
        if role is None and isinstance(callee.of, Library) and callee.of.name not in UNKNOWN_CLASSES:
            return "" if self.script.catalog.knows(callee.of.name) else f"calls `{name}`, of which nothing is known"
        return f"calls `{name}`, which may change"

    def _is_built_by(self, call: Call, model: Value) -> bool:
        """Say whether a call may be the first that runs a model of a class of its own, whose variables training needs.

        What is loaded into a model from an HDF5 file, or copied to or from it, meets the variables that are there.
        """
        if not isinstance(model, Instance) or not isinstance(model.of, Class):
            return False
        return any(
            model in each.receivers and may_follow(self.script, call, each) and self._is_before_training(each)
            for each in self.script.calls_to(*_OF_VARIABLES)
        )

    def _is_before_training(self, call: Call) -> bool:
        """Say whether a training step may be taken after a call."""
        steps = (step for training in self.script.trainings for step in training.step_calls)
        return any(may_follow(self.script, call, step) for step in steps)

    def _adds_to_graph(self, call: Call, full: str, facts: Mapping[str, object]) -> bool:
        """Say whether a call makes operations, whose names in a TensorFlow 1 graph Horovod's operations go by."""
        if not self._builds_graph or call.receivers or not full.startswith("tensorflow."):
            return False
        return not (facts.get("prints") or facts.get("writes") or self.script.catalog.fact(full, "graph") == "none")

    @cached_property
    def _builds_graph(self) -> bool:
        return any(training.pattern in GRAPHS for training in self.script.trainings)

    def _runs_a_session(self, call: Call) -> bool:
        return any(self.script.role_of(each) in ("session", "monitored-session") for each in call.receivers)

    def _session_reason(self, call: Call, name: str) -> str:
        """Say why every rank must run some tensors: they take a step, set variables or draw from a data set."""
        fetched = fetches_of_call(call)
        values = with_summaries(self.script, self.script.values(fetched))
        if not values or self.script.origins(values, self._changes_when_run):
            return f"calls `{name}`, which may take a step"
        makes = any(isinstance(each, ast.BinOp | ast.Compare | ast.UnaryOp) for each in ast.walk(fetched or call.node))
        return f"calls `{name}` of what it adds to the graph" if makes else ""

    def _evaluates(self, node: ast.Call) -> bool:
        """Say whether a call evaluates a tensor of a graph, `tensor.eval()`, that takes a step, or draws from a data set."""
        match node.func:
            case ast.Attribute(tensor, "eval") if self._builds_graph:
                values = with_summaries(self.script, self.script.values(tensor))
                return bool(self.script.origins(values, self._changes_when_run))
        return False

    def _changes_when_run(self, value: Value) -> bool:
        if not isinstance(value, Instance):
            return False
        call = self.script.creation(value)
        if call is None:
            return isinstance(value.site.node, ast.Call)
        facts = call.entry.facts if call.entry is not None else {}
        return (
            is_mutating_method(self.script.catalog, call.attribute)
            or Effect.MUTATES in self.effects.own(call)
            or any(fact in facts for fact in ("gradients", "initialises", "collective"))
        )

    def _is_known(self, receiver: Value) -> bool:
        """Say whether the catalogue describes the package of an object, or the language does."""
        if isinstance(receiver, Container):
            return True
        return (
            isinstance(receiver, Instance)
            and isinstance(receiver.of, Library)
            and receiver.of.name not in UNKNOWN_CLASSES
            and self.script.catalog.knows(receiver.of.name)
        )

    def _is_uncaught(self, raised: ast.Raise) -> bool:
        """Say whether an error of the language is caught nowhere in the script, by its own name or a wider one."""
        error = raised.exc.func if isinstance(raised.exc, ast.Call) else raised.exc
        kind = getattr(builtins, error.id, None) if isinstance(error, ast.Name) else None
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            return False
        wider = {each.__name__ for each in kind.__mro__}
        return not any(handler is None or wider & names_in(handler) for handler in self._handled)

    @cached_property
    def _handled(self) -> tuple[ast.expr | None, ...]:
        """What the script catches of other code that it runs, None where that is everything."""
        tried = (each for document in self.script.documents for each in document.nodes(ast.Try))
        running = (
            each for each in tried if any(isinstance(node, _RUNS) for part in each.body for node in ast.walk(part))
        )
        return tuple(handler.type for each in running for handler in each.handlers)

    def _made_inside(self, node: ast.expr, holder: ast.AST) -> bool:
        return self.script.must_be(node, lambda value: self._made_here(value, holder))

    def _made_here(self, value: Value, holder: ast.AST, seen: frozenset[Value] = frozenset()) -> bool:
        """Say whether an object is created in a function or a statement: what is taken out of another is that one's."""
        if isinstance(value, Bound):
            return self._made_here(value.receiver, holder, seen)
        if not isinstance(value, Instance | Container):
            return False
        if not any(value.site.node is each for each in ast.walk(holder)):
            return False
        if isinstance(value, Container):
            return True
        if not self._is_taken(value):
            return isinstance(holder, FunctionNode) or not _is_of_unknown_class(value)
        holders = self.script.flow.inputs(value) - seen - {value}
        return bool(holders) and all(self._made_here(each, holder, seen | {value}) for each in holders)

    def _is_taken(self, value: Instance) -> bool:
        """Say whether an object is an item of something, or a layer that a model is asked for."""
        creation = self.script.creation(value)
        asked = creation is not None and "tensorflow.keras.Model.get_layer" in creation.names
        return asked or (isinstance(value.of, Library) and value.of.name == ITEM)


def _is_of_loop_in(document: Document, node: ast.AST, holder: ast.AST) -> bool:
    """Say whether the loop that a `break` or `continue` belongs to stands in what is looked at."""
    loop = next((each for each in document.ancestors(node) if isinstance(each, Loop)), None)
    return loop is not None and document.contains(holder, loop)


def _is_of_unknown_class(value: Instance) -> bool:
    """Say whether a value was given by something that may give what others have, too."""
    return isinstance(value.of, Library) and value.of.name in UNKNOWN_CLASSES
