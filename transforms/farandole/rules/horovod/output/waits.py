"""Where every process waits for the others, and how that is written."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from farandole.analysis.call_order import calls_within, runs_at_once, ways_to
from farandole.analysis.points_to.values import Function
from farandole.analysis.program import Call
from farandole.frameworks.horovod.agreement import tests_agreed_on
from farandole.frameworks.horovod.decisions import asks_for_known_kind
from farandole.frameworks.horovod.uneven import is_uneven
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.devices.sessions import tensorflow_import, v1_name
from farandole.rules.horovod.names import Name, function_after_imports, horovod, horovod_keras, horovod_tensorflow
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import FIRST_OF_HOST, Change
from farandole.rules.horovod.output.endings import ends_run, is_of_user
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.patterns import GRAPHS
from farandole.source import Document, Edit, Span, layout
from farandole.source.binding import names_in

Place = tuple[Document, ast.stmt]

STARTUP = frozenset(
    {
        "tensorflow.disable_eager_execution",
        "tensorflow.disable_v2_behavior",
        "tensorflow.keras.backend.set_session",
        "tensorflow.Session",
        "tensorflow.InteractiveSession",
    }
)
"""Calls of scripts that run graphs, or choose the devices of a session."""

CONDITIONAL = (ast.If, ast.While, ast.Try, ast.IfExp, ast.BoolOp, ast.Lambda, ast.ClassDef, ast.comprehension)

_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try)

_TRAINING = (ast.Expr, ast.Assign, ast.Return, ast.For, ast.With)
"""Statements that train whenever they are reached, where a step is in them."""

BARRIER = "barrier"

_NEAREST = 1
"""The layer of the waits of a turn: what else is put beside its statements is collective at times, and for all together."""


def barrier(guards: Guards, document: Document) -> Name:
    """Give a file's function in which every process waits for the others, with the edits that add it.

    Where graphs are run, or devices are set up after a wait, as they are once all modules are imported, the function
    runs a graph of its own in a session that leaves the GPUs alone; else a collective operation is called eagerly, or
    by the module for Keras, whose session runs it in TensorFlow 1.
    """
    script = guards.script
    for function in document.nodes(ast.FunctionDef):
        if document.scope(function) is document.tree and _is_barrier(script, function):
            return Name(function.name, ())
    name = free_name(document, BARRIER, "wait_for_every_rank")
    lines = [f"def {name}():", '    """Wait until every process has come here."""']
    if needs_session(guards, document):
        hvd, v1 = horovod_tensorflow(script, document), v1_name(script, document)
        imported = tensorflow_import(script, document, f"{v1}.")
        lines += in_own_session(v1, f'session.run({hvd.text}.broadcast(0, root_rank=0, name="{BARRIER}"))')
    else:
        hvd, imported = (horovod_keras if _trains_in_keras_session(script) else horovod)(script, document), ()
        lines.append(f'    {hvd.text}.broadcast(0, root_rank=0, name="{BARRIER}")')
    added = function_after_imports(script, document, lines)
    return Name(name, (*hvd.edits, *imported, *added))


def _is_barrier(script: Script, function: ast.FunctionDef) -> bool:
    """Say whether all that a function without parameters does is to wait for every process."""
    arguments = function.args
    if arguments.args or arguments.posonlyargs or arguments.kwonlyargs or function.decorator_list:
        return False
    collectives = [call for call in calls_within(script, function) if facts(call).get("collective")]
    return len(collectives) == 1 and len(function.body) <= 3 and function.name.startswith((BARRIER, "wait"))  # noqa: PLR2004


def in_own_session(v1: str, statement: str) -> list[str]:
    """Give the lines of a function's body that run a statement in a graph and a `session` of its own, without GPUs.

    `v1` is the file's name for the module of TensorFlow 1.
    """
    return [
        f'    config = {v1}.ConfigProto(device_count={{"GPU": 0}})',
        f"    with {v1}.Graph().as_default():",
        f"        with {v1}.Session(config=config) as session:",
        f"            {statement}",
    ]


def needs_session(guards: Guards, document: Document) -> bool:
    """Say whether what all processes do together in a file needs a graph and a session of its own; see `barrier`."""
    return _runs_graphs(guards) or _sets_devices_late(guards) or _waits_when_loaded(guards, document)


def _runs_graphs(guards: Guards) -> bool:
    script = guards.script
    return any(training.pattern in GRAPHS for training in script.trainings) or bool(script.calls_to(*sorted(STARTUP)))


def _trains_in_keras_session(script: Script) -> bool:
    keras = any(training.pattern is Pattern.KERAS for training in script.trainings)
    return keras and script.is_for_version_1


def _sets_devices_late(guards: Guards) -> bool:
    """Say whether the script sets up its devices after a wait: no operation may have run on them before."""
    order = {each.node: index for index, each in enumerate(guards.script.calls)}
    first = min((order[call.node] for call in guards.waits), default=len(order))
    setting = (each for each in guards.script.calls if facts(each).get("devices", "list") != "list")
    return any(order[each.node] > first for each in setting)


def _waits_when_loaded(guards: Guards, document: Document) -> bool:
    """Say whether a file waits while a module is imported, at whose top it is come to: before the script chooses its GPU."""
    script = guards.script
    awaited = (each for each in ast.walk(document.tree) if each in guards.leading or each in guards.turned)
    run = (way for each in awaited for way in ways_to(script, document, each))
    return any(isinstance(scope, ast.Module) and where is not script.entry for where, scope, _ in run)


@dataclass(frozen=True)
class Wait:
    """A place where every process waits, before or after a statement: `told` says why, `until` for what.

    `asked` is what must hold of what is waited for, and can't be seen in the script.
    """

    document: Document
    statement: ast.stmt
    after: bool
    call: Call
    told: str
    until: str
    asked: tuple[str, ...] = ()

    def change(self, guards: Guards) -> Change:
        """Give the change that lets every process wait here."""
        guards.waits.append(self.call)
        return Change(
            self.document,
            self.document.span(self.statement),
            self.told,
            f"wait until {self.until}",
            partial(_wait_edits, guards, self),
            "; ".join(self.asked),
        )


def _wait_edits(guards: Guards, wait: Wait, _: str) -> tuple[Edit, ...]:
    name = barrier(guards, wait.document)
    insert = layout.insert_after if wait.after else layout.insert_before
    line = f"{name.text}()  # until {wait.until}"
    return (*name.edits, *insert(wait.document, wait.statement, [line], once=True))


def turns(guards: Guards, document: Document, run: Sequence[ast.stmt], call: Call, told: str) -> Change:
    """Let the first process of each host run some statements, and the others only then."""
    guards.waits.append(call)
    return Change(
        document,
        Span(document.span(run[0]).start, document.span(run[-1]).end),
        told,
        "let the first process of each host go first while the others wait",
        partial(_turns_edits, guards, document, run),
    )


def _turns_edits(guards: Guards, document: Document, run: Sequence[ast.stmt], hvd: str) -> tuple[Edit, ...]:
    name = barrier(guards, document)
    before = [f"if {hvd}.local_rank() != 0:", f"    {name.text}()  # until the first process of this host is done"]
    after = [f"if {FIRST_OF_HOST.format(hvd=hvd)}:", f"    {name.text}()  # the others may go on"]
    return (
        *name.edits,
        *layout.insert_before(document, run[0], before, layer=_NEAREST),
        *layout.insert_after(document, run[-1], after, layer=-_NEAREST),
    )


def waits_after(guards: Guards, document: Document, statement: ast.stmt) -> bool:
    """Say whether the statement after one brings all processes together."""
    block = document.block(statement)
    index = block.index(statement) + 1
    return index < len(block) and is_wait(guards, block[index])


def is_wait(guards: Guards, statement: ast.stmt) -> bool:
    """Say whether a statement is a collective call, or calls a function that does nothing else."""
    if not isinstance(statement, ast.Expr | ast.Assign):
        return False
    return any(is_collective(guards, call) for call in calls_within(guards.script, statement))


def is_collective(guards: Guards, call: Call) -> bool:
    """Say whether a call is a collective operation, or calls a function of the project in which one is."""
    bodies = (function.site.node for function in call.functions)
    inner = (each for body in bodies for each in calls_within(guards.script, body))
    return any(facts(each).get("collective") for each in (call, *inner))


@dataclass(frozen=True)
class _Sought:
    """What statement is sought: one that makes none of some calls; one that is waited before may train, and leave."""

    made: tuple[Call, ...]
    may_train: bool


def places_for_all(
    guards: Guards, document: Document, node: ast.AST, made: Collection[Call] = ()
) -> tuple[Place, ...] | None:
    """Give the statements, run by every rank, that a node is run in; None where that cannot be told.

    None of them makes one of the calls `made`: those have been made where such a statement begins.
    """
    return _places(guards, document, node, _Sought(tuple(made), False), frozenset())


def places_before(
    guards: Guards, document: Document, node: ast.AST, made: Collection[Call]
) -> tuple[Place, ...] | None:
    """Give the statements, run by every rank, before which all can wait for what a node reads; they may train.

    None where that cannot be told. None of them makes one of the calls `made`.
    """
    return _places(guards, document, node, _Sought(tuple(made), True), frozenset())


def places_around_calls(guards: Guards, document: Document, node: ast.AST) -> tuple[Place, ...] | None:
    """Give the statements, run by every rank, that call the function of a node; it may be called elsewhere, too.

    None where that cannot be told, and where no call is seen.
    """
    function = guards.script.function(document, node)
    return _places_of_calls(guards, function, _Sought((), False), frozenset()) if function is not None else None


def _places(
    guards: Guards, document: Document, node: ast.AST, sought: _Sought, seen: frozenset[ast.AST]
) -> tuple[Place, ...] | None:
    """Give the statements, run by every rank, around which the processes of a host can take turns."""
    statement = document.statement(node)
    found = _places_around(guards, document, node, sought, seen)
    if found is None and sought.may_train and not makes(guards, statement, sought.made):
        trained = _has_trained(guards, document, statement, document.scope(statement))
        return ((document, statement),) if trained else None
    return found


def _places_around(
    guards: Guards, document: Document, node: ast.AST, sought: _Sought, seen: frozenset[ast.AST]
) -> tuple[Place, ...] | None:
    """Give the statements, run by every rank whatever trains before them, around a node or calls of its function."""
    statement = document.statement(node)
    if isinstance(statement, ast.Return) and not sought.may_train:
        function = guards.script.function(document, node)
        return None if function is None else _places_of_calls(guards, function, sought, seen)
    outer = _outermost(guards, document, statement, sought)
    function = guards.script.function(document, statement)
    if outer is None or (function is not None and _may_be_left_alone(guards, document, outer, function)):
        return None if function is None else _places_of_calls(guards, function, sought, seen)
    if function is not None:
        calls = _calls(guards, function)
        trains = not calls and (
            _trains_behind(guards, document, outer, function) or _has_trained(guards, document, outer, function)
        )
        unknown = (not calls and not trains) or (bool(calls) and guards.ranks.escapes(function))
        if function in guards.script.flow.traced:
            return None
        if unknown and not _is_started(guards, document, function):
            return _places_of(guards, _input_of(guards, function), function, sought, seen)
        seen_by_all = all(is_met_by_all(guards, each.document, each.node) for each in calls)
        if not seen_by_all or any(guards.is_left(each.document, each.node) for each in calls):
            return _places_of_calls(guards, function, sought, seen)
    return ((document, outer),)


def is_met_by_all(guards: Guards, document: Document, node: ast.AST) -> bool:
    """Say whether the script itself comes to a node, and every rank does, whatever it finds on its disk."""
    return _is_unconditional(guards, document, node, frozenset()) and _is_come_to(guards, document, node, frozenset())


def lets_wait_within(guards: Guards, document: Document, node: ast.AST) -> bool:
    """Say whether ranks would wait for one another within a statement around a node, where none does yet."""
    around = (each for each in (node, *document.ancestors(node)) if isinstance(each, _COMPOUND) and not is_main(each))
    inside = (each for each in around if document.scope(each) is document.scope(node))
    return any(_ends_together(guards, document, each) for each in inside)


def _is_come_to(guards: Guards, document: Document, node: ast.AST, seen: frozenset[ast.AST]) -> bool:
    """Say whether the script itself comes to a node: what a library runs, each process may run another number of times."""
    function = guards.script.function(document, node)
    if function is None or function in seen:
        return True
    callers = _calls(guards, function)
    if callers:
        return all(_is_come_to(guards, each.document, each.node, seen | {function}) for each in callers)
    body = function.body if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) else ()
    statement = next((each for each in body if document.contains(each, node)), None)
    return statement is not None and (
        _is_started(guards, document, function)
        or _trains_behind(guards, document, statement, function)
        or _has_trained(guards, document, statement, function)
    )


def _trains_behind(guards: Guards, document: Document, statement: ast.stmt, function: ast.AST) -> bool:
    """Say whether a function trains once it comes to a statement: all processes come there then."""
    block = document.block(statement) if document.parent(statement) is function else []
    ends = guards.steps_in.get(function, ())
    for later in block[block.index(statement) + 1 :] if block else ():
        start, end = document.span(later)
        if isinstance(later, _TRAINING) and any(start < each <= end for each in ends):
            return True
        if _leaves(later):
            return False
    return False


def _has_trained(guards: Guards, document: Document, statement: ast.stmt, scope: ast.AST) -> bool:
    """Say whether a scope has trained in the block of a statement when it comes to that: all processes are there."""
    block, ends = document.block(statement), guards.steps_in.get(scope, ())
    for earlier in reversed(block[: block.index(statement)]):
        start, end = document.span(earlier)
        if _leaves(earlier):
            return False
        if isinstance(earlier, _TRAINING) and any(start < each <= end for each in ends):
            return True
    return False


def _is_started(guards: Guards, document: Document, function: ast.AST) -> bool:
    """Say whether a function is the one with which `app.run` starts a script."""
    runs = [call for call in guards.script.calls if any(name.endswith("app.run") for name in call.names)]
    for call in runs:
        given = call.argument("main") or next(iter(call.node.args), None)
        functions = [each.site.node for each in guards.script.values(given) if isinstance(each, Function)]
        default = given is None and getattr(function, "name", "") == "main" and document is guards.script.entry
        if functions == [function] or default:
            return True
    return False


def _places_of_calls(
    guards: Guards, function: ast.AST, sought: _Sought, seen: frozenset[ast.AST]
) -> tuple[Place, ...] | None:
    return _places_of(guards, _calls(guards, function), function, sought, seen)


def _calls(guards: Guards, function: ast.AST) -> tuple[Call, ...]:
    """Give the calls of a function; where the script runs one of them, without those that nothing runs."""
    calls = guards.script.callers(function)  # type: ignore[arg-type]
    run = tuple(each for each in calls if not guards.script.is_left_out(each.document, each.node))
    return run or calls


def _input_of(guards: Guards, function: ast.AST) -> tuple[Call, ...]:
    """Give the calls of a library that run a function for their input, if that is all that is done with it."""
    if guards.script.callers(function):  # type: ignore[arg-type]
        return ()
    calls = guards.effects.handed(function)
    return calls if all(facts(each).keys() & {"trains", "evaluates"} for each in calls) else ()


def _places_of(
    guards: Guards, calls: Sequence[Call], function: ast.AST, sought: _Sought, seen: frozenset[ast.AST]
) -> tuple[Place, ...] | None:
    found: list[Place] = []
    for call in calls if function not in seen else ():
        if guards.is_guarded(call.document, call.node) or guards.is_left(call.document, call.node):
            continue
        if not runs_at_once(guards.script, call.document, call.node):
            return None
        places = _places(guards, call.document, call.node, sought, seen | {function})
        if places is None:
            return None
        found.extend(places)
    return tuple(found) or None


def _is_unconditional(guards: Guards, document: Document, node: ast.AST, seen: frozenset[ast.AST]) -> bool:
    """Say whether every rank comes to a node, whatever it finds on its disk: no condition that calls something decides."""
    within = node
    for parent in document.ancestors(node):
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
            callers = guards.script.callers(parent) if parent not in seen else ()
            return all(_is_unconditional(guards, each.document, each.node, seen | {parent}) for each in callers)
        tested = isinstance(parent, ast.If | ast.IfExp) and parent.test is within
        plain = tested or is_main(parent) or _goes_on_for_all(guards, parent) or _is_plain_choice(guards, parent)
        if isinstance(parent, CONDITIONAL) and not plain:
            return False
        within = parent
    return True


def _outermost(guards: Guards, document: Document, statement: ast.stmt, sought: _Sought) -> ast.stmt | None:
    """Give a statement, or the outermost one around it that decides whether it runs; None if that trains as well.

    Nothing can stand before an `elif`, unless that is taken out of its chain: where all take the same, it stands below.
    """
    if makes(guards, statement, sought.made):
        return None
    found = statement
    for parent in document.ancestors(statement):
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            break
        if isinstance(parent, ast.ClassDef | ast.Lambda | ast.AsyncWith | ast.AsyncFor):
            return None
        if isinstance(parent, ast.stmt) and not is_main(parent):
            parts = document.is_elif(parent) and _is_plain_choice(guards, parent)
            if not parts and not makes(guards, parent, sought.made) and _ends_together(guards, document, parent):
                found = parent
            elif _differs_by_process(guards, document, parent):
                return None
    together = sought.may_train or _ends_together(guards, document, found)
    return found if together and not _may_be_passed_over(guards, document, found) else None


def _differs_by_process(guards: Guards, document: Document, statement: ast.stmt) -> bool:
    """Say whether some processes may not come to what a statement holds, or not as often as others."""
    if isinstance(statement, ast.For):
        return is_uneven(guards.script, document, statement.iter)
    plain = _goes_on_for_all(guards, statement) or _is_plain_choice(guards, statement)
    return isinstance(statement, ast.If | ast.Try | ast.While) and not plain


def _goes_on_for_all(guards: Guards, statement: ast.AST) -> bool:
    """Say whether a statement is a loop without an end that has the steps of a training: all take equally many turns.

    By which conditions it is left, is told elsewhere.
    """
    match statement:
        case ast.While(ast.Constant()):
            return guards.brings_together(statement)
    return False


def makes(guards: Guards, statement: ast.stmt, made: Collection[Call]) -> bool:
    """Say whether a statement makes one of some calls, itself or in what it calls."""
    if not made:
        return False
    reached = (each for call in calls_within(guards.script, statement) for each in guards.effects.reached(call))
    return any(each in made for each in reached)


def _may_be_left_alone(guards: Guards, document: Document, statement: ast.stmt, function: ast.AST) -> bool:
    """Say whether a process may miss a statement alone by leaving its function before: not where it misses the training.

    The others wait for it there in any case, as where it finds no data.
    """
    return _may_be_left_before(guards, document, statement) and not _trains_behind(
        guards, document, statement, function
    )


def _may_be_left_before(guards: Guards, document: Document, statement: ast.stmt) -> bool:
    """Say whether a process may leave the function before a statement, by a condition that others may not meet."""
    at: ast.AST = statement
    for owner in document.ancestors(statement):
        if isinstance(at, ast.stmt):
            block = document.block(at)
            for node in (each for earlier in block[: block.index(at)] for each in ast.walk(earlier)):
                leaves = isinstance(node, ast.If) and any(isinstance(each, ast.Return) for each in ast.walk(node))
                if leaves and not _is_plain_choice(guards, node):
                    return True
        if isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef):
            return False
        at = owner
    return False


def _may_be_passed_over(guards: Guards, document: Document, statement: ast.stmt) -> bool:
    """Say whether a process may begin the next turn of a loop before a statement, or leave it, where others do not.

    By leaving a loop with the steps of a training it would take fewer of them: that is told elsewhere.
    """
    at: ast.AST = statement
    earlier: list[ast.stmt] = []
    for owner in document.ancestors(statement):
        if isinstance(at, ast.stmt):
            block = document.block(at)
            earlier += block[: block.index(at)]
        if isinstance(owner, ast.For | ast.While):
            trains = guards.brings_together(owner)
            passing = [each for each in earlier if _ends_turn(guards, document, each, ast.Continue)]
            leaving = [] if trains else [each for each in owner.body if _ends_turn(guards, document, each, ast.Break)]
            if passing or leaving:
                return True
            earlier = []
        if isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef):
            return False
        at = owner
    return False


def _ends_turn(
    guards: Guards, document: Document, node: ast.AST, kind: type[ast.Break | ast.Continue], alone: bool = False
) -> bool:
    """Say whether a node ends a turn of the loop around it by a condition that is not the same in every process."""
    match node:
        case ast.For() | ast.While() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return False
        case ast.If(test):
            alone = alone or is_uneven(guards.script, document, test)
        case ast.ExceptHandler():
            alone = True
    if isinstance(node, kind):
        return alone
    return any(_ends_turn(guards, document, each, kind, alone) for each in ast.iter_child_nodes(node))


def is_main(statement: ast.AST) -> bool:
    """Say whether a statement asks for the name of its module, as `if __name__ == "__main__":` does, whatever else it asks."""
    return isinstance(statement, ast.If) and "__name__" in names_in(statement.test)


def _is_plain_choice(guards: Guards, statement: ast.AST) -> bool:
    """Say whether a condition is the same on every rank: nothing in it was asked of a disk, a clock or chance, or measured.

    What is tried is run by every rank where the user's interrupt alone is handled, or what is caught ends the run.
    """
    if not isinstance(statement, ast.If | ast.Try):
        return False
    document = next(each for each in guards.script.documents if statement in each.statements)
    if isinstance(statement, ast.Try):
        return bool(statement.handlers) and all(
            is_of_user(each) or ends_run(guards, document, each) for each in statement.handlers
        )
    asked = calls_within(guards.script, statement.test)
    plain = all(asks_for_known_kind(guards.script, call.node) for call in asked)
    if plain and not is_uneven(guards.script, document, statement.test):
        return True
    return statement.test in tests_agreed_on(guards.script)


def _ends_together(guards: Guards, document: Document, statement: ast.stmt) -> bool:
    """Say whether a statement always comes to its end, and no rank waits for another in it."""
    if _leaves(statement) or guards.brings_together(statement):
        return False
    reached = (each for call in calls_within(guards.script, statement) for each in guards.effects.reached(call))
    return not any(facts(each).keys() & {"collective", "trains", "gradients"} for each in reached)


def _leaves(node: ast.AST, within: bool = False) -> bool:
    """Say whether a statement may be left for what is not after it; loops within it may be left for what follows."""
    if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) or (
        isinstance(node, ast.Break | ast.Continue) and not within
    ):
        return True
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
        return False
    inside = within or isinstance(node, ast.For | ast.While | ast.AsyncFor)
    return any(_leaves(each, inside) for each in ast.iter_child_nodes(node))
