"""Which models a script trains, and through which training API pattern (transformation rules, section 1)."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from enum import Enum

from farandole.script.facts import Call, Facts
from farandole.script.optimizers import optimizers
from farandole.script.values import Bound, Class, Function, Instance, Value
from farandole.source import Document, Span

APPLY = "tensorflow.keras.optimizers.Optimizer.apply_gradients"
APPLY_1 = "tensorflow.train.Optimizer.apply_gradients"
MINIMIZE = "tensorflow.keras.optimizers.Optimizer.minimize"
MINIMIZE_1 = "tensorflow.train.Optimizer.minimize"
GRADIENT = "tensorflow.GradientTape.gradient"
COMPILE = "tensorflow.keras.Model.compile"
FITS = (
    "tensorflow.keras.Model.fit",
    "tensorflow.keras.Model.fit_generator",
    "tensorflow.keras.Model.train_on_batch",
)
ESTIMATOR_TRAINS = ("tensorflow.estimator.Estimator.train", "tensorflow.estimator.train_and_evaluate")


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
    `optimizers` are the objects that take the steps; empty where the analysis can't tell.
    """

    pattern: Pattern
    label: str
    document: Document
    span: Span
    steps: tuple[Call, ...]
    models: frozenset[Instance] = frozenset()
    optimizers: frozenset[Instance] = frozenset()
    gradients: tuple[Call, ...] = ()
    compiles: tuple[Call, ...] = ()
    sessions: frozenset[Instance] = field(default_factory=frozenset)


def find_trainings(script: Facts) -> tuple[Training, ...]:
    """Give the trainings of a script, in the order of the text."""
    keras = _keras(script)
    in_train_step = {call for training in keras for call in training.gradients}
    tapes = _tapes(script, in_train_step)
    found = [*keras, *tapes, *_graphs(script)]
    order = {document: index for index, document in enumerate(script.documents)}
    return tuple(sorted(found, key=lambda training: (order[training.document], training.span.start)))


def _keras(script: Facts) -> list[Training]:
    groups: dict[frozenset[Instance], list[Call]] = {}
    for call in script.calls_to(*FITS):
        models = frozenset(each for each in call.receivers if isinstance(each, Instance))
        groups.setdefault(models, []).append(call)
    trainings = []
    for models, fits in groups.items():
        compiles = tuple(
            call for call in script.calls_to(COMPILE) if not models.isdisjoint(call.receivers)
        )
        compiled_with = frozenset(
            each for call in compiles for each in optimizers(script, call.argument("optimizer"))
        )
        gradients = tuple(
            call for call in script.calls_to(GRADIENT) if _is_train_step(script, call, models)
        )
        trainings.append(
            _training(
                script, Pattern.KERAS, fits, models=models, optimizers=compiled_with, compiles=compiles, gradients=gradients
            )
        )
    return trainings


def _is_train_step(script: Facts, call: Call, models: frozenset[Instance]) -> bool:
    """Say whether a call stands in the `train_step` of a class that one of the models is an instance of."""
    classes = {node for node in call.document.ancestors(call.node) if isinstance(node, ast.ClassDef)}
    methods = {node.name for node in call.document.ancestors(call.node) if isinstance(node, ast.FunctionDef)}
    if "train_step" not in methods:
        return False
    return any(
        isinstance(ancestor, Class) and ancestor.site.node in classes
        for model in models
        if isinstance(model.of, Class)
        for ancestor in script.flow.lineage(model.of)
    )


def _tapes(script: Facts, in_train_step: set[Call]) -> list[Training]:
    groups: dict[frozenset[Instance], list[tuple[Call, tuple[Call, ...]]]] = {}
    for call in script.calls:
        gradients = gradient_calls(script, call)
        applies = bool(gradients) and not set(gradients) <= in_train_step
        if not applies and MINIMIZE not in call.names:
            continue
        optimizers = frozenset(
            each
            for each in call.receivers
            if isinstance(each, Instance) and script.role_of(each) in ("optimizer", "loss-scale-optimizer")
        )
        groups.setdefault(optimizers, []).append((call, gradients))
    trainings = []
    for optimizers, pairs in groups.items():
        gradients = tuple(dict.fromkeys(gradient for _, found in pairs for gradient in found))
        models = frozenset(model for call in gradients for model in models_of(script, call))
        steps = [call for call, _ in pairs]
        trainings.append(
            _training(
                script, Pattern.GRADIENT_TAPE, steps, models=models, optimizers=optimizers, gradients=gradients
            )
        )
    return trainings


def gradient_calls(script: Facts, apply: Call) -> tuple[Call, ...]:
    """Give the `tape.gradient` calls whose results reach an `apply_gradients`."""
    if apply.attribute != "apply_gradients":
        return ()
    nodes = [*apply.node.args, *(keyword.value for keyword in apply.node.keywords)]
    values = [value for node in nodes for value in script.values(node)]
    origins = script.origins(values, lambda value: _is_gradient(script, value))
    calls = (script.creation(each) for each in origins if isinstance(each, Instance))
    return tuple(sorted((call for call in calls if call is not None), key=script.calls.index))


def _is_gradient(script: Facts, value: Value) -> bool:
    if not isinstance(value, Instance):
        return False
    call = script.creation(value)
    return call is not None and GRADIENT in call.names


def models_of(script: Facts, gradient: Call) -> frozenset[Instance]:
    """Give the models whose variables a `tape.gradient` differentiates by."""
    sources = gradient.argument("sources")
    origins = script.origins(script.values(sources), lambda value: script.role_of(value) == "model")
    return frozenset(each for each in origins if isinstance(each, Instance))


def _graphs(script: Facts) -> list[Training]:
    """Give the trainings of TensorFlow 1 graphs, by the optimizers that build their train ops."""
    groups: dict[frozenset[Instance], list[Call]] = {}
    for call in script.calls_to(MINIMIZE_1, APPLY_1):
        if gradient_calls(script, call):
            continue
        groups.setdefault(
            frozenset(each for each in call.receivers if isinstance(each, Instance)), []
        ).append(call)
    estimator_steps = script.calls_to(*ESTIMATOR_TRAINS)
    model_functions = _model_functions(script)
    trainings = []
    canned = list(estimator_steps)
    for optimizers, calls in groups.items():
        if model_functions and all(_inside(script, call, model_functions) for call in calls):
            continue
        pattern, sessions = _session_pattern(script, calls)
        trainings.append(_training(script, pattern, calls, optimizers=optimizers, sessions=sessions))
    if canned:
        steps = tuple(canned)
        inside = {
            optimizer
            for optimizers, calls in groups.items()
            if all(_inside(script, call, model_functions) for call in calls)
            for optimizer in optimizers
        }
        trainings.append(_training(script, Pattern.ESTIMATOR, list(steps), optimizers=frozenset(inside)))
    return trainings


def _model_functions(script: Facts) -> set[ast.AST]:
    """Give the functions passed as `model_fn` to an estimator."""
    found: set[ast.AST] = set()
    for call in script.creations("estimator"):
        for value in script.values(call.argument("model_fn")):
            match value:
                case Function(site) | Bound(_, Function(site)):
                    found.add(site.node)
    return found


def _inside(script: Facts, call: Call, functions: set[ast.AST]) -> bool:
    """Say whether a call runs inside one of the functions, directly or through calls."""
    seen: set[ast.AST] = set()
    pending = [call]
    while pending:
        each = pending.pop()
        function = script.function(each.document, each.node)
        while function is not None and function not in seen:
            seen.add(function)
            if function in functions:
                return True
            pending.extend(script.callers(function))
            function = script.function(each.document, function)
    return False


def _session_pattern(script: Facts, steps: list[Call]) -> tuple[Pattern, frozenset[Instance]]:
    """Tell by the sessions that run a train op which of the two session patterns it is."""
    nodes = {call.node for call in steps}
    pattern = Pattern.UNKNOWN
    running: set[Instance] = set()
    for call in script.calls:
        if call.attribute != "run" or not call.node.args:
            continue
        sessions = {
            each
            for each in call.receivers
            if isinstance(each, Instance) and script.role_of(each) in ("session", "monitored-session")
        }
        fetched = script.values(call.node.args[0])
        if sessions and script.origins(fetched, lambda value: isinstance(value, Instance) and value.site.node in nodes):
            running |= sessions
            for session in sessions:
                pattern = pattern.join(_pattern_of(script, session))
    if not running:
        for role in ("session", "monitored-session"):
            for call in script.creations(role):
                running |= {each for each in script.values(call.node) if isinstance(each, Instance)}
        for session in running:
            pattern = pattern.join(_pattern_of(script, session))
    return pattern, frozenset(running)


def _pattern_of(script: Facts, session: Instance) -> Pattern:
    return Pattern.MONITORED_SESSION if script.role_of(session) == "monitored-session" else Pattern.SESSION


def _training(script: Facts, pattern: Pattern, steps: list[Call], **roles: object) -> Training:
    first = steps[0]
    models = roles.get("models", frozenset())
    optimizers = roles.get("optimizers", frozenset())
    assert isinstance(models, frozenset) and isinstance(optimizers, frozenset)
    label = _label(script, models, "model") or _label(script, optimizers, "optimizer") or "the training"
    return Training(
        pattern, label, first.document, first.document.span(first.node), tuple(steps), **roles  # type: ignore[arg-type]
    )


def _label(script: Facts, instances: frozenset[Instance], kind: str) -> str:
    names = sorted({name for instance in instances if (name := variable_of(script, instance))})
    if not names:
        return ""
    return f"{kind} " + " and ".join(f"`{name}`" for name in names)


def variable_of(script: Facts, instance: Instance) -> str:
    """Give the name under which an object is first assigned, as it is written (`self.model`), or an empty text."""
    call = script.creation(instance)
    if call is None:
        return ""
    statement = call.document.statement(call.node)
    match statement:
        case ast.Assign(targets=[ast.Name() | ast.Attribute() as target, *_]) | ast.AnnAssign(target=target):
            return call.document.segment(target)
    return ""

