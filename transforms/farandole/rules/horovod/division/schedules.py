"""Schedules that count steps: with fewer steps in each process they would decay too late."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from farandole.analysis.answers import answered_once
from farandole.analysis.defaults import NoDefault, default, given_constants
from farandole.analysis.loops import is_range
from farandole.analysis.places import same
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Bound, Class, Constant, Container, Function, Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.horovod.rate_changes import fed_rates, new_rate, set_by_name
from farandole.frameworks.horovod.use import is_size
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import handing_on, innermost, methods
from farandole.frameworks.tensorflow.step_counters import counted_in_losses, other_counts, step_counters
from farandole.frameworks.tensorflow.tallies import runs_in_a_row, tallies
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.rules.horovod.division.compounded import compounded_changes
from farandole.rules.horovod.division.global_steps import GlobalSteps
from farandole.rules.horovod.division.outcome import Change, hidden_counts
from farandole.rules.horovod.division.renewed import renewed_changes
from farandole.rules.horovod.division.sampling import reached
from farandole.rules.horovod.division.tables import ends_of_tables
from farandole.rules.horovod.division.tallies import rates_by_epochs, tally_changes
from farandole.rules.horovod.division.turns import turn_changes
from farandole.rules.horovod.division.unread import unread_counts
from farandole.rules.horovod.names import STANDALONE_KERAS, horovod, keras_module
from farandole.rules.horovod.rates.assigned import settings
from farandole.source import Document, Edit, EditSet, layout

_WHOLE = frozenset({"builtins.int", "builtins.round", "builtins.len", "math.ceil", "math.floor"})
"""What gives a whole number."""


@dataclass(frozen=True)
class _Steps:
    """What is given in steps.

    That is a number, by which a schedule divides, a period, a boundary, a list of these, or what each step adds.
    """

    document: Document
    node: ast.expr
    kind: Literal["number", "period", "period, if any", "period, or a word", "boundary", "boundaries", "added"]


def schedule_changes(script: Script, training: Training, divided: Sequence[Change]) -> Iterator[Change]:
    """Yield the changes of the numbers of steps in a training's schedules, for the steps of one process.

    What is computed from what `divided` divides has shrunk already, and what is computed from `hvd.size()` is left.
    A schedule of the project, and what else computes by the step, is given the steps of all processes instead.
    """
    shrunk = frozenset(change.divided for change in divided if change.divided is not None)
    counters = step_counters(script, training)
    schedules = list(_schedules(script, training))
    computing = GlobalSteps(script, counters, shrunk, frozenset(training.optimizers), frozenset(schedules))
    computed = list(computing.changes())
    yield from computed
    for call in counted_in_losses(script, training):
        counted = f"{call.document.quote(call.node)} in {call.document.place_of(call.node)}"
        by = "a layer" if getattr(call.document.scope(call.node), "name", "") == "call" else "the loss"
        doubt = f"what {by} computes by {counted} must not need the batches of all processes: each counts its own"
        yield Change(EditSet.empty, doubt)
    yield from unread_counts(script, training, shrunk)
    yield from compounded_changes(script, training, shrunk)
    yield from renewed_changes(script, training, shrunk)
    rated = _rated(script, training)
    yield from _counted_unseen(script, rated)
    counting = tallies(script, training, frozenset(each.node for each in rated))
    tallied = list(tally_changes(script, counting, shrunk))
    yield from tallied
    set_later = [(document, value) for document in script.documents for _, value in settings(script, document)]
    yield from rates_by_epochs(script, counting, set_later if training.pattern is Pattern.KERAS else ())
    all_steps = frozenset(change.divided for change in computed if change.divided is not None)
    turned = list(turn_changes(script, training, shrunk, all_steps))
    yield from turned
    multiplied = (each.divided for each in (*computed, *tallied, *turned) if each.divided is not None)
    yield from ends_of_tables(script, frozenset(multiplied))
    creations = []
    for schedule in schedules:
        if isinstance(schedule.of, Class):
            yield from _own(script, schedule.of)
        else:
            creations.append(script.creation(schedule))
    creations += _counting(script, counters)
    creations += _decaying(script, training)
    creations += _periodic(script, training)
    for function in _decays(script, training):
        decaying = list(_schedules_within(script, function))
        creations += decaying
        if not decaying:
            yield from _counting_all(script, function)
    yield from _set_decays(script, shrunk) if training.pattern is Pattern.KERAS else ()
    others = set(_counting(script, other_counts(script, training))) - set(_counting(script, counters))
    for creation in dict.fromkeys(each for each in creations if each is not None and each not in others):
        if any(
            not all_steps.isdisjoint(script.slices.of(creation.document, node).nodes) for node in creation.arguments
        ):
            continue
        if _is_at_the_end(script, creation):
            continue
        yield from _computed_decay(script, creation)
        yield from _hidden_steps(script, creation)
        for steps in _steps(script, creation):
            nodes = script.slices.of(steps.document, steps.node).nodes
            if shrunk.isdisjoint(nodes) and not any(is_size(script.call(node)) for node in nodes):
                yield Change(partial(_divide, script, steps), divided=steps.node)


def lengths_left(script: Script, training: Training) -> Iterator[Change]:
    """Yield the changes of lengths of schedules that nothing about the processes is in, where the steps are divided already.

    Whether that was done by who divided them is asked. What is given another number than the steps that are counted, such
    as that of the epoch, or of all processes, has a length of its own.
    """
    own = (script.creation(each) for each in _schedules(script, training) if not isinstance(each.of, Class))
    counters = step_counters(script, training)
    made = [each for each in own if each is not None and _counts_by(script, each, counters)]
    about = {call.node for call in script.calls if any(name.startswith("horovod.") for name in call.names)}
    for creation in made:
        for steps in _steps(script, creation) if not _is_at_the_end(script, creation) else ():
            if about.isdisjoint(script.filling.made_of(steps.document, [steps.node])):
                told = f"{steps.document.quote(steps.node)} in {steps.document.place_of(steps.node)}"
                doubt = f"{told} must count the steps of all processes: they are divided already"
                yield Change(partial(_divide, script, steps), doubt, divided=steps.node)


def _counts_by(script: Script, creation: Call, counters: frozenset[Instance]) -> bool:
    """Say whether a schedule counts the steps itself, or is given the variable that does."""
    step = creation.argument("global_step") or creation.argument("x")
    return step is None or not counters.isdisjoint(script.values(step))


def _set_decays(script: Script, shrunk: AbstractSet[ast.AST]) -> Iterator[Change]:
    """Yield the changes of what the decay of an optimizer of Keras is set to: its rate falls by that in each step."""
    for document, node in set_by_name(script, ("decay",)):
        value = new_rate(script, document, node)
        if value is None or _is_off(script, document, value):
            continue
        nodes = script.slices.of(document, value).nodes
        if shrunk.isdisjoint(nodes) and not any(is_size(script.call(each)) for each in nodes):
            yield Change(partial(_divide, script, _Steps(document, value, "added")), divided=value)


def _rated(script: Script, training: Training) -> tuple[Call, ...]:
    """Give the calls that each step of a training makes for its rate, or each where a switch says so, in text order."""
    given = [(document, value) for document in script.documents for _, value in settings(script, document)]
    found = {
        call: None
        for document, value in (*given, *fed_rates(script, training))
        if runs_in_a_row(script, training, document, value)
        for call in map(script.call, script.slices.of(document, value))
        if call is not None and runs_in_a_row(script, training, call.document, call.node)
    }
    return tuple(sorted(found, key=script.order))


def _counted_unseen(script: Script, rated: Iterable[Call]) -> Iterator[Change]:
    """Yield doubts of rates that count how often they are asked for where no number is seen that could be multiplied."""
    for call in rated:
        functions = (each.site.node for each in call.functions)
        kept = any(isinstance(node, ast.Nonlocal | ast.Global) for each in functions for node in ast.walk(each))
        if kept or "builtins.next" in call.names:
            given = f"{call.document.quote(call.node)} in {call.document.place_of(call.node)}"
            doubt = f"the rate by {given} must not depend on how often it is asked for: each process counts its own"
            yield Change(EditSet.empty, doubt)


def _counting(script: Script, counters: frozenset[Instance]) -> Iterator[Call]:
    """Yield the calls of functions of TensorFlow that decay a value by one of some counts."""
    for call in (each for each in script.calls if each.entry is not None and each.entry.role == "schedule"):
        step = call.argument("global_step") or call.argument("x")
        within = script.slices.of(call.document, step) if step is not None else ()
        if any(not counters.isdisjoint(script.values(node)) for node in within if isinstance(node, ast.expr)):
            yield call


def _is_at_the_end(script: Script, creation: Call) -> bool:
    """Say whether a value is decayed by a number of turns, at which a range ends: that counts no steps, and stays."""
    step = creation.argument("global_step") or creation.argument("x")
    assigned = _assigned(script, creation.document, step)
    ends = (
        (call.document, call.node.args[:2][-1]) for call in script.calls if call.node.args and is_range(script, call)
    )
    return bool(assigned) and any(
        assigned == _assigned(script, document, node) for document, end in ends for node in ast.walk(end)
    )


def _assigned(script: Script, document: Document, node: ast.AST | None) -> frozenset[ast.AST]:
    """Give what is assigned to a name or attribute."""
    bindings = script.slices.assignments(document, node) if isinstance(node, ast.Name | ast.Attribute) else ()
    return frozenset(each.value for each in bindings)


def _decays(script: Script, training: Training) -> Iterator[Function]:
    """Yield the functions of the project that a train op of a library is given to compute its rate by the step."""
    for step in training.train_ops:
        name = step.entry.facts.get("decays-rate-with") if step.entry is not None else None
        given = step.argument(name) if isinstance(name, str) else None
        values = ordered(script.values(given)) if given is not None else ()
        yield from (each for each in values if isinstance(each, Function) and each.site.module.own)


def _schedules_within(script: Script, function: Function) -> Iterator[Call]:
    """Yield the calls of functions of TensorFlow that decay a value in a function, or in those that it calls."""
    for node in reached(script, function.site.node):
        call = script.call(node)
        if call is not None and call.entry is not None and call.entry.role == "schedule":
            yield call


def _counting_all(script: Script, function: Function) -> Iterator[Change]:
    """Yield the change by which a function of a rate and a step gets the steps of all processes, where it reads the step."""
    node, document = function.site.node, function.site.module.document
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        return
    step = next((each.arg for each in node.args.args[1:]), "")
    if not any(isinstance(each, ast.Name) and each.id == step for each in ast.walk(node)):
        return
    if isinstance(node, ast.Lambda):
        where = document.place_of(node)
        doubt = f"the rate that the function in {where} gives must not depend on the step: each process counts its own"
        yield Change(EditSet.empty, doubt)
    elif not any(is_size(script.call(each)) and _is_of_step(each, node) for each in ast.walk(node)):
        yield Change(partial(_count_all, script, document, node))


def _decaying(script: Script, training: Training) -> Iterator[Call | None]:
    """Yield the calls that create optimizers whose rate falls with each step by an argument of theirs."""
    for optimizer in training.optimizers:
        yield from map(script.creation, innermost(script, optimizer))


def _periodic(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls of what does something once in a number of steps: callbacks of a model, hooks, configurations.

    Those of an evaluation count its own steps, which are not divided, and those of an optimizer go with it.
    """
    for call in script.calls_with("step-periods"):
        roles = {script.role_of(value) for value in script.values(call.node) if isinstance(value, Instance)}
        if (
            "optimizer" not in roles
            and ("callback" in roles) is (training.pattern is Pattern.KERAS)
            and not _only_evaluates(script, call)
        ):
            yield call


@answered_once
def _only_evaluates(script: Script, creation: Call) -> bool:
    """Say whether what a call creates is a hook of evaluations, and of nothing that trains."""
    made = {value for value in script.values(creation.node) if isinstance(value, Instance)}
    takers = {"evaluates": False, "trains": False}
    for call in dict.fromkeys((*script.calls_with("hooks"), *script.calls_with("evaluation-hooks"))):
        for name, purpose in _hooks(call):
            hooks = script.values(call.argument(name))
            if not made.isdisjoint(script.origins(hooks, lambda value: value in made)):
                takers[purpose] = True
    return takers["evaluates"] and not takers["trains"]


def _hooks(call: Call) -> Iterator[tuple[str, str]]:
    """Yield the parameters of a call that take hooks, with what it does while it calls them."""
    facts = call.entry.facts if call.entry is not None else {}
    if "hooks" in facts and call.entry is not None:
        trains = bool(facts.get("trains")) or not (facts.get("evaluates") or call.entry.role == "eval-spec")
        yield str(facts["hooks"]), "trains" if trains else "evaluates"
    yield from ((name, "evaluates") for name in _names(facts.get("evaluation-hooks")))


def _schedules(script: Script, training: Training) -> Iterator[Instance]:
    """Yield the schedules that give the optimizers of a training their rates, in the order of the text.

    They are given when an optimizer is made, or set later. What a schedule of the project calls itself is none of them:
    it gets the steps of all processes from that.
    """
    found: dict[Instance, None] = {}
    optimizers = [inner for each in training.optimizers for inner in innermost(script, each)]
    by_name = (step for step in training.train_ops if step.entry is not None and "optimizer-names" in step.entry.facts)
    creations = dict.fromkeys([*map(script.creation, optimizers), *by_name])
    given = [argument for creation in creations if creation is not None for argument in _given(script, creation)]
    given += [
        value
        for document in script.documents
        for optimizer, value in settings(script, document)
        if not script.values(optimizer).isdisjoint(optimizers)
    ]
    pending = [value for node in given for value in script.values(node)]
    seen: set[Value] = set()
    while pending:
        value = pending.pop()
        if isinstance(value, Container) and value not in seen:  # what `**` passes, or a configuration
            seen.add(value)
            pending += script.elements(value)
        if not isinstance(value, Instance) or script.role_of(value) != "schedule" or value in found:
            continue
        found[value] = None
        if isinstance(value.of, Class):
            continue
        made = script.creation(value)
        pending += [each for node in made.arguments for each in script.values(node)] if made is not None else []
    yield from sorted(found, key=lambda each: -1 if (made := script.creation(each)) is None else script.order(made))


def _given(script: Script, creation: Call) -> Iterator[ast.expr]:
    """Yield what an optimizer is made of: its arguments, those of `functools.partial`, and what an own one hands on."""
    yield from dict.fromkeys((*creation.arguments, *creation.named.values()))
    for owner in (value.of for value in script.values(creation.node) if isinstance(value, Instance)):
        own = methods(script, owner).get("__init__") if isinstance(owner, Class) else None
        handing = handing_on(script, owner, own) if isinstance(owner, Class) and own is not None else None
        yield from handing.arguments if handing is not None else ()


def _steps(script: Script, creation: Call) -> Iterator[_Steps]:
    facts = creation.entry.facts if creation.entry is not None else {}
    for name in _names(facts.get("steps")):
        node = creation.argument(name)
        if node is not None and not _is_off(script, creation.document, node):
            yield _Steps(creation.document, node, "number")
    for name in _names(facts.get("step-periods")):
        document, node = creation.placed(name) or (creation.document, None)
        every = node is not None and script.constants(node) == {1}
        if node is not None and not every and not _is_off(script, document, node):
            if _is_number(script, document, node) or _is_given(script, document, node):
                yield _Steps(document, node, "period")
            elif not _is_word(script, creation, node):
                yield _Steps(document, node, "period, if any")
            elif isinstance(node, ast.Name | ast.Attribute) and not _is_text(script, node):
                yield _Steps(document, node, "period, or a word")
    decay = _decay(script, creation, str(facts["decays-by"])) if "decays-by" in facts else None
    if decay is not None and not _is_off(script, creation.document, decay):
        yield _Steps(creation.document, decay, "added")
    weights = creation.argument(str(facts["decays-weights-by"])) if "decays-weights-by" in facts else None
    if weights is not None and not _is_off(script, creation.document, weights) and not _is_computed(script, weights):
        yield _Steps(creation.document, weights, "added")
    for name in _names(facts.get("step-lists")):
        node = creation.argument(name)
        if isinstance(node, ast.List | ast.Tuple) and not any(isinstance(each, ast.Starred) for each in node.elts):
            yield from (_Steps(creation.document, each, "boundary") for each in node.elts)
        elif node is not None:
            yield _Steps(creation.document, node, "boundaries")


def _computed_decay(script: Script, creation: Call) -> Iterator[Change]:
    """Yield the doubt about a decay of the weights that is computed anew for each step, whatever the rate."""
    name = creation.entry.facts.get("decays-weights-by") if creation.entry is not None else None
    weights = creation.argument(name) if isinstance(name, str) else None
    if weights is not None and _is_computed(script, weights):
        where = f"{creation.document.quote(creation.node.func)} in {creation.document.place_of(creation.node)}"
        doubt = (
            f"`{name}` of {where} must grow by hvd.size() with the rate: it stays, and each process takes fewer steps"
        )
        yield Change(EditSet.empty, doubt)


def _hidden_steps(script: Script, creation: Call) -> Iterator[Change]:
    """Yield the doubts about the steps of a schedule, and about a decay in each step, that are given by hidden arguments."""
    facts = [entry.facts for entry in script.entries(creation) if entry.role == "schedule"]
    names = dict.fromkeys(name for each in facts for fact in ("steps", "step-lists") for name in _names(each.get(fact)))
    hidden = [name for name in names if creation.argument(name) is None and script.may_pass(creation, name)]
    where = f"{creation.document.quote(creation.node.func)} in {creation.document.place_of(creation.node)}"
    if hidden:
        yield hidden_counts(hidden, where)
    decay = str(creation.entry.facts.get("decays-by", "")) if creation.entry is not None else ""
    if decay and _decay(script, creation, decay) is None and script.may_pass(creation, decay):
        doubt = f"`{decay}` of {where} must grow by hvd.size() where it is set, if it is: `*` or `**` may hide it"
        yield Change(EditSet.empty, doubt)


def _is_computed(script: Script, node: ast.expr) -> bool:
    """Say whether a schedule or a function gives a number anew for each step."""
    return any(
        isinstance(each, Function | Bound) or script.role_of(each) == "schedule" for each in script.values(node)
    ) or isinstance(node, ast.Lambda)


def _is_off(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a number is surely none; one that is None on some ways only is a number where a schedule is made of it."""
    constants = given_constants(script, document, node)
    return (
        bool(constants) and constants <= {None, 0} and all(isinstance(each, Constant) for each in script.values(node))
    )


def _decay(script: Script, creation: Call, name: str) -> ast.expr | None:
    """Give the argument by which an optimizer's rate falls, by its name or by its place before Keras 2.4."""
    named = creation.named.get(name)
    if named is not None:
        return named
    order = _names(creation.entry.facts.get("older-order")) if creation.entry is not None else ()
    placed = creation.node.args[: order.index(name) + 1] if name in order else []
    if not placed or len(placed) <= order.index(name) or any(isinstance(each, ast.Starred) for each in placed):
        return None
    is_older = keras_module(script, creation.document) == STANDALONE_KERAS or script.is_for_version_1
    is_switch = any(isinstance(each, bool) for each in script.constants(placed[-1]))  # what stands there since
    return placed[-1] if is_older and not is_switch else None


def _is_number(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether what may be a number or a word is a number: it is computed, or all that it may be is known."""
    match node:
        case ast.BinOp():
            return True
        case ast.Name() | ast.Attribute():
            bindings = list(script.slices.assignments(document, node))
            if bindings and all(isinstance(each.value, ast.BinOp) and not each.part for each in bindings):
                return True
    call = script.call(node)
    known = script.constants(node)
    counted = call is not None and not call.names.isdisjoint(_WHOLE)
    return counted or (bool(known) and all(type(each) is int for each in known))


def _is_given(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether an option is a number where it is not given."""
    try:
        return type(default(script, document, node)) is int
    except NoDefault:
        return False


def _is_word(script: Script, creation: Call, node: ast.expr) -> bool:
    """Say whether a period may be a word, as those of callbacks: `"epoch"`; others are numbers, or None for none."""
    roles = {script.role_of(value) for value in script.values(creation.node) if isinstance(value, Instance)}
    return "callback" in roles or any(isinstance(each, str) for each in script.constants(node))


def _is_text(script: Script, node: ast.expr) -> bool:
    """Say whether all that is known of a period are words."""
    constants = script.constants(node)
    return bool(constants) and all(isinstance(each, str) for each in constants)


def _names(fact: object) -> tuple[str, ...]:
    return tuple(str(each) for each in fact) if isinstance(fact, list | tuple) else ()


def _divide(script: Script, steps: _Steps) -> EditSet:
    hvd = horovod(script, steps.document)
    match steps.kind:
        case "number":  # a fraction, so that few steps never become none
            edits = layout.wrap(steps.document, steps.node, "", f" / {hvd.text}.size()", ast.Div)
        case "period":
            counted = _of_epoch(script, steps.node) or steps.node
            edits = layout.wrap(steps.document, counted, "max(1, ", f" // {hvd.text}.size())", ast.FloorDiv)
        case "period, if any":
            name = steps.document.segment(steps.node)
            edits = layout.wrap(
                steps.document, steps.node, f"{name} and max(1, ", f" // {hvd.text}.size())", ast.FloorDiv
            )
        case "period, or a word":
            name = steps.document.segment(steps.node)
            before = f"{name} if isinstance({name}, str) else max(1, "
            edits = layout.wrap(steps.document, steps.node, before, f" // {hvd.text}.size())", ast.FloorDiv)
        case "added":
            edits = layout.wrap(steps.document, steps.node, "", f" * {hvd.text}.size()", ast.Mult)
        case "boundary":
            edits = layout.wrap(steps.document, steps.node, "", f" // {hvd.text}.size()", ast.FloorDiv)
        case "boundaries":
            before = f"[boundary // {hvd.text}.size() for boundary in "
            edits = layout.wrap(steps.document, steps.node, before, "]")
    return _once(steps.document, (*hvd.edits, *edits))


def _of_epoch(script: Script, period: ast.expr) -> ast.expr | None:
    """Give the steps of an epoch in a period of several epochs, which must end when these do: `n` of `5 * n`."""
    epochs = [step.argument("steps_per_epoch") for training in script.trainings for step in training.steps]
    sides = (period.left, period.right) if isinstance(period, ast.BinOp) and isinstance(period.op, ast.Mult) else ()
    return next((side for side in sides for each in epochs if each is not None and same(side, each)), None)


def _own(script: Script, owner: Class) -> Iterator[Change]:
    """Yield the change that counts the steps of all processes in the `__call__` of a project's own schedule."""
    for ancestor in script.flow.mro(owner):
        if not isinstance(ancestor, Class) or not ancestor.site.module.own:
            continue
        for method in getattr(ancestor.site.node, "body", []):
            if isinstance(method, ast.FunctionDef) and method.name == "__call__" and len(method.args.args) > 1:
                if not any(is_size(script.call(node)) and _is_of_step(node, method) for node in ast.walk(method)):
                    yield Change(partial(_count_all, script, ancestor.site.module.document, method))
                return


def _is_of_step(node: ast.AST, method: ast.FunctionDef) -> bool:
    """Say whether a call of `hvd.size()` stands in an assignment of the step, as `_count_all` writes it."""
    step = method.args.args[1].arg
    return any(
        isinstance(each, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == step for target in each.targets)
        and node in ast.walk(each)
        for each in method.body
    )


def _count_all(script: Script, document: Document, method: ast.FunctionDef) -> EditSet:
    hvd = horovod(script, document)
    step = method.args.args[1].arg
    body = method.body
    first = body[1] if len(body) > 1 and ast.get_docstring(method) is not None else body[0]
    line = f"{step} = {step} * {hvd.text}.size()  # the steps of all processes"
    return _once(document, (*hvd.edits, *layout.insert_before(document, first, [line])))


def _once(document: Document, edits: Sequence[Edit]) -> EditSet:
    return EditSet.of(document, [replace(edit, once=True) for edit in edits])
