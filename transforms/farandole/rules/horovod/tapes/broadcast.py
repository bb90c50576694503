"""Eager training starts from one set of variables: rank 0's are broadcast once, after the first step."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from farandole.analysis.access_paths import expression_at, is_plain, is_readable_at
from farandole.analysis.anchors import Anchor, anchors, leading
from farandole.analysis.loops import LoopAt, chains, iterated, range_counts
from farandole.analysis.points_to.values import Container
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training, gradient_calls
from farandole.options import Options
from farandole.rules.horovod.names import horovod_tensorflow, tensorflow
from farandole.rules.horovod.restrictions.hvd304_broadcast_place import (
    step_without_statement,
    steps_in_graph,
    variables_without_name,
)
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.horovod.tapes.averages import followers
from farandole.rules.horovod.tapes.wrap import structured
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, EditSet, layout

BROADCASTS = ("horovod.tensorflow.broadcast_variables", "horovod.tensorflow.broadcast_global_variables")
_FEW = 10
"""The most steps, such as those of a critic, that one call of a traced function takes for a single one."""

TRAINABLE = ("trainable_variables", "trainable_weights", "variables", "weights")


@dataclass(frozen=True)
class Variables:
    """What is broadcast at an anchor, as expressions of the code there."""

    lists: tuple[str, ...]
    optimizer: str


def find(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    """Find the steps of a training after which its variables are not broadcast."""
    done = next((call for call in script.calls_to(*BROADCASTS) if _concerns(script, call, training)), None)
    if done is not None:
        span = done.document.span(done.node)
        yield Finding(rule, Status.DONE, done.document, span, "the variables are broadcast here", training=training)
        return
    places: list[tuple[Anchor, Variables]] = []
    for step in training.steps:
        found = _places(script, training, step)
        if isinstance(found, Refusal):
            yield found.finding(rule.code, step.document, step.node, training)
            return
        places.extend(found)
    for anchor, variables in leading(places):
        yield Finding(
            rule,
            Status.MISSING,
            anchor.document,
            anchor.document.span(anchor.node),
            f"each process starts {training.label} from its own initial values",
            "broadcast the variables of rank 0 after the first step",
            training=training,
            fix=partial(_fix, script, anchor, variables),
        )


def _concerns(script: Script, broadcast: Call, training: Training) -> bool:
    """Say whether a broadcast is of a training's variables, as far as can be told."""
    values = [value for argument in broadcast.node.args for value in script.values(argument)]
    ours = training.models | training.optimizers
    others = {each for other in script.trainings for each in other.models | other.optimizers} - ours
    reached = script.origins(values, lambda value: value in ours or value in others)
    return not reached or not ours.isdisjoint(reached)


def _places(script: Script, training: Training, step: Call) -> list[tuple[Anchor, Variables]] | Refusal:
    """Give the places after which a step has been taken, with what to broadcast there."""
    found = anchors(script, step.document, step.node)
    if found is None:
        return step_without_statement(step)
    loop = _loop_in_graph(script, step)
    if loop is not None:
        return steps_in_graph(training, step, loop)
    kept = tuple(followers(script, training))
    places = []
    for anchor in found:
        variables = _variables(script, step, anchor)
        if variables is None:
            return variables_without_name(training, anchor.document, anchor.statement)
        named = (
            document.segment(model)
            for document, model in kept
            if is_plain(model) and is_readable_at(script, document, model, anchor.document, anchor.node)
        )
        lists = dict.fromkeys((*variables.lists, *(f"{model}.variables" for model in named)))
        variables = replace(variables, lists=tuple(lists))
        places.append((anchor, variables))
    return places


def _loop_in_graph(script: Script, step: Call) -> LoopAt | None:
    """Give the loop of a traced function that may take many steps before any statement can follow one."""
    places = (place for chain in chains(script, step.document, step.node) for place in chain)
    traced = (place for place in places if script.traced_function(place.document, place.node) is not None)
    return next((place for place in traced if not _has_few_turns(script, place)), None)


def _has_few_turns(script: Script, place: LoopAt) -> bool:
    if isinstance(place.node, ast.While):
        return False
    counts = range_counts(script, place)
    if counts:
        turns = [turn for count in counts for turn in script.constants(count.node) or (None,)]
        return all(isinstance(turn, int) and turn <= _FEW for turn in turns)
    read = (node for _, node in iterated(script, place.document, place.node.iter))
    return any(script.must_be(node, lambda value: isinstance(value, Container)) for node in read)


def _fix(script: Script, anchor: Anchor, variables: Variables) -> EditSet:
    hvd = horovod_tensorflow(script, anchor.document)
    optimizer = variables.optimizer
    lines = [
        f'if not getattr({optimizer}, "hvd_broadcast_done", False):',
        *(f"    {hvd.text}.broadcast_variables({each}, root_rank=0)" for each in variables.lists),
        f"    {hvd.text}.broadcast_variables({optimizer}.variables(), root_rank=0)",
        f"    {optimizer}.hvd_broadcast_done = True",
    ]
    edits = layout.insert_after(anchor.document, anchor.statement, lines, once=True)
    return EditSet.of(anchor.document, [*hvd.edits, *edits])


def _variables(script: Script, step: Call, anchor: Anchor) -> Variables | None:
    """Say what to broadcast at an anchor: the variables of the models, or those that are differentiated by."""
    function = step.node.func
    assert isinstance(function, ast.Attribute)
    optimizer = expression_at(script, step.document, function.value, anchor.document, anchor.node)
    lists = next((found for sources in _sources(script, step) if (found := _all_lists(script, sources, anchor))), ())
    return Variables(lists, optimizer) if optimizer and lists else None


Sources = tuple[tuple[Document, ast.expr], ...]


def _sources(script: Script, step: Call) -> Iterator[Sources]:
    """Yield expressions for the variables that a step changes: those differentiated by, then those it is given."""
    gradients = gradient_calls(script, step)
    yield tuple((each.document, source) for each in gradients if (source := each.argument("sources")) is not None)
    given = step.argument("var_list") or _second_of_pairs(step)
    if given is not None:
        yield ((step.document, given),)


def _second_of_pairs(step: Call) -> ast.expr | None:
    """Give the variables of `apply_gradients(zip(gradients, variables))` or of a literal list of pairs."""
    match step.argument("grads_and_vars") or next(iter(step.node.args), None):
        case ast.Call(func=ast.Name("zip"), args=[_, variables]):
            return variables
        case ast.List(elts=[ast.Tuple(elts=[_, variable])]):
            return variable
    return None


def _all_lists(script: Script, sources: Sources, anchor: Anchor) -> tuple[str, ...]:
    lists: dict[str, None] = {}
    for document, node in sources:
        found = _lists(script, document, node, anchor)
        if not found:
            return ()
        lists.update(dict.fromkeys(found))
    return tuple(lists)


def _lists(script: Script, document: Document, sources: ast.expr, anchor: Anchor) -> tuple[str, ...]:
    """Give expressions for all variables behind the sources of a gradient, as they can be read at an anchor."""
    holders = _holders(script, document, sources)
    if holders and not script.values(sources).is_partly_unknown:
        named = [
            (expression_at(script, document, owner, anchor.document, anchor.node), attribute)
            for owner, attribute in holders
        ]
        return tuple(f"{owner}.{attribute}" for owner, attribute in named) if all(owner for owner, _ in named) else ()
    if is_readable_at(script, document, sources, anchor.document, anchor.node):
        text = document.segment(sources)
        variables = all(script.role_of(value) == "variable" for value in script.values(sources))
        if script.values(sources) and variables:
            return (f"[{text}]",)
        if structured(script, sources):
            return (f"{tensorflow(script, anchor.document).text}.nest.flatten({text})",)
        return (text,)
    if isinstance(sources, ast.List | ast.Tuple):
        elements = [expression_at(script, document, each, anchor.document, anchor.node) for each in sources.elts]
        return (f"[{', '.join(elements)}]",) if elements and all(elements) else ()
    return ()


def _holders(script: Script, document: Document, sources: ast.expr) -> tuple[tuple[ast.expr, str], ...]:
    """Give the objects whose variables the sources are, with the attribute that has all of them.

    A local name for the variables is followed to the one assignment of it in the same function.
    """
    if isinstance(sources, ast.Name):
        assigned = _only_assignment(document, sources)
        return _holders(script, document, assigned) if assigned is not None else ()
    found = []
    for node in ast.walk(sources):
        if isinstance(node, ast.Attribute) and node.attr in TRAINABLE:
            models = any(script.role_of(value) in ("model", "layer") for value in script.values(node.value))
            found.append((node.value, "variables" if models else node.attr))
    return tuple(found)


def _only_assignment(document: Document, name: ast.Name) -> ast.expr | None:
    scope = document.scope(name)
    values = [
        node.value
        for node in document.within(scope)
        if isinstance(node, ast.Assign)
        and any(isinstance(each, ast.Name) and each.id == name.id for each in node.targets)
    ]
    return values[0] if len(values) == 1 else None
