"""Optimizers as they reach a training: wrapped in others, given by name, or averaged by Horovod already."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from farandole.analysis.def_use import Assignment
from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.lattice import Values, ordered
from farandole.analysis.points_to.values import Class, Constant, Instance, Library, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.reaching import replaced
from farandole.analysis.scopes import needed_parameters, parameters, positional
from farandole.catalog import Entry
from farandole.frameworks.horovod.use import initialised_by
from farandole.source import Document

AVERAGED = frozenset(
    f"horovod.{module}.{name}"
    for module in ("tensorflow", "tensorflow.keras", "keras")
    for name in ("allreduce", "grouped_allreduce")
)
"""What averages values over the processes one by one."""
_REGISTERING = frozenset(f"tensorflow.keras.{module}.register_keras_serializable" for module in ("utils", "saving"))
"""What registers a class with Keras, so that its objects can be made from their configuration."""

_KNOWING = tuple(
    f"tensorflow.keras.{module}.{name}"
    for module in ("utils", "saving")
    for name in ("CustomObjectScope", "custom_object_scope", "get_custom_objects")
)
"""What tells Keras of classes for some statements, or for good."""

ROLES = ("optimizer", "loss-scale-optimizer")
COMPILE_DEFAULT = "rmsprop"


def optimizers(program: Program, node: ast.expr | None) -> frozenset[Instance]:
    """Give the optimizers, wrapped or not, that an expression may stand for.

    One that another of them wraps is left out: its name was bound to the wrapper after it.
    """
    outside = passed_over(program, node)
    return ordered(each for each in _every(program, node) if each not in outside)


def others(program: Program, node: ast.expr | None) -> Values:
    """Give what else than an optimizer an expression for one may stand for: a name, a configuration, or anything.

    What one of its optimizers wraps is left out: its name was bound to the wrapper after it. So is a text that the name
    had before, where it surely has an optimizer in its place.
    """
    none = {Constant(None), *_replaced(program, node)}
    values = Values(each for each in program.values(node) if program.role_of(each) not in ROLES and each not in none)
    if not values:
        return values
    inside = {value for each in _every(program, node) for value in program.values(_wrapped(program, each))}
    return Values(each for each in values if each not in inside)


def _replaced(program: Program, node: ast.expr | None) -> frozenset[Constant]:
    """Give the texts that a name has had and that a chain of questions for them has replaced since."""
    document = program.home(node) if isinstance(node, ast.Name) else None
    if document is None or not isinstance(node, ast.Name):
        return frozenset()
    home = program.scope(document, node).home(node.id)
    if home is None:
        return frozenset()
    definitions = program.def_use.names.get((home, node.id), ())
    found = [each for each in definitions if isinstance(each, Assignment)]
    gone = replaced(document, node, home.node, found) if len(found) == len(definitions) else []
    left = {each.value.value for each in found if each not in gone and isinstance(each.value, ast.Constant)}
    texts = {each.value.value for each in gone if isinstance(each.value, ast.Constant)} - left
    return frozenset(Constant(each) for each in texts if isinstance(each, str))


def unfollowed(program: Program, node: ast.expr | None) -> str:
    """Say what can't be followed among what an expression for an optimizer may stand for.

    An empty text says that nothing of it is unknown.
    """
    values = others(program, node)
    for each in values.unknown:
        return program.describe(each)
    return program.describe_unread(values)


def passed_over(program: Program, node: ast.expr | None) -> frozenset[Instance]:
    """Give the optimizers that an expression may stand for when another one has not been wrapped around them.

    Two that seem to wrap each other stand in the same attribute of different classes.
    """
    every = _every(program, node)
    inside = {each: wrapped(program, each) for each in every} if len(every) > 1 else {}
    return ordered(
        inner for inner in inside for outer in inside if inner in inside[outer] and outer not in inside[inner]
    )


def _every(program: Program, node: ast.expr | None) -> frozenset[Instance]:
    found = _own(program, node)
    return ordered(
        (*found, *(other for each in found for value in _beside(program, each) for other in _own(program, value)))
    )


def _own(program: Program, node: ast.expr | None) -> list[Instance]:
    return [each for role in ROLES for each in program.instances(node, role)]


def _beside(program: Program, optimizer: Instance) -> list[ast.expr]:
    """Give what stands beside an optimizer in a dictionary of which a setting chooses one: it may choose another."""
    creation = program.creation(optimizer)
    display = creation.document.parent(creation.node) if creation is not None else None
    if creation is None or not isinstance(display, ast.Dict):
        return []
    document, outer = creation.document, creation.document.parent(display)
    read: list[ast.expr] = [display]
    match outer:
        case ast.Assign([ast.Name(name) as target]) if (home := program.scope(document, target).home(name)) is not None:
            read = list(program.def_use.uses.get((home, name), ()))
    return display.values if read and all(_is_chosen_from(document, each) for each in read) else []


def _is_chosen_from(document: Document, node: ast.expr) -> bool:
    """Say whether an item of something is taken, by what is not written there."""
    parent = document.parent(node)
    return isinstance(parent, ast.Subscript) and parent.value is node and not isinstance(parent.slice, ast.Constant)


def is_of_version_1(program: Program, optimizer: Instance) -> bool:
    """Say whether what an optimizer wraps in the end, or is itself, is one of TensorFlow 1, and none of Keras."""
    names = (name for each in innermost(program, optimizer) for name in library_classes(program, each))
    entries = (program.catalog.entry(name) for name in names)
    return any(entry is not None and entry.facts.get("api") == "tf1" for entry in entries)


def library_classes(program: Program, optimizer: Instance) -> tuple[str, ...]:
    """Give the names of the library classes that an optimizer is an instance of, directly or by inheritance."""
    match optimizer.of:
        case Library(name):
            return (name,)
        case Class() as owner:
            return program.library_ancestors(owner)


def wrapped(program: Program, optimizer: Instance) -> frozenset[Instance]:
    """Give the optimizers inside a wrapping one, at every depth; empty for a plain optimizer."""
    found: set[Instance] = set()
    pending = [optimizer]
    while pending:
        for inner in _inside(program, pending.pop()):
            if inner not in found:
                found.add(inner)
                pending.append(inner)
    return ordered(found)


def innermost(program: Program, optimizer: Instance) -> tuple[Instance, ...]:
    """Give the plain optimizers that a (possibly wrapped) optimizer is made of, in the order of the text."""
    every = {optimizer, *wrapped(program, optimizer)}
    plain = [each for each in every if not _inside(program, each)]
    return tuple(
        sorted(plain, key=lambda each: (getattr(each.site.node, "lineno", 0), getattr(each.site.node, "col_offset", 0)))
    )


def applying_alone(program: Program, optimizer: Instance) -> tuple[Call, ...]:
    """Give the calls that wrap a Keras optimizer in one that applies gradients by it, and computes them without it.

    One that scales the loss computes them by what it wraps, and so does Horovod's.
    """
    made = map(program.creation, ordered({optimizer, *wrapped(program, optimizer)}))
    return tuple(
        call
        for call in made
        if call is not None
        and call.entry is not None
        and "wraps" in call.entry.facts
        and call.entry.role != "loss-scale-optimizer"
        and not _names_horovod(call)
    )


def is_distributed(program: Program, optimizer: Instance) -> bool:
    """Say whether an optimizer, or one inside it, averages gradients by Horovod.

    One of a class of the project asks those that it is given, or averages in its own methods; another library's
    `DistributedOptimizer`, in a script that uses Horovod, is taken by its name.
    """
    seen: set[Instance] = set()
    pending = [optimizer]
    while pending:
        each = pending.pop()
        if each in seen:
            continue
        seen.add(each)
        call = program.creation(each)
        if call is not None and (_names_horovod(call) or _is_of_other_library(program, call)):
            return True
        pending.extend(_inside(program, each))
        if call is not None and isinstance(each.of, Class):
            if calls_within(program, each.of, AVERAGED):
                return True
            pending.extend(inner for argument in call.arguments for inner in _every(program, argument))
    return False


def calls_within(program: Program, owner: Class, names: frozenset[str]) -> bool:
    """Say whether the body of a class, or of one of the project that it is derived from, makes one of some calls."""
    bodies = [each.site.node for each in program.flow.mro(owner) if isinstance(each, Class)]
    return any(
        body in (call.node, *call.document.ancestors(call.node)) for call in program.calls_to(*names) for body in bodies
    )


_TOLD_BY_KERAS = frozenset({"name", "clipnorm", "clipvalue", "global_clipnorm"})
"""What the configuration of every Keras optimizer tells."""


def identified(program: Program, value: Value) -> Entry | None:
    """Give the optimizer class that a string such as "adam" stands for in `compile`."""
    return program.catalog.identified(value.value, "optimizer") if isinstance(value, Constant) else None


def left_out(program: Program, optimizer: Instance) -> tuple[str, ...]:
    """Give what an optimizer of the project's own class is made with and its `get_config` does not tell.

    What makes the optimizer anew from its configuration, as Horovod's Keras optimizer does, goes without these.
    """
    creation = program.creation(optimizer)
    if creation is None or not isinstance(optimizer.of, Class) or creation.hides_arguments:
        return ()
    defined = methods(program, optimizer.of)
    if "__init__" not in defined:
        return ()
    arguments = defined["__init__"].args
    names = [each.arg for each in positional(defined["__init__"])][1:]
    names = [*names[: len(creation.node.args)], *(each.arg for each in creation.node.keywords if each.arg)]
    own = {each.arg for each in (*arguments.args, *arguments.kwonlyargs)}
    configuration = defined.get("get_config")
    told = _told(configuration) if configuration is not None else set()
    told |= _told_above(program, optimizer.of) if _inherits(configuration) else set()
    return tuple(name for name in dict.fromkeys(names) if name in own - told and name not in _TOLD_BY_KERAS)


def _told(configuration: ast.FunctionDef) -> set[str]:
    """Give the words of a `get_config`, those that it tells among them."""
    found: set[str] = set()
    for node in ast.walk(configuration):
        found |= {word for word in (getattr(node, "value", None), getattr(node, "arg", None)) if isinstance(word, str)}
    return found


def _inherits(configuration: ast.FunctionDef | None) -> bool:
    """Say whether the configuration of an own optimizer is that of the library's, or is made of it."""
    if configuration is None:
        return True
    return any(isinstance(each, ast.Attribute) and each.attr == "get_config" for each in ast.walk(configuration))


def _told_above(program: Program, owner: Class) -> set[str]:
    """Give what the configuration of the library's optimizer tells from which an own one derives: what it is given."""
    entry = _entry_above(program, owner)
    return {*(entry.parameters if entry is not None else ())}


def _entry_above(program: Program, owner: Class) -> Entry | None:
    above = (program.catalog.entry(name) for name in program.library_ancestors(owner))
    return next((each for each in above if each is not None and each.role == "optimizer"), None)


def methods(program: Program, owner: Class) -> dict[str, ast.FunctionDef]:
    """Give the methods that a class and those above it in the project define, each where Python finds it first."""
    found: dict[str, ast.FunctionDef] = {}
    for ancestor in program.flow.mro(owner):
        for each in getattr(ancestor.site.node, "body", ()) if isinstance(ancestor, Class) else ():
            if isinstance(each, ast.FunctionDef):
                found.setdefault(each.name, each)
    return found


def not_configured(program: Program, optimizer: Instance) -> str:
    """Say why Keras can't make an optimizer of the project's own class anew from its configuration; empty where it can.

    It calls the class with all that `get_config` gives by name: the arguments of Keras' own optimizer, unless the class
    gives others.
    """
    if not isinstance(optimizer.of, Class):
        return ""
    defined = methods(program, optimizer.of)
    initialiser, configuration = defined.get("__init__"), defined.get("get_config")
    if initialiser is None or "from_config" in defined:
        return ""
    if not _inherits(configuration):
        return ""
    if initialiser.args.kwarg is None:
        return "takes no `**kwargs`"
    handing = handing_on(program, optimizer.of, initialiser)
    known = _told_above(program, optimizer.of) | _TOLD_BY_KERAS
    lacking = [name for name in needed_parameters(initialiser)[1:] if configuration is None and name not in known]
    if lacking:
        return f"needs `{lacking[0]}`"
    own = {each.arg for each in parameters(initialiser)}
    given = {name for name in known if handing is not None and handing.argument(name) is not None} - own
    return f"gives `{min(given)}` besides" if given else ""


def handing_on(program: Program, owner: Class, initialiser: ast.FunctionDef) -> Call | None:
    """Give the call by which an own optimizer's initialiser runs the library's, as one that creates an optimizer."""
    entry = _entry_above(program, owner)
    call = next(calls_above(program, initialiser), None)
    return replace(call, names=frozenset({entry.name}), entry=entry) if call is not None and entry is not None else None


def calls_above(program: Program, initialiser: ast.FunctionDef) -> Iterator[Call]:
    """Yield the calls by which the initialiser of a project's class runs that of a library's."""
    for call in filter(None, map(program.call, ast.walk(initialiser))):
        if call.attribute == "__init__" and not call.functions:
            yield call


def schedules_not_told(program: Program, creation: Call) -> tuple[Class, ...]:
    """Give the own classes of schedules that an optimizer is given and that Keras can't make from a configuration.

    That needs a `get_config`, and a class that is registered with Keras: what makes the optimizer anew from its
    configuration, as Horovod's Keras optimizer does, raises NotImplementedError or ValueError else.
    """
    given = (value for node in creation.arguments for value in ordered(program.values(node)))
    own = (value.of for value in given if program.role_of(value) == "schedule" and isinstance(value, Instance))
    return tuple(dict.fromkeys(each for each in own if isinstance(each, Class) and not _is_made_anew(program, each)))


def _is_made_anew(program: Program, schedule: Class) -> bool:
    """Say whether Keras knows a class, and that tells its configuration."""
    node = schedule.site.node
    if not isinstance(node, ast.ClassDef):
        return False
    decorators = (program.call(each) for each in node.decorator_list)
    known = any(each is not None and not each.names.isdisjoint(_REGISTERING) for each in decorators)
    return tells_configuration(node) and (known or bool(program.calls_to(*_KNOWING)))


def tells_configuration(owner: ast.ClassDef) -> bool:
    """Say whether a class has a `get_config` that gives all that its `__init__` must have, as far as it is seen."""
    methods = {each.name: each for each in owner.body if isinstance(each, ast.FunctionDef)}
    if "get_config" not in methods:
        return False
    returns = [each for each in own_nodes(methods["get_config"]) if isinstance(each, ast.Return)]
    given = [each.value for each in returns if not isinstance(each.value, ast.Constant | None)]
    return bool(given) and all(_makes(methods.get("__init__"), each) for each in given)


def _makes(init: ast.FunctionDef | None, configuration: ast.expr) -> bool:
    """Say whether an `__init__` takes a configuration: what isn't written as a dictionary is thought to be one."""
    match configuration:
        case ast.Dict(keys) if init is not None and all(isinstance(each, ast.Constant) for each in keys):
            told = {each.value for each in keys if isinstance(each, ast.Constant)}
            taken = {each.arg for each in parameters(init)[1:]}
            needed = taken.intersection(needed_parameters(init))
            return needed <= told and (init.args.kwarg is not None or told <= taken)
    return True


def _wrapped(program: Program, optimizer: Instance) -> ast.expr | None:
    """Give the argument that an optimizer wraps; None for a plain optimizer."""
    call = program.creation(optimizer)
    parameter = call.entry.facts.get("wraps") if call is not None and call.entry is not None else None
    return call.argument(parameter) if call is not None and isinstance(parameter, str) else None


def _inside(program: Program, optimizer: Instance) -> frozenset[Instance]:
    call, argument = program.creation(optimizer), _wrapped(program, optimizer)
    if call is None or argument is None:
        return frozenset()
    inside = _every(program, argument) - {optimizer}
    return ordered(each for each in inside if not _is_later(program, each, call))


def _is_later(program: Program, optimizer: Instance, call: Call) -> bool:
    """Say whether an optimizer is created after a call in the function of that call, so that the call can't wrap it."""
    created = program.creation(optimizer)
    if created is None or created.document is not call.document:
        return False
    document = call.document
    same = document.scope(created.node) is document.scope(call.node)
    return (
        same
        and document.span(created.node).start > document.span(call.node).start
        and created.node not in ast.walk(call.node)
    )


def _names_horovod(call: Call) -> bool:
    return any(name.startswith("horovod.") and name.endswith("DistributedOptimizer") for name in call.names)


def _is_of_other_library(program: Program, call: Call) -> bool:
    """Say whether a library that is built on Horovod wraps an optimizer by the name that Horovod's wrapper has."""
    named = any(name.endswith(".DistributedOptimizer") for name in call.names) and call.entry is None
    return named and bool(initialised_by(program))
