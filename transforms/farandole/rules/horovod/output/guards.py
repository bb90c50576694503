"""What becomes of a script's output, part by part: what is guarded by the rank, and what is found besides."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from farandole.analysis.call_order import calls_within, may_follow, run_by, ways
from farandole.analysis.effects.calls import Effects
from farandole.analysis.effects.files import WRITES, FileEffect, Files
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.horovod.ranks import Ranks
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern
from farandole.rules.horovod.graphs.initialisation import broadcast_statements
from farandole.rules.horovod.output.changes import FIRST, FIRST_OF_HOST, Change, Found
from farandole.rules.horovod.output.shared_effects import SharedEffects
from farandole.source import Document, Edit, layout

Use = tuple[Document, ast.expr]


@dataclass(eq=False)
class Guards:
    """What is found of a script's output, part by part.

    `guarded` are the statements to put under a condition, each with the call that asks for it; `leading` those of them
    (and calls) that are for the first process of each host; `silent` the calls whose objects write nothing on other
    ranks; `left` the calls that rank 0 alone makes, within a statement, and `hoisted` what every rank computes of their
    arguments; `refused` those that stay on every rank, `doubted` those of which only the name says that they write.
    `turned` are statements that the processes of a host run one after another, `alone` the calls in them that the first
    one makes and the others find done. `waits` are the calls before or after which every process waits. `restores` are
    statements in which rank 0 alone restores variables, each with its call and the edits that send these to the others.
    `read_before` are statements in which one process writes what all have read: they wait in front of it. `unawaited` are
    functions that read what nobody waits for, each with the call that writes it.
    """

    script: Script
    ranks: Ranks
    shared: SharedEffects
    files: Files
    effects: Effects
    guarded: dict[ast.stmt, tuple[Document, Call]] = field(default_factory=dict)
    leading: set[ast.AST] = field(default_factory=set)
    turned: set[ast.stmt] = field(default_factory=set)
    alone: set[ast.AST] = field(default_factory=set)
    waits: list[Call] = field(default_factory=list)
    read_before: set[ast.stmt] = field(default_factory=set)
    unawaited: set[tuple[ast.AST, ast.AST]] = field(default_factory=set)
    restores: dict[ast.stmt, tuple[Call, Callable[[str], Iterable[Edit]]]] = field(default_factory=dict)
    left: set[ast.AST] = field(default_factory=set)
    hoisted: set[ast.AST] = field(default_factory=set)
    silent: set[ast.AST] = field(default_factory=set)
    refused: set[ast.AST] = field(default_factory=set)
    doubted: set[ast.AST] = field(default_factory=set)
    found: list[Found] = field(default_factory=list)

    @classmethod
    def of(cls, script: Script) -> Guards:
        """Begin with a script, with nothing found yet."""
        shared = SharedEffects(script, script.files, script.effects)
        return cls(script, script.ranks, shared, script.files, script.effects)

    def is_live(self, call: Call) -> bool:
        """Say whether a call is run at all, as far as its callers are seen."""
        function = self.script.function(call.document, call.node)
        return function is None or bool(self.script.callers(function)) or self.ranks.escapes(function)

    def is_named(self, call: Call) -> bool:
        """Say whether a call is run for all that is known, or some text names the function that makes it."""
        function = self.script.function(call.document, call.node)
        name = getattr(function, "name", "")
        return self.is_live(call) or not name or name in self.script.names_used

    def is_dead(self, call: Call) -> bool:
        """Say whether a call stands in a function that nothing calls or names, in a script that trains elsewhere.

        The function `main` is run by `tf.app.run()`, which does not name it.
        """
        function = self.script.function(call.document, call.node)
        return self._is_trained and getattr(function, "name", "main") != "main" and not self.is_named(call)

    @cached_property
    def _is_trained(self) -> bool:
        return any(map(self.is_live, self.steps))

    def is_before_training(self, call: Call) -> bool:
        """Say whether a call is made before the first step of every training, and not again after one."""
        before = self._is_loaded(call) or any(may_follow(self.script, call, step) for step in self.steps)
        return before and not any(may_follow(self.script, step, call) for step in self.steps)

    def _is_loaded(self, call: Call) -> bool:
        """Say whether a call is made where a module of the project is imported, of which the training is no part."""
        loaded = {scope for document, scope, _ in ways(self.script, call) if document is not self.script.entry}
        trained = self.steps_in.keys()
        return bool(trained) and any(isinstance(scope, ast.Module) for scope in loaded - trained)

    @cached_property
    def steps(self) -> list[Call]:
        """The calls that train."""
        return [step for training in self.script.trainings for step in training.step_calls]

    @cached_property
    def steps_in(self) -> Mapping[ast.AST, Sequence[int]]:
        """Where in each scope a training step has been made, by the scope itself or by what it calls, in order."""
        found: dict[ast.AST, list[int]] = {}
        for step in self.steps:
            for document, scope, node in ways(self.script, step):
                found.setdefault(scope, []).append(document.span(node).end)
        return {scope: sorted(ends) for scope, ends in found.items()}

    @cached_property
    def broadcasts(self) -> Sequence[tuple[Document, ast.stmt]]:
        """The statements after which plain sessions broadcast their variables: what is before them, all have done."""
        plain = (each for each in self.script.trainings if each.pattern is Pattern.SESSION)
        return [found for each in plain for found in broadcast_statements(self.script, each)]

    def brings_together(self, statement: ast.stmt) -> bool:
        """Say whether all processes meet in a statement, or in what it calls: for a training step, or for a broadcast.

        What is to be broadcast right after a statement is not in it.
        """
        steps = {step.node for step in self.steps}
        sent = {each for _, each in self.broadcasts if each is not statement}
        if not steps and not sent:
            return False
        bodies = run_by(self.script, statement)
        return any(node in steps or node in sent for body in bodies for node in ast.walk(body))

    def asks_around(self, call: Call) -> bool:
        """Say whether an argument of a call depends on the rank, or a condition around it."""
        conditions = [each.test for each in call.document.ancestors(call.node) if isinstance(each, ast.If)]
        return any(self.asks_for_rank(each) for each in (call.node, *conditions))

    def asks_for_rank(self, node: ast.AST) -> bool:
        """Say whether the rank stands in a node."""
        return any(self.ranks.is_rank(each) for each in ast.walk(node) if isinstance(each, ast.expr))

    def is_turned(self, document: Document, node: ast.AST) -> bool:
        """Say whether the processes of a host run a node one after another, in it or in the callers of its function."""
        return node in self.turned or self.is_run_within(document, node, self.turned)

    def is_run_within(
        self,
        document: Document,
        node: ast.AST,
        statements: Collection[ast.AST],
        seen: frozenset[ast.AST] = frozenset(),
    ) -> bool:
        """Say whether a node, or each call that is seen of its function, is within one of some statements."""
        if any(each in statements for each in document.ancestors(node)):
            return True
        function = self.script.function(document, node)
        if function is None or function in seen or self.ranks.escapes(function):
            return False
        callers = self.script.callers(function)
        return bool(callers) and all(
            self.is_run_within(call.document, call.node, statements, seen | {function}) for call in callers
        )

    def is_guarded(self, document: Document, node: ast.AST) -> bool:
        """Say whether other ranks do not run a node, as things are or once the guards are there."""
        within = node in self.guarded or any(each in self.guarded for each in document.ancestors(node))
        return within or not self.ranks.reaches(document, node)

    def is_left_out(self, document: Document, node: ast.AST) -> bool:
        """Say whether other ranks do not run a node: it is guarded, or stands in a call that rank 0 makes alone."""
        nearest = next((each for each in document.ancestors(node) if each in self.left or each in self.hoisted), None)
        return nearest in self.left or self.is_guarded(document, node)

    def is_left(self, document: Document, node: ast.AST, seen: frozenset[ast.AST] = frozenset()) -> bool:
        """Say whether a node, or each call that is seen of its function, is left to one process."""
        for each in (node, *document.ancestors(node)):
            if each in self.hoisted:
                return False
            if each in self.guarded or each in self.left:
                return True
        function = self.script.function(document, node)
        if function is None or function in seen or self.ranks.escapes(function):
            return False
        callers = self.script.callers(function)
        return bool(callers) and all(self.is_left(each.document, each.node, seen | {function}) for each in callers)

    def guard(self, document: Document, statement: ast.stmt, call: Call) -> None:
        """Put a statement under the condition."""
        self.guarded.setdefault(statement, (document, call))

    def make_conditional(
        self, call: Call, node: ast.expr, other: str, edits: tuple[Edit, ...] = (), given: Call | None = None
    ) -> Change:
        """Leave an expression to one process: to that which has the value of the call `given`, if it is made of that."""
        self.left.add(call.node)
        return Change(
            call.document,
            call.document.span(call.node),
            f"`{ast.unparse(call.node.func)}` runs on every rank",
            "leave it to rank 0",
            lambda hvd: (*edits, *conditional_edits(call.document, node, other, self.condition(given or call), hvd)),
        )

    def condition(self, call: Call) -> str:
        """Give the condition under which a call is made: on rank 0, or on the first process of each host."""
        return FIRST_OF_HOST if call.node in self.leading else FIRST

    @cached_property
    def opened(self) -> frozenset[ast.AST]:
        return frozenset(
            item.context_expr
            for document in self.script.documents
            for node in document.nodes(ast.With)
            for item in node.items
        )

    @cached_property
    def _uses(self) -> dict[ast.AST, list[Use]]:
        """The expressions, in code that the script may run, that may stand for what a call gives, by the call's node."""
        uses: defaultdict[ast.AST, list[Use]] = defaultdict(list)
        for document in self.script.documents:
            for node in document.nodes(ast.expr):
                made = {
                    each.site.node
                    for each in self.script.values(node)
                    if isinstance(each, Instance) and each.site.node is not node
                }
                if made and self.script.may_run(document, node):
                    for each in made:
                        uses[each].append((document, node))
        return uses

    def uses_of(self, node: ast.AST) -> list[Use]:
        """Give the expressions that may stand for what a call gives, the call itself among them."""
        call = self.script.call(node)
        own: list[Use] = [(call.document, call.node)] if call is not None else []
        return [*own, *self._uses.get(node, ())]


def conditional_edits(document: Document, node: ast.expr, other: str, condition: str, hvd: str) -> tuple[Edit, ...]:
    return layout.wrap(document, node, "", f" if {condition.format(hvd=hvd)} else {other}")


def inside_lambda(document: Document, node: ast.AST, statement: ast.stmt) -> bool:
    for parent in document.ancestors(node):
        if parent is statement:
            return False
        if isinstance(parent, ast.Lambda):
            return True
    return False


def effects_within(guards: Guards, statement: ast.AST) -> Iterator[FileEffect]:
    """Yield the effects of the calls of a statement, and of the project's functions that it calls."""
    for body in run_by(guards.script, statement):
        for call in calls_within(guards.script, body):
            yield from guards.files.of(call)


def writes_own(guards: Guards, call: Call) -> bool:
    """Say whether a call writes to files that each process has for itself."""
    effects = [each for each in guards.files.of(call) if each.access in WRITES]
    return bool(effects) and all(each.is_own for each in effects)


def may_write_own(guards: Guards, call: Call) -> bool:
    """Say whether a call writes to what each process has for itself, such as memory, at some of its paths only."""
    effects = [each for each in guards.files.of(call) if each.access in WRITES]
    owned = {path.is_own for each in effects for path in each.paths}
    return owned == {True, False}
