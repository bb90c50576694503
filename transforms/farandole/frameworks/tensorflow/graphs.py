"""Trainings of TensorFlow 1 graphs: which sessions and estimators run which train ops.

Source: transformation rules, section 1.

A train op is what `minimize` or `apply_gradients` of an optimizer gives, and what is made under its control
dependencies. Who trains is who runs one: a session, a monitored session, a library's loop, or an estimator whose
`model_fn` makes it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

from farandole.analysis.loops import Chain, chains
from farandole.analysis.points_to.relations import Field, Result
from farandole.analysis.points_to.values import Bound, Class, Container, Function, Instance, Library, Unknown, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.analysis.slicing import Slices, argument_for, may_reach
from farandole.frameworks.tensorflow.optimizers import AVERAGED, ROLES, innermost, is_of_version_1, library_classes
from farandole.frameworks.tensorflow.training import Pattern, Training, gradient_calls, new_training

CONTROL_DEPENDENCIES = ("tensorflow.control_dependencies", "tensorflow.Graph.control_dependencies")
EAGER = ("tensorflow.enable_eager_execution",)
LOOPS = {
    "tensorflow.contrib.training.train": Pattern.MONITORED_SESSION,
    "tensorflow.contrib.slim.learning.train": Pattern.SESSION,
}
"""Functions of libraries that run the train op they are given in a session of their own."""

SESSIONS = {"session": Pattern.SESSION, "monitored-session": Pattern.MONITORED_SESSION}
STEPS = frozenset({"minimize", "apply"})
GRADIENTS = "tensorflow.gradients"
METHODS = {"minimize": "minimize", "compute_gradients": "compute", "apply_gradients": "apply"}


def find_graphs(program: Program) -> list[Training]:
    """Give the trainings of TensorFlow 1: one for the train ops that the same sessions run, one for each estimator."""
    steps = [
        call for call in program.calls if gradients_of(program, call) in STEPS and not gradient_calls(program, call)
    ]
    around = {call: _around(program, call) for call in steps}
    inside: set[Call] = set()
    found = []
    for estimators, trains in _estimators(program).items():
        functions = _model_functions(program, estimators)
        train_ops = [call for call in steps if around[call] & functions]
        inside.update(train_ops)
        found.append(_estimator_training(program, estimators, trains, train_ops))
    if program.calls_to(*EAGER):
        return found
    return found + _session_trainings(program, [call for call in steps if call not in inside])


def gradients_of(program: Program, call: Call) -> str:
    """Tell which part of an optimizer step of TensorFlow 1 a call is: `minimize`, `compute`, `apply`, or nothing.

    Methods of objects that nothing is known of, or only the name of their library, are told by their name.
    """
    kind = METHODS.get(call.attribute, "")
    receivers = [each for each in call.receivers if isinstance(each, Instance) and program.role_of(each) in ROLES]
    if kind and any(_is_graph_optimizer(program, each) for each in receivers):
        return kind
    called = program.values(call.node.func)
    unknown = isinstance(call.node.func, ast.Attribute) and len(called.unknown) == len(called)
    if kind and (unknown or is_of_unread_library(program, call)) and (call.node.args or call.node.keywords):
        return kind
    library_made = call.entry is not None and call.entry.facts.get("gradients") == "minimize"
    return "minimize" if library_made and call.attribute not in METHODS else ""


def is_of_unread_library(program: Program, call: Call) -> bool:
    """Say whether a call is a method of objects of libraries that the catalogue knows nothing of."""
    owners = [each.of for each in call.receivers if isinstance(each, Instance)]
    return (
        bool(owners)
        and len(owners) == len(call.receivers)
        and all(isinstance(owner, Library) and program.catalog.entry(owner.name) is None for owner in owners)
    )


def gradient_sources(program: Program, step: Call) -> list[Call]:
    """Give the calls that compute, or average, the gradients that a step applies."""
    nodes = step.arguments

    def is_source(value: Value) -> bool:
        call = program.creation(value) if isinstance(value, Instance) else None
        return call is not None and (
            GRADIENTS in call.names or bool(AVERAGED & call.names) or gradients_of(program, call) == "compute"
        )

    origins = program.origins([value for node in nodes for value in program.values(node)], is_source)
    calls = {program.creation(each) for each in origins if isinstance(each, Instance)}
    return sorted((call for call in calls if call is not None), key=program.calls.index)


def averaged_in_place(program: Program, source: Call) -> bool:
    """Say whether items of the gradients that a call computes are replaced by what is computed from their average."""
    slices = Slices(program)
    return any(
        isinstance(target, ast.Subscript)
        and any(program.creation(each) is source for each in program.values(target.value) if isinstance(each, Instance))
        and any(_averages(program, node) for node in slices.of(document, statement.value))
        for document in program.documents
        for statement in document.nodes(ast.Assign)
        for target in statement.targets
    )


def _averages(program: Program, node: ast.AST) -> bool:
    call = program.call(node)
    return call is not None and bool(AVERAGED & call.names)


def _is_graph_optimizer(program: Program, optimizer: Instance) -> bool:
    """Say whether an optimizer is one of TensorFlow 1, or one of Horovod's around an optimizer that is not known."""
    names = [name for each in innermost(program, optimizer) for name in library_classes(program, each)]
    return any(name.startswith("horovod.") for name in names) or is_of_version_1(program, optimizer)


# Sessions.


@dataclass(frozen=True)
class _Group:
    """Train ops, the sessions that run them, and the calls that do."""

    steps: frozenset[Call]
    sessions: frozenset[Instance]
    runs: frozenset[Call]

    def __or__(self, other: _Group) -> _Group:
        return _Group(self.steps | other.steps, self.sessions | other.sessions, self.runs | other.runs)


def _session_trainings(program: Program, steps: list[Call]) -> list[Training]:
    """Group train ops by the sessions that run them.

    Those that are seen to be run by none go to every session, but for such that nothing runs: a script that predicts
    may build them with the model.
    """
    runs = _runs(program, steps)
    every = _sessions(program)
    steps = [step for step in steps if any(step in each for each in runs.values()) or _may_be_run(program, step)]
    groups: list[_Group] = []
    for step in steps:
        running = frozenset(run for run, run_steps in runs.items() if step in run_steps)
        sessions = frozenset(each for run in running for each in running_sessions(program, run)) or every
        if sessions:
            group = _Group(frozenset({step}), sessions, running)
            same = [other for other in groups if other.sessions & sessions]
            groups = [other for other in groups if other not in same] + [reduce(or_, same, group)]
    return [_session_training(program, group) for group in groups]


def _may_be_run(program: Program, step: Call) -> bool:
    """Say whether a train op that no session is seen to run may be run all the same: among others, or by a library."""
    if any(not _is_known(program, node) for call in program.calls for node in _fetched(program, call)):
        return True
    if program.calls_to(*LOOPS):
        return True
    made = program.values(step.node)
    given = (call for call in program.calls if not call.names and not call.functions and call is not step)
    return any(not made.isdisjoint(program.values(node)) for call in given for node in call.arguments)


def _is_known(program: Program, node: ast.expr) -> bool:
    """Say whether all that an expression may stand for, the items of lists and dictionaries too, can be followed."""
    pending = list(program.values(node))
    seen: set[Value] = set()
    known = bool(pending)
    while pending and known:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        known = not isinstance(value, Unknown) and not program.is_unread(value)
        if isinstance(value, Container):
            pending.extend(program.elements(value))
    return known


def _sessions(program: Program) -> frozenset[Instance]:
    """Give the sessions that may run a train op of which no run is seen: monitored ones, if there are any."""
    calls = [*(call for role in SESSIONS for call in program.creations(role)), *program.calls_to(*LOOPS)]
    every = frozenset(each for call in calls for each in _created(program, call))
    monitored = frozenset(each for each in every if _pattern_of(program, each) is Pattern.MONITORED_SESSION)
    return monitored or every


def _session_training(program: Program, group: _Group) -> Training:
    patterns = (_pattern_of(program, session) for session in group.sessions)
    steps = sorted(group.steps, key=program.calls.index)
    return new_training(
        program,
        reduce(Pattern.join, patterns, Pattern.UNKNOWN),
        steps,
        optimizers=frozenset(optimizer for step in steps for optimizer in step_optimizers(program, step)),
        train_ops=tuple(steps),
        sessions=group.sessions,
        runs=tuple(sorted(group.runs, key=program.calls.index)),
    )


def _pattern_of(program: Program, session: Instance) -> Pattern:
    creation = program.creation(session)
    loops = [LOOPS[name] for name in sorted(creation.names) if name in LOOPS] if creation is not None else []
    return loops[0] if loops else SESSIONS[program.role_of(session) or "session"]


def _created(program: Program, call: Call) -> frozenset[Instance]:
    instances = (each for each in program.values(call.node) if isinstance(each, Instance))
    return frozenset(each for each in instances if each.site.node is call.node)


def _runs(program: Program, steps: list[Call]) -> dict[Call, frozenset[Call]]:
    """Give the calls that run train ops (`session.run`, `op.run`, a library's loop), with the steps of these ops."""
    made = _made_under(program, steps)
    found: dict[Call, frozenset[Call]] = {}
    for call in program.calls:
        values = {value for node in _fetched(program, call) for value in program.values(node)}
        if call.attribute == "run":
            values |= {each for each in call.receivers if not _is_session(program, each)}
        if not values:
            continue
        reached = _behind(program, values, made)
        function = program.function(call.document, call.node)
        callers = program.callers(function) if function is not None else ()
        if reached and not (callers and set(callers) <= set(without_step(program, call, reached))):
            found[call] = reached
    return found


def run_together(program: Program, training: Training) -> tuple[tuple[Call, Call], ...]:
    """Give the pairs of train ops that one `run` of a training runs and nothing orders, in the order of the text."""
    made = _made_under(program, list(training.train_ops))
    found: dict[tuple[Call, Call], None] = {}
    for run in training.runs:
        values = {value for node in _fetched(program, run) for value in program.values(node)}
        steps = sorted(_behind(program, values, made), key=program.calls.index)
        for first, second in combinations(steps, 2):
            if first not in made[second.node] and second not in made[first.node]:
                found[first, second] = None
    return tuple(found)


def without_step(program: Program, run: Call, steps: Iterable[Call]) -> tuple[Call, ...]:
    """Give the calls of the function around a `run` that take none of the steps, by the constants that they pass.

    Such a function is for training and for prediction: a flag says whether it runs the train op, or fetches that, too.
    """
    document = run.document
    function = program.function(document, run.node)
    if function is None:
        return ()
    made = {step.node for step in steps}
    collected = _collected(program, run, function)
    taken: list[ast.AST] = [
        node
        for node in document.within(function)
        if isinstance(node, ast.Name | ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and not (isinstance(node, ast.Name) and node.id in collected)
        and any(_holds(program, each, made) for each in program.values(node))
    ]
    taken = taken if collected else [run.node]
    named = _fetched_parameter(program, run, function)
    return tuple(
        call
        for call in program.callers(function)
        if (taken and not any(may_reach(program, call, function, document, node) for node in taken))
        or (named and _passes_none(program, call, function, named, made))
    )


def step_chains(program: Program, training: Training, step: Call) -> list[Chain]:
    """Give the loops around a step of a training, innermost first, by the calls that take it."""
    without = without_step(program, step, training.train_ops) if step in training.runs else ()
    return chains(program, step.document, step.node, without)


def _fetched_parameter(program: Program, run: Call, function: FunctionNode) -> str:
    """Give the parameter of a function that is what a call in it runs, if it is nothing else; else an empty text."""
    match _fetched(program, run):
        case [ast.Name(name)] if any(each.arg == name for each in parameters(function)):
            stored = (node for node in run.document.within(function) if isinstance(node, ast.Name) and node.id == name)
            return "" if any(isinstance(node.ctx, ast.Store) for node in stored) else name
    return ""


def _passes_none(program: Program, call: Call, function: FunctionNode, name: str, made: set[ast.Call]) -> bool:
    """Say whether a call passes a parameter values that are known, and none of the ops that some calls made."""
    given = argument_for(program, call, function, name)
    values = program.values(given[1]) if given is not None else frozenset()
    items = {
        each for value in values for each in (program.elements(value) if isinstance(value, Container) else (value,))
    }
    known = bool(items) and not any(isinstance(each, Unknown) and not _is_calculated(each) for each in items)
    return known and not any(_holds(program, value, made) for value in values)


def _is_calculated(value: Unknown) -> bool:
    """Say whether a value that can't be followed is calculated with where it comes from, as no op can be."""
    return isinstance(value.site.module.document.parent(value.site.node), ast.BinOp)


def _collected(program: Program, run: Call, function: FunctionNode) -> set[str]:
    """Give the name of what a call runs, if the function displays it as a list or dictionary and may add to that."""
    fetched = _fetched(program, run)
    document = run.document
    match fetched:
        case [ast.Name(name)]:
            values = [
                node.value
                for node in document.within(function)
                if isinstance(node, ast.Assign)
                and any(isinstance(each, ast.Name) and each.id == name for each in node.targets)
            ]
            displayed = bool(values) and all(isinstance(each, ast.Dict | ast.List) for each in values)
            return {name} if displayed else set()
    return set()


def _holds(program: Program, value: Value, made: set[ast.Call]) -> bool:
    """Say whether a value is an op that one of some calls made, or has it among its items."""
    items = program.elements(value) if isinstance(value, Container) else (value,)
    return any(isinstance(each, Instance) and each.site.node in made for each in items)


def _made_under(program: Program, steps: list[Call]) -> dict[ast.AST, frozenset[Call]]:
    """Give the calls that make train ops, with the steps behind each: the steps, and all under their control."""
    made: dict[ast.AST, frozenset[Call]] = {step.node: frozenset({step}) for step in steps}
    controls = [
        (call, statement)
        for call in program.calls_to(*CONTROL_DEPENDENCIES)
        if isinstance(statement := call.document.statement(call.node), ast.With)
    ]
    for _ in range(len(controls) + 1):
        before = dict(made)
        for call, statement in controls:
            values = {value for node in call.node.args for value in program.values(node)}
            behind = _behind(program, values, made)
            if behind:
                calls = (node for part in statement.body for node in ast.walk(part) if isinstance(node, ast.Call))
                made.update({node: made.get(node, frozenset()) | behind for node in calls})
        if made == before:
            break
    return made


def _behind(program: Program, values: Iterable[Value], made: Mapping[ast.AST, frozenset[Call]]) -> frozenset[Call]:
    """Give the steps that are taken to compute some tensors; an array that a session gave takes none anew."""

    def is_end(value: Value) -> bool:
        call = program.creation(value) if isinstance(value, Instance) else None
        return call is not None and (call.node in made or bool(_fetched(program, call)))

    origins = program.origins(values, is_end)
    return frozenset(step for each in origins if isinstance(each, Instance) for step in made.get(each.site.node, ()))


def _fetched(program: Program, call: Call) -> list[ast.expr]:
    """Give the expressions that a call runs in a session."""
    if call.attribute in ("run", "partial_run") and any(_is_session(program, each) for each in call.receivers):
        return [node for node in [call.argument("fetches") or next(iter(call.node.args), None)] if node is not None]
    if any(name in LOOPS for name in call.names):
        return [node for node in [call.argument("train_op")] if node is not None]
    return []


def _is_session(program: Program, value: Value) -> bool:
    return program.role_of(value) in SESSIONS


def running_sessions(program: Program, run: Call) -> frozenset[Instance]:
    """Give the sessions of a run: its receivers; for `op.run`, the one it is given or those it stands in."""
    if run.names & LOOPS.keys():
        return _created(program, run)
    receivers = frozenset(each for each in run.receivers if isinstance(each, Instance) and _is_session(program, each))
    keyword = run.keyword("session")
    if receivers or keyword is None:
        return receivers or _default_sessions(program, run)
    return frozenset(each for role in SESSIONS for each in program.instances(keyword.value, role))


def _default_sessions(program: Program, run: Call) -> frozenset[Instance]:
    """Give the sessions in whose `with` a call stands; else every interactive one."""
    around = (each for each in run.document.ancestors(run.node) if isinstance(each, ast.With))
    for statement in around:
        heads = [node for item in statement.items for node in ast.walk(item.context_expr) if isinstance(node, ast.expr)]
        found = frozenset(each for role in SESSIONS for node in heads for each in program.instances(node, role))
        if found:
            return found
    interactive = program.calls_to("tensorflow.InteractiveSession")
    return frozenset(each for call in interactive for each in _created(program, call))


# Estimators.


def _estimators(program: Program) -> dict[frozenset[Instance], list[Call]]:
    """Give the calls that train estimators, by the estimators."""
    found: dict[frozenset[Instance], list[Call]] = {}
    for call in program.calls:
        instances = trained_estimators(program, call)
        if instances is not None:
            found.setdefault(instances, []).append(call)
    return found


def trained_estimators(program: Program, call: Call) -> frozenset[Instance] | None:
    """Give the estimators that a call trains; None when it is no call that trains one."""
    if call.entry is None or not call.entry.facts.get("trains"):
        return None
    if call.entry.name == "tensorflow.estimator.train_and_evaluate":
        return program.instances(call.argument("estimator"), "estimator")
    receivers = frozenset(each for each in call.receivers if isinstance(each, Instance))
    return receivers if any(program.role_of(each) == "estimator" for each in receivers) else None


def _model_functions(program: Program, estimators: frozenset[Instance]) -> set[ast.AST]:
    """Give the functions that make the graphs of estimators."""
    creations = [call for each in estimators if (call := program.creation(each)) is not None]
    values = {value for call in creations for value in program.values(call.argument("model_fn"))}
    found: set[ast.AST] = set()
    for value in values:
        match value:
            case Function(site) | Bound(_, Function(site)):
                found.add(site.node)
            case Instance(_, Class() as owner):
                found |= _call_methods(program, owner)
    return found


def _call_methods(program: Program, owner: Class) -> set[ast.AST]:
    ancestors = (each for each in program.flow.mro(owner) if isinstance(each, Class))
    members = (member for each in ancestors for member in program.flow.ask(Field(each.site.node, "__call__")))
    return {member.site.node for member in members if isinstance(member, Function)}


def _estimator_training(
    program: Program, estimators: frozenset[Instance], steps: list[Call], train_ops: list[Call]
) -> Training:
    creations = [call for each in estimators if (call := program.creation(each)) is not None]
    return new_training(
        program,
        Pattern.ESTIMATOR,
        steps,
        models=estimators,
        optimizers=frozenset(each for call in (*train_ops, *creations) for each in step_optimizers(program, call)),
        train_ops=tuple(train_ops),
    )


def has_train_op(program: Program, estimator: Instance, train_ops: Iterable[Call]) -> bool:
    """Say whether the model function of an estimator makes one of some train ops, directly or through calls."""
    functions = _model_functions(program, frozenset({estimator}))
    return any(_around(program, call) & functions for call in train_ops)


def step_optimizers(program: Program, step: Call) -> frozenset[Instance]:
    """Give the optimizers that take a step: its receiver, or what a library gets for one, as it is or by a function."""
    values = {value for node in optimizer_arguments(step) for value in program.values(node)}
    made = {
        each for value in values if isinstance(value, Function) for each in program.flow.ask(Result(value.site.node))
    }
    passed = {each for each in values | made if isinstance(each, Instance) and program.role_of(each) in ROLES}
    receivers = {each for each in step.receivers if isinstance(each, Instance) and program.role_of(each) in ROLES}
    return frozenset(passed | receivers)


def optimizer_arguments(step: Call) -> list[ast.expr]:
    """Give what the optimizers of a function of a library are passed as; nothing for the methods of optimizers."""
    parameters = step.entry.facts.get("optimizers") if step.entry is not None else None
    if not isinstance(parameters, list | tuple) or step.attribute in METHODS:
        return []
    nodes = [step.argument(str(each["parameter"])) for each in parameters]
    return [node for node in nodes if node is not None]


def _around(program: Program, call: Call) -> set[ast.AST]:
    """Give the functions in which a call runs, directly or through calls."""
    seen: set[ast.AST] = set()
    pending = [call]
    while pending:
        each = pending.pop()
        function = program.function(each.document, each.node)
        while function is not None and function not in seen:
            seen.add(function)
            pending.extend(program.callers(function))
            function = program.function(each.document, function)
    return seen
