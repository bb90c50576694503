"""Which models a script trains, and through which training API pattern (transformation rules, section 1)."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import cast

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import ways
from farandole.analysis.points_to.containers import ITEM
from farandole.analysis.points_to.lattice import NOTHING, Values, join, one, ordered
from farandole.analysis.points_to.relations import ANY
from farandole.analysis.points_to.values import Bound, Class, Container, Function, Instance, Library, Unknown, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.tensorflow.optimizers import ROLES, optimizers
from farandole.source import Document, Span
from farandole.source.binding import is_special

APPLY = "tensorflow.keras.optimizers.Optimizer.apply_gradients"
MINIMIZE = "tensorflow.keras.optimizers.Optimizer.minimize"
GRADIENT = "tensorflow.GradientTape.gradient"
COMPILE = "tensorflow.keras.Model.compile"
FITS = (
    "tensorflow.keras.Model.fit",
    "tensorflow.keras.Model.fit_generator",
    "tensorflow.keras.Model.train_on_batch",
)
_APPLIES = APPLY.rpartition(".")[2]
_FIT_NAMES = frozenset(name.rpartition(".")[2] for name in FITS)
_LOADING = frozenset({"load_model", "model_from_json", "model_from_yaml", "model_from_config"})
"""What makes models of classes that a file or a text names."""


class Pattern(Enum):
    """The flat lattice of training API patterns."""

    UNKNOWN = "Unknown"
    SESSION = "Session"
    MONITORED_SESSION = "MonitoredSession"
    ESTIMATOR = "Estimator"
    GRADIENT_TAPE = "GradientTape"
    KERAS = "Keras"
    MULTIPLE = "Multiple"

    def join(self, other: Pattern) -> Pattern:
        """Give the least upper bound of two patterns."""
        if self is other or other is Pattern.UNKNOWN:
            return self
        return other if self is Pattern.UNKNOWN else Pattern.MULTIPLE


@dataclass(frozen=True, eq=False)
class Training:
    """One model (or set of variables) that a script trains.

    `steps` are the calls that train: `apply_gradients`, `fit`, `minimize`, `Estimator.train`. `gradients` are the
    `tape.gradient` calls whose results reach them (GradientTape, and Keras models with an own `train_step`).
    `minimizes` are the calls in such a `train_step` by which the model's optimizer minimizes, as Keras itself does.
    `optimizers` are the objects that take the steps; empty where the analysis can't tell. In TensorFlow 1, `train_ops`
    are the calls that make the train ops, `runs` the calls that run them in `sessions`; the `models` of an estimator's
    training are the estimators. `unseen` says of an unknown pattern why its steps can't be told.
    """

    pattern: Pattern
    label: str
    document: Document
    span: Span
    steps: tuple[Call, ...]
    models: frozenset[Instance] = frozenset()
    optimizers: frozenset[Instance] = frozenset()
    gradients: tuple[Call, ...] = ()
    minimizes: tuple[Call, ...] = ()
    compiles: tuple[Call, ...] = ()
    train_ops: tuple[Call, ...] = ()
    runs: tuple[Call, ...] = ()
    sessions: frozenset[Instance] = frozenset()
    unseen: str = ""

    @property
    def step_calls(self) -> tuple[Call, ...]:
        """The calls by which its steps are taken: the runs of its sessions, else the calls that train."""
        return self.runs or self.steps


def find_trainings(script: Program) -> list[Training]:
    """Give the trainings of a script by Keras, by tapes, and by updates of its own."""
    keras = _keras(script)
    in_train_step = {call for training in keras for call in (*training.gradients, *training.minimizes)}
    found = [*keras, *_tapes(script, in_train_step)]
    return [*found, *_own_updates(script, found)]


def _keras(script: Program) -> list[Training]:
    groups: dict[frozenset[Instance], list[Call]] = {}
    calls = script.calls_to(*FITS)
    runs = any(is_run(script, call) for call in calls)
    for call in calls:
        models = frozenset(each for each in call.receivers if isinstance(each, Instance))
        if runs and is_left(script, call) and all(script.creation(each) is None for each in models):
            continue
        groups.setdefault(_made(script, models) or models, []).append(call)
    trainings = []
    for models, fits in groups.items():
        compiles = tuple(call for call in script.calls_to(COMPILE) if not models.isdisjoint(call.receivers))
        compiled_with = frozenset(each for call in compiles for each in optimizers(script, call.argument("optimizer")))
        gradients = _gradients_in_step(script, models)
        minimizes = () if gradients else _minimizing(script, models)
        taking = (*_applying(script, gradients), *minimizes)
        taken_by = frozenset(each for call in taking for each in _optimizers_of(script, call))
        trainings.append(
            new_training(
                script,
                Pattern.KERAS,
                fits,
                models=models,
                optimizers=compiled_with | taken_by,
                compiles=compiles,
                gradients=gradients,
                minimizes=minimizes,
            )
        )
    return trainings


def is_run(program: Program, call: Call) -> bool:
    """Say whether the script itself comes to a call."""
    return any(isinstance(scope, ast.Module) for _, scope, _ in ways(program, call))


def is_left(program: Program, call: Call) -> bool:
    """Say whether a call stands in a function that nothing calls or names: a method is one if its class has no base."""
    document, function = call.document, program.function(call.document, call.node)
    owner = document.owner(function) if isinstance(function, ast.FunctionDef) else None
    if not isinstance(function, ast.FunctionDef) or not isinstance(owner, ast.ClassDef):
        return program.is_left_out(document, call.node)
    if owner.bases or owner.keywords or function.decorator_list or is_special(function.name):
        return False
    return not program.callers(function) and function.name not in program.names_used


def _gradients_in_step(script: Program, models: frozenset[Instance]) -> tuple[Call, ...]:
    """Give the gradients that a model's own `train_step` computes, without those that it does not apply.

    Where it applies others, these are part of a loss, such as the penalty on the gradients of a critic.
    """
    computed = [call for call in script.calls_to(GRADIENT) if _is_train_step(script, call, models)]
    applied = {each for _, gradients in _appliers(script) for each in gradients} if computed else set()
    return tuple(call for call in computed if call in applied or applied.isdisjoint(computed))


def _made(script: Program, models: frozenset[Instance]) -> frozenset[Instance]:
    """Give those of some models that the script may make: not what a method loads that nothing calls."""
    homes = {each: script.home(each.site.node) for each in models}
    return frozenset(each for each, home in homes.items() if home is None or script.may_run(home, each.site.node))


def _minimizing(script: Program, models: frozenset[Instance]) -> tuple[Call, ...]:
    """Give the calls in a model's own `train_step` by which its optimizers minimize: all, where all are known."""
    inside = tuple(call for call in script.calls_to(MINIMIZE) if _is_train_step(script, call, models))
    unknown = any(isinstance(each, Unknown) for call in inside for each in call.receivers)
    return () if unknown or not all(_optimizers_of(script, call) for call in inside) else inside


def applying(script: Program, training: Training) -> tuple[Call, ...]:
    """Give the calls that apply the gradients of a training in a `train_step` of a model's own."""
    return _applying(script, training.gradients) if training.pattern is Pattern.KERAS else ()


def minimizing_apart(script: Program, training: Training) -> frozenset[Instance]:
    """Give the optimizers that minimize in a `train_step` of a model's own, where one has not been compiled with it."""
    compiled = {each for call in training.compiles for each in optimizers(script, call.argument("optimizer"))}
    taking = frozenset(each for call in training.minimizes for each in _optimizers_of(script, call))
    return frozenset() if taking <= compiled else taking


def minimized_unseen(script: Program, training: Training) -> Call | None:
    """Give a call in a `train_step` of a model's own by which an object that nothing is known of minimizes a loss."""
    unknown = (
        call for call in script.calls if call.attribute == "minimize" and call.entry is None and not call.functions
    )
    of_keras = training.pattern is Pattern.KERAS
    return next((call for call in unknown if of_keras and _is_train_step(script, call, training.models)), None)


def taken_by_methods(training: Training) -> tuple[Call, ...]:
    """Give the calls in a `train_step` of a model's own that compute the gradients of a training, or minimize."""
    return (*training.gradients, *training.minimizes) if training.pattern is Pattern.KERAS else ()


def _applying(script: Program, gradients: tuple[Call, ...]) -> tuple[Call, ...]:
    if not gradients:
        return ()
    return tuple(call for call, applied in _appliers(script) if not applied.isdisjoint(gradients))


@answered_once
def _appliers(script: Program) -> tuple[tuple[Call, frozenset[Call]], ...]:
    """Give the calls that apply gradients, each with those that it applies, in order."""
    applied = ((call, frozenset(gradient_calls(script, call))) for call in script.calls)
    return tuple((call, gradients) for call, gradients in applied if gradients)


def _optimizers_of(script: Program, call: Call) -> frozenset[Instance]:
    """Give the optimizers on which a method is called, without those that another of them wraps."""
    function = call.node.func
    return optimizers(script, function.value) if isinstance(function, ast.Attribute) else frozenset()


def _is_train_step(script: Program, call: Call, models: frozenset[Instance]) -> bool:
    """Say whether a call is made by the `train_step` of the class of a model, or of one above it, and nowhere else.

    It stands in that method, or in functions that nothing else calls.
    """
    classes = {
        ancestor.site.node
        for model in models
        if isinstance(model.of, Class)
        for ancestor in script.flow.mro(model.of)
        if isinstance(ancestor, Class)
    }
    return bool(classes) and _is_run_by_step(script, call, classes, frozenset())


def _is_run_by_step(script: Program, call: Call, classes: set[ast.AST], seen: frozenset[ast.AST]) -> bool:
    around = [each for each in call.document.ancestors(call.node) if isinstance(each, FunctionNode)]
    if any(getattr(each, "name", "") == "train_step" and call.document.parent(each) in classes for each in around):
        return True
    function = next(iter(around), None)
    if function is None or function in seen:
        return function is not None
    callers = script.callers(function)
    return bool(callers) and all(_is_run_by_step(script, each, classes, seen | {function}) for each in callers)


def _tapes(script: Program, in_train_step: set[Call]) -> list[Training]:
    groups: dict[frozenset[Instance], list[tuple[Call, tuple[Call, ...]]]] = {}
    for call in script.calls:
        gradients = gradient_calls(script, call)
        applies = bool(gradients) and not set(gradients) <= in_train_step
        minimizes = MINIMIZE in call.names and call not in in_train_step
        if not (applies or minimizes) or _is_of_unmade_model(script, call):
            continue
        optimizers = _optimizers_of(script, call)
        groups.setdefault(optimizers, []).append((call, gradients))
    trainings = []
    for optimizers, pairs in groups.items():
        gradients = tuple(dict.fromkeys(gradient for _, found in pairs for gradient in found))
        models = frozenset(model for call in gradients for model in models_of(script, call))
        steps = [call for call, _ in pairs]
        trainings.append(
            new_training(
                script, Pattern.GRADIENT_TAPE, steps, models=models, optimizers=optimizers, gradients=gradients
            )
        )
    return trainings


def _is_of_unmade_model(script: Program, call: Call) -> bool:
    """Say whether a call stands in the `train_step` of a class, of which there is no model that Keras trains.

    Nothing else calls such a method, unless the class derives from nothing and so is no model, or the method is passed
    to a call; where a model that is trained can't be followed, it may be of that class.
    """
    method = next((each for each in call.document.ancestors(call.node) if isinstance(each, FunctionNode)), None)
    owner = call.document.parent(method) if method is not None else None
    if not isinstance(owner, ast.ClassDef) or not owner.bases or getattr(method, "name", "") != "train_step":
        return False
    named = (each for each in script.calls if each.attribute in _FIT_NAMES)
    fits = [each for each in named if script.may_run(each.document, each.node)]
    trained = [value for each in fits for value in each.receivers]
    is_seen = all(each.receivers for each in fits) and all(isinstance(each, Instance) for each in trained)
    assert method is not None
    loads = any(each.attribute in _LOADING and not each.functions for each in script.calls)
    if not is_seen or loads or script.callers(method):
        return False
    if any(
        _is_method(value, method) for each in script.calls for node in each.arguments for value in script.values(node)
    ):
        return False
    made = script.instantiated.get(owner, ())
    if any(_derives(script, each, owner) for each in trained):
        return False
    return not any(_is_given_away(script, each, made) for each in script.calls)


def _derives(script: Program, value: Value, owner: ast.ClassDef) -> bool:
    """Say whether a value is an object of a class, or of one below it."""
    classes = script.flow.mro(value.of) if isinstance(value, Instance) and isinstance(value.of, Class) else ()
    return any(isinstance(each, Class) and each.site.node is owner for each in classes)


def _is_method(value: Value, method: ast.AST) -> bool:
    """Say whether a value is a method of an object."""
    return isinstance(value, Bound) and isinstance(value.member, Function) and value.member.site.node is method


def _is_given_away(script: Program, call: Call, models: Iterable[Instance]) -> bool:
    """Say whether a call of what is not read is given one of some models, which it may train."""
    known = (name.startswith("builtins.") or script.catalog.entry(name) is not None for name in call.names)
    if call.functions or any(known):
        return False
    return any(not script.values(each).isdisjoint(models) for each in call.arguments)


def _own_updates(script: Program, trainings: list[Training]) -> list[Training]:
    """Give the trainings, of unknown pattern, whose gradients no optimizer applies but the script's own update."""
    known = {gradient for training in trainings for gradient in training.gradients}
    updates: dict[Call, tuple[Call, ...]] = {}
    for call in script.calls:
        if call.attribute in ("assign", "assign_sub", "assign_add") and _may_be_of_variable(script, call):
            gradients = tuple(each for each in gradients_in(script, call.arguments) if each not in known)
            if gradients:
                updates[call] = gradients
    if not updates:
        return []
    every = tuple(dict.fromkeys(gradient for gradients in updates.values() for gradient in gradients))
    return [new_training(script, Pattern.UNKNOWN, list(updates), gradients=every)]


def _may_be_of_variable(script: Program, call: Call) -> bool:
    """Say whether a method may be that of a variable: of one that is known, or of what a model has."""
    return not call.functions and all(script.role_of(receiver) in ("variable", None) for receiver in call.receivers)


def gradients_in(
    script: Program, nodes: Iterable[ast.expr], made_by: frozenset[str] = frozenset({GRADIENT})
) -> tuple[Call, ...]:
    """Give the calls, those of `tape.gradient` unless told, from whose results expressions are computed, in order."""
    values = [value for node in nodes for value in script.values(node)]
    origins = script.origins(values, lambda value: _is_gradient(script, value, made_by))
    calls = (script.creation(each) for each in origins if isinstance(each, Instance))
    return tuple(sorted((call for call in calls if call is not None), key=script.order))


@answered_once
def gradient_calls(script: Program, apply: Call) -> tuple[Call, ...]:
    """Give the `tape.gradient` calls whose results reach an `apply_gradients`."""
    own = apply.functions and APPLY not in apply.names  # a function of that name leads to what applies them
    if apply.attribute != _APPLIES or (own and not is_handed_on(script, apply)) or hands_on(script, apply):
        return ()
    given = apply.argument("grads_and_vars") or next(iter(apply.node.args), None)
    match given:
        case ast.Call(ast.Name("zip"), [first, *_]) if not isinstance(first, ast.Starred):  # not by its variables
            return gradients_in(script, [first])
    return gradients_in(script, apply.arguments)


def is_handed_on(script: Program, apply: Call) -> bool:
    """Say whether the optimizers' own `apply_gradients` that a call may run let the library's take the step."""
    methods = [function.site.node for function in apply.functions]
    handing = {script.function(each.document, each.node) for each in script.calls if hands_on(script, each)}
    return bool(methods) and all(method in handing for method in methods)


def hands_on(script: Program, apply: Call) -> bool:
    """Say whether a call is what an optimizer's own `apply_gradients` takes its step by: that of the class above it.

    Where Keras calls that method, gradients are averaged in the class above it, and must come there as they were.
    """
    method = own_apply(script, apply)
    if method is None:
        return False
    held = apply.document.parent(apply.document.statement(apply.node))
    is_certain = held is method or isinstance(held, ast.With)
    return is_certain and (bool(script.callers(method)) or _passes_on(method, apply))


def own_apply(script: Program, apply: Call) -> ast.FunctionDef | None:
    """Give the `apply_gradients` of an optimizer's own class in which a call runs that of the class above it."""
    method = script.function(apply.document, apply.node)
    owner = apply.document.parent(method) if method is not None else None
    if not isinstance(owner, ast.ClassDef) or not isinstance(method, ast.FunctionDef) or method.name != _APPLIES:
        return None
    match apply.node.func:
        case ast.Attribute(ast.Call(ast.Name("super")), attr) if attr == _APPLIES:
            return method if any(script.role_of(receiver) in ROLES for receiver in apply.receivers) else None
    return None


def _passes_on(method: ast.FunctionDef, apply: Call) -> bool:
    """Say whether a method hands over the gradients that it is given as they are."""
    given = apply.argument("grads_and_vars") or next(iter(apply.node.args), None)
    parameter = method.args.args[1].arg if len(method.args.args) > 1 else ""
    stored = (each for each in ast.walk(method) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    return isinstance(given, ast.Name) and given.id == parameter not in {each.id for each in stored}


def unfollowed_gradients(script: Program, apply: Call) -> str:
    """Say what an `apply_gradients` may apply as a gradient that can't be followed; an empty text if there is nothing.

    Variables, which accumulate gradients, and whatever is computed from the gradients of a tape are followed.
    """
    given = apply.argument("grads_and_vars") or next(iter(apply.node.args), None)
    for value in _applied(script, script.values(given)):
        for each in _taken_from(script, value, frozenset()):
            if isinstance(each, Unknown):
                return script.describe(each)
            if not script.origins([each], lambda origin: _is_gradient(script, origin)):
                unread = script.describe_unread([each])
                if unread:
                    return unread
    return ""


def _taken_from(script: Program, value: Value, seen: frozenset[Value]) -> Iterator[Value]:
    """Yield the values of which one may be an item, at every depth; a value that is no item itself.

    Of what `zip` puts together these are the values of its first argument: the gradients, not the variables.
    """
    if isinstance(value, Instance) and value.of == Library(ITEM) and value not in seen:
        match value.site.node:
            case ast.Call(ast.Name("zip"), [first, *_]) if not isinstance(first, ast.Starred):
                inputs = script.values(first)
            case _:
                inputs = script.flow.inputs(value)
        for each in inputs:
            yield from _taken_from(script, each, seen | {value})
    else:
        yield value


def _applied(script: Program, pairs: Values) -> Iterator[Value]:
    """Yield what stands for a gradient in pairs of gradients and variables."""
    for pair in join(script.elements(each) if isinstance(each, Container) else one(each) for each in pairs):
        items = script.flow.items(pair) if isinstance(pair, Container) else None
        if items is None:
            yield pair
            continue
        for value in items.get(0, NOTHING) | items[ANY]:
            yield from script.elements(value) if isinstance(value, Container) else (value,)


def _is_gradient(script: Program, value: Value, made_by: frozenset[str] = frozenset({GRADIENT})) -> bool:
    if not isinstance(value, Instance):
        return False
    call = script.creation(value)
    return call is not None and not call.names.isdisjoint(made_by)


def models_of(script: Program, gradient: Call) -> frozenset[Instance]:
    """Give the models whose variables a `tape.gradient` differentiates by."""
    sources = gradient.argument("sources")
    origins = script.origins(script.values(sources), lambda value: script.role_of(value) == "model")
    return frozenset(each for each in origins if isinstance(each, Instance))


def new_training(script: Program, pattern: Pattern, steps: list[Call], **roles: object) -> Training:
    """Give a training, labelled by its models or optimizers as its steps name them, or by its train ops."""
    first = steps[0]
    for role in ("models", "optimizers", "sessions"):
        if role in roles:
            roles[role] = ordered(cast(Iterable[Instance], roles[role]))
    models = roles.get("models", frozenset())
    optimizers = roles.get("optimizers", frozenset())
    gradients = roles.get("gradients", ())
    assert isinstance(models, frozenset) and isinstance(optimizers, frozenset) and isinstance(gradients, tuple)
    named = {
        "estimator" if pattern is Pattern.ESTIMATOR else "model": _names(script, models, steps, gradients),
        "optimizer": _names(script, optimizers, steps, gradients),
        "train op": {assigned_name(step) for step in steps if roles.get("train_ops")} - {""},
    }
    label = next((_label(kind, names) for kind, names in named.items() if names), "the training")
    return Training(
        pattern,
        label,
        first.document,
        first.document.span(first.node),
        tuple(steps),
        **roles,  # type: ignore[arg-type]
    )


def _names(script: Program, objects: frozenset[Instance], *places: Iterable[Call]) -> set[str]:
    """Give the names that objects have in the first calls that name any, or else where they are created."""
    for calls in places:
        found = {
            call.document.segment(node)
            for call in calls
            for node in ast.walk(call.node)
            if isinstance(node, ast.Name | ast.Attribute) and not objects.isdisjoint(script.values(node))
        }
        if found:
            return found
    created = (script.creation(each) for each in objects)
    return {assigned_name(call) for call in created if call is not None} - {""}


def _label(kind: str, names: Iterable[str]) -> str:
    return f"{kind} " + " and ".join(f"`{name}`" for name in sorted(names))


def assigned_name(call: Call) -> str:
    """Give the name to which the result of a call is assigned, as it is written (`self.model`), or an empty text."""
    match call.document.statement(call.node):
        case ast.Assign(targets=[ast.Name() | ast.Attribute() as target, *_], value=value) if value is call.node:
            return call.document.segment(target)
    return ""
