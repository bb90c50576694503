"""What a loop computes for its training from the number of its turns: `optimizer.lr.assign(schedule(step))`.

With the work divided a loop takes fewer turns, so that such a rate, or a weight in the loss, would change too slowly. The
number is multiplied where it is read, also where it tells the place in a table, so that all that is computed from it sees
the steps of all processes; what it is compared with is divided instead, since a single number might be passed over. A
condition by which a rate is chosen counts as well, and one by which another step, or a part of the loss, begins or ends at
a turn.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property, partial

from farandole.analysis.call_order import ways
from farandole.analysis.conditions import asked_by
from farandole.analysis.control_dependence import controlled
from farandole.analysis.def_use import Assignment
from farandole.analysis.loops import is_range, loops_around, range_counts, shifted
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode, Scope, parameters
from farandole.analysis.slicing import argument_for, passed_for
from farandole.frameworks.horovod.rate_changes import fed_by_hooks, rate_changes
from farandole.frameworks.horovod.resumption import resumed_from
from farandole.frameworks.horovod.use import is_size
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.feeds import entries
from farandole.frameworks.tensorflow.step_counters import is_increment, step_counters
from farandole.frameworks.tensorflow.tallies import hands_on, turn_counts, with_parameters
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.annealed import annealed
from farandole.rules.horovod.division.counters import Uses, alternates, count_of_periods, tested, uses, without
from farandole.rules.horovod.division.counts import total_left_of
from farandole.rules.horovod.division.fed import is_arithmetic
from farandole.rules.horovod.division.global_steps import GlobalSteps, all_steps, first_epochs, is_shown, limits_loop
from farandole.rules.horovod.division.means import converted
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.division.repeats import divided_loops
from farandole.rules.horovod.division.tables import item_around, read_for_rates
from farandole.rules.horovod.division.tallies import (
    around,
    doubt_of,
    is_exact,
    is_weight,
    may_hold_samples,
    sinks,
    tells_steps,
)
from farandole.rules.horovod.division.told import Turns, told
from farandole.rules.horovod.division.use_edits import change_of
from farandole.rules.horovod.rates.assigned import assigned, from_first
from farandole.rules.horovod.rates.in_graphs import given_in_graph
from farandole.source import Document, EditSet
from farandole.source.binding import names_in

_PLACING = (
    "builtins.slice",
    "itertools.islice",
    "numpy.arange",
    "numpy.take",
    "tensorflow.gather",
    "tensorflow.slice",
)
"""Functions, besides ranges, that are given the places at which they, or others, read."""

_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)

_Read = tuple[Document, ast.Name]


def turn_changes(
    script: Script, training: Training, shrunk: frozenset[ast.AST], grown: frozenset[ast.AST]
) -> Iterator[Change]:
    """Yield the changes of the numbers of turns from which a training's rates and losses are computed.

    `shrunk` are expressions of one process's part: what is put together with them may count otherwise, and is asked.
    `grown` are reads of the step that are given the steps of all processes already, and so is what has their value.
    """
    counters = step_counters(script, training)
    steps = GlobalSteps(script, counters, shrunk, frozenset(training.optimizers))
    yield from _kept_in_attributes(script, steps)
    values = steps.values()
    divided = divided_loops(script, training, shrunk)
    turns = turn_counts(script, training, divided)
    turns |= frozenset(_counted_before(script, turns))
    if not turns and not values:
        return
    yield from _remaining(script, steps, turns, shrunk)
    taking = frozenset(_steps(script, training))
    reached = _Reached(script, training, turns | values, turns, taking)
    losses = frozenset(reached.of_losses(training))
    if with_parameters(script, training, turns, frozenset()) != turns:
        turns = with_parameters(script, training, turns, {node for _, node in reached.reads(losses)})
        reached = _Reached(script, training, turns | values, turns, taking)
        losses = frozenset(reached.of_losses(training))
    reads = dict.fromkeys(reached.reads(losses))
    for document, node in reads:
        if node in shrunk:
            continue  # it tells what the process takes in this turn
        if _is_numbered_around(document, node, {place.node for place in divided}):
            continue
        if _is_grown(script, document, node, grown):
            continue
        yield from _changes(script, document, node, shrunk)
    functions = dict(_told(script, training, {node for _, node in reads}, shrunk))
    for inner, names in functions.items():
        found = uses(script, inner, (), names, training.step_calls)
        found = without(found, partial(_is_part, script, inner.document, shrunk=shrunk))
        if found.changes or found.doubt:
            yield change_of(script, inner.document, found)
    told_to = {(script.flow.scopes[each.node], name) for each in functions for name in each.names}
    yield from _periods_elsewhere(script, training, turns - told_to, shrunk)


def _is_numbered_around(document: Document, node: ast.Name, divided: Set[ast.AST]) -> bool:
    """Say whether the loop that numbers its turns by a name where that is read is whole, and has divided ones in it.

    Another loop of the function may number its own turns by the same name.
    """
    around = [place.node for place in loops_around(document, node) if isinstance(place.node, ast.For)]
    loop = next((each for each in around if node.id in names_in(each.target)), None)
    return loop is not None and loop not in divided and any(each in divided for each in ast.walk(loop))


def _told(
    script: Script, training: Training, grown: Set[ast.AST], shrunk: frozenset[ast.AST]
) -> Iterator[tuple[Turns, frozenset[str]]]:
    """Yield the functions that a divided loop tells its turns, which they use as the loop itself does.

    With each go the names by which it reads the number of turns that is divided where it is bound. Where the turn is
    `grown` when it is told, they have the steps of all processes.
    """
    for place in divided_loops(script, training, shrunk):
        outer = script.scope(place.document, place.node)
        counts = [each.node for each in range_counts(script, place) if each.node not in shrunk]
        named = {each.id for each in counts if isinstance(each, ast.Name)}
        for inner in told(script, Turns.of(script, place), grown):
            scope = script.scope(inner.document, inner.node.body[0])
            yield inner, frozenset(name for name in named if scope.home(name) is outer.home(name))


def _is_grown(script: Script, document: Document, node: ast.Name, grown: frozenset[ast.AST]) -> bool:
    """Say whether a name is given what has the steps of all processes already, by itself or by another name."""
    pending, seen = [node], set[ast.AST]()
    while pending and grown:
        name = pending.pop()
        seen.add(name)
        home = script.scope(document, name).home(name.id)
        for given in script.def_use.names.get((home, name.id), ()) if home is not None else ():
            if isinstance(given, Assignment) and not given.part and given.document is document:
                within = list(ast.walk(given.value))
                if not grown.isdisjoint(within):
                    return True
                pending += (each for each in within if isinstance(each, ast.Name) and each not in seen)
    return False


def _periods_elsewhere(
    script: Script, training: Training, turns: frozenset[tuple[Scope, str]], shrunk: frozenset[ast.AST]
) -> Iterator[Change]:
    """Yield the changes of the periods that a function tests a counter by that is bound around it, or that it is given."""
    names = {name for _, name in turns}
    for document in script.documents if names else ():
        for node in document.names(*names):
            function, home = script.function(document, node), script.scope(document, node).home(node.id)
            if function is None or not isinstance(node.ctx, ast.Load) or any(loops_around(document, node)):
                continue
            is_told = home is not None and (home.node is not function or _is_parameter(home, node.id))
            found = tested(script, document, node) if is_told and (home, node.id) in turns else None
            if found is None or found.limits or _beside(script, document, node, shrunk):
                continue
            if not alternates(script, document, node, training.step_calls):
                yield change_of(script, document, found)


def _is_parameter(home: Scope, name: str) -> bool:
    return isinstance(home.node, FunctionNode) and name in {each.arg for each in parameters(home.node)}


def _counted_before(script: Script, turns: Set[tuple[Scope, str]]) -> Iterator[tuple[Scope, str]]:
    """Yield the names of the number of turns that a checkpoint tells, and from which a loop counts on by another name."""
    for home, name in turns:
        for each in script.def_use.names.get((home, name), ()):
            if isinstance(each, Assignment) and isinstance(each.by, ast.Assign) and isinstance(each.value, ast.Name):
                before = script.scope(each.document, each.value).home(each.value.id)
                if before is not None and resumed_from(script, each.document, each.value) is not None:
                    yield before, each.value.id


def _remaining(
    script: Script, steps: GlobalSteps, turns: frozenset[tuple[Scope, str]], shrunk: frozenset[ast.AST]
) -> Iterator[Change]:
    """Yield the changes of the steps that are taken away from a number of steps, of which a process takes its part.

    What the processes have left is the number without the steps of all of them.
    """
    homes = [(script.home(each), each) for each in shrunk if isinstance(each, ast.expr)]
    ends = [(home, shifted(converted(each))) for home, each in homes if home is not None]
    bound = {script.slices.bound(home, each) for home, each in ends}
    totals = {total_left_of(script, home, each) for home, each in ends}
    for document in script.documents:
        for node in document.nodes(ast.BinOp):
            match node:
                case ast.BinOp(limit, ast.Sub(), taken) if limit not in totals and any(
                    each in shrunk or each in bound for each in (node, *around(document, node))
                ):
                    if not shrunk.isdisjoint(script.slices.of(document, limit).nodes):
                        continue
                    if steps.is_value(document, taken) or _is_tally(script, document, taken, turns):
                        yield Change(partial(all_steps, script, document, taken), divided=taken)


def _is_tally(script: Script, document: Document, node: ast.expr, turns: frozenset[tuple[Scope, str]]) -> bool:
    """Say whether a name counts the turns of a loop by hand: a `for` may begin anew to number them."""
    home = script.scope(document, node).home(node.id) if isinstance(node, ast.Name) else None
    if home is None or not isinstance(node, ast.Name) or (home, node.id) not in turns:
        return False
    given = script.def_use.names.get((home, node.id), ())
    return not any(isinstance(each, Assignment) and isinstance(each.by, ast.For) for each in given)


def _kept_in_attributes(script: Script, steps: GlobalSteps) -> Iterator[Change]:
    """Yield the changes by which objects keep the steps of all processes, where no single step is told by what they keep."""
    for kept in steps.kept_in_attributes():
        document, name = kept.document, ast.unparse(kept.target)
        owner = document.parent(document.scope(kept.target))
        read = [
            each
            for each in document.within(owner, ast.Attribute)
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Load) and ast.unparse(each) == name
        ]
        shown = [is_shown(script, document, each) for each in read]
        if all(shown):
            continue  # a file, or what is printed, is named after the steps of a process
        if any(shown) or any(is_exact(script, document, each) for each in read):
            doubt = f"what is computed by `{name}` in {document.place_of(kept.target)} must not need the steps of all processes"
            yield Change(EditSet.empty, f"{doubt}: each counts its own")
        else:
            yield Change(partial(all_steps, script, document, kept.value), divided=kept.value)


def _changes(script: Script, document: Document, node: ast.Name, shrunk: frozenset[ast.AST]) -> Iterator[Change]:
    limits = tested(script, document, node)
    beside = _beside(script, document, node, shrunk)
    if limits is not None:
        if not beside and not _is_of_loop(script, document, limits, shrunk):
            yield change_of(script, document, limits)
    elif beside:
        if not _is_share(script, document, node, shrunk):
            yield Change(EditSet.empty, _doubt(document, node))
    elif tells_steps(script, document, node):
        yield Change(EditSet.empty, _doubt(document, node))
    else:
        yield Change(partial(all_steps, script, document, node), _resumed(script, document, node), divided=node)
        yield Change(EditSet.empty, may_hold_samples(script, document, node))


def _resumed(script: Script, document: Document, node: ast.Name) -> str:
    """Ask what a loop begins to count at, where that is no number that is written down: in a run that is gone on with."""
    for outer in document.ancestors(node):
        if not isinstance(outer, ast.For) or not any(
            isinstance(each, ast.Name) and each.id == node.id for each in ast.walk(outer.target)
        ):
            continue
        for call in filter(None, map(script.call, ast.walk(outer.iter))):
            start = call.node.args[0] if is_range(script, call) and len(call.node.args) > 1 else None
            if start is not None and not isinstance(start, ast.Constant):
                return (
                    f"`{document.segment(start)}` in {document.place_of(start, document)} must be a number of steps of one "
                    "process, not of all of them, where a run goes on"
                )
    return ""


def _doubt(document: Document, node: ast.Name) -> str:
    if isinstance(document.statement(node), ast.For):
        place = f"`{node.id}` in {document.place_of(node)}"
        return f"{place}, which tells the epoch that a run goes on with, must be a number of steps of all processes"
    return doubt_of(document, node)


def _steps(script: Script, training: Training) -> Iterator[ast.AST]:
    """Yield what trains: the calls that lead to a training's steps, and what its tapes record."""
    for step in training.step_calls:
        for document, _, node in ways(script, step):
            yield node
            for outer in document.ancestors(node):
                if isinstance(outer, ast.For | ast.While):
                    for inner in document.within(outer):
                        if isinstance(inner, ast.With) and _records(script, inner):
                            yield from document.within(inner)


def _records(script: Script, node: ast.With) -> bool:
    return any(script.instances(item.context_expr, "tape") for item in node.items)


@dataclass(frozen=True)
class _Reached:
    """The reads of numbers, `counted`, that the rates of a script are computed from, not through its `steps`.

    Those of `turns` are counted by loops of the script, the others have the value of a variable.
    """

    script: Script
    training: Training
    counted: frozenset[tuple[Scope, str]]
    turns: frozenset[tuple[Scope, str]]
    steps: frozenset[ast.AST]

    def of_losses(self, training: Training) -> Iterator[ast.Name]:
        """Yield the reads that a training's losses are computed from by arithmetic, or by a model that is given them.

        What a session's steps are fed is computed before them; a read of a turn in the dictionary itself counts as one
        of the loop's.
        """
        computing = GlobalSteps(self.script, frozenset(), frozenset())
        names = {name for _, name in self.counted}
        counted = [
            (document, node)
            for document in self.script.documents
            for node in document.names(*names)
            if isinstance(node.ctx, ast.Load) and self._counts(document, node)
        ]
        for source, target in self._sources(training) if counted else ():
            nodes = self.script.filling.made_of(source, [target])
            read = [(document, node) for document, node in counted if node in nodes]
            places = self._places(nodes) if read else frozenset()
            for document, node in read:
                is_loops = node in ast.walk(target) and self._is_among(self.turns, document, node)
                if self._is_weight_by(document, node) or (
                    node not in places
                    and not is_loops
                    and all(computing.computes(*each) for each in sinks(self.script, [(document, node)]))
                ):
                    yield node

    def _sources(self, training: Training) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what a training computes its steps from: the losses of tapes, and what its sessions are fed."""
        for gradient in training.gradients:
            target = gradient.argument("target")
            if target is not None:
                yield gradient.document, target
        yield from ((document, value) for document, _, value in entries(self.script, training.runs))

    def _places(self, nodes: frozenset[ast.AST]) -> frozenset[ast.AST]:
        """Give what tells the places at which something is read, such as the next samples."""
        indices = [
            (document, read.slice)
            for document in self.script.documents
            for read in document.nodes(ast.Subscript)
            if read in nodes
        ]
        calls = (*self.script.calls_to(*_PLACING), *self.script.calls_with("range"))
        placing = (call for call in calls if call.node in nodes)
        indices += [(call.document, each) for call in placing for each in call.arguments]
        return frozenset(inner for document, index in indices for inner in self.script.slices.of(document, index).nodes)

    def _is_weight_by(self, document: Document, node: ast.Name) -> bool:
        """Say whether a part of the loss is multiplied with, or divided by, what a read tells.

        That is the item at this place, or what a function gives for it of which nothing is seen.
        """
        told = item_around(document, node) or self._unseen_around(document, node)
        return told is not None and all(is_weight(*sink) for sink in sinks(self.script, [(document, told)]))

    def _unseen_around(self, document: Document, node: ast.Name) -> ast.Call | None:
        """Give the call of a function of which nothing is seen that is given a number, by itself or in arithmetic."""
        outer = next((each for each in document.ancestors(node) if not isinstance(each, ast.BinOp | ast.keyword)), None)
        if not isinstance(outer, ast.Call):
            return None
        call = self.script.call(outer)
        return outer if call is not None and not call.functions and call.entry is None else None

    def reads(self, losses: frozenset[ast.Name]) -> Iterator[_Read]:
        """Yield the reads for rates and those for losses, in the order of the text."""
        tables = (
            node for item in read_for_rates(self.script) for node in ast.walk(item.slice) if isinstance(node, ast.Name)
        )
        nodes = {*self._rates(), *tables}
        changed = {node for _, node in rate_changes(self.script, self.training)}  # by a factor, too, which stays
        counted = {name for _, name in self.counted}
        for document in self.script.documents:
            for node in document.names(*counted):
                if not isinstance(node.ctx, ast.Load) or not self._counts(document, node) or _adds(document, node):
                    continue
                if hands_on(self.script, self.turns, document, node):
                    continue
                computes = node in losses or node in nodes
                computes = computes or self._tells_epoch(document, node) or self._ends(document, node)
                if self._counts_periods(document, node, nodes | changed):
                    continue  # it is divided with the period
                begins = self._begins(document, node) or self._begins_by_quotient(document, node)
                if computes or begins or self._chooses(document, node, nodes | changed):
                    yield document, node
        yield from self._handed_on(frozenset((*losses, *nodes)))

    def _counts_periods(self, document: Document, node: ast.Name, nodes: Set[ast.AST]) -> bool:
        """Say whether a read counts periods at the turns of one by which a rate is changed."""
        test = count_of_periods(self.script, document, node)
        return test is not None and any(
            isinstance(each, ast.Name) and each.id == node.id and self._chooses(document, each, nodes)
            for each in ast.walk(test)
        )

    def _handed_on(self, computing: frozenset[ast.AST]) -> Iterator[_Read]:
        """Yield the reads of parameters by which a function lets something begin or end at the turn that it is given.

        Where the number is multiplied at the call, since something is computed from it there, it is that of all already.
        """
        calls = [call for call in self.script.calls if call.functions and self._given(call)]
        functions = dict.fromkeys(each.site.node for call in calls for each in call.functions)
        for function in (each for each in functions if isinstance(each, FunctionNode)):
            document = self.script.flow.scopes[function].module.document
            for name in (each.arg for each in parameters(function)):
                given = passed_for(self.script, function, name)
                if not given or not all(
                    each and self._is_counted(*each) and each[1] not in computing for each in given
                ):
                    continue
                for node in document.within(function, ast.Name):
                    if node.id == name and isinstance(node.ctx, ast.Load) and self._begins(document, node):
                        yield document, node

    def _given(self, call: Call) -> list[ast.expr]:
        """Give the arguments of a call that are such numbers as they are."""
        return [each for each in call.arguments if self._is_counted(call.document, each)]

    def _is_counted(self, document: Document, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and self._counts(document, node)

    def _counts(self, document: Document, node: ast.Name) -> bool:
        return self._is_among(self.counted, document, node)

    def _is_among(self, counted: frozenset[tuple[Scope, str]], document: Document, node: ast.Name) -> bool:
        home = self.script.scope(document, node).home(node.id)
        return home is not None and (home, node.id) in counted

    def _rates(self) -> Iterator[ast.AST]:
        """Yield the nodes from which the rates and variables that the script sets are computed, or chosen in functions."""
        documents = self.script.documents
        places = ((place.document, place.node) for each in documents for place in assigned(self.script, each))
        from_firsts = ((each, rate) for each in documents for rate in from_first(self.script, each))
        in_graphs = (*given_in_graph(self.script, self.training), *fed_by_hooks(self.script, self.training))
        pending = [*places, *from_firsts, *in_graphs, *annealed(self.script)]
        seen: set[ast.AST] = set()
        while pending:
            document, value = pending.pop()
            nodes = self.script.slices.of(document, value).before_reaching(value, self.steps) - seen
            seen |= nodes
            for node in nodes:
                call = self.script.call(node)
                pending += self._chosen_by(call) if call is not None else ()
        yield from seen

    def _chosen_by(self, call: Call) -> Iterator[tuple[Document, ast.expr]]:
        """Yield the arguments of a call by which functions of the project choose what they do."""
        for function in call.functions:
            inner, document = function.site.node, function.site.module.document
            if not isinstance(inner, FunctionNode):
                continue
            tests = [each.test for each in document.within(inner) if isinstance(each, ast.If | ast.IfExp | ast.While)]
            read = {
                node.id
                for test in tests
                for node in self.script.slices.of(document, test).nodes
                if isinstance(node, ast.Name) and self.script.function(document, node) is inner
            }
            for name in (each.arg for each in parameters(inner)):
                given = argument_for(self.script, call, inner, name) if name in read else None
                if given is not None:
                    yield given

    def _begins(self, document: Document, node: ast.Name) -> bool:
        """Say whether what trains, or what a loss is computed from, begins or ends at a turn: by a comparison for order."""
        compared = next((each for each in document.ancestors(node) if isinstance(each, ast.Compare)), None)
        if compared is None or not all(isinstance(each, _ORDER) for each in compared.ops):
            return False
        return self._chooses(document, node, self.steps | self.computing)

    def _begins_by_quotient(self, document: Document, node: ast.Name) -> bool:
        """Say whether a name is given a read divided by a number, such as the epoch, and something begins or ends by that."""
        match document.statement(node):
            case ast.Assign([ast.Name(name)]) if _is_dividend(document, node):
                return any(
                    isinstance(each.ctx, ast.Load) and self._begins(document, each)
                    for each in document.names(name)
                    if document.contains(document.scope(node), each)
                )
        return False

    def _tells_epoch(self, document: Document, node: ast.Name) -> bool:
        """Say whether a read, divided by the steps of an epoch, is the epoch that a training goes on with."""
        return _is_dividend(document, node) and node in first_epochs(self.script)

    def _ends(self, document: Document, node: ast.Name) -> bool:
        """Say whether a function that takes a step, or decides whether a loop goes on, says so by comparing a read."""
        statement = document.statement(node)
        compared = [each for each in around(document, node) if isinstance(each, ast.Compare)]
        if not isinstance(statement, ast.Return) or not any(
            isinstance(each, _ORDER) for one in compared for each in one.ops
        ):
            return False
        function = document.scope(node)
        callers = self.script.callers(function) if isinstance(function, FunctionNode) else ()
        decides = any(limits_loop(call.document, call.node) for call in callers)
        return decides or not self.steps.isdisjoint(document.within(function))

    @cached_property
    def computing(self) -> frozenset[ast.AST]:
        """The nodes from which the losses are computed."""
        sources = self._sources(self.training)
        return frozenset(node for each in sources for node in self.script.slices.of(*each).nodes)

    def _chooses(self, document: Document, node: ast.Name, nodes: Set[ast.AST]) -> bool:
        """Say whether a read stands in a condition on which some nodes are come to, those that a rate is computed from."""
        asked = asked_by(document, node)
        if asked is None or limits_loop(document, asked[0].test):
            return False
        branches = controlled(document, asked[0])
        return any(part in nodes for branch in branches for each in branch for part in ast.walk(each))


def _is_dividend(document: Document, node: ast.Name) -> bool:
    """Say whether a read, or what arithmetic makes of it, is divided."""
    divided = (each for each in around(document, node) if isinstance(each, ast.BinOp))
    return any(isinstance(each.op, ast.FloorDiv | ast.Div) and node in ast.walk(each.left) for each in divided)


def _adds(document: Document, node: ast.Name) -> bool:
    """Say whether a read is that of the statement that counts."""
    statement, parent = document.parent(document.parent(node) or node), document.parent(node)
    return (
        isinstance(statement, ast.Assign)
        and isinstance(parent, ast.expr)
        and is_increment(parent)
        and any(isinstance(target, ast.Name) and target.id == node.id for target in statement.targets)
    )


def _beside(script: Script, document: Document, node: ast.Name, shrunk: frozenset[ast.AST]) -> bool:
    """Say whether a number is computed from a read and from what stands for one process's part."""
    outermost: ast.AST = node
    for outer in around(document, node):
        call = script.call(outer)
        if isinstance(outer, ast.BoolOp) or (call is not None and not is_arithmetic(script, call.node)):
            break
        outermost = outer
    return any(
        _is_part(script, document, part, shrunk)
        for part in ast.walk(outermost)
        if isinstance(part, ast.Name | ast.Attribute | ast.Call) and node not in ast.walk(part)
    )


def _is_of_loop(script: Script, document: Document, limits: Uses, shrunk: frozenset[ast.AST]) -> bool:
    """Say whether a limit is computed from the number of turns of a loop, which is divided there and in the limit."""
    numbers = [
        part
        for number in (*limits.limits, *limits.divided)
        for part in ast.walk(number)
        if isinstance(part, ast.Name | ast.Attribute)
    ]
    divided = {
        (document.scope(each), ast.dump(shifted(each)))
        for each in shrunk
        if isinstance(each, ast.expr) and script.home(each) is document
    }
    return any((document.scope(part), ast.dump(part)) in divided for part in numbers)


def _is_part(script: Script, document: Document, node: ast.expr, shrunk: frozenset[ast.AST]) -> bool:
    """Say whether an expression is computed from what is divided: a limit that is divided at its loop is whole elsewhere."""
    return any(each in shrunk or is_size(script.call(each)) for each in script.slices.of(document, node).nodes)


def _is_share(script: Script, document: Document, node: ast.Name, shrunk: frozenset[ast.AST]) -> bool:
    """Say whether a read is divided by what stands for one process's part: the share of the work is what it was."""
    inner: ast.AST = node
    for outer in document.ancestors(node):
        match outer:
            case ast.BinOp(left, ast.Div() | ast.FloorDiv(), right) if left is inner:
                return any(
                    isinstance(part, ast.expr) and _is_part(script, document, part, shrunk) for part in ast.walk(right)
                )
            case ast.Call(ast.Name("float" | "int"), [only]) if only is inner:
                inner = outer
            case _:
                return False
    return False
