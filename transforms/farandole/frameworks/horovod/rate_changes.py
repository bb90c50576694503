"""Where a script changes the rate of a training while it trains: processes that did so alone would drift apart."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from farandole.analysis.answers import answered_once
from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.analysis.slicing import argument_for
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.feeds import PLACEHOLDERS, fed
from farandole.frameworks.tensorflow.hooks import run_arguments
from farandole.frameworks.tensorflow.optimizers import innermost
from farandole.frameworks.tensorflow.session_runs import fetched_parts
from farandole.frameworks.tensorflow.step_counters import added_to
from farandole.frameworks.tensorflow.training import Training
from farandole.source import Document

Place = tuple[Document, ast.AST]

RATE_ATTRIBUTES = frozenset({"lr", "_lr", "learning_rate", "_learning_rate"})
"""What optimizers call their rate."""

_ASSIGNING = frozenset({"assign", "assign_add", "assign_sub", "load", "set_value"})
VARIABLES = frozenset({"tensorflow.Variable", "tensorflow.get_variable", "tensorflow.keras.backend.variable"})
"""What makes a variable."""

SET_VALUE = "tensorflow.keras.backend.set_value"
SETTERS = frozenset({SET_VALUE, "tensorflow.keras.backend.update"})
"""What gives a variable of Keras another value."""

_RUN = "tensorflow.Session.run"


def rate_changes(script: Script, training: Training) -> Iterator[Place]:
    """Yield the places that give an optimizer of a training another rate, in the order of their kinds and of the text.

    These are its attribute, the variable that its rate is computed from, and what the placeholder of its rate is fed.
    """
    yield from set_by_name(script)
    read = set(_read_by_rates(script, training))
    yield from _assignments(script, {each for each in read if is_made_by(script, each, VARIABLES)})
    given = fed(script, (*training.runs, *run_arguments(script)), _placeholders(script, read))
    handed = (each for place in given for each in _handed_on(script, *place, frozenset()))
    yield from dict.fromkeys(place for each in handed for place in stored(*each))


@answered_once
def rate_variables(script: Script) -> frozenset[Value]:
    """Give the variables that rates are computed from: they are equal in all processes if their changes are."""
    read = (value for training in script.trainings for value in _read_by_rates(script, training))
    return frozenset(each for each in read if is_made_by(script, each, VARIABLES))


def fed_rates(script: Script, training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what the placeholders that the rates of a training are computed from are fed, by whichever function."""
    placeholders = _placeholders(script, _read_by_rates(script, training))
    for document, value in fed(script, training.runs, placeholders):
        yield from _handed_on(script, document, value, frozenset())


def fed_by_hooks(script: Script, training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what hooks feed to the placeholders that the rates of a training are computed from."""
    if calls := run_arguments(script):
        yield from fed(script, calls, _placeholders(script, _read_by_rates(script, training)))


def new_rate(script: Script, document: Document, node: ast.AST) -> ast.expr | None:
    """Give the rate that is set at one of these places, or the number that it is computed from.

    None of what only counts on a variable, which all processes do alike.
    """
    match document.statement(node):
        case ast.Assign(targets, value) if node in targets:
            return value
        case ast.AugAssign(target, _, value) if node is target:
            return value
    around = (node, *islice(document.ancestors(node), 2))
    call = next((call for each in around if (call := script.call(each)) is not None), None)
    if call is not None and _counts(script, call):
        return None
    if call is not None and call.attribute == "load" and call.receivers:  # of a variable: its value, and the session
        return next(iter(call.node.args), None)
    given = (call.argument(name) for name in ("value", "feed_dict")) if call is not None else ()
    return next(filter(None, given), call.node.args[-1] if call is not None and call.node.args else None)


def _counts(script: Script, call: Call) -> bool:
    """Say whether a call adds one to a variable, or runs what does, and gives none another value."""
    parts = fetched_parts(script, call) if _RUN in call.names else ()
    values = (value for each in parts for value in script.values(each))
    made = (script.creation(value) for value in values if isinstance(value, Instance))
    run = [each for each in made if each is not None and _is_assignment(each)]
    return all(added_to(script, each) for each in run) if run else bool(added_to(script, call))


def _is_assignment(call: Call) -> bool:
    return call.attribute in _ASSIGNING or (call.entry is not None and "assigns" in call.entry.facts)


def set_by_name(script: Script, names: Iterable[str] = RATE_ATTRIBUTES) -> Iterator[Place]:
    """Yield where an attribute of one of some names, such as its rate, is set in an optimizer of Keras."""
    for document in script.documents:
        for node in document.attributes(*names):
            if isinstance(node.ctx, ast.Store) and _is_optimizer(script, node.value):
                yield document, node
        for setting in (each for each in document.nodes(ast.Call) if isinstance(each, ast.Call)):
            target, told = target_of(script, document, setting), set_by_text(setting)
            match script.slices.alias(document, target) if target is not None else None:
                case ast.Attribute(owner, name) if name in names and _is_optimizer(script, owner):
                    yield document, target or owner
            if told is not None and told[1] in names and _is_optimizer(script, told[0]):
                yield document, setting


def target_of(script: Script, document: Document, node: ast.Call) -> ast.expr | None:
    """Give what a call sets, as it is written there: what is assigned to, or is passed to a setter of Keras."""
    call = script.call(node)
    if call is not None and not call.names.isdisjoint(SETTERS):
        return next(iter(node.args), None)
    match script.slices.alias(document, node.func):
        case ast.Attribute(target, attr) if attr in _ASSIGNING:
            return target
    return None


def set_by_text(node: ast.Call) -> tuple[ast.expr, str, ast.expr] | None:
    """Give the object, the name and the value where a call sets an attribute by its name as a text."""
    match node:
        case ast.Call(ast.Name("setattr"), [owner, ast.Constant(str(attribute)), value]):
            return owner, attribute, value
        case ast.Call(ast.Attribute(owner, "_set_hyper" | "__setattr__"), [ast.Constant(str(attribute)), value]):
            return owner, attribute, value
    return None


def _is_optimizer(script: Script, node: ast.expr) -> bool:
    document = script.home(node)
    place = script.slices.alias(document, node) if document is not None else node
    named = isinstance(place, ast.Attribute) and place.attr in ("optimizer", "inner_optimizer")
    return named or bool(script.instances(node, "optimizer"))


def _read_by_rates(script: Script, training: Training) -> Iterator[Value]:
    """Yield the values that the rates of a training's optimizers are computed from."""
    for optimizer in training.optimizers:
        for creation in map(script.creation, innermost(script, optimizer)):
            rate = _rate(creation) if creation is not None else None
            if creation is not None and rate is not None:
                for node in script.slices.of(creation.document, rate):
                    if isinstance(node, ast.expr):
                        yield from script.values(node)


def _rate(creation: Call) -> ast.expr | None:
    fact = creation.entry.facts.get("learning-rate") if creation.entry is not None else None
    names = (fact["parameter"], *fact.get("aliases", ())) if isinstance(fact, Mapping) else ()
    return next((node for name in names if (node := creation.argument(str(name))) is not None), None)


def _placeholders(script: Script, read: Iterable[Value]) -> set[Value]:
    """Give those that are placeholders among the values that rates are computed from."""
    return {each for each in read if is_made_by(script, each, PLACEHOLDERS)}


def is_made_by(script: Script, value: Value, names: frozenset[str]) -> bool:
    """Say whether a value is an object that one of some functions or classes makes."""
    creation = script.creation(value) if isinstance(value, Instance) else None
    return creation is not None and not creation.names.isdisjoint(names)


def _assignments(script: Script, variables: set[Value]) -> Iterator[Place]:
    """Yield where variables get other values: the calls that say so, and the runs of what these have made before."""
    made: set[Value] = set()
    for call in script.calls if variables else ():
        parameter = call.entry.facts.get("assigns") if call.entry is not None else None
        given = script.values(call.argument(str(parameter))) if parameter else frozenset()
        receivers = call.receivers if call.attribute in _ASSIGNING else frozenset()
        if not variables.isdisjoint({*given, *receivers}):
            made |= {value for value in script.values(call.node) if isinstance(value, Instance)}
            yield call.document, call.node
    for call in script.calls if made else ():
        parts = fetched_parts(script, call) if _RUN in call.names else ()
        if any(not made.isdisjoint(script.values(each)) for each in parts):
            yield call.document, call.node


def _handed_on(
    script: Script, document: Document, value: ast.expr, seen: frozenset[ast.AST]
) -> Iterator[tuple[Document, ast.expr]]:
    """Yield an expression, and what callers give for it where it is a parameter of its function."""
    yield document, value
    function = script.function(document, value)
    if not isinstance(value, ast.Name) or not isinstance(function, FunctionNode) or function in seen:
        return
    if value.id in {each.arg for each in parameters(function)}:
        for call in script.callers(function):
            given = argument_for(script, call, function, value.id)
            if given is not None and given[1] in call.arguments:
                yield from _handed_on(script, call.document, given[1], seen | {function})


def stored(document: Document, value: ast.expr) -> Iterator[Place]:
    """Yield where a name or attribute that an expression is made of is given another value, in the same file."""
    read = {ast.unparse(each) for each in ast.walk(value) if isinstance(each, ast.Name | ast.Attribute)}
    for node in document.nodes(ast.Name, ast.Attribute):
        if isinstance(node.ctx, ast.Store) and ast.unparse(node) in read:
            yield document, node
