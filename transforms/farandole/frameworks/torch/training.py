"""PyTorch training loops: where gradients are computed and applied, and which loaders give the batches."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Call, Program
from farandole.analysis.slicing import methods_of
from farandole.frameworks.horovod.use import is_elastic
from farandole.source import Document

Loop = ast.For | ast.AsyncFor | ast.While

WRAPPER = "horovod.torch.DistributedOptimizer"
STEP = "torch.optim.Optimizer.step"
ZERO_GRAD = "torch.optim.Optimizer.zero_grad"
SYNCHRONIZE = "torch.optim.Optimizer.synchronize"
CLIPPING = ("torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_", "torch.nn.utils.clip_grad_norm")
SAMPLER = "torch.utils.data.distributed.DistributedSampler"
LOADER = "torch.utils.data.DataLoader"


@dataclass(frozen=True)
class Place:
    """A node of a document."""

    document: Document
    node: ast.AST


@dataclass(frozen=True, eq=False)
class TorchTraining:
    """Questions about the PyTorch training loops of a program that Horovod distributes."""

    program: Program

    @cached_property
    def wrappers(self) -> tuple[Call, ...]:
        """The calls that wrap an optimizer with Horovod.

        None where nothing initialises Horovod: what a module of other scripts lacks, these may have.
        """
        return self.program.calls_to(WRAPPER) if self.program.calls_to("horovod.torch.init") else ()

    @cached_property
    def wrapped(self) -> frozenset[Instance]:
        """The optimizers that average their gradients over the processes."""
        return frozenset(
            each
            for call in self.wrappers
            for each in self.program.values(call.node)
            if isinstance(each, Instance) and each.site.node is call.node
        )

    @cached_property
    def backwards(self) -> tuple[Call, ...]:
        """The calls that compute gradients: `backward` of a tensor, whatever the tensor is computed from."""
        return tuple(
            call
            for call in self.program.calls
            if call.attribute == "backward" and isinstance(call.node.func, ast.Attribute)
        )

    @cached_property
    def is_elastic(self) -> bool:
        """Whether a state of elastic Horovod keeps the processes equal."""
        return is_elastic(self.program)

    def inner(self, wrapper: Call) -> tuple[Call, ...]:
        """Give the calls that create the optimizers inside of a wrapper, in the order of the text."""
        inside = wrapper.argument("optimizer")
        created = {self.program.creation(each) for each in self.program.instances(inside, "torch-optimizer")}
        found = (call for call in created if call is not None and WRAPPER not in call.names)
        return tuple(sorted(found, key=self.program.order))

    def model(self, optimizer: Call) -> ast.expr | None:
        """Give the one model all of whose parameters an optimizer takes: `m` of `SGD(m.parameters())`."""
        match optimizer.argument("params"):
            case ast.Call(
                func=ast.Attribute(ast.Name() | ast.Attribute() as model, "parameters"), args=[], keywords=[]
            ):
                return model
        return None

    def model_beside(self, wrapper: Call) -> str:
        """Give the one model that a wrapped optimizer trains, as it is written in the scope of the wrapper."""
        inner = self.inner(wrapper)
        model = self.model(inner[0]) if len(inner) == 1 else None
        if model is None or inner[0].document is not wrapper.document:
            return ""
        document = wrapper.document
        same = document.scope(inner[0].node) is document.scope(wrapper.node)
        return document.segment(model) if same else ""

    def loops(self, document: Document, node: ast.AST, seen: frozenset[ast.AST] = frozenset()) -> Iterator[Place]:
        """Yield the loops around a node, the innermost first, also those around the calls of its function."""
        for parent in document.ancestors(node):
            if isinstance(parent, Loop) and node not in _head(parent):
                yield Place(document, parent)
        function = self.program.function(document, node)
        if function is None or function in seen:
            return
        for call in self.program.callers(function):
            yield from self.loops(call.document, call.node, seen | {function})

    def loaders(self, loop: ast.AST) -> frozenset[Instance]:
        """Give the loaders over whose batches a loop runs, also through `enumerate`, `tqdm` and the like."""
        if not isinstance(loop, ast.For | ast.AsyncFor):
            return frozenset()
        origins = self.program.origins(
            self.program.values(loop.iter), lambda value: self.program.role_of(value) == "torch-loader"
        )
        return frozenset(each for each in origins if isinstance(each, Instance))

    @cached_property
    def batch_loops(self) -> tuple[Place, ...]:
        """The loops over batches in which gradients are computed, in the order of the text."""
        found: dict[Place, None] = {}
        for backward in self.backwards:
            for place in self.loops(backward.document, backward.node):
                if self.loaders(place.node):
                    found[place] = None
                    break
        return tuple(found)

    @cached_property
    def training_loaders(self) -> tuple[Call, ...]:
        """The calls that create the loaders of those loops."""
        created = {self.program.creation(each) for place in self.batch_loops for each in self.loaders(place.node)}
        return tuple(sorted((call for call in created if call is not None), key=self.program.order))

    def epochs(self, loop: Place) -> tuple[Place, ...]:
        """Give the loops around a loop over batches, the innermost first."""
        return tuple(self.loops(loop.document, loop.node))

    def samplers(self, loader: Call) -> tuple[Call, ...]:
        """Give the calls that create the distributed samplers of a loader, also within the constructor of its class."""
        created = {
            self.program.creation(each) for each in self.program.instances(loader.argument("sampler"), "torch-sampler")
        }
        found = {call for call in created if call is not None and SAMPLER in call.names} | self._made_within(loader)
        return tuple(sorted(found, key=self.program.order))

    def _made_within(self, loader: Call) -> set[Call]:
        """Give the samplers that the constructor of a loader's class, one of the project, creates."""
        functions = {
            function
            for each in self.program.values(loader.node)
            if isinstance(each, Instance) and isinstance(each.of, Class)
            for function in methods_of(self.program, each.of, ("__init__",))
        }
        return {
            call
            for call in self.program.calls_to(SAMPLER)
            if self.program.function(call.document, call.node) in functions
        }

    def steps(self) -> tuple[Call, ...]:
        """Give the optimizer steps that average gradients over the processes."""
        return tuple(call for call in self.program.calls_to(STEP) if not self.wrapped.isdisjoint(call.receivers))

    def between(self, call: Call) -> Call | None:
        """Give the `backward` before a call of one block whose gradients a step after it applies, not yet averaged."""
        document = call.document
        block = document.block(document.statement(call.node))
        at = block.index(document.statement(call.node))
        waits = self._within(block[:at], self.program.calls_to(SYNCHRONIZE))
        before = self._within(block[:at], self.backwards)
        if not before or waits or self.step_after(call) is None:
            return None
        stepped = [block.index(document.statement(each.node)) for each in self._within(block[:at], self._steps)]
        return before[-1] if block.index(document.statement(before[-1].node)) >= max(stepped, default=-1) else None

    def step_after(self, call: Call) -> Call | None:
        """Give the first step of a wrapped optimizer that follows a call in its block."""
        document = call.document
        block = document.block(document.statement(call.node))
        at = block.index(document.statement(call.node))
        return next(iter(self._within(block[at + 1 :], self._steps)), None)

    @cached_property
    def _steps(self) -> tuple[Call, ...]:
        """The steps of wrapped optimizers, those that a gradient scaler takes among them."""
        scaled = (
            call
            for call in self.program.calls
            if call.attribute == "step"
            and call.node.args
            and not self.wrapped.isdisjoint(self.program.values(call.node.args[0]))
        )
        return tuple(sorted({*self.steps(), *scaled}, key=self.program.order))

    @staticmethod
    def _within(statements: list[ast.stmt], calls: Iterable[Call]) -> list[Call]:
        """Give the calls that are statements of a block, or stand in one of its simple statements."""
        simple = {statement for statement in statements if isinstance(statement, ast.Expr | ast.Assign | ast.AugAssign)}
        return [call for call in calls if any(node in simple for node in [*call.document.ancestors(call.node)][:3])]


def _head(loop: ast.AST) -> frozenset[ast.AST]:
    """Give the nodes of what a `for` runs over: it is computed once, before the loop."""
    return frozenset(ast.walk(loop.iter)) if isinstance(loop, ast.For | ast.AsyncFor) else frozenset()
