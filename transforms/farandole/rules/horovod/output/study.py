"""Statements that show or write are put under `if hvd.rank() == 0:`, or the call itself is made conditional."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise

from farandole.analysis.call_order import calls_within, may_follow
from farandole.analysis.effects.calls import Effects, is_pure_method
from farandole.analysis.effects.files import WRITES, Files
from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.catalog import Catalog
from farandole.frameworks.horovod.ranks import Ranks
from farandole.frameworks.script import Script
from farandole.rules.horovod.names import library, tensorflow
from farandole.rules.horovod.output.calls import (
    COMMANDS,
    IDENTITIES,
    facts,
    is_output,
    opens_to_write,
    parameter,
    progress_bars,
    result,
    targets,
)
from farandole.rules.horovod.output.changes import FIRST, FIRST_OF_HOST, Change, Done, Found, Obstacle
from farandole.rules.horovod.output.needs import Need, Needs
from farandole.source import Document, Edit, Span, layout
from farandole.source.layout.expressions import outer_span

Use = tuple[Document, ast.expr]

FEW_CALLS = 2
"""A function that only shows something is guarded where it is called, when that is in so few places."""

TO_DEVNULL = frozenset(
    {"builtins.open", "gzip.open", "bz2.open", "lzma.open", "tensorflow.io.gfile.GFile", "tensorflow.io.TFRecordWriter"}
)
"""What may write to the null device instead: files that are only written from their beginning to their end."""


@dataclass(eq=False)
class Study:
    """What is found of a script's output, part by part.

    `guards` are the statements to put under a condition, each with the call that asks for it; `leading` those of them
    (and calls) that are for the first process of each host; `silent` the calls whose objects write nothing on other
    ranks; `left` the calls that rank 0 alone makes, within a statement; `refused` those that stay on every rank.
    `turned` are statements that the processes of a host run one after another, `alone` the calls in them that the first
    one makes and the others find done.
    """

    script: Script
    ranks: Ranks
    needs: Needs
    files: Files
    effects: Effects
    guards: dict[ast.stmt, tuple[Document, Call]] = field(default_factory=dict)
    leading: set[ast.AST] = field(default_factory=set)
    turned: set[ast.stmt] = field(default_factory=set)
    alone: set[ast.AST] = field(default_factory=set)
    left: set[ast.AST] = field(default_factory=set)
    silent: set[ast.AST] = field(default_factory=set)
    refused: set[ast.AST] = field(default_factory=set)
    found: list[Found] = field(default_factory=list)

    @classmethod
    def of(cls, script: Script) -> Study:
        """Begin a study of a script, with nothing found yet."""
        files, effects = Files(script), Effects(script)
        return cls(script, Ranks(script), Needs(script, files, effects), files, effects)

    # Statements.

    def study_statements(self) -> None:
        """Find all calls that show or write something, and what becomes of each."""
        pending = []
        for call in self.script.calls:
            if self._mode_hides(call):
                self._hidden_mode(call)
            elif is_output(self.files, call) and not self._is_own(call) and call.node not in self.alone:
                if not self.ranks.reaches(call.document, call.node):
                    self.found.append(Done(call.document, call.document.span(call.node)))
                elif self._is_file(call) or not self.ranks.is_decided(call.document, call):
                    pending.append(call)
        self._silence_functions(call for call in pending if not self._goes_to_file(call))
        for call in pending:
            if self._is_file(call):
                self._file(call)
        for call in pending:
            if not self.is_guarded(call.document, call.node) and not self._is_silent(call):
                self._statement(call)
        self._guard_whole_files()

    def _guard_whole_files(self) -> None:
        """Guard a `with` statement that opens a file, where all that is in it is guarded."""
        for document in self.script.documents:
            for statement in document.statements:
                if not isinstance(statement, ast.With) or not all(each in self.guards for each in statement.body):
                    continue
                heads = [self.script.call(item.context_expr) for item in statement.items]
                opening = [call for call in heads if call is not None and self.files.of(call)]
                if (
                    opening
                    and self.needs.first(document, statement) is None
                    and not self.outliving(document, statement)
                ):
                    self.guard(document, statement, self.guards[statement.body[0]][1])

    def _is_own(self, call: Call) -> bool:
        """Say whether a call writes to files that each process has for itself."""
        effects = [each for each in self.files.of(call) if each.access in WRITES]
        return bool(effects) and all(each.is_own for each in effects)

    def _is_file(self, call: Call) -> bool:
        """Say whether a call opens a file to write it."""
        return opens_to_write(self.files, call) or bool(call.names & TO_DEVNULL and facts(call).get("writes"))

    def _mode_hides(self, call: Call) -> bool:
        """Say whether it cannot be told if a call opens a file to write it."""
        if "writes-by-mode" not in self.files.facts(call) or not self.is_live(call):
            return False
        modes = self.files.modes(call)
        hidden = modes is None or len({bool(set(mode) & set("wax+")) for mode in modes}) > 1
        return hidden and not self.asks_around(call)

    def _hidden_mode(self, call: Call) -> None:
        name = ast.unparse(call.node.func)
        self.found.append(
            Obstacle(
                call.document,
                call.document.span(call.node),
                f"whether `{name}` writes on every rank depends on a mode that cannot be told",
                f"give `{name}` its mode as a text, or write under `if hvd.rank() == 0:`",
                "needed",
            )
        )

    # Where and when.

    def is_live(self, call: Call) -> bool:
        """Say whether a call is run at all, as far as its callers are seen."""
        function = self.script.function(call.document, call.node)
        return function is None or bool(self.script.callers(function)) or self.ranks.escapes(function)

    def is_before_training(self, call: Call) -> bool:
        """Say whether a call is made before the first step of every training, and not again after one."""
        return any(may_follow(self.script, call, step) for step in self.steps) and not any(
            may_follow(self.script, step, call) for step in self.steps
        )

    @cached_property
    def steps(self) -> list[Call]:
        """The calls that train."""
        return [step for training in self.script.trainings for step in training.runs or training.steps]

    def asks_around(self, call: Call) -> bool:
        """Say whether an argument of a call depends on the rank, or a condition around it."""
        conditions = [each.test for each in call.document.ancestors(call.node) if isinstance(each, ast.If)]
        return any(self._asks_for_rank(each) for each in (call.node, *conditions))

    def follows_rank(self, document: Document, statement: ast.stmt) -> bool:
        """Say whether a condition on the rank stands right before a statement."""
        block = document.block(statement)
        before = block[block.index(statement) - 1] if block.index(statement) else None
        return isinstance(before, ast.If) and self._asks_for_rank(before.test)

    def _asks_for_rank(self, node: ast.AST) -> bool:
        return any(self.ranks.is_rank(each) for each in ast.walk(node) if isinstance(each, ast.expr))

    def is_turned(self, document: Document, node: ast.AST) -> bool:
        """Say whether the processes of a host run a node one after another, in it or in the callers of its function."""
        if any(each in self.turned for each in (node, *document.ancestors(node))):
            return True
        function = self.script.function(document, node)
        callers = self.script.callers(function) if function is not None else ()
        return bool(callers) and all(
            any(each in self.turned for each in call.document.ancestors(call.node)) for call in callers
        )

    def serves_guards(self, document: Document, statement: ast.stmt) -> bool:
        """Say whether a statement binds plain names, and all that reads them elsewhere is guarded."""
        inside = set(ast.walk(statement))
        bound = {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        home = document.scope(statement)
        if isinstance(home, ast.Module | ast.ClassDef):
            others = [each for document in self.script.documents for each in ast.walk(document.tree)]
        else:
            others = list(ast.walk(home))
        reads = [
            each
            for each in others
            if isinstance(each, ast.Name) and each.id in bound and isinstance(each.ctx, ast.Load) and each not in inside
        ]
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        plain = all(isinstance(each, ast.Name | ast.Tuple) for each in targets)
        return (
            plain
            and bool(reads)
            and all(document.scope(each) is home and self.is_guarded(document, each) for each in reads)
        )

    def is_guarded(self, document: Document, node: ast.AST) -> bool:
        """Say whether other ranks do not run a node, as things are or once the guards are there."""
        within = node in self.guards or any(each in self.guards for each in document.ancestors(node))
        return within or not self.ranks.reaches(document, node)

    def guard(self, document: Document, statement: ast.stmt, call: Call) -> None:
        """Put a statement under the condition."""
        self.guards.setdefault(statement, (document, call))

    def groups(self) -> Iterator[Change]:
        """Yield a change for each run of guarded statements."""
        seen: set[ast.stmt] = set()
        for statement, (document, _) in self.guards.items():
            if statement in seen or any(each in self.guards for each in document.ancestors(statement)):
                continue
            leads = statement in self.leading
            alike = [each for each in self.guards if (each in self.leading) is leads]
            run = run_of(document.block(statement), statement, alike)
            seen.update(run)
            yield self._group(document, run)

    def _group(self, document: Document, run: list[ast.stmt]) -> Change:
        calls = [self.guards[statement][1] for statement in run]
        names = list(dict.fromkeys(f"`{ast.unparse(call.node.func)}`" for call in calls))
        commands = any(call.names & COMMANDS for call in calls)
        return Change(
            document,
            Span(document.span(run[0]).start, document.span(run[-1]).end),
            f"{' and '.join(names)} {'runs' if len(calls) == 1 else 'run'} on every rank",
            "leave it to the first process of each host" if run[0] in self.leading else "leave it to rank 0",
            partial(_guard_edits, document, run, FIRST_OF_HOST if run[0] in self.leading else FIRST),
            "what the command does may be needed on every rank" if commands else "",
        )

    def _is_silent(self, call: Call) -> bool:
        """Say whether a call makes or writes to an object that writes nothing on other ranks."""
        if call.node in self.silent or progress_bars(self.script, call):
            return True
        origins = self.script.origins(
            targets(self.script, call), lambda value: isinstance(value, Instance) and value.site.node in self.silent
        )
        return bool(origins)

    def _goes_to_file(self, call: Call) -> bool:
        """Say whether a call writes to a file that is open beyond a `with` statement."""

        def is_file(value: Value) -> bool:
            made = self.script.creation(value) if isinstance(value, Instance) else None
            return made is not None and self._is_file(made) and made.node not in self._with_headers

        return bool(self.script.origins(targets(self.script, call), is_file))

    def _statement(self, call: Call) -> None:
        document, node = call.document, call.node
        statement = document.statement(node)
        inner = _inside_lambda(document, node, statement)
        whole = isinstance(statement, ast.Expr) and not inner
        if whole and self.needs.first(document, statement, random=True) is None:
            self.guard(document, statement, call)
        elif whole and isinstance(statement, ast.Expr) and statement.value is node:
            self._hoist(call, statement)
        elif call.names & COMMANDS:
            return
        elif need := self.needs.first(document, node, random=True):
            self._obstructed(call, need)
        elif "tensorflow.print" in call.names:
            tf = tensorflow(self.script, document)
            self.found.append(self._conditional(call, node, f"{tf.text}.no_op()", tf.edits))
        elif result(call) == "none":
            self.found.append(self._conditional(call, node, "None"))
        elif call.names & IDENTITIES and node.args and isinstance(node.args[0], ast.Name | ast.Attribute):
            self.found.append(self._conditional(call, node, document.segment(node.args[0])))
        elif call.node in self._with_headers and self._guard_with(call):
            return
        else:
            self.leave_to_rank_zero(call)

    def _obstructed(self, call: Call, need: Need) -> None:
        name = ast.unparse(call.node.func)
        self.found.append(
            Obstacle(
                call.document,
                call.document.span(call.node),
                f"`{name}` runs on every rank, and cannot be left to rank 0: it {need.reason}",
                f"assign what every rank must do to a variable before `{name}`",
                "side-effect",
                (need.document, need.node, "every rank must do this"),
            )
        )

    def _conditional(self, call: Call, node: ast.expr, other: str, edits: tuple[Edit, ...] = ()) -> Change:
        self.left.add(call.node)
        return Change(
            call.document,
            call.document.span(call.node),
            f"`{ast.unparse(call.node.func)}` runs on every rank",
            "leave it to rank 0",
            lambda hvd: (*edits, *_conditional_edits(call.document, node, other, self.condition(call), hvd)),
        )

    def condition(self, call: Call) -> str:
        """Give the condition under which a call is made: on rank 0, or on the first process of each host."""
        return FIRST_OF_HOST if call.node in self.leading else FIRST

    # Arguments that every rank must compute.

    def _hoist(self, call: Call, statement: ast.stmt) -> None:
        """Compute the arguments that every rank needs in a statement of their own, in the order of before."""
        document, node = call.document, call.node
        arguments: list[ast.expr] = sorted(
            [*node.args, *(keyword.value for keyword in node.keywords)], key=lambda each: document.span(each).start
        )
        needs = [self.needs.first(document, each, random=True) for each in arguments]
        last = max((index for index, need in enumerate(needs) if need), default=-1)
        need = next((each for each in needs if each), None) or self.needs.first(document, statement, random=True)
        assert need is not None
        hoisted = [each for each in arguments[: last + 1] if not isinstance(each, ast.Constant | ast.Name)]
        unpacked = any(keyword.arg is None for keyword in node.keywords)
        if last < 0 or unpacked or any(isinstance(each, ast.Starred) for each in hoisted) or self._has_comment(call):
            self._obstructed(call, need)
            return
        names = self._fresh(document, node, hoisted)
        self.found.append(
            Change(
                document,
                document.span(node),
                f"`{ast.unparse(node.func)}` runs on every rank, and it {need.reason}",
                "leave it to rank 0, after what every rank must do",
                partial(_hoist_edits, document, statement, hoisted, names),
            )
        )

    def _has_comment(self, call: Call) -> bool:
        start, end = call.document.span(call.node)
        return any(start <= at < end for at in call.document.lexis.comments.values())

    def _fresh(self, document: Document, node: ast.Call, arguments: list[ast.expr]) -> list[str]:
        taken = {each.id for each in ast.walk(document.tree) if isinstance(each, ast.Name)}
        keywords = {keyword.value: keyword.arg for keyword in node.keywords}
        names = []
        for argument in arguments:
            base = keywords.get(argument) or _suggested(argument, self.script.catalog)
            name = next(each for each in (base, *(f"{base}_{number}" for number in range(2, 999))) if each not in taken)
            taken.add(name)
            names.append(name)
        return names

    # Files.

    def _file(self, call: Call) -> None:
        """Leave an open file to rank 0: its whole `with` statement, else the others write to the null device."""
        document = call.document
        if self.is_guarded(document, call.node):
            return
        statement = document.statement(call.node)
        if isinstance(statement, ast.Expr) and self.needs.first(document, statement) is None:
            self.guard(document, statement, call)
        elif call.node in self._with_headers and self._guard_with(call):
            return
        elif call.names & TO_DEVNULL and (path := parameter(call, "path")) is not None:
            if self.ranks.decides(document, path):
                self.silent.add(call.node)
                self.found.append(Done(document, document.span(path)))
                return
            modes = self.script.constants(parameter(call, "writes-by-mode"))
            if any(isinstance(mode, str) and set(mode) & set("rx+") for mode in modes):
                self._cannot_be_left(call, None)
                return
            os = library(self.script, document, "os", "os")
            self.silent.add(call.node)
            self.left.add(call.node)
            self.found.append(
                Change(
                    document,
                    document.span(call.node),
                    f"`{ast.unparse(call.node.func)}` writes a file on every rank",
                    "let the other ranks write to the null device",
                    lambda hvd: (
                        *os.edits,
                        *_conditional_edits(document, path, f"{os.text}.devnull", self.condition(call), hvd),
                    ),
                )
            )

    def _guard_with(self, call: Call) -> bool:
        """Put the `with` statement that a call heads under the condition, if nothing in it is needed ranks."""
        document = call.document
        statement = document.statement(call.node)
        if self.needs.first(document, statement) or self.outliving(document, statement):
            return False
        self.guard(document, statement, call)
        return True

    @cached_property
    def _with_headers(self) -> frozenset[ast.AST]:
        return frozenset(
            item.context_expr
            for document in self.script.documents
            for node in ast.walk(document.tree)
            if isinstance(node, ast.With)
            for item in node.items
        )

    def outliving(self, document: Document, statement: ast.stmt) -> bool:
        """Say whether a name that a statement binds is read outside of it."""
        inside = set(ast.walk(statement))
        bound = {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        home = document.scope(statement)
        names = [each for each in ast.walk(home) if isinstance(each, ast.Name) and each.id in bound]
        outside = [each for each in names if each not in inside]
        end = document.span(statement).end
        loop = next((each for each in document.ancestors(statement) if isinstance(each, ast.For | ast.While)), None)
        for read in outside:
            if not isinstance(read.ctx, ast.Load):
                continue
            at = document.span(read).start
            since = end if at > end else (document.span(loop).start if loop else at + 1)
            again = any(
                isinstance(other.ctx, ast.Store) and other.id == read.id and since <= document.span(other).start < at
                for other in outside
            )
            if since <= at and not again:
                return True
        return isinstance(home, ast.Module) and any(
            isinstance(each, ast.Global) and bound & set(each.names) for each in ast.walk(home)
        )

    # Values that other ranks do not have.

    def leave_to_rank_zero(self, call: Call) -> None:
        """Make a call rank 0's alone: ranks its value is None, and what uses the value is guarded too."""
        document = call.document
        statement = document.statement(call.node)
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign | ast.Return) else call.node
        if value is None or _inside_lambda(document, call.node, statement):
            value = call.node
        if value is call.node and not self._is_harmless(document, value):
            self._cannot_be_left(call, None)
            return
        guarded: list[tuple[Document, ast.stmt]] = []
        wrapped: list[Use] = [(document, value)]
        pending: list[Use] = [(document, value)]
        while pending:
            at, node = pending.pop()
            if self.needs.first(at, node, random=True) or not self._is_followed(at, node):
                self._cannot_be_left(call, (at, node))
                return
            for where, use in self._uses.get(node, ()):
                if not self._is_harmless(where, use):
                    made = self._made_by(where, use)
                    if isinstance(made, ast.stmt):
                        guarded.append((where, made))
                    elif made is None:
                        self._cannot_be_left(call, (where, use))
                        return
                    elif (where, made) not in wrapped:
                        wrapped.append((where, made))
                        pending.append((where, made))
        for where, statement in guarded:
            self.guard(where, statement, call)
        for _, node in wrapped:
            self.found.append(self._conditional(self.script.call(node) or call, node, "None"))

    def _is_followed(self, document: Document, node: ast.expr) -> bool:
        """Say whether the uses of a value are known: the analysis has a value for it, and it is not unpacked."""
        statement = document.statement(node)
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if any(isinstance(each, ast.Tuple | ast.List) for each in targets):
            return False
        return any(isinstance(each, Instance) and each.site.node is node for each in self.script.values(node))

    def _is_harmless(  # noqa: PLR0911
        self, document: Document, use: ast.expr
    ) -> bool:
        """Say whether a use of a value goes well with None, or only passes it on."""
        if self.is_guarded(document, use) or not isinstance(getattr(use, "ctx", ast.Load()), ast.Load):
            return True
        parent = document.parent(use)
        match parent:
            case ast.Assign() | ast.AnnAssign() | ast.Return() | ast.Expr() | ast.NamedExpr() | ast.FormattedValue():
                return True
            case ast.IfExp() | ast.BoolOp() | ast.Tuple() | ast.List() | ast.Dict():
                return True
            case ast.If() | ast.While() | ast.Assert():
                return True
            case ast.UnaryOp(ast.Not()) | ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()]):
                return True
            case ast.BinOp(ast.Constant(str()), ast.Mod()):
                return True
            case ast.keyword() | ast.Call():
                outer = document.parent(parent) if isinstance(parent, ast.keyword) else parent
                call = self.script.call(outer)
                if call is None or use is call.node.func:
                    return False
                text = call.attribute == "format" or bool(call.names & {"builtins.str", "builtins.repr"})
                return text or bool(call.functions)
        return False

    def _made_by(self, document: Document, use: ast.expr) -> ast.stmt | ast.expr | None:
        """Give what must be rank 0's with the value that it uses: a statement to guard, or the value that it makes."""
        statement = document.statement(use)
        if isinstance(statement, ast.Expr) and not _inside_lambda(document, use, statement):
            return statement if self.needs.first(document, statement, random=True) is None else None
        if isinstance(statement, ast.With) and not any(use in ast.walk(each) for each in statement.body):
            safe = self.needs.first(document, statement) is None and not self.outliving(document, statement)
            return statement if safe else None
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            return statement.value
        return None

    def _cannot_be_left(self, call: Call, use: Use | None) -> None:
        name = ast.unparse(call.node.func)
        self.refused.add(call.node)
        self.found.append(
            Obstacle(
                call.document,
                call.document.span(call.node),
                f"`{name}` writes on every rank, and cannot be left to rank 0: every rank uses what it gives",
                f"use what `{name}` gives under `if hvd.rank() == 0:` only",
                "needed",
                (*use, "every rank uses it here") if use else None,
            )
        )

    @cached_property
    def _uses(self) -> dict[ast.AST, list[Use]]:
        """The expressions that may stand for what a call gives, by the call's node."""
        uses: defaultdict[ast.AST, list[Use]] = defaultdict(list)
        for document in self.script.documents:
            for node in ast.walk(document.tree):
                if isinstance(node, ast.expr):
                    for value in self.script.values(node):
                        if isinstance(value, Instance) and value.site.node is not node:
                            uses[value.site.node].append((document, node))
        return uses

    def uses_of(self, node: ast.AST) -> list[Use]:
        """Give the expressions that may stand for what a call gives, the call itself among them."""
        call = self.script.call(node)
        own: list[Use] = [(call.document, call.node)] if call is not None else []
        return [*own, *self._uses.get(node, ())]

    # Functions that only show or write.

    def _silence_functions(self, output: Iterable[Call]) -> None:
        """Guard the calls of functions that only show or write, instead of the statements in them."""
        candidates: dict[FunctionNode, Document] = {}
        silenced: set[ast.AST] = set()
        pending = list(output)
        while pending:
            call = pending.pop()
            function = self.script.function(call.document, call.node)
            if function is None or function in candidates or not self._only_shows(call.document, function):
                continue
            candidates[function] = call.document
            pending.extend(self.script.callers(function))
        for function, document in candidates.items():
            callers = self.script.callers(function)
            inner = all(self._is_within(call, candidates.keys() - {function}) for call in callers)
            if not inner and self._is_worth_it(document, function):
                silenced.add(function)
                reached = [call for call in callers if self.ranks.reaches(call.document, call.node)]
                if len(reached) > FEW_CALLS and not self._changes_files(reached[0]):
                    self.found.append(_left_at_once(document, function))
                    continue
                for call in reached:
                    self.guard(call.document, call.document.statement(call.node), call)
        if silenced:
            self.ranks = Ranks(self.script, frozenset(silenced))

    def _changes_files(self, call: Call) -> bool:
        """Say whether a call, or what it calls, writes files."""
        return any(effect.access in WRITES for each in self.effects.reached(call) for effect in self.files.of(each))

    def _only_shows(self, document: Document, function: FunctionNode) -> bool:
        """Say whether every call of a function may be rank 0's alone."""
        if isinstance(function, ast.Lambda) or self.ranks.escapes(function) or function in self.script.flow.traced:
            return False
        callers = self.script.callers(function)
        if not callers or any(self._is_used(call) for call in callers):
            return False
        values = [value for call in callers for value in call.functions if value.site.node is function]
        return bool(values) and self.needs.of_function(values[0]) is None and function.name != "__init__"

    def _is_used(self, call: Call) -> bool:
        """Say whether a call must be made on every rank, or its result is used there."""
        document = call.document
        statement = document.statement(call.node)
        if not self.ranks.reaches(document, call.node):
            return False
        if len(call.functions) != 1 or not isinstance(statement, ast.Expr) or statement.value is not call.node:
            return True
        return self.needs.first(document, statement) is not None or any(
            self.needs.first(document, each, random=True) for each in (*call.node.args, *call.node.keywords)
        )

    def _is_within(self, call: Call, functions: Iterable[ast.AST]) -> bool:
        return self.script.function(call.document, call.node) in set(functions)

    def _is_worth_it(self, document: Document, function: FunctionNode) -> bool:
        """Say whether a function does more than show, so that other ranks need not begin it."""
        shown: set[ast.AST] = set()
        for call in calls_within(self.script, function):
            if is_output(self.files, call):
                shown.add(call.node)
                if isinstance(statement := document.statement(call.node), ast.Expr):
                    shown.update(ast.walk(statement))
        return any(call.node not in shown for call in calls_within(self.script, function))


def _left_at_once(document: Document, function: FunctionNode) -> Change:
    """Let the other ranks leave a function that only shows something, rather than guard its many calls."""
    assert not isinstance(function, ast.Lambda)
    return Change(
        document,
        document.span(function.body[0]),
        f"`{function.name}` shows something on every rank",
        "let the other ranks leave it at once",
        lambda hvd: layout.insert_at_top(document, function, [f"if {hvd}.rank() != 0:", "    return"]),
    )


def _guard_edits(document: Document, run: list[ast.stmt], condition: str, hvd: str) -> tuple[Edit, ...]:
    return layout.guard(document, run, condition.format(hvd=hvd))


def _conditional_edits(document: Document, node: ast.expr, other: str, condition: str, hvd: str) -> tuple[Edit, ...]:
    return layout.wrap(document, node, "", f" if {condition.format(hvd=hvd)} else {other}")


def _hoist_edits(
    document: Document, statement: ast.stmt, arguments: list[ast.expr], names: list[str], hvd: str
) -> Iterator[Edit]:
    """Turn `show(a, f())` into `value = f()`, and below it the condition and `show(a, value)`."""
    start, end = document.span(statement)
    spans = [outer_span(document, argument) for argument in arguments]
    shown = document.text[start:end]
    for span, name in reversed(list(zip(spans, names, strict=True))):
        shown = shown[: span.start - start] + name + shown[span.end - start :]
    opening, closing = ("", "") if _stands_alone(", ".join(document.text[at:to] for at, to in spans)) else ("(", ")")
    yield Edit(start, spans[0].start, f"{', '.join(names)} = {opening}")
    for before, after in pairwise(spans):
        yield Edit(before.end, after.start, ", ")
    yield Edit(spans[-1].end, end, closing)
    shown_lines = [line.strip() for line in re.split(r"\r\n|\r|\n", shown)]
    yield from layout.insert_after(
        document,
        statement,
        [f"if {FIRST.format(hvd=hvd)}:", *_nested(shown_lines)],
        layer=9,
    )


def _stands_alone(text: str) -> bool:
    """Say whether an expression needs no parentheses around its lines."""
    try:
        ast.parse(f"_ = {text}")
    except SyntaxError:
        return False
    return True


def _nested(lines: list[str]) -> list[str]:
    """Indent the lines of a call by one level, and its arguments by one more."""
    inner = [f"    {line}" if line.startswith((")", "]", "}")) else f"        {line}" for line in lines[1:]]
    return [f"    {lines[0]}", *inner]


def run_of(block: list[ast.stmt], first: ast.stmt, wanted: Collection[ast.stmt]) -> list[ast.stmt]:
    """Give the statements around one of a block that are wanted without another between."""
    index = next(number for number, each in enumerate(block) if each is first)
    start = stop = index
    while start > 0 and block[start - 1] in wanted:
        start -= 1
    while stop + 1 < len(block) and block[stop + 1] in wanted:
        stop += 1
    return block[start : stop + 1]


def _inside_lambda(document: Document, node: ast.AST, statement: ast.stmt) -> bool:
    for parent in document.ancestors(node):
        if parent is statement:
            return False
        if isinstance(parent, ast.Lambda):
            return True
    return False


def _suggested(argument: ast.expr, catalog: Catalog) -> str:
    """Give a name for the value of an argument."""
    match argument:
        case ast.Subscript(inner):
            return _suggested(inner, catalog)
        case ast.JoinedStr() | ast.BinOp(ast.Constant(str())) | ast.Call(ast.Attribute(attr="format")):
            return "message"
        case ast.Call(ast.Attribute(ast.Call() as inner, name)) if is_pure_method(catalog, name):
            return _suggested(inner, catalog)
        case ast.Call(ast.Attribute(ast.Name(owner), name)) if owner != "self":
            return f"{owner}_{name}"
        case ast.Call(ast.Name(name)) | ast.Call(ast.Attribute(attr=name)):
            return f"{name}_result"
    return "value"
