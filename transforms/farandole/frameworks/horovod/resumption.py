"""Where a resumed training goes on: each host looks for a checkpoint of its own, and only that of rank 0 has one."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from farandole.analysis.access_paths import is_plain
from farandole.analysis.answers import answered_once
from farandole.analysis.augmented import augmented
from farandole.analysis.call_order import calls_below, may_follow, run_by, surely_precedes
from farandole.analysis.control_dependence import controls
from farandole.analysis.effects.files import Access, FileEffect
from farandole.analysis.effects.paths import FilePath
from farandole.analysis.locations import location
from farandole.analysis.loops import (
    Count,
    LoopAt,
    chains,
    counted_variable,
    counters,
    exits,
    first_counts,
    is_counted,
    iterated,
    loops_around,
    only_before,
    range_counts,
)
from farandole.analysis.points_to.values import Bound, Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.horovod.rate_changes import fed_rates, new_rate, rate_changes
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import is_optimizer
from farandole.frameworks.tensorflow.optimizers import ROLES
from farandole.frameworks.tensorflow.training import Training
from farandole.source import Document
from farandole.source.binding import names_in, written

_NEWEST = frozenset(
    {
        "tensorflow.train.latest_checkpoint",
        "tensorflow.train.get_checkpoint_state",
        "tensorflow.estimator.Estimator.latest_checkpoint",
    }
)
"""What gives the newest checkpoint."""

_ATTRIBUTES = frozenset({"latest_checkpoint", "checkpoints"})
"""What a manager of checkpoints knows of those that it finds."""

_CHECKPOINTS = _NEWEST | frozenset(
    {
        "tensorflow.io.gfile.glob",
        "tensorflow.io.gfile.listdir",
        "os.listdir",
        "os.scandir",
        "glob.glob",
        "glob.iglob",
        "pathlib.Path.glob",
        "pathlib.Path.iterdir",
    }
)
"""What looks for checkpoints, by itself or among the names of files."""

_LEFT = frozenset(
    {
        "os.path.exists",
        "os.path.isfile",
        "os.path.isdir",
        "tensorflow.io.gfile.exists",
        "tensorflow.io.gfile.isdir",
        "pathlib.Path.exists",
        "pathlib.Path.is_file",
        "pathlib.Path.is_dir",
        "pandas.read_csv",
        "numpy.load",
        "numpy.loadtxt",
        "pickle.load",
    }
)
"""What asks for, or reads, what a run has left: where it says in which epoch a `fit` begins, a checkpoint or a log."""


_OWN_NAMES = ("tempfile.", "time.", "datetime.", "uuid.")
"""What gives the folder of each run another name."""

_REMOVING = ("shutil.rmtree", "tensorflow.io.gfile.rmtree")
"""What removes a folder."""

_RESTORING = frozenset(
    {
        "tensorflow.train.Checkpoint.restore",
        "tensorflow.train.Checkpoint.read",
        "tensorflow.train.CheckpointManager.restore_or_initialize",
    }
)
"""What gives variables the values that a run has left: each host those that it finds."""

_CARDINALITY = frozenset({"tensorflow.data.Dataset.cardinality", "tensorflow.data.experimental.cardinality"})
"""What tells how many elements a dataset has: a part of these is no turn of a run before."""

_ON_TWO_WAYS = 2
"""How many assignments a choice between numbers has at least."""

_LONGEST = 8
"""How many steps of a pipeline, from its end, are looked at."""


@dataclass(frozen=True)
class ResumedStart:
    """The first turn of a loop, or epoch of a `fit`, that trains, and what looks for its checkpoint.

    `statement` is the loop, that of what it runs over, or that of the `fit`. `name` is the variable or attribute that
    holds the start before it, or the dictionary that it is an item of; empty where nothing before it can set it. What
    `is_variable` is one of TensorFlow's, and is assigned to. What `is_count` is the number of turns that are left.
    """

    document: Document
    statement: ast.stmt
    start: ast.expr
    found: ast.expr
    name: str
    is_variable: bool = False
    is_count: bool = False

    @property
    def is_item(self) -> bool:
        """Whether the start is an item of what `name` holds, all of which has been kept together."""
        return isinstance(self.start, ast.Subscript)

    @property
    def is_outermost(self) -> bool:
        """Whether the statement stands in no loop of its function, so that all processes come to it equally often."""
        return _is_outermost(self.document, self.statement)


def resumed_starts(script: Script, step: Call) -> Iterator[ResumedStart]:
    """Yield the first turns of the loops around a training step, and its first epoch, that come from a checkpoint."""
    for chain in chains(script, step.document, step.node):
        for place in chain:
            for document, start in first_counts(script, place):
                found = _call_for(script, document, start, _CHECKPOINTS) or resumed_from(script, document, start)
                if found is not None:
                    statement = _before_set_back(document, _counting(place, document, start), start)
                    name, kept = _held(script, document, statement, start)
                    yield ResumedStart(document, statement, start, found, name, kept)
            yield from _left(script, place)
            yield from _counted_on(script, place)
    first = step.argument("initial_epoch")
    if first is not None and not names_in(first) & _turns(step.document, step.node):
        found = _call_for(script, step.document, first, _CHECKPOINTS | _LEFT)
        found = found or resumed_from(script, step.document, first) or _restoring_model(script, step.document, first)
        if found is not None:
            statement = step.document.statement(first)
            name, kept = _held(script, step.document, statement, first)
            yield ResumedStart(step.document, statement, first, found, name, kept)


def resumed_rates(script: Script, training: Training) -> Iterator[ResumedStart]:
    """Yield the numbers of steps that loops count on from a checkpoint by hand, where rates are computed from them."""
    values = [(document, new_rate(script, document, node)) for document, node in rate_changes(script, training)]
    values += [(document, value) for document, value in fed_rates(script, training)]
    within = {node for document, value in values if value is not None for node in script.slices.of(document, value)}
    read = {written(node) for node in within if isinstance(node, ast.Name | ast.Attribute)} - {""}
    around = (chain for step in training.step_calls for chain in chains(script, step.document, step.node))
    places = dict.fromkeys((place, chain[-1]) for chain in around for place in chain if read)
    for place, outermost in places:
        for number in _added_to(place):
            found = resumed_from(script, place.document, number) if written(number) in read else None
            if found is not None and _is_shared(place, outermost, number):
                name, kept = _held(script, outermost.document, outermost.node, number)
                yield ResumedStart(outermost.document, outermost.node, number, found, name, kept)


def _is_shared(place: LoopAt, outermost: LoopAt, number: ast.Name | ast.Attribute) -> bool:
    """Say whether a number that a loop adds to is read by the same text at the outermost loop around it."""
    document = place.document
    if document is not outermost.document:
        return False
    functions = [document.scope(each.node) for each in (place, outermost)]
    owners = [document.owner(each) for each in functions if isinstance(each, ast.FunctionDef)]
    methods = len(owners) > 1 and owners[0] is owners[1] and isinstance(owners[0], ast.ClassDef)
    return functions[0] is functions[1] or (methods and isinstance(number, ast.Attribute))


def _added_to(place: LoopAt) -> Iterator[ast.Name | ast.Attribute]:
    """Yield a read of each name and attribute that a loop adds to."""
    document = place.document
    renewed = (augmented(each) for each in document.within(place.node, ast.Assign, ast.AugAssign))
    names = {written(each.target) for each in renewed if each is not None and isinstance(each.op, ast.Add)}
    for node in document.within(place.node, ast.Name, ast.Attribute):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load) and written(node) in names:
            names.remove(written(node))
            yield node


def kept_folders(script: Script, estimators: Iterable[Instance]) -> Iterator[tuple[Call, ast.expr]]:
    """Yield where estimators are given a folder in which a run that has ended is found again, and the folder.

    None where each run has a folder of another name, or the folder is emptied before.
    """
    for made in filter(None, map(script.creation, estimators)):
        configured = filter(None, map(script.creation, script.instances(made.argument("config"), "run-config")))
        for call in (made, *configured):
            folder = call.argument("model_dir")
            if folder is not None and script.constants(folder) != {None} and not _is_new(script, call, folder):
                yield call, folder


def _is_new(script: Script, call: Call, folder: ast.expr) -> bool:
    """Say whether a run finds nothing in a folder: it has a name of its own, or the script removes it first."""
    calls = (script.call(node) for node in script.slices.of(call.document, folder))
    named = any(name.startswith(_OWN_NAMES) for each in calls if each is not None for name in each.names)
    text = ast.unparse(folder)
    removed = (
        each for each in script.calls_to(*_REMOVING) if any(ast.unparse(path) == text for path in each.arguments)
    )
    return named or any(surely_precedes(script, each, call.document, call.node) for each in removed)


def _left(script: Script, place: LoopAt) -> Iterator[ResumedStart]:
    """Yield how many turns a loop has left, by a checkpoint: of a range from zero, or elements of a dataset."""
    for count in (*(each for each in range_counts(script, place) if each.start is None), *_taken(script, place)):
        found = resumed_from(script, count.document, count.node)
        if found is not None:
            statement = _counting(place, count.document, count.node)
            name, kept = _held(script, count.document, statement, count.node)
            yield ResumedStart(count.document, statement, count.node, found, name, kept, is_count=True)


def _before_set_back(document: Document, statement: ast.stmt, start: ast.expr) -> ast.stmt:
    """Give the outermost loop around a statement, where that gives a start nothing but numbers that are written there.

    The batch in its epoch that a run goes on at is set to zero once that epoch is over.
    """
    around = [each.node for each in loops_around(document, statement)]
    if not around or not isinstance(start, ast.Name):
        return statement
    stored = [
        node
        for node in document.within(around[-1], ast.Name)
        if isinstance(node, ast.Name) and node.id == start.id and not isinstance(node.ctx, ast.Load)
    ]
    given = [document.statement(node) for node in stored]
    back = [isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant) for each in given]
    return around[-1] if back and all(back) else statement


def _counting(place: LoopAt, document: Document, number: ast.expr) -> ast.stmt:
    """Give the statement that a number of turns stands in: the loop, or the one that makes what this runs over."""
    inside = document is place.document and document.contains(place.node, number)
    return place.node if inside else document.statement(number)


def resumed_from(script: Script, document: Document, number: ast.expr) -> ast.expr | None:
    """Give what finds, restores or reads what a run has left, if each host has a number from that by itself."""
    found = _call_for(script, document, number, _NEWEST)
    found = found or _restoring(script, document, number) or _read_back(script, document, number)
    return found or next(_finding(script, document, number), None)


def found_alone(
    script: Script, document: Document, number: ast.expr, agreed: Collection[ResumedStart]
) -> ast.expr | None:
    """Give what finds the newest checkpoint, if each host has a number from that by itself.

    `agreed` are the starts that rank 0 says for all, right before their statements: what is computed from those from
    there on is the same everywhere.
    """

    def finds(node: ast.AST) -> bool:
        return isinstance(node, ast.Call | ast.Attribute) and _looks(script, node, _NEWEST)

    def ends(node: ast.AST) -> bool:
        said = isinstance(node, ast.expr) and any(_is_said(script, each, node) for each in agreed)
        return said or finds(node) or _asks_for_size(script, node)

    nearest = script.slices.of(document, number).nearest([number], ends)
    found = [node for node in nearest if isinstance(node, ast.expr) and finds(node)]
    return min(found, key=lambda node: (node.lineno, node.col_offset), default=None)


def _is_said(script: Script, resumed: ResumedStart, node: ast.expr) -> bool:
    """Say whether a node reads a start where rank 0 has said it for all."""
    text = ast.unparse(node)
    behind = script.home(node) is resumed.document and node.lineno >= resumed.statement.lineno
    return behind and text in (resumed.name, ast.unparse(resumed.start))


def _taken(script: Script, place: LoopAt) -> Iterator[Count]:
    """Yield how many elements a loop takes of a dataset."""
    if isinstance(place.node, ast.While):
        return
    for _, node in iterated(script, place.document, place.node.iter):
        pending = [node]
        for _ in range(_LONGEST):
            calls = [call for each in pending for call in _makers(script, each)]
            pending = [call.receiver for call in calls if call.receiver is not None]
            for call in calls:
                takes = call.entry is not None and call.entry.facts.get("data") == "take"
                taken = call.argument("count") if takes else None
                if taken is not None and not _is_of_data(script, taken):
                    yield Count(call.document, taken)


def _is_of_data(script: Script, count: ast.expr) -> bool:
    """Say whether a count is computed, where it stands, from the number of a dataset's elements."""
    calls = (script.call(node) for node in ast.walk(count))
    return any(not call.names.isdisjoint(_CARDINALITY) for call in calls if call is not None)


def _makers(script: Script, node: ast.expr) -> list[Call]:
    own = script.call(node)
    made = (script.creation(value) for value in script.instances(node, "dataset"))
    return [own] if own is not None else [call for call in made if call is not None]


def _counted_on(script: Script, place: LoopAt) -> Iterator[ResumedStart]:
    """Yield what a checkpoint has kept and a loop counts on until it is left at a limit: variables, or their values."""
    tests = [conditions[-1].test for conditions in exits(place) if conditions]
    tests += [place.node.test] if isinstance(place.node, ast.While) else []
    numbers = counters(script, place)
    for compared in (each for test in tests for each in ast.walk(test) if isinstance(each, ast.Compare)):
        for side in (compared.left, *compared.comparators):
            is_number = isinstance(side, ast.Name) and side.id in numbers
            counted = is_number or is_counted(script, place, side)
            held = side if counted else counted_variable(place, side) or _iterations(script, side)
            found = resumed_from(script, place.document, held) if held is not None else None
            if held is not None and found is not None:
                name, kept = _held(script, place.document, place.node, held)
                yield ResumedStart(place.document, place.node, held, found, name, kept)
            elif is_number:
                yield from _begun(script, place, side)


def _begun(script: Script, place: LoopAt, counter: ast.expr) -> Iterator[ResumedStart]:
    """Yield what a counter of a loop is before that, where it comes from a checkpoint."""
    for start in only_before(place, counter):
        found = _call_for(script, place.document, start, _CHECKPOINTS)
        if found is not None:
            statement = place.document.statement(start)
            name, kept = _held(script, place.document, statement, start)
            yield ResumedStart(place.document, statement, start, found, name, kept)


def _iterations(script: Script, node: ast.expr) -> ast.expr | None:
    """Give the steps of an optimizer whose value an expression is."""
    match node:
        case ast.Call(ast.Name("int"), [inner], []) | ast.Call(ast.Attribute(inner, "numpy" | "read_value"), [], []):
            return _iterations(script, inner)
        case ast.Attribute(optimizer, "iterations") if is_optimizer(script, optimizer):
            return node
    return None


def _call_for(script: Script, document: Document, start: ast.expr, names: frozenset[str]) -> ast.expr | None:
    """Give the first of some calls from which a start is computed, unless rank 0 says it for all already.

    The newest checkpoint of a manager is one, too. How far a `fit` has come, all know, whatever it was given.
    """
    if isinstance(start, ast.Constant):
        return None
    within = script.slices.of(document, start)
    if any(_asks_for_size(script, node) for node in within):
        return None
    steps = {step.node for training in script.trainings for step in training.steps}
    nearest = within.nearest([start], lambda node: node in steps or _looks(script, node, names))
    found = (node for node in nearest if isinstance(node, ast.Call | ast.Attribute) and node not in steps)
    return min(found, key=lambda node: (node.lineno, node.col_offset), default=None)


def _read_back(script: Script, document: Document, start: ast.expr) -> ast.expr | None:
    """Give what reads, or looks for, a file that a start comes from and that the script writes, unless rank 0 says it.

    Rank 0 alone will write it: other hosts have none from the run before.
    """
    if isinstance(start, ast.Constant):
        return None
    within = script.slices.of(document, start)
    held = start.value if isinstance(start, ast.Subscript) else start
    if any(_asks_for_size(script, node) for node in within) or _is_set_for_all(script, document, held):
        return None
    written = _written(script)
    found = [
        call.node
        for call in map(script.call, within.deciding(start))
        if call is not None and any(not written.isdisjoint(effect.paths) for effect in _reads(script, call))
    ]
    found += _looking(script, document, start)
    return min(found, key=lambda node: (node.lineno, node.col_offset), default=None)


def _looking(script: Script, document: Document, start: ast.expr) -> Iterator[ast.Call]:
    """Yield what looks for a file that the script writes, where that decides which number a start is."""
    written = _written(script)
    bound = script.slices.assignments(document, start) if isinstance(start, ast.Name | ast.Attribute) else ()
    for each in bound if len(bound) > 1 else ():
        for control in controls(each.document, each.by):
            for call in map(script.call, script.slices.of(each.document, control.by.test)):
                probed = script.files.of(call) if call is not None else ()
                if call is not None and any(
                    effect.access is Access.PROBE and not written.isdisjoint(effect.paths) for effect in probed
                ):
                    yield call.node


def _finding(script: Script, document: Document, start: ast.expr) -> Iterator[ast.expr]:
    """Yield what finds the newest checkpoint, where that decides which number a start is, unless rank 0 says it."""
    bound = script.slices.assignments(document, start) if isinstance(start, ast.Name) else ()
    if len(bound) < _ON_TWO_WAYS or any(_asks_for_size(script, node) for node in script.slices.of(document, start)):
        return
    for each in bound:
        for control in controls(each.document, each.by):
            for node in script.slices.of(each.document, control.by.test):
                if isinstance(node, ast.Call) and _looks(script, node, _NEWEST):
                    yield node


@answered_once
def _written(script: Script) -> frozenset[FilePath]:
    """Give the paths of the files that a script writes which are the same in all processes, but for its inputs."""
    effects = [each for each in script.files.effects if each.access is Access.WRITE and not each.is_own]
    inputs = [each for each in effects if _is_input(script, each)]
    results = [each for each in effects if each not in inputs]
    made = [each for each in inputs if not any(each.meets(other) for other in results)]
    return frozenset(path for effect in effects if effect not in made for path in effect.paths)


def _is_input(script: Script, writing: FileEffect) -> bool:
    """Say whether a file is made for a training before all of its steps: how far an earlier run has come it can't say.

    What is read, and written again after that, is a run's own record.
    """
    steps = [step for training in script.trainings for step in training.step_calls]
    if not _is_done_at_once(script, writing.call) or any(may_follow(script, step, writing.call) for step in steps):
        return False
    reads = (each for each in script.files.effects if each.access is Access.READ and each.meets(writing))
    early = bool(steps) and all(may_follow(script, writing.call, step) for step in steps)
    return early and not any(may_follow(script, each.call, writing.call) for each in reads)


def _is_done_at_once(script: Script, writing: Call) -> bool:
    """Say whether nothing is left that goes on to write a file: its statement or block has opened and closed it."""
    document, node = writing.document, writing.node
    match document.parent(node), document.statement(node):
        case ast.withitem(), block:
            return not _trains(script, block)
        case ast.Call(), ast.Expr():
            return "writes-by-mode" in script.files.facts(writing)
        case ast.Expr(), _:
            return writing.entry is None or writing.entry.kind != "class"
        case ast.Assign([ast.Name(name)]), opened:
            beside = document.block(opened)
            later = beside[beside.index(opened) + 1 :]
            closed = next((number for number, each in enumerate(later) if _closes(each, name)), None)
            return closed is not None and not any(_trains(script, each) for each in later[:closed])
    return False


def _trains(script: Script, statement: ast.stmt) -> bool:
    """Say whether a statement runs a step."""
    steps = {step.node for training in script.trainings for step in training.step_calls}
    return not all(steps.isdisjoint(ast.walk(body)) for body in run_by(script, statement, calls_below))


def _closes(statement: ast.stmt, name: str) -> bool:
    """Say whether a statement closes a file with a name."""
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(closed), "close"), [])):
            return closed == name
    return False


def _reads(script: Script, call: Call) -> Iterator[FileEffect]:
    yield from (each for each in script.files.of(call) if each.access is Access.READ)


def _restoring(script: Script, document: Document, start: ast.expr) -> ast.Call | None:
    """Give the call that restores what a start is computed from, unless rank 0 says it for all already.

    That is an attribute of a checkpoint, or a variable that one was given.
    """
    restoring = next((call.node for call in script.calls if not call.names.isdisjoint(_RESTORING)), None)
    if restoring is None or isinstance(start, ast.Constant):
        return None
    within = tuple(script.slices.of(document, start))
    variables, optimizers = _kept(script, "variable"), _kept(script, *ROLES)
    read = [node for node in within if _may_be_kept(script, variables, optimizers, node)]
    said = any(_asks_for_size(script, node) for node in within) or any(
        _is_set_for_all(script, document, node) for node in read
    )
    return restoring if read and not said else None


def _restoring_model(script: Script, document: Document, start: ast.expr) -> ast.Call | None:
    """Give the call that restores a model, where a start is computed from the steps that its optimizer has counted."""
    within = tuple(script.slices.of(document, start))
    if any(_asks_for_size(script, node) for node in within):
        return None
    counted = any(
        isinstance(node, ast.Attribute) and node.attr == "iterations" and is_optimizer(script, node.value)
        for node in within
    )
    restoring = (call.node for call in script.calls if call.entry is not None and call.entry.facts.get("restores"))
    return next(restoring, None) if counted else None


def _is_set_for_all(script: Script, document: Document, held: ast.AST) -> bool:
    """Say whether what holds a value is given that of rank 0: by an assignment, or by a broadcast of variables."""
    for call in script.calls:
        if call.document is not document or not _asks_for_size(script, call.node):
            continue
        statement = document.statement(call.node)
        if isinstance(statement, ast.Assign) and ast.unparse(held) in map(ast.unparse, statement.targets):
            return True
        match document.parent(call.node):
            case ast.Call(ast.Attribute(owner, "assign")):
                within = ast.walk(owner)
            case _:
                within = ast.walk(call.node)
        if any(
            isinstance(node, ast.Attribute | ast.Name) and ast.unparse(node) == ast.unparse(held) for node in within
        ):
            return True
    return False


def _kept(script: Script, *roles: str) -> frozenset[Value]:
    """Give the objects of some roles that checkpoints were given."""
    return frozenset(
        value
        for checkpoint in script.creations("checkpoint")
        for argument in checkpoint.arguments
        for role in roles
        for value in script.instances(argument, role)
    )


def _may_be_kept(script: Script, variables: frozenset[Value], optimizers: frozenset[Value], node: ast.AST) -> bool:
    """Say whether a node may be an attribute of a checkpoint, a variable that it was given, or an optimizer's steps."""
    if not isinstance(node, ast.Name | ast.Attribute):
        return False
    asked = node.value if isinstance(node, ast.Attribute) and node.attr == "iterations" else None
    return (
        _is_of_checkpoint(script, node)
        or not variables.isdisjoint(script.values(node))
        or (asked is not None and not optimizers.isdisjoint(script.values(asked)))
    )


def _is_of_checkpoint(script: Script, node: ast.expr) -> bool:
    """Say whether a node is an attribute of a checkpoint."""
    return isinstance(node, ast.Attribute) and bool(script.instances(node.value, "checkpoint"))


def _turns(document: Document, node: ast.AST) -> set[str]:
    """Give the names that the loops around a node give their turns."""
    return {name for outer in document.ancestors(node) if isinstance(outer, ast.For) for name in names_in(outer.target)}


def _looks(script: Script, node: ast.AST, names: frozenset[str]) -> bool:
    """Say whether a node is one of some calls, or asks a manager of checkpoints for the newest one."""
    if isinstance(node, ast.Attribute):
        return node.attr in _ATTRIBUTES and bool(script.instances(node.value, "checkpoint-manager"))
    call = script.call(node)
    return call is not None and not call.names.isdisjoint(names)


def _asks_for_size(script: Script, node: ast.AST) -> bool:
    """Say whether a node lets rank 0 say the turn for all."""
    call = script.call(node)
    return call is not None and any(name.startswith("horovod.") and "broadcast" in name for name in call.names)


def _is_outermost(document: Document, statement: ast.stmt) -> bool:
    """Say whether a statement stands in no loop of its function."""
    return not any(loops_around(document, statement))


def _held(script: Script, document: Document, statement: ast.stmt, start: ast.expr) -> tuple[str, bool]:
    """Give the only variable or attribute that a start is computed from, where its statement stands in no loop.

    Of an item it is what the item is in. Beside it stands whether it is a variable of TensorFlow's. One that may be a
    number as well has no name: what sets the one does not set the other.
    """
    if not _is_outermost(document, statement):
        return "", False
    if isinstance(start, ast.Subscript) and location(script, document, start) is not None and is_plain(start.value):
        return document.segment(start.value), False
    if any(isinstance(node, ast.Call | ast.Subscript) for node in ast.walk(start)):
        return "", False
    owners = {node.value for node in ast.walk(start) if isinstance(node, ast.Attribute)}
    read = [node for node in ast.walk(start) if isinstance(node, ast.Name | ast.Attribute) and node not in owners]
    if len({ast.unparse(node) for node in read}) != 1:
        return "", False
    held = read[0]
    counts = _iterations(script, held) is not None
    if not counts and not script.instances(held, "variable") and not _is_of_checkpoint(script, held):
        return ast.unparse(held), False
    return (ast.unparse(held), True) if counts or _is_variable(script, held) else ("", False)


def _is_variable(script: Script, held: ast.expr) -> bool:
    """Say whether what holds a start is surely a variable of TensorFlow's, itself or as a checkpoint was given it."""
    if script.instances(held, "variable"):
        return all(isinstance(value, Instance) for value in script.values(held))
    if not isinstance(held, ast.Attribute) or not all(isinstance(value, Bound) for value in script.values(held)):
        return False
    checkpoints = [script.creation(value) for value in script.instances(held.value, "checkpoint")]
    given = [call.keyword(held.attr) if call is not None else None for call in checkpoints]
    return all(each is not None and bool(script.instances(each.value, "variable")) for each in given)
